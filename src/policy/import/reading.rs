//! The state of one import: values as they are read, rules and notes as they come.

use std::time::Duration;

use super::duration::{self, BareUnit, written};
use super::note::{Note, NoteKind};
use super::rule::{Finished, Rule};
use super::translate::translate;
use crate::policy::diagnostic::{Code, Span, shown};
use crate::policy::syntax::{Entry, Node};

/// A value and where it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Said<T> {
    pub(super) value: T,
    pub(super) span: Span,
}

/// The reason why a rule cannot be imported.
#[derive(Debug)]
pub(super) struct Refusal(Note);

impl Refusal {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Self {
        Self(Note::new(NoteKind::Refused, span, message))
    }
}

/// An import in the making.
#[derive(Debug)]
pub(super) struct Reading {
    /// The system, as people call it.
    pub(super) system: &'static str,
    pub(super) rules: Vec<Finished>,
    /// About the file, or about rules that could not be imported.
    pub(super) notes: Vec<Note>,
    /// About the rule that is being read.
    pending: Vec<Note>,
    /// How many rules there were.
    read: usize,
}

/// The most rules of one file, so that no file costs more than a moment.
const MAX_RULES: usize = 1_000;

impl Reading {
    pub(super) fn new(system: &'static str) -> Self {
        Self { system, rules: Vec::new(), notes: Vec::new(), pending: Vec::new(), read: 0 }
    }

    /// Tells whether another rule may be read; says so once if not. To be asked before each rule,
    /// at whose place the file is then left.
    pub(super) fn has_room(&mut self, at: Span) -> bool {
        self.read += 1;
        if self.read == MAX_RULES + 1 {
            let message = format!("the file has more than {MAX_RULES} retry rules; split it");
            self.notes.push(Note::new(NoteKind::Refused, at, message));
        }
        self.read <= MAX_RULES
    }

    /// Says something about the rule that is being read.
    pub(super) fn note(&mut self, kind: NoteKind, span: Span, message: impl Into<String>) {
        self.pending.push(Note::new(kind, span, message));
    }

    /// Says something of a more exact kind about the rule that is being read.
    pub(super) fn finding(&mut self, note: Note) {
        self.pending.push(note);
    }

    /// Says something about the file.
    pub(super) fn file_note(&mut self, note: Note) {
        self.notes.push(note);
    }

    /// Ends the reading of a rule: it is put into our words, or its refusal is noted.
    pub(super) fn settle(&mut self, rule: Result<Rule, Refusal>) {
        let finished = rule.map(|rule| translate(rule, self));
        let notes = std::mem::take(&mut self.pending);
        match finished {
            Ok(finished) => self.rules.push(Finished { notes, ..finished }),
            // What else was said of the rule came to nothing with it.
            Err(Refusal(note)) => self.notes.push(note),
        }
    }

