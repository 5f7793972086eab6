//! Findings as text. Pure: text in, text out.

use std::borrow::Cow;
use std::fmt::Write as _;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Diagnostic, Label, Severity, Source, Span};

/// The longest piece of a file's text that a message repeats, in characters.
const SHOWN_CHARS: usize = 60;
/// The most of a file that one snippet shows, in bytes.
const SNIPPET_BYTES: usize = 4 << 10;

/// Whether rendered text may hold ANSI styles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// It may.
    Styled,
    /// It may not.
    Plain,
}

/// Makes text from outside safe to show: control and direction characters are escaped, long text
/// is cut with an ellipsis.
pub fn shown(text: &str) -> String {
    let mut out = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == SHOWN_CHARS {
            out.push('…');
            break;
        }
        if is_invisible(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Renders one finding with the lines it points to and carets under them.
pub fn full(source: &Source<'_>, diagnostic: &Diagnostic, colour: Colour) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let title = level
        .primary_title(format!("{}: {}", diagnostic.code.name, diagnostic.message))
        .id(diagnostic.code.id);
    let mut group = Group::with_title(title);
    group = if let Some((lines, labels)) = window(source, diagnostic) {
        group.element(snippet(source, diagnostic.span, lines, labels))
    } else {
        let at = source.position(diagnostic.span.start);
        let origin = Origin::path(shown(source.name()));
        group.element(origin.line(at.line).char_column(at.column))
    };
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = match colour {
        Colour::Styled => Renderer::styled().hyperlink(false),
        Colour::Plain => Renderer::plain(),
    };
    renderer.render(&[group])
}

fn snippet<'s>(
    source: &Source<'s>,
    main: Span,
    lines: Span,
    labels: &'s [Label],
) -> Snippet<'s, Annotation<'s>> {
    // Of a value of several lines the first one shows which it is.
    let within = |span: Span| {
        let line = source.position(span.start).line;
        let end = span.end.min(source.lines(line, line).end).min(lines.end);
        span.start - lines.start..end - lines.start
    };
    Snippet::source(visible(&source.text()[lines.start..lines.end]))
        .path(shown(source.name()))
        .line_start(source.position(lines.start).line)
        .annotation(AnnotationKind::Primary.span(within(main)))
        .annotations(labels.iter().map(|label| {
            AnnotationKind::Context.span(within(label.span)).label(label.text.as_str())
        }))
}

/// The lines to show: all with a label, or the main one if that is too much, or none if that is,
/// so that thousands of findings on one endless line stay cheap and readable.
fn window<'d>(source: &Source<'_>, diagnostic: &'d Diagnostic) -> Option<(Span, &'d [Label])> {
    let lines = |spans: &[Span]| {
        let starts = || spans.iter().map(|span| source.position(span.start).line);
        let (first, last) = (starts().min().unwrap_or(1), starts().max().unwrap_or(1));
        Some(source.lines(first, last)).filter(|lines| lines.end - lines.start <= SNIPPET_BYTES)
    };
    let main = diagnostic.span;
    let all: Vec<Span> = diagnostic.labels.iter().map(|label| label.span).chain([main]).collect();
    let labelled = lines(&all).map(|lines| (lines, diagnostic.labels.as_slice()));
    labelled.or_else(|| lines(&[main]).map(|lines| (lines, &[][..])))
}

/// Replaces what the snippet renderer would let through or count otherwise, byte for byte, so that
/// spans stay right: a lone `\r` is a line break, C1 controls and direction marks are dots.
fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| c == '\r' || is_invisible(c)) {
        return Cow::Borrowed(text);
    }
    let mut rest = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = rest.next() {
        out.push(match (c, c.len_utf8()) {
            ('\r', _) if rest.peek() != Some(&'\n') => '\n',
            ('\n' | '\r' | '\t', _) => c,
            (_, 2) if is_invisible(c) => '·',
            (_, 3) if is_invisible(c) => '\u{fffd}',
            _ => c,
        });
    }
    Cow::Owned(out)
}

/// Renders one finding in one line: `file:line:column: severity[CODE] name: message`.
pub fn concise(source: &Source<'_>, diagnostic: &Diagnostic) -> String {
    let at = source.position(diagnostic.span.start);
    let mut line = String::new();
    let _ = write!(line, "{}:{}:{}: ", shown(source.name()), at.line, at.column);
    let Diagnostic { code, severity, message, .. } = diagnostic;
    let _ = write!(line, "{severity}[{code}] {}: {message}", code.name);
    line
}
