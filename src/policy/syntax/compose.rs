//! Parser events to trees, within limits.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use granit_parser::{
    ErrorKind, Event, Options, Parser, ScalarStyle, ScanError, StrInput, StructureStyle,
};

use super::dialect::{Dialect, Limits};
use super::entries::{Entries, KeyRole};
use super::tree::{Entry, Node, Scalar, Value, Weight};
use super::{gate, template};
use crate::policy::diagnostic::{Code, Diagnostic, Severity, Span, shown};

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
    let mut documents = match gate::admit(bytes) {
        Ok(text) => compose(text, text, Dialect::Policy),
        Err(refusal) => return vec![Document { root: None, diagnostics: vec![*refusal] }],
    };
    if documents.is_empty() {
        let finding = Diagnostic::new(Code::EMPTY_DOCUMENT, Span::default(), "the file is empty");
        documents.push(Document { root: None, diagnostics: vec![finding] });
    }
    documents
}

/// A file of another system.
#[derive(Debug)]
pub(crate) struct ForeignFile {
    /// Its documents; those that are empty have no root.
    pub(crate) documents: Vec<Document>,
    /// Lines that only steer a template's renderer; they were passed over.
    pub(crate) directives: Vec<Span>,
}

/// Reads a file of another system, YAML or JSON, with what our own files must not have: merge keys,
/// tags, templates.
pub(crate) fn foreign_documents(bytes: &[u8]) -> Result<ForeignFile, Box<Diagnostic>> {
    let text = gate::decode(bytes)?;
    let masked = template::mask(text);
    let documents = compose(&masked.text, text, Dialect::Foreign);
    let findings = documents.iter().flat_map(|document| &document.diagnostics);
    match findings.clone().find(|finding| finding.severity == Severity::Error) {
        Some(refusal) => Err(Box::new(refusal.clone())),
        None => Ok(ForeignFile { documents, directives: masked.directives }),
    }
}

