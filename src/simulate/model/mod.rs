//! Published models of retries, reproduced from their descriptions with their own formulas.

mod collapse;
mod contention;
mod random;

pub use collapse::{Collapse, CollapseCase, Retries, collapse};
pub use contention::{Backoff, Contention, ContentionCase, Sample, contention, contention_case};
