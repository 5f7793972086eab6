//! YAML to a tree of spanned nodes, behind a gate. The only place that knows the YAML parser.

mod compose;
#[cfg(test)]
mod differential;
mod gate;
mod tree;

pub(super) use compose::documents;
pub use gate::{MAX_BYTES, read_bounded};
pub(super) use tree::{Entry, Node, Scalar, Value};
