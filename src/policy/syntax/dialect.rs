//! What is let through: our own files are held to more than those of other systems.

use super::tree::Weight;
use crate::policy::diagnostic::{Code, Diagnostic, Span};

/// Whose files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Policies: no tags, no merge keys, and every key once.
    Policy,
    /// Files of other systems: tags count for nothing, merge keys are carried out, of keys that
    /// stand twice the last counts, and keys that are maps or lists are passed over.
    Foreign,
}

/// How much one file may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Limits {
    /// The deepest nesting of maps and lists.
    pub(super) depth: usize,
    /// The most nodes in one file, with those that aliases repeat.
    pub(super) nodes: usize,
    /// The most nodes that the aliases of one file may repeat.
    pub(super) repeated_nodes: usize,
    /// The most bytes that the aliases of one file may repeat.
    pub(super) repeated_bytes: usize,
}

impl Dialect {
    /// The limits of its files.
    pub(super) const fn limits(self) -> Limits {
        match self {
            Self::Policy => {
                Limits { depth: 32, nodes: 50_000, repeated_nodes: 1_000, repeated_bytes: 64 << 10 }
            }
            // State machines nest states in branches in states; a tree of this depth still leaves
            // most of a thread's stack free.
            Self::Foreign => Limits {
                depth: 64,
                nodes: 300_000,
                repeated_nodes: 20_000,
                repeated_bytes: 1 << 20,
            },
        }
    }
}

impl Limits {
    /// Tells whether aliases may repeat this much.
    pub(super) fn may_repeat(self, weight: Weight) -> bool {
        weight.nodes <= self.repeated_nodes && weight.bytes <= self.repeated_bytes
    }

    /// The finding at the first node too many.
    pub(super) fn too_many(self, span: Span) -> Diagnostic {
        let message = format!("the file has more than {} values", self.nodes);
        Diagnostic::new(Code::LIMIT_EXCEEDED, span, message).help("split it")
    }

    /// The finding at the alias too many.
    pub(super) fn too_repetitive(self, span: Span) -> Diagnostic {
        let message = format!(
            "the aliases of this file repeat more than {} values or {} KiB",
            self.repeated_nodes,
            self.repeated_bytes >> 10
        );
        Diagnostic::new(Code::LIMIT_EXCEEDED, span, message).help("write the values out")
    }

    /// The finding at the level too many.
    pub(super) fn too_deep(self, span: Span) -> Diagnostic {
        let message = format!("maps and lists are nested deeper than {} levels", self.depth);
        Diagnostic::new(Code::LIMIT_EXCEEDED, span, message)
            .help("a policy needs no more than a few")
    }
}
