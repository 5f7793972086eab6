//! YAML to a tree of spanned nodes, behind a gate. The only place that knows the YAML parser.

mod comments;
mod compose;
mod dialect;
#[cfg(test)]
mod differential;
mod entries;
mod gate;
mod template;
mod tree;

pub use comments::{Comment, comments};
pub(super) use compose::{ForeignFile, documents, foreign_documents};
pub use gate::{MAX_BYTES, read_bounded};
pub(super) use tree::{Entry, Node, Scalar, Value};
