//! Parser events to trees, within limits.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use granit_parser::{
    ErrorKind, Event, Options, Parser, ScalarStyle, ScanError, StrInput, StructureStyle,
};

use super::gate;
use super::tree::{Entry, Node, Scalar, Value, Weight};
use crate::policy::diagnostic::{Code, Diagnostic, Span, shown};

/// The deepest nesting of maps and lists.
const MAX_DEPTH: usize = 32;
/// The most nodes in one file, with those that aliases repeat.
const MAX_NODES: usize = 50_000;
/// The most nodes that the aliases of one file may repeat.
const MAX_REPEATED_NODES: usize = 1_000;
/// The most bytes that the aliases of one file may repeat.
const MAX_REPEATED_BYTES: usize = 64 << 10;

/// One YAML document of a file.
#[derive(Debug)]
pub(crate) struct Document {
    /// Its root; absent if the document is empty or could not be read to its end.
    pub(crate) root: Option<Node>,
    /// What was found while composing it.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads the documents of a file. What is not YAML, or beyond a limit, ends the reading: the last
/// document then has no root, and an error.
pub(crate) fn documents(bytes: &[u8]) -> Vec<Document> {
    let text = match gate::admit(bytes) {
        Ok(text) => text,
        Err(refusal) => return vec![Document { root: None, diagnostics: vec![*refusal] }],
    };
    let mut options = Options::default();
    options.set_emit_comments(false);
    // As other engines read the last line of a file that lacks its line break.
    options.block_scalar_eof_without_line_feed = true;
    options.flow_nesting_limit = MAX_DEPTH;
    options.block_nesting_limit = MAX_DEPTH;
    let mut composer = Composer {
        text,
        parser: Parser::new_from_str_with_options(text, options),
        anchors: BTreeMap::new(),
        nodes: 0,
        repeated: Weight::default(),
        path: String::new(),
        found: Vec::new(),
    };
    let mut documents = Vec::new();
    loop {
        match composer.document() {
            Ok(Some(document)) => documents.push(document),
            Ok(None) => break,
            Err(Stop(fatal)) => {
                composer.found.push(*fatal);
                documents.push(Document { root: None, diagnostics: composer.found });
                break;
            }
        }
    }
    if documents.is_empty() {
        let finding = Diagnostic::new(Code::EMPTY_DOCUMENT, Span::default(), "the file is empty");
        documents.push(Document { root: None, diagnostics: vec![finding] });
    }
    documents
}

/// The finding after which nothing more can be read.
struct Stop(Box<Diagnostic>);

impl Stop {
    fn new(code: Code, span: Span, message: impl Into<String>, help: &str) -> Self {
        Self(Box::new(Diagnostic::new(code, span, message).help(help)))
    }
}

struct Composer<'a> {
    text: &'a str,
    parser: Parser<'a, StrInput<'a>>,
    /// Values that aliases may repeat; none for one that is too large for that.
    anchors: BTreeMap<usize, Option<(Node, Weight)>>,
    nodes: usize,
    /// What the aliases of the file repeat so far.
    repeated: Weight,
    path: String,
    found: Vec<Diagnostic>,
}

/// Where a node stands.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    in_flow: bool,
}

