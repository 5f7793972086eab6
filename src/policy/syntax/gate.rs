//! The gate: what is refused before any parser sees it.

use std::io::{self, Read};

use crate::policy::diagnostic::{Code, Diagnostic, Span};

/// The largest policy file: 1 MiB.
pub const MAX_BYTES: usize = 1 << 20;

/// Reads a policy file, but never more than one byte past [`MAX_BYTES`]: enough to be refused for
/// its size, however large the file is.
pub fn read_bounded(file: impl Read) -> io::Result<Vec<u8>> {
    // Most policies fit: fewer reads.
    let mut bytes = Vec::with_capacity(8 << 10);
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    bytes.shrink_to_fit();
    Ok(bytes)
}

/// Lets through what is UTF-8, small and free of characters that YAML engines disagree on.
pub(super) fn admit(bytes: &[u8]) -> Result<&str, Box<Diagnostic>> {
    let text = decode(bytes)?;
    match forbidden(text) {
        None => Ok(text),
        Some(finding) => Err(Box::new(finding)),
    }
}

/// Lets through what is UTF-8 and small.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, Box<Diagnostic>> {
    if bytes.len() > MAX_BYTES {
        let message = "the file is larger than 1 MiB";
        return Err(Box::new(
            Diagnostic::new(Code::LIMIT_EXCEEDED, Span::default(), message)
                .help("a policy file holds at most 1 MiB; split it"),
        ));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let message = format!("byte 0x{:02X} at offset {at} is not UTF-8", bytes[at]);
        Box::new(
            Diagnostic::new(Code::FORBIDDEN_CHARACTER, Span::new(at, at + 1), message)
                .help("save the file as UTF-8"),
        )
    })
}

fn forbidden(text: &str) -> Option<Diagnostic> {
    if text.bytes().fold(true, |plain, byte| plain & is_plain(byte)) {
        return None;
    }
    let mut indenting = true;
    for (at, c) in text.char_indices() {
        let (message, help) = match c {
            '\n' | '\r' => {
                indenting = true;
                continue;
            }
            '\t' if indenting && !is_blank_line(&text[at..]) => {
                ("a tab indents this line".to_owned(), "indent with spaces")
            }
            ' ' | '\t' => continue,
            '\u{feff}' if at == 0 => continue,
            '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => (
                format!("the character U+{:04X} is not allowed", u32::from(c)),
                "YAML versions disagree on it; remove it",
            ),
            c if c.is_control() => (
                format!("the control character U+{:04X} is not allowed", u32::from(c)),
                "remove it, or write it as an escape in double quotes",
            ),
            _ => {
                indenting = false;
                continue;
            }
        };
        let span = Span::new(at, at + c.len_utf8());
        return Some(Diagnostic::new(Code::FORBIDDEN_CHARACTER, span, message).help(help));
    }
    None
}

/// Tells whether a byte is part of no character that is looked at: nearly all files hold only such.
fn is_plain(byte: u8) -> bool {
    // The three begin the characters beyond ASCII that are refused.
    let is_suspect = matches!(byte, 0..=0x1f | 0x7f | 0xc2 | 0xe2 | 0xef);
    !is_suspect || matches!(byte, b'\n' | b'\r')
}

fn is_blank_line(rest: &str) -> bool {
    rest.chars().find(|c| !matches!(c, ' ' | '\t')).is_none_or(|c| matches!(c, '\n' | '\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(bytes: &[u8]) -> (usize, String) {
        let finding = admit(bytes).expect_err("refused");
        (finding.span.start, finding.message)
    }

    #[test]
    fn a_huge_file_costs_one_mebibyte() {
        let bytes = read_bounded(io::repeat(b'a').take(100 << 20)).unwrap();
        assert_eq!(bytes.len(), MAX_BYTES + 1);
        assert_eq!(refusal(&bytes), (0, "the file is larger than 1 MiB".into()));
        assert!(admit(&bytes[1..]).is_ok());
    }

    #[test]
    fn refuses_what_engines_disagree_on() {
        assert_eq!(refusal(b"a: \xff"), (3, "byte 0xFF at offset 3 is not UTF-8".into()));
        assert_eq!(refusal(b"a:\n \tb: c").1, "a tab indents this line");
        for (text, at) in [("a\u{85}", 1), ("a\u{2028}", 1), ("\u{feff}a\u{feff}", 4)] {
            assert_eq!(refusal(text.as_bytes()).0, at, "{text:?}");
        }
        assert_eq!(refusal(b"a: \x1b[31m").1, "the control character U+001B is not allowed");
        assert_eq!(refusal(b"a: \0").0, 3);
    }

    #[test]
    fn admits_the_rest() {
        for text in ["", "\u{feff}a: b\r\n", "a:\tb\n", "a: b\t# c\n", "a: b\n \t \nc: d\n\t"] {
            assert!(admit(text.as_bytes()).is_ok(), "{text:?}");
        }
    }
}
