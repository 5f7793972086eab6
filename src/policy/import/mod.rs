//! Retry rules of other systems: as our policies, and as what those systems do with them.
//!
//! Each format is one file in `formats` and one line in the table of `format`.

mod document;
mod duration;
mod format;
mod formats;
mod imported;
mod note;
mod reading;
mod rule;
mod schedule;
mod translate;
mod tree;

pub use format::{FORMATS, Format, FormatChoice, UnknownFormat};
pub use imported::{Import, ImportError, ImportedPolicy, import};
pub use note::{IMPORT_CODES, Note, NoteKind};
pub use rule::Places;
pub use schedule::{ElapsedLimit, ForeignJitter, ForeignSchedule, GapRule, Moment, StopRule};
