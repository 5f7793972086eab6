//! A tree to a draft: every mistake is found and reported in one pass.

mod classification;
mod document;
mod expectation;
mod nearest;
mod reader;
mod retry;
mod scalar;
mod sections;

pub(super) use document::{Header, ParsedDocument, parse};
pub(super) use expectation::expectations;