/// Reads the documents of a text whose templates are masked; `original` is the text without masks.
fn compose(text: &str, original: &str, dialect: Dialect) -> Vec<Document> {
    let limits = dialect.limits();
    let mut options = Options::default();
    options.set_emit_comments(false);
    // As other engines read the last line of a file that lacks its line break.
    options.block_scalar_eof_without_line_feed = true;
    options.flow_nesting_limit = limits.depth;
    options.block_nesting_limit = limits.depth;
    let mut composer = Composer {
        text,
        original,
        dialect,
        limits,
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
    documents
}

/// The finding after which nothing more can be read.
struct Stop(Box<Diagnostic>);

impl Stop {
    fn new(code: Code, span: Span, message: impl Into<String>, help: &str) -> Self {
        Self(Box::new(Diagnostic::new(code, span, message).help(help)))
    }
}

impl From<Diagnostic> for Stop {
    fn from(finding: Diagnostic) -> Self {
        Self(Box::new(finding))
    }
}

struct Composer<'a> {
    text: &'a str,
    /// The text before templates were masked, byte for byte in the same place.
    original: &'a str,
    dialect: Dialect,
    limits: Limits,
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
            ErrorKind::RecursionLimitExceeded => self.limits.too_deep(span).into(),
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
        if self.nodes > self.limits.nodes {
            return Err(self.limits.too_many(span).into());
        }
        if let (Dialect::Policy, Some(tag)) = (self.dialect, event.tag()) {
            let message = format!("the tag `{}` is not allowed", shown(&tag.original()));
            let finding = Diagnostic::new(Code::TAG, span, message)
                .at(self.path.as_str())
                .help("remove it; quotes make a text, nothing else needs a tag");
            self.found.push(finding);
        }
        let (node, anchor) = match event {
            Event::Scalar(text, style, anchor, _) => {
                (self.scalar(&text, style, span, place)?, anchor)
            }
            Event::SequenceStart(style, anchor, _) => {
                (self.list(span, place.inside(style, span, self.limits)?)?, anchor)
            }
            Event::MappingStart(style, anchor, _) => {
                (self.map(span, place.inside(style, span, self.limits)?)?, anchor)
            }
            Event::Alias(anchor) => return self.alias(anchor, span, place),
            _ => {
                let message = "a value is missing here";
                return Err(Stop::new(Code::INVALID_YAML, span, message, "write one"));
            }
        };
        if anchor != 0 {
            let weight = node.weight();
            let kept = self.limits.may_repeat(weight).then(|| (node.clone(), weight));
            self.anchors.insert(anchor, kept);
        }
        Ok(node)
    }

    fn scalar(
        &self,
        text: &str,
        style: ScalarStyle,
        span: Span,
        place: Place,
    ) -> Result<Node, Stop> {
        let plain = style == ScalarStyle::Plain;
        let is_policy = self.dialect == Dialect::Policy;
        if is_policy && plain && place.in_flow && text.starts_with(['?', ':']) {
            // Engines disagree whether the sign belongs to the text.
            let message = "a text that starts with `?` or `:` needs quotes here";
            return Err(Stop::new(Code::INVALID_YAML, span, message, "put it in quotes"));
        }
        // A value that is left out arrives as `~`; it has no bytes of its own.
        let text = if plain && span.start == span.end { "" } else { text };
        let written = |source: &'a str| source.get(span.start..span.end);
        // A masked template is given back as it was written.
        let text = match (written(self.text), written(self.original)) {
            (Some(masked), Some(original)) if plain && masked != original => original,
            _ => text,
        };
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
        let mut entries = Entries::default();
        let mut last = None;
        let base = self.path.len();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                let span = collection_span(start, span, last, place);
                return Ok(Node { span, value: Value::Map(entries.settle()) });
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
            let role = self.role(name, key_span, &entries);
            let (event, span) = self.next()?;
            let value = self.node(event, span, place)?;
            self.path.truncate(base);
            last = Some(Span::new(key_span.start, value.span.end.max(key_span.end)));
            match role {
                KeyRole::Own(key) => entries.push(Entry { key, key_span, value }),
                KeyRole::Merge => entries.merged.push(value),
                KeyRole::Refused => {}
            }
        }
    }

    /// Decides what a key does in its map; says so if it may not stand there.
    fn role(&mut self, name: Option<Scalar>, span: Span, entries: &Entries) -> KeyRole {
        let is_foreign = self.dialect == Dialect::Foreign;
        let (role, finding) = match name {
            None if is_foreign => return KeyRole::Refused,
            None => {
                let message = "a key must be a single text";
                (KeyRole::Refused, Diagnostic::new(Code::WRONG_STRUCTURE, span, message))
            }
            Some(name) if name.plain && name.text == "<<" => {
                if is_foreign {
                    return KeyRole::Merge;
                }
                let message = "`<<` is not allowed in a policy";
                let finding = Diagnostic::new(Code::MERGE_KEY, span, message)
                    .help("write the values out, or alias each of them");
                (KeyRole::Refused, finding)
            }
            Some(name) => match entries.first(&name.text) {
                None => return KeyRole::Own(name.text),
                Some(first) => {
                    let message = format!("the key `{}` stands twice", shown(&name.text));
                    let mut finding = Diagnostic::new(Code::DUPLICATE_KEY, span, message)
                        .label(first, "it stands here first")
                        .help("keep one of them");
                    if is_foreign {
                        finding.severity = Severity::Warning;
                    }
                    let role = if is_foreign { KeyRole::Own(name.text) } else { KeyRole::Refused };
                    (role, finding)
                }
            },
        };
        self.found.push(finding.at(self.path.as_str()));
        role
    }

    fn alias(&mut self, anchor: usize, span: Span, place: Place) -> Result<Node, Stop> {
        match self.anchors.get(&anchor) {
            None => {
                let message = "this alias stands inside the value that it repeats";
                Err(Stop::new(Code::LIMIT_EXCEEDED, span, message, "write the value out"))
            }
            Some(None) => Err(self.limits.too_repetitive(span).into()),
            Some(Some((target, weight))) => {
                self.nodes += weight.nodes;
                self.repeated = self.repeated.plus(*weight);
                if !self.limits.may_repeat(self.repeated) {
                    return Err(self.limits.too_repetitive(span).into());
                }
                if place.depth + weight.height > self.limits.depth + 1 {
                    return Err(self.limits.too_deep(span).into());
                }
                Ok(Node { span, value: target.value.clone() })
            }
        }
    }
}

impl Place {
    fn inside(self, style: StructureStyle, span: Span, limits: Limits) -> Result<Self, Stop> {
        if self.depth == limits.depth {
            return Err(limits.too_deep(span).into());
        }
        let in_flow = self.in_flow || style == StructureStyle::Flow;
        Ok(Self { depth: self.depth + 1, in_flow })
    }
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
