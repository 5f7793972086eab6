//! WR008.

use crate::lint::rule::{Look, Rule};
use crate::policy::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, Span};

/// The form of the file: harmless, but not for every tool.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR008",
        name: "bom-crlf-no-final-newline",
        severity: Severity::Info,
        why: "A byte order mark, Windows line ends or a missing last line break are read all the \
              same, but make noise in diffs and trip other tools.",
    },
    fix: Some(Safety::Safe),
    what: "The file begins with a byte order mark, has lines that end in CR LF, or does not end \
           with a line break. (The bad example lacks its last line break.)",
    bad: "retry:\n  maxAttempts: 3",
    good: "retry:\n  maxAttempts: 3\n",
    settings: &[],
    look: Look::File,
};

/// Finds what is odd about the form of a file.
pub(in crate::lint) fn look(text: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut tell = |span, message: &str, title: &str, edits| {
        let fix = Fix { safety: Safety::Safe, title: title.to_owned(), edits };
        found.push(Diagnostic::new(RULE.code, span, message).fix(fix));
    };
    let edit = |span, text: &str| Edit { span, text: text.to_owned() };
    if text.starts_with('\u{feff}') {
        let mark = Span::new(0, 3);
        tell(mark, "the file begins with a byte order mark", "remove it", vec![edit(mark, "")]);
    }
    let is_end = |(at, _): &(usize, &str)| text.as_bytes().get(at + 1) == Some(&b'\n');
    let returns = text.match_indices('\r').filter(is_end);
    let ends: Vec<Span> = returns.map(|(at, _)| Span::new(at, at + 2)).collect();
    if let Some(first) = ends.first() {
        let edits = ends.iter().map(|end| edit(*end, "\n")).collect();
        tell(*first, "lines end in CR LF", "end them in LF", edits);
    }
    if !text.is_empty() && !text.ends_with(['\n', '\r']) {
        let end = Span::new(text.len(), text.len());
        tell(end, "the last line has no line break", "add it", vec![edit(end, "\n")]);
    }
    found
}
