//! Where keys and values stand, for changes of the text that leave the rest of it alone.

use std::collections::BTreeMap;

use super::diagnostic::{Edit, Span};
use super::syntax::{self, Node, Value};

/// The entries of the maps of a file, by where their values stand.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    entries: BTreeMap<Span, Place>,
    aliases: Vec<Span>,
}

/// One entry among its neighbours.
#[derive(Debug, Clone, Copy)]
struct Place {
    key: Span,
    /// The value of the entry before it.
    before: Option<Span>,
    /// The key of the entry after it.
    after: Option<Span>,
    in_flow: bool,
}

impl Outline {
    /// Notes the entries of a file, as far as it can be read.
    pub fn of(source: &[u8]) -> Self {
        let mut outline = Self::default();
        for document in syntax::documents(source) {
            if let Some(root) = &document.root {
                outline.note(root, source);
            }
        }
        outline
    }

    fn note(&mut self, node: &Node, source: &[u8]) {
        // No other value begins with the sign; what an alias repeats stands elsewhere.
        if source.get(node.span.start) == Some(&b'*') {
            self.aliases.push(node.span);
            return;
        }
        match &node.value {
            Value::Scalar(_) => {}
            Value::List(items) => items.iter().for_each(|item| self.note(item, source)),
            Value::Map(entries) => {
                let in_flow = source.get(node.span.start) == Some(&b'{');
                for (index, entry) in entries.iter().enumerate() {
                    let before = index.checked_sub(1).map(|index| entries[index].value.span);
                    let after = entries.get(index + 1).map(|entry| entry.key_span);
                    let place = Place { key: entry.key_span, before, after, in_flow };
                    self.entries.insert(entry.value.span, place);
                    self.note(&entry.value, source);
                }
            }
        }
    }

    /// Where aliases stand, in file order.
    pub fn aliases(&self) -> &[Span] {
        &self.aliases
    }

    /// The bytes of the entry with this value, from its key to the value's end.
    pub fn entry(&self, value: Span) -> Option<Span> {
        self.entries.get(&value).map(|place| Span::new(place.key.start, value.end))
    }

    /// Takes the entry with this value out of `text`; none if a comment would go with it. The last
    /// entry of a map leaves `{}`.
    pub fn removal(&self, text: &str, value: Span) -> Option<Edit> {
        let place = self.entries.get(&value)?;
        let entry = Span::new(place.key.start, value.end);
        if text.get(entry.start..entry.end)?.contains('#') {
            return None;
        }
        let (span, left) = match (place.in_flow, place.before, place.after) {
            (_, None, None) => (entry, if place.in_flow { "" } else { "{}" }),
            (true, _, Some(after)) => (Span::new(entry.start, after.start), ""),
            (true, Some(before), None) => (Span::new(before.end, entry.end), ""),
            (false, ..) => (lines_of(text, entry)?, ""),
        };
        let gone = text.get(span.start..span.end)?;
        let keeps_comments = !place.in_flow || !gone.contains(['#', '\n', '\r']);
        keeps_comments.then(|| Edit { span, text: left.to_owned() })
    }
}

/// The whole lines of a block entry, or all but the comment at its end.
fn lines_of(text: &str, entry: Span) -> Option<Span> {
    let start = text[..entry.start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let indent = text[start..entry.start].trim_start_matches('\u{feff}');
    if !indent.bytes().all(|b| b == b' ') {
        return None;
    }
    let rest = &text[entry.end..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let end = entry.end + blanks;
    let first = entry.start - indent.len();
    match &text[end..] {
        rest if rest.starts_with('#') => Some(Span::new(entry.start, end)),
        rest if rest.starts_with("\r\n") => Some(Span::new(first, end + 2)),
        rest if rest.starts_with(['\n', '\r']) => Some(Span::new(first, end + 1)),
        "" => Some(Span::new(first, end)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Removes the entry whose value is `value`.
    fn without(text: &str, value: &str) -> Option<String> {
        let start = text.find(value).unwrap();
        let span = Span::new(start, start + value.len());
        let edit = Outline::of(text.as_bytes()).removal(text, span)?;
        let mut text = text.to_owned();
        text.replace_range(edit.span.start..edit.span.end, &edit.text);
        Some(text)
    }

    #[test]
    fn the_rest_stays_as_it_was() {
        for (text, left) in [
            ("a:\n  b: 1s\n  c: 2s\n", "a:\n  c: 2s\n"),
            ("a:\r\n  c: 2s\r\n  b: 1s\r\nd: e", "a:\r\n  c: 2s\r\nd: e"),
            ("a:\n  c: 2s\n  b: 1s", "a:\n  c: 2s\n"),
            ("a:\n  c: 2s\n  b: 1s # why\n", "a:\n  c: 2s\n  # why\n"),
            ("a:\n  # above\n  b: 1s\n", "a:\n  # above\n  {}\n"),
            ("a: {b: 1s}\n", "a: {}\n"),
            ("a: {b: 1s, c: 2s}\n", "a: {c: 2s}\n"),
            ("a: {c: 2s, b: 1s}\n", "a: {c: 2s}\n"),
            ("\u{feff}b: 1s\nc: d\n", "\u{feff}c: d\n"),
            ("a: {c: 2s, b:   1s , d: e}\n", "a: {c: 2s, d: e}\n"),
        ] {
            assert_eq!(without(text, "1s").as_deref(), Some(left), "{text}");
        }
    }

    #[test]
    fn no_comment_is_lost() {
        assert_eq!(without("a: {\n  b: 1s, # why\n  c: 2s}\n", "1s"), None);
        assert_eq!(
            without("a:\n  b: {c: 1s, # x\n    d: e}\n  f: g\n", "{c: 1s, # x\n    d: e}"),
            None
        );
    }

    #[test]
    fn spans_are_those_of_quotes_and_anchors() {
        assert_eq!(without("a: {b: '1s', c: d}", "'1s'").as_deref(), Some("a: {c: d}"));
        assert_eq!(without("a: {b: &x 1s, c: d}", "1s").as_deref(), Some("a: {c: d}"));
    }
}