    /// Notes the keys of a map that the other system does not know, and so ignores.
    pub(super) fn unknown_keys(&mut self, map: &Node, known: &[&str]) {
        for entry in map.entries().iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            let key = shown(&entry.key);
            let message = format!("{} has no key `{key}` here and ignores it", self.system);
            let note = Note::new(NoteKind::Lost, entry.key_span, message).coded(Code::UNKNOWN_KEY);
            self.pending.push(note);
        }
    }

    /// Notes keys that have no counterpart in a policy; `why` completes the sentence.
    pub(super) fn lost_keys(&mut self, map: &Node, keys: &[(&str, &str)]) {
        for (key, why) in keys {
            if let Some(entry) = map.entry(key).filter(|entry| !entry.value.is_null()) {
                self.note(NoteKind::Lost, entry.key_span, format!("`{key}` is lost: {why}"));
            }
        }
    }

    /// Notes the defaults of the other system that stand in for absent keys.
    pub(super) fn defaults(&mut self, map: &Node, at: Span, defaults: &[(&str, &str)]) {
        let absent =
            |(key, _): &&(&str, &str)| map.entry(key).is_none_or(|entry| entry.value.is_null());
        let said = |(key, value): &(&str, &str)| format!("`{key}: {value}`");
        let holding: Vec<String> = defaults.iter().filter(absent).map(said).collect();
        if !holding.is_empty() {
            let message = format!("defaults of {}: {}", self.system, holding.join(", "));
            self.note(NoteKind::Normalised, at, message);
        }
    }

    /// A text; none if it is absent or null.
    pub(super) fn text<'a>(
        &mut self,
        entry: Option<&'a Entry>,
    ) -> Result<Option<Said<&'a str>>, Refusal> {
        let Some(entry) = entry.filter(|entry| !entry.value.is_null()) else { return Ok(None) };
        let span = entry.place();
        let Some(text) = entry.value.text() else {
            return Err(Refusal::new(
                span,
                format!("`{}` holds no single value", shown(&entry.key)),
            ));
        };
        if !is_placeholder(text) {
            return Ok(Some(Said { value: text, span }));
        }
        let message = format!(
            "`{}` is `{}`, which is filled in later: the default stands in for it",
            shown(&entry.key),
            shown(text)
        );
        self.note(NoteKind::Changed, span, message);
        Ok(None)
    }

    /// A whole number, quoted or not.
    pub(super) fn whole(&mut self, entry: Option<&Entry>) -> Result<Option<Said<i64>>, Refusal> {
        self.parsed(entry, "a whole number", |text| {
            let digits = text.strip_suffix(".0").unwrap_or(text);
            digits.parse().ok()
        })
    }

    /// A finite number, quoted or not.
    pub(super) fn decimal(&mut self, entry: Option<&Entry>) -> Result<Option<Said<f64>>, Refusal> {
        self.parsed(entry, "a number", |text| text.parse().ok().filter(|n: &f64| n.is_finite()))
    }

    /// A duration; what a bare number means is said by `bare`, and noted.
    pub(super) fn duration(
        &mut self,
        entry: Option<&Entry>,
        bare: BareUnit,
    ) -> Result<Option<Said<Duration>>, Refusal> {
        let read = self.parsed(entry, "a duration", |text| duration::parse(text, bare))?;
        let Some(Said { value, span }) = read else { return Ok(None) };
        if !value.has_unit {
            let key = entry.map(|entry| shown(&entry.key)).unwrap_or_default();
            let (kind, why) = match bare {
                BareUnit::Seconds => (NoteKind::Normalised, "counts seconds here"),
                BareUnit::Millis => (NoteKind::Normalised, "counts milliseconds here"),
                BareUnit::SecondsOrNanos => {
                    (NoteKind::Changed, "is seconds, or in Go's JSON nanoseconds")
                }
            };
            let message =
                format!("`{key}` is {}: a number without a unit {why}", written(value.span));
            self.note(kind, span, message);
        }
        Ok(Some(Said { value: value.span, span }))
    }

    fn parsed<T>(
        &mut self,
        entry: Option<&Entry>,
        wanted: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<Said<T>>, Refusal> {
        let key = entry.map(|entry| shown(&entry.key)).unwrap_or_default();
        let Some(Said { value: text, span }) = self.text(entry)? else { return Ok(None) };
        match parse(text.trim()) {
            Some(value) => Ok(Some(Said { value, span })),
            None => Err(Refusal::new(span, format!("`{key}: {}` is not {wanted}", shown(text)))),
        }
    }

    /// The runs that a number of retries allows, the first included; none for a negative number,
    /// which means no limit.
    pub(super) fn runs_of_retries(&mut self, key: &str, retries: Said<i64>) -> Option<u32> {
        let Said { value, span } = retries;
        let runs = u64::try_from(value).ok()?.saturating_add(1);
        let message = match value {
            0 => format!("`{key}: 0` means that nothing is tried again: `enabled: false`"),
            _ => format!("`{key}: {value}` counts retries: `maxAttempts: {runs}`"),
        };
        self.note(NoteKind::Normalised, span, message);
        Some(u32::try_from(runs).unwrap_or(u32::MAX))
    }
}

/// Tells whether a text waits to be filled in by a template's renderer.
pub(super) fn is_placeholder(text: &str) -> bool {
    ["{{", "${", "{%", "<%"].iter().any(|mark| text.contains(mark))
}
