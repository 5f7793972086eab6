//! The text that findings point into, and its lines and columns.

/// A range of bytes in the original file; `end` is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// Makes a span.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }
}

/// A place in a file as people count: both from 1, columns in Unicode scalar values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line; ends at `\n`, `\r\n` or a lone `\r`.
    pub line: usize,
    /// The column; a byte order mark has none.
    pub column: usize,
}

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A file's name and text, ready to be pointed into.
#[derive(Debug, Clone)]
pub struct Source<'a> {
    name: &'a str,
    text: &'a str,
    line_starts: Vec<usize>,
}

impl<'a> Source<'a> {
    /// Takes the bytes as they were read. Of bytes that are not UTF-8 throughout the valid start
    /// is kept: a finding about the rest points to its end.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Self {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
        };
        let first = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let mut line_starts = vec![first];
        let raw = text.as_bytes();
        let is_lone = |at: usize| raw.get(at + 1) != Some(&b'\n');
        line_starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        if text.contains('\r') {
            let lone = text.match_indices('\r').filter(|(at, _)| is_lone(*at));
            line_starts.extend(lone.map(|(at, _)| at + 1));
            line_starts[1..].sort_unstable();
        }
        Self { name, text, line_starts }
    }

    /// The name that people know the file by.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// The text, up to the first byte that is not UTF-8.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Finds the line and column of a byte offset; one past the end is the end.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|start| *start <= offset).max(1);
        let start = self.line_starts[line - 1].min(offset);
        Position { line, column: self.text[start..offset].chars().count() + 1 }
    }

    /// The byte range of the lines from `first` to `last`, both counted from 1.
    pub(super) fn lines(&self, first: usize, last: usize) -> Span {
        let end = self.line_starts.get(last).copied().unwrap_or(self.text.len());
        Span::new(self.line_starts[first - 1], end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: usize) -> (usize, usize) {
        let position = Source::new("p.yaml", text.as_bytes()).position(offset);
        (position.line, position.column)
    }

    #[test]
    fn counts_scalars_and_every_line_break() {
        assert_eq!(at("", 0), (1, 1));
        assert_eq!(at("ä: b", 4), (1, 4));
        assert_eq!(at("a\r\nb\nc\rd", 3), (2, 1));
        assert_eq!(at("a\r\nb\nc\rd", 7), (4, 1));
        assert_eq!(at("a\n", 2), (2, 1));
        assert_eq!(at("a\n", 99), (2, 1));
    }

    #[test]
    fn a_byte_order_mark_is_no_column() {
        assert_eq!(at("\u{feff}a: b", 3), (1, 1));
        assert_eq!(at("\u{feff}a: b", 0), (1, 1));
        assert_eq!(at("\u{feff}a: b", 6), (1, 4));
    }

    #[test]
    fn points_to_the_first_bad_byte() {
        let source = Source::new("p.yaml", b"a: \xffb\nc: d\n");
        assert_eq!(source.text(), "a: ");
        assert_eq!(source.position(3), Position { line: 1, column: 4 });
    }
}
