//! Floor 1: YAML in, validated policy out.

pub mod diagnostic;
pub mod effective;
pub mod emit;
pub mod import;

mod check;
mod decimal;
mod draft;
mod load;
mod parse;
mod resolve;
mod syntax;
mod version;
mod words;

pub use draft::Origin;
pub use load::{Loaded, Override, Policy, load};
pub use resolve::Origins;
pub use syntax::{MAX_BYTES, read_bounded};
pub use version::{CanonicalError, PolicySet};
