//! What is wrong with a policy file, where, and how it is shown.

mod code;
mod json;
mod message;
mod render;
mod source;

pub use code::{CODES, Code, Severity};
pub use json::{Finding, Findings, Summary};
pub use message::{Diagnostic, Label};
pub use render::{Colour, concise, full, shown};
pub use source::{Position, Source, Span};
