//! Text from outside made safe for a terminal: what would act or hide is shown instead.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Tells whether a character acts on a terminal, reorders its line or cannot be seen.
///
/// Joiners stay: scripts and emoji need them.
pub(super) fn is_treacherous(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// Writes control and format characters as `\t`, `\n`, `\u{1b}`; one line in, one line out.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_treacherous) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\t' => shown.push_str("\\t"),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            c if is_treacherous(c) => {
                // Writing to a String cannot fail.
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Makes text of several lines safe: line ends stay, leading tabs become four spaces.
pub(crate) fn visible_lines(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().map(|line| {
        let body = line.trim_start_matches('\t');
        let indent = "    ".repeat(line.len() - body.len());
        indent + &visible(body)
    })
}

/// Cuts a text to `columns` on the screen, with `…` in place of what is missing.
pub(crate) fn fit(text: &str, columns: usize) -> Cow<'_, str> {
    // A text without a wide character is no longer than its bytes.
    if text.len() <= columns || text.width() <= columns {
        return Cow::Borrowed(text);
    }
    let mut used = 1;
    let mut end = 0;
    for (at, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used > columns {
            break;
        }
        end = at + c.len_utf8();
    }
    Cow::Owned(format!("{}…", &text[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_act_is_shown() {
        for (raw, shown) in [
            ("plain é 東京 👩\u{200d}🚀", "plain é 東京 👩\u{200d}🚀"),
            ("\u{1b}]52;c;aGk=\u{7}", "\\u{1b}]52;c;aGk=\\u{7}"),
            ("\u{1b}[2J\r\n\t\0", "\\u{1b}[2J\\r\\n\\t\\u{0}"),
            ("a\u{202e}b\u{2066}c", "a\\u{202e}b\\u{2066}c"),
            ("\u{9b}31m\u{7f}\u{200b}", "\\u{9b}31m\\u{7f}\\u{200b}"),
        ] {
            assert_eq!(visible(raw), shown);
        }
    }

    #[test]
    fn lines_stay_lines() {
        let lines: Vec<String> = visible_lines("at a\r\n\tat b\n\u{1b}[0m").collect();
        assert_eq!(lines, ["at a", "    at b", "\\u{1b}[0m"]);
    }

    #[test]
    fn cuts_by_columns_not_by_bytes() {
        assert_eq!(fit("東京都", 6), "東京都");
        assert_eq!(fit("東京都", 5), "東京…");
        assert_eq!(fit("東京都", 4), "東…");
        assert_eq!(fit("abcdef", 4), "abc…");
    }
}