impl<'a> Composer<'a> {
    /// The next document, or none at the end of the file.
    fn document(&mut self) -> Result<Option<Document>, Stop> {
        let start = loop {
            match self.next()? {
                (Event::StreamEnd, _) => return Ok(None),
                (Event::DocumentStart(..), span) => break span,
                _ => {}
            }
        };
        self.anchors.clear();
        self.path.clear();
        let (event, span) = self.next()?;
        let root = self.node(event, span, Place { depth: 0, in_flow: false })?;
        let root = Some(root).filter(|root| root.span.start < root.span.end);
        if root.is_none() {
            let message = "the document is empty";
            let finding = Diagnostic::new(Code::EMPTY_DOCUMENT, start, message)
                .help("remove the `---`, or write a policy after it");
            self.found.push(finding);
        }
        Ok(Some(Document { root, diagnostics: std::mem::take(&mut self.found) }))
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), Stop> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => {
                let range = span.byte_range().unwrap_or_default();
                Ok((event, Span::new(range.start, range.end)))
            }
            Some(Err(error)) => Err(self.broken(&error)),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn broken(&self, error: &ScanError) -> Stop {
        let at = error.marker().byte_offset().unwrap_or(self.text.len()).min(self.text.len());
        let width = self.text[at..].chars().next().map_or(0, char::len_utf8);
        let span = Span::new(at, at + width);
        match error.kind() {
            ErrorKind::RecursionLimitExceeded => too_deep(span),
            ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::TabNotAllowed
            | ErrorKind::TabAtBlockScalarStart => {
                let message = "a tab stands where YAML wants spaces";
                Stop::new(Code::FORBIDDEN_CHARACTER, span, message, "write spaces")
            }
            ErrorKind::UnknownAnchor => {
                let message = "this alias has no anchor before it";
                Stop::new(Code::INVALID_YAML, span, message, "name an anchor: `&name value`")
            }
            kind => {
                let help = match kind {
                    ErrorKind::MappingValueNotAllowed => "put a value that holds `: ` in quotes",
                    ErrorKind::UnclosedFlowCollection { .. } => "close it",
                    ErrorKind::UnclosedQuotedScalar => "end the text with the same quote",
                    _ => "nothing after this place was read; correct it first",
                };
                Stop::new(Code::INVALID_YAML, span, shown(&error.info()), help)
            }
        }
    }

    fn node(&mut self, event: Event<'a>, span: Span, place: Place) -> Result<Node, Stop> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            let message = format!("the file has more than {MAX_NODES} values");
            return Err(Stop::new(Code::LIMIT_EXCEEDED, span, message, "split it"));
        }
        if let Some(tag) = event.tag() {
            let message = format!("the tag `{}` is not allowed", shown(&tag.original()));
            let finding = Diagnostic::new(Code::TAG, span, message)
                .at(self.path.as_str())
                .help("remove it; quotes make a text, nothing else needs a tag");
            self.found.push(finding);
        }
        let (node, anchor) = match event {
            Event::Scalar(text, style, anchor, _) => {
                (Self::scalar(&text, style, span, place)?, anchor)
            }
            Event::SequenceStart(style, anchor, _) => {
                (self.list(span, place.inside(style, span)?)?, anchor)
            }
            Event::MappingStart(style, anchor, _) => {
                (self.map(span, place.inside(style, span)?)?, anchor)
            }
            Event::Alias(anchor) => return self.alias(anchor, span, place),
            _ => {
                let message = "a value is missing here";
                return Err(Stop::new(Code::INVALID_YAML, span, message, "write one"));
            }
        };
        if anchor != 0 {
            let weight = node.weight();
            let kept = is_repeatable(weight).then(|| (node.clone(), weight));
            self.anchors.insert(anchor, kept);
        }
        Ok(node)
    }

    fn scalar(text: &str, style: ScalarStyle, span: Span, place: Place) -> Result<Node, Stop> {
        let plain = style == ScalarStyle::Plain;
        if plain && place.in_flow && text.starts_with(['?', ':']) {
            // Engines disagree whether the sign belongs to the text.
            let message = "a text that starts with `?` or `:` needs quotes here";
            return Err(Stop::new(Code::INVALID_YAML, span, message, "put it in quotes"));
        }
        // A value that is left out arrives as `~`; it has no bytes of its own.
        let text = if plain && span.start == span.end { "" } else { text };
        let value = Value::Scalar(Scalar { text: text.to_owned(), plain });
        Ok(Node { span, value })
    }

    fn list(&mut self, start: Span, place: Place) -> Result<Node, Stop> {
        let mut items: Vec<Node> = Vec::new();
        let base = self.path.len();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::SequenceEnd) {
                let last = items.last().map(|item| item.span);
                let span = collection_span(start, span, last, place);
                return Ok(Node { span, value: Value::List(items) });
            }
            let _ = write!(self.path, "[{}]", items.len());
            items.push(self.node(event, span, place)?);
            self.path.truncate(base);
        }
    }

    fn map(&mut self, start: Span, place: Place) -> Result<Node, Stop> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        let mut last = None;
        let base = self.path.len();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                let span = collection_span(start, span, last, place);
                return Ok(Node { span, value: Value::Map(entries) });
            }
            let key = self.node(event, span, place)?;
            let key_span = key.span;
            let name = match key.value {
                Value::Scalar(scalar) => Some(scalar),
                Value::List(_) | Value::Map(_) => None,
            };
            if let Some(name) = &name {
                if base > 0 {
                    self.path.push('.');
                }
                self.path.push_str(&name.text);
            }
            let accepted = self.key(name, key_span, &mut seen);
            let (event, span) = self.next()?;
            let value = self.node(event, span, place)?;
            self.path.truncate(base);
            last = Some(Span::new(key_span.start, value.span.end.max(key_span.end)));
            if let Some(key) = accepted {
                entries.push(Entry { key, key_span, value });
            }
        }
    }

    /// Decides whether a key may stand here; says so if not.
    fn key(
        &mut self,
        name: Option<Scalar>,
        span: Span,
        seen: &mut BTreeMap<String, Span>,
    ) -> Option<String> {
        let finding = match name {
            None => Diagnostic::new(Code::WRONG_STRUCTURE, span, "a key must be a single text"),
            Some(name) if name.plain && name.text == "<<" => {
                Diagnostic::new(Code::MERGE_KEY, span, "`<<` is not allowed in a policy")
                    .help("write the values out, or alias each of them")
            }
            Some(name) => match seen.get(&name.text) {
                None => {
                    seen.insert(name.text.clone(), span);
                    return Some(name.text);
                }
                Some(first) => {
                    let message = format!("the key `{}` stands twice", shown(&name.text));
                    Diagnostic::new(Code::DUPLICATE_KEY, span, message)
                        .label(*first, "it stands here first")
                        .help("keep one of them")
                }
            },
        };
        self.found.push(finding.at(self.path.as_str()));
        None
    }

    fn alias(&mut self, anchor: usize, span: Span, place: Place) -> Result<Node, Stop> {
        match self.anchors.get(&anchor) {
            None => {
                let message = "this alias stands inside the value that it repeats";
                Err(Stop::new(Code::LIMIT_EXCEEDED, span, message, "write the value out"))
            }
            Some(None) => Err(too_repetitive(span)),
            Some(Some((target, weight))) => {
                self.nodes += weight.nodes;
                self.repeated = self.repeated.plus(*weight);
                if !is_repeatable(self.repeated) {
                    return Err(too_repetitive(span));
                }
                if place.depth + weight.height > MAX_DEPTH + 1 {
                    return Err(too_deep(span));
                }
                Ok(Node { span, value: target.value.clone() })
            }
        }
    }
}

