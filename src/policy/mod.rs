//! Floor 1: YAML in, validated policy out.

pub mod diagnostic;
pub mod effective;
pub mod emit;
pub mod expectation;
pub mod import;

mod check;
mod decimal;
mod draft;
mod keys;
mod load;
mod outline;
mod parse;
mod resolve;
mod schema;
mod syntax;
mod version;
mod words;

pub use draft::Origin;
pub use load::{Loaded, Override, Policy, load};
pub use outline::Outline;
pub use resolve::Origins;
pub use schema::schema;
pub use syntax::{Comment, MAX_BYTES, comments, read_bounded};
pub use version::{CanonicalError, PolicySet};
