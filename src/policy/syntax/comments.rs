//! The comments of a file, which trees do not hold.

use granit_parser::{Event, Options, Parser};

use super::gate;
use crate::policy::diagnostic::Span;

/// A comment and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// From the `#` to the end of the line.
    pub span: Span,
    /// What follows the `#`.
    pub text: String,
}

/// Finds the comments of a file, up to the first place that is not YAML. A `#` within a value is
/// no comment.
pub fn comments(bytes: &[u8]) -> Vec<Comment> {
    let Ok(text) = gate::admit(bytes) else { return Vec::new() };
    let mut options = Options::default();
    options.max_buffered_comment_events = usize::MAX;
    let mut parser = Parser::new_from_str_with_options(text, options);
    let mut found = Vec::new();
    while let Some(Ok((event, span))) = parser.next_event() {
        if let Event::Comment(text, _) = event {
            let range = span.byte_range().unwrap_or_default();
            found.push(Comment { span: Span::new(range.start, range.end), text: text.into() });
        }
    }
    // The parser looks ahead: a comment can come after what follows it.
    found.sort_by_key(|comment| comment.span);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_are_found() {
        let text = "# one\r\na: 'x # y' # two\nb: |\n  # text\nc: [1, # three\n  2]\n# four";
        let texts: Vec<String> = comments(text.as_bytes())
            .into_iter()
            .map(|comment| {
                assert_eq!(&text[comment.span.start..comment.span.end][1..], comment.text);
                comment.text
            })
            .collect();
        assert_eq!(texts, [" one", " two", " three", " four"]);
    }

    #[test]
    fn what_stands_before_a_syntax_error_is_found() {
        assert_eq!(comments(b"# one\na: [1\n# two\nb: ]: c").len(), 2);
        assert_eq!(comments(b"\xff # x"), []);
    }
}