impl Place {
    fn inside(self, style: StructureStyle, span: Span) -> Result<Self, Stop> {
        if self.depth == MAX_DEPTH {
            return Err(too_deep(span));
        }
        let in_flow = self.in_flow || style == StructureStyle::Flow;
        Ok(Self { depth: self.depth + 1, in_flow })
    }
}

fn is_repeatable(weight: Weight) -> bool {
    weight.nodes <= MAX_REPEATED_NODES && weight.bytes <= MAX_REPEATED_BYTES
}

fn too_repetitive(span: Span) -> Stop {
    let message = format!(
        "the aliases of this file repeat more than {MAX_REPEATED_NODES} values or {} KiB",
        MAX_REPEATED_BYTES >> 10
    );
    Stop::new(Code::LIMIT_EXCEEDED, span, message, "write the values out")
}

fn too_deep(span: Span) -> Stop {
    let message = format!("maps and lists are nested deeper than {MAX_DEPTH} levels");
    Stop::new(Code::LIMIT_EXCEEDED, span, message, "a policy needs no more than a few")
}

/// In flow style from bracket to bracket; in block style to the end of what is in it, because the
/// parser sees the end of a block only after the comments that follow it.
fn collection_span(start: Span, end: Span, last: Option<Span>, place: Place) -> Span {
    let end = match last {
        _ if place.in_flow => end.end,
        Some(last) => last.end,
        None => start.end,
    };
    Span::new(start.start, end.max(start.start))
}
