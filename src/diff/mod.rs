//! Floor 3: two policies compared by what they do.

mod change;
mod classes;
mod compare;
mod schedule;

pub use change::{Change, Difference, Gravity, Subject};
pub use compare::compare;
