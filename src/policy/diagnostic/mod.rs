//! What is wrong with a policy file, where, and how it is shown.

mod code;
mod fix;
mod json;
mod message;
mod render;
mod source;

pub use code::{CODES, Code, Severity};
pub use fix::{Edit, Fix, Safety};
pub use json::{Finding, Findings, Mending, Replacement, Summary};
pub use message::{Diagnostic, Label};
pub use render::{Colour, concise, full, shown};
pub use source::{Position, Source, Span};
