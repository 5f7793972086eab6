//! Pages as text for people, and as CSV.

use std::io::{self, Write};

use anstyle::Style;

use super::cell::Cell;
use super::page::{Block, Grid, Page};
use super::printer::PrinterOptions;
use super::shape::csv_name;
use super::visible::{visible, visible_lines};
use super::{drawing, table};

/// Writes the blocks of a page one below the other.
pub(super) fn for_people(
    out: &mut dyn Write,
    options: &PrinterOptions,
    page: &Page,
) -> io::Result<()> {
    for (index, block) in page.blocks.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        match block {
            Block::Fields(fields) => write_fields(out, options, fields)?,
            Block::Grid(grid) => {
                write_title(out, options, grid.title)?;
                out.write_all(aligned(options, grid).as_bytes())?;
            }
            Block::Lines { title, text } => {
                write_title(out, options, title)?;
                for line in visible_lines(text) {
                    writeln!(out, "  {line}")?;
                }
            }
            Block::Sentence(text) => writeln!(out, "{}", visible(text))?,
            Block::Chart(chart) => drawing::write(out, options, chart)?,
        }
    }
    Ok(())
}

fn write_title(out: &mut dyn Write, options: &PrinterOptions, title: &str) -> io::Result<()> {
    if title.is_empty() {
        return Ok(());
    }
    let bold = if options.styled_out { Style::new().bold() } else { Style::new() };
    writeln!(out, "{bold}{title}{bold:#}")
}

fn write_fields(
    out: &mut dyn Write,
    options: &PrinterOptions,
    fields: &[(&str, Cell)],
) -> io::Result<()> {
    let width = fields.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, cell) in fields {
        writeln!(out, "{name:<width$}  {}", cell.for_people(&options.view))?;
    }
    Ok(())
}

fn aligned(options: &PrinterOptions, grid: &Grid) -> String {
    let texts = |row: &Vec<Cell>| row.iter().map(|cell| cell.for_people(&options.view)).collect();
    let rows: Vec<Vec<String>> = grid.rows.iter().map(texts).collect();
    let is_numeric = |column: usize| grid.rows.iter().any(|row| row[column].is_number());
    let numeric: Vec<bool> = (0..grid.columns.len()).map(is_numeric).collect();
    table::render(Some(&grid.columns), &rows, &numeric, &mut vec![], options.styled_out)
}

/// Writes the first table of a page as CSV, or else its fields.
pub(super) fn csv(out: &mut dyn Write, page: &Page) -> io::Result<()> {
    let grid = page.blocks.iter().find_map(|block| match block {
        Block::Grid(grid) => Some(grid),
        Block::Fields(_) | Block::Lines { .. } | Block::Sentence(_) | Block::Chart(_) => None,
    });
    let mut csv = csv::Writer::from_writer(out);
    if let Some(grid) = grid {
        csv.write_record(grid.columns.iter().map(|title| csv_name(title)))?;
        for row in &grid.rows {
            csv.write_record(row.iter().map(Cell::for_machines))?;
        }
    } else {
        csv.write_record(["field", "value"])?;
        for block in &page.blocks {
            if let Block::Fields(fields) = block {
                for (name, cell) in fields {
                    csv.write_record([csv_name(name), cell.for_machines()])?;
                }
            }
        }
    }
    csv.flush()
}
