//! Looking around in the tree of a file of another system.

use crate::policy::diagnostic::Span;
use crate::policy::syntax::{Entry, Node, Value};

impl Node {
    /// The entry of a key, if this is a map that has it.
    pub(super) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key == key)
    }

    /// The value at a path of keys.
    pub(super) fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, key| node.entry(key).map(|entry| &entry.value))
    }

    /// The entries, if this is a map.
    pub(super) fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) => entries,
            Value::List(_) | Value::Scalar(_) => &[],
        }
    }

    /// The items, if this is a list.
    pub(super) fn items(&self) -> &[Self] {
        match &self.value {
            Value::List(items) => items,
            Value::Map(_) | Value::Scalar(_) => &[],
        }
    }

    /// The text, if this is a single value that is there.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(scalar) if !self.is_null() => Some(&scalar.text),
            Value::Scalar(_) | Value::List(_) | Value::Map(_) => None,
        }
    }

    /// The text at a path of keys.
    pub(super) fn text_at(&self, path: &[&str]) -> Option<&str> {
        self.at(path).and_then(Self::text)
    }

    /// Tells whether nothing was written, or null.
    pub(super) fn is_null(&self) -> bool {
        match &self.value {
            Value::Scalar(scalar) => {
                scalar.plain && matches!(scalar.text.as_str(), "" | "~" | "null" | "Null" | "NULL")
            }
            Value::List(_) | Value::Map(_) => false,
        }
    }

    /// Tells whether this is a map.
    pub(super) fn is_map(&self) -> bool {
        matches!(self.value, Value::Map(_))
    }

    /// Visits every map below this node, itself included, with the way to it.
    pub(super) fn each_map<'a>(&'a self, visit: &mut dyn FnMut(&Trail<'a>, &'a Self)) {
        self.walk(&mut Trail { steps: Vec::new() }, visit);
    }

    fn walk<'a>(&'a self, trail: &mut Trail<'a>, visit: &mut dyn FnMut(&Trail<'a>, &'a Self)) {
        match &self.value {
            Value::Scalar(_) => {}
            Value::List(items) => {
                for item in items {
                    trail.steps.push(Step { key: None, parent: self });
                    item.walk(trail, visit);
                    trail.steps.pop();
                }
            }
            Value::Map(entries) => {
                visit(trail, self);
                for entry in entries {
                    trail.steps.push(Step { key: Some(&entry.key), parent: self });
                    entry.value.walk(trail, visit);
                    trail.steps.pop();
                }
            }
        }
    }
}

/// The way from the root to a node.
pub(super) struct Trail<'a> {
    steps: Vec<Step<'a>>,
}

struct Step<'a> {
    /// None for an item of a list.
    key: Option<&'a str>,
    parent: &'a Node,
}

impl<'a> Trail<'a> {
    /// The keys of the maps on the way, from the root.
    pub(super) fn keys(&self) -> Vec<&'a str> {
        self.steps.iter().filter_map(|step| step.key).collect()
    }

    /// The map or list that holds the node.
    pub(super) fn parent(&self) -> Option<&'a Node> {
        self.steps.last().map(|step| step.parent)
    }

    /// The maps on the way, from the nearest to the root.
    pub(super) fn ancestors(&self) -> impl Iterator<Item = &'a Node> {
        self.steps.iter().rev().map(|step| step.parent).filter(|node| node.is_map())
    }
}

impl Entry {
    /// Where the value stands, or its key if nothing was written.
    pub(super) fn place(&self) -> Span {
        let own = self.value.span;
        if own.start == own.end { self.key_span } else { own }
    }
}
