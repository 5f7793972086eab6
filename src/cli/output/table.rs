//! Aligned columns.

use comfy_table::{
    Attribute, Cell as TableCell, CellAlignment, ColumnConstraint, ContentArrangement, Table, Width,
};

/// Renders rows under titles, two spaces apart, without trailing blanks.
///
/// `widths` holds the widest cell of each column so far, so that the pages of a long list align.
pub(super) fn render(
    titles: Option<&[&str]>,
    rows: &[Vec<String>],
    numeric: &[bool],
    widths: &mut Vec<u16>,
    styled: bool,
) -> String {
    let mut table = Table::new();
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.load_style(comfy_table::presets::NOTHING);
    if styled {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    if let Some(titles) = titles {
        table.set_header(titles.iter().map(|title| {
            let cell = TableCell::new(title);
            if styled { cell.add_attribute(Attribute::Bold) } else { cell }
        }));
    }
    for row in rows {
        table.add_row(row);
    }
    let found = table.column_max_content_widths();
    widths.resize(found.len().max(widths.len()), 0);
    for (widest, found) in widths.iter_mut().zip(found) {
        *widest = found.max(*widest);
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(widths[index] + 2)));
        if numeric.get(index).copied().unwrap_or(false) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = table.trim_fmt();
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn columns_align_over_wide_characters_and_pages() {
        let rows = |texts: &[&str]| -> Vec<Vec<String>> {
            texts.iter().map(|t| vec![(*t).to_owned(), "|".to_owned()]).collect()
        };
        let mut widths = Vec::new();
        let first = rows(&["ab", "東京", "👩\u{200d}🚀", "é"]);
        let mut text = render(Some(&["ID", "X"]), &first, &[], &mut widths, false);
        text += &render(None, &rows(&["a"]), &[], &mut widths, false);
        let at: Vec<usize> =
            text.lines().skip(1).map(|line| line[..line.find('|').unwrap()].width()).collect();
        assert_eq!(at, [6; 5], "{text}");
        assert!(text.lines().all(|line| line == line.trim_end()));
    }
}
