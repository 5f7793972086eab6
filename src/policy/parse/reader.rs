//! Walking the tree: a cursor on one value, which knows its path and collects mistakes.

use super::nearest::{Suggestion, nearest};
use super::scalar::{self, Mistake};
use crate::policy::diagnostic::{Code, Diagnostic, Fix, Safety, Span, shown};
use crate::policy::draft::{Field, Layer, Origin, Presence};
use crate::policy::keys::{Key, RETRY};
use crate::policy::syntax::{Entry, Node, Scalar, Value};

/// A place in the tree.
pub(super) struct Cursor<'a, 'o> {
    node: &'a Node,
    /// Where to point if the value itself has no bytes.
    key_span: Span,
    path: String,
    /// The activity type whose override this is.
    activity: Option<&'a str>,
    found: &'o mut Vec<Diagnostic>,
}

impl<'a, 'o> Cursor<'a, 'o> {
    /// A cursor on the root of a document.
    pub(super) fn root(node: &'a Node, found: &'o mut Vec<Diagnostic>) -> Self {
        Self { node, key_span: node.span, path: String::new(), activity: None, found }
    }

    /// Where to point for this value.
    pub(super) fn span(&self) -> Span {
        let own = self.node.span;
        if own.start == own.end { self.key_span } else { own }
    }

    fn origin(&self) -> Origin {
        match self.activity {
            None => Origin::Policy(self.span()),
            Some(name) => Origin::Activity(name.to_owned(), self.span()),
        }
    }

    /// Says that the optional section at this value is there.
    pub(super) fn presence(&self) -> Presence {
        Field::Given((), self.origin())
    }

    /// Treats what follows as the override for an activity type.
    pub(super) fn enter_activity(&mut self, name: &'a str) {
        self.activity = Some(name);
    }

