//! The tree: what was written and where, before anything is decided about its meaning.

use crate::policy::diagnostic::Span;

/// A value and where it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    /// Its bytes; of a value that was left out an empty range; of an alias the alias.
    pub(crate) span: Span,
    /// What it is.
    pub(crate) value: Value,
}

/// The three shapes of YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// One value.
    Scalar(Scalar),
    /// `[a, b]`.
    List(Vec<Node>),
    /// `{a: b}`, in file order; of keys that stand twice the first.
    Map(Vec<Entry>),
}

/// A scalar as text: its type is for the reader of its key to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scalar {
    /// The text, after escapes.
    pub(crate) text: String,
    /// Whether it stands without quotes, so that it may be a number, a boolean or null.
    pub(crate) plain: bool,
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The key.
    pub(crate) key: String,
    /// Where the key stands.
    pub(crate) key_span: Span,
    /// The value.
    pub(crate) value: Node,
}

/// What it costs to repeat a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Weight {
    /// Nodes, itself included.
    pub(super) nodes: usize,
    /// Bytes of text.
    pub(super) bytes: usize,
    /// Levels, itself included.
    pub(super) height: usize,
}

impl Node {
    /// Weighs the node with all that is in it.
    pub(super) fn weight(&self) -> Weight {
        let own = |bytes| Weight { nodes: 1, bytes, height: 1 };
        match &self.value {
            Value::Scalar(scalar) => own(scalar.text.len()),
            Value::List(items) => items.iter().map(Self::weight).fold(own(0), Weight::around),
            Value::Map(entries) => entries.iter().fold(own(0), |sum, entry| {
                let key = Weight { nodes: 1, bytes: entry.key.len(), height: 0 };
                sum.around(key).around(entry.value.weight())
            }),
        }
    }
}

impl Weight {
    /// The weight of both side by side.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            bytes: self.bytes + other.bytes,
            height: self.height.max(other.height),
        }
    }

    /// The weight of this with a child in it.
    fn around(self, child: Self) -> Self {
        self.plus(Self { height: child.height + 1, ..child })
    }
}
