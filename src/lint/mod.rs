//! Floor 3: what is wrong with a policy file, by place.

mod check;

pub use check::check;