    /// The value, if it is a scalar.
    pub(super) fn as_scalar(&self) -> Option<&'a Scalar> {
        match &self.node.value {
            Value::Scalar(scalar) => Some(scalar),
            Value::List(_) | Value::Map(_) => None,
        }
    }

    /// Tells whether the value is a map.
    pub(super) fn is_map(&self) -> bool {
        matches!(self.node.value, Value::Map(_))
    }

    /// Reports a mistake at this value.
    pub(super) fn mistake<T>(&mut self, mistake: Mistake) -> Option<T> {
        let span = self.span();
        let path = self.path.clone();
        self.report(mistake, span, path);
        None
    }

    fn report(&mut self, mistake: Mistake, span: Span, path: String) {
        let mut finding = Diagnostic::new(mistake.code, span, mistake.message).at(path);
        finding.help = mistake.help;
        finding.fix = mistake.meant.map(|text| {
            let title = format!("write `{}`", shown(&text));
            Fix::replace(Safety::Unsafe, title, span, text)
        });
        self.found.push(finding);
    }

    fn misshapen<T>(&mut self, wanted: &str) -> Option<T> {
        let found = match &self.node.value {
            Value::Scalar(scalar) if scalar::is_null(scalar) => {
                let message = format!("a value is missing; {wanted} belongs here");
                let help = "write one, or remove the key to get the default";
                return self.mistake(Mistake::new(Code::WRONG_SCALAR_TYPE, message).help(help));
            }
            Value::Scalar(scalar) => format!("`{}`", shown(&scalar.text)),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
        };
        let message = format!("{wanted} belongs here, not {found}");
        self.mistake(Mistake::new(Code::WRONG_STRUCTURE, message))
    }

    /// Reads a single value.
    pub(super) fn scalar<T>(
        &mut self,
        wanted: &str,
        read: impl FnOnce(&Scalar) -> Result<T, Mistake>,
    ) -> Option<T> {
        match self.as_scalar() {
            Some(scalar) if !scalar::is_null(scalar) => match read(scalar) {
                Ok(value) => Some(value),
                Err(mistake) => self.mistake(mistake),
            },
            Some(_) | None => self.misshapen(wanted),
        }
    }

    /// Reads a list; every mistake in it is reported.
    pub(super) fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Cursor<'a, '_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Value::List(items) = &self.node.value else {
            return self.misshapen("a list, such as `[a, b]`,");
        };
        let mut values = Vec::with_capacity(items.len());
        for (index, node) in items.iter().enumerate() {
            let path = format!("{}[{index}]", self.path);
            values.push(read(&mut self.child(node, self.key_span, path)));
        }
        values.into_iter().collect()
    }

    /// Reads a map with these keys; others are reported first.
    pub(super) fn map<T>(
        &mut self,
        keys: &'static [Key],
        read: impl FnOnce(&mut Map<'_, 'a, '_>) -> T,
    ) -> Option<T> {
        let Value::Map(entries) = &self.node.value else {
            return self.misshapen("a map, such as `{key: value}`,");
        };
        let mut suspects = Vec::new();
        let is_known = |entry: &&Entry| keys.iter().any(|key| key.name == entry.key);
        for entry in entries.iter().filter(|entry| !is_known(entry)) {
            let names: Vec<_> = keys.iter().map(|key| key.name).collect();
            let suggestion = nearest(&entry.key, &names);
            suspects.extend(suggestion.map(|meant| meant.word));
            self.unknown_key(entry, suggestion, &names);
        }
        Some(read(&mut Map { cursor: self, entries, suspects }))
    }

    /// Reads a map whose keys are names; leaves out what is reported as a mistake.
    pub(super) fn named<T>(
        &mut self,
        mut read: impl FnMut(&'a str, &mut Cursor<'a, '_>) -> Option<T>,
    ) -> Option<Vec<(String, Span, T)>> {
        let Value::Map(entries) = &self.node.value else {
            return self.misshapen("a map, such as `{key: value}`,");
        };
        let mut values = Vec::with_capacity(entries.len());
        for entry in entries {
            let path = self.path_to(&entry.key);
            let value = read(&entry.key, &mut self.child(&entry.value, entry.key_span, path));
            values.extend(value.map(|value| (entry.key.clone(), entry.key_span, value)));
        }
        Some(values)
    }

    fn unknown_key(
        &mut self,
        entry: &Entry,
        suggestion: Option<Suggestion>,
        names: &[&'static str],
    ) {
        let key = shown(&entry.key);
        let message = match self.path.as_str() {
            "" => format!("unknown key `{key}`"),
            path => format!("unknown key `{key}` in `{}`", shown(path)),
        };
        let help = match suggestion {
            Some(Suggestion { word, remark: "" }) => format!("did you mean `{word}`?"),
            Some(Suggestion { word, remark }) => format!("did you mean `{word}`? ({remark})"),
            None if names.contains(&"retry") && RETRY.iter().any(|key| key.name == entry.key) => {
                format!("`{key}` belongs under `retry`")
            }
            None => format!("the keys here are {}", scalar::listed(names.iter().copied())),
        };
        let path = self.path_to(&entry.key);
        let meant = suggestion.filter(|meant| meant.remark.is_empty());
        let mistake = Mistake::new(Code::UNKNOWN_KEY, message)
            .help(help)
            .meant(meant.map(|meant| meant.word.to_owned()));
        self.report(mistake, entry.key_span, path);
    }

    fn path_to(&self, key: &str) -> String {
        match self.path.as_str() {
            "" => key.to_owned(),
            path => format!("{path}.{key}"),
        }
    }

    fn child(&mut self, node: &'a Node, key_span: Span, path: String) -> Cursor<'a, '_> {
        Cursor { node, key_span, path, activity: self.activity, found: self.found }
    }
}

/// A map whose known keys are read one by one.
pub(super) struct Map<'m, 'a, 'o> {
    cursor: &'m mut Cursor<'a, 'o>,
    entries: &'a [Entry],
    /// Known keys that an unknown one was probably meant to be.
    suspects: Vec<&'static str>,
}

impl<'a> Map<'_, 'a, '_> {
    /// Reads the value of a key.
    pub(super) fn field<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&mut Cursor<'a, '_>) -> Option<T>,
    ) -> Field<T> {
        let Some(entry) = self.entries.iter().find(|entry| entry.key == key) else {
            let misspelt = self.suspects.contains(&key);
            return if misspelt { Field::Mistaken } else { Field::Absent };
        };
        let path = self.cursor.path_to(key);
        let mut value = self.cursor.child(&entry.value, entry.key_span, path);
        match read(&mut value) {
            Some(read) => Field::Given(read, value.origin()),
            None => Field::Mistaken,
        }
    }

    /// Reads a map into the draft of its section.
    pub(super) fn section<T: Layer + Clone>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&mut Cursor<'a, '_>) -> Option<T>,
    ) -> T {
        match self.field(key, read) {
            Field::Absent => T::default(),
            Field::Mistaken => T::mistaken(),
            Field::Given(draft, _) => draft,
        }
    }

    /// Reports a key that is known but has no place here.
    pub(super) fn refuse(&mut self, key: &'static str, message: &str, help: &str) {
        if let Some(entry) = self.entries.iter().find(|entry| entry.key == key) {
            let path = self.cursor.path_to(key);
            let mistake = Mistake::new(Code::NOT_ALLOWED_HERE, message).help(help);
            self.cursor.report(mistake, entry.key_span, path);
        }
    }

    /// Reports a mistake of the map as a whole.
    pub(super) fn mistake<T>(&mut self, mistake: Mistake) -> Option<T> {
        self.cursor.mistake(mistake)
    }

    /// Takes a field that may not be absent.
    pub(super) fn required<T>(&mut self, key: &'static str, field: Field<T>) -> Option<T> {
        match field {
            Field::Given(value, _) => Some(value),
            Field::Mistaken => None,
            Field::Absent => {
                self.mistake(Mistake::new(Code::MISSING_KEY, format!("`{key}` is missing here")))
            }
        }
    }
}
