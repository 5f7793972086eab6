//! The formats, as one table.

use std::fmt;
use std::str::FromStr;

use super::formats::{argo_cd, argo_workflows, cloud_tasks, dapr, step_functions, temporal, wovyr};
use super::reading::Reading;
use crate::policy::syntax::Node;

/// One system's files.
pub struct Format {
    /// The word on the command line.
    pub name: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// The system, as people call it.
    pub system: &'static str,
    /// What such a file has that no other has.
    pub mark: &'static str,
    /// Tells whether a document is one of these.
    pub(super) recognises: fn(&Node) -> bool,
    /// Reads the rules of such a document.
    pub(super) read: fn(&Node, &mut Reading),
}

/// Every format, by name.
pub const FORMATS: &[&Format] = &[
    &argo_cd::FORMAT,
    &argo_workflows::FORMAT,
    &cloud_tasks::FORMAT,
    &dapr::FORMAT,
    &step_functions::FORMAT,
    &temporal::FORMAT,
    &wovyr::FORMAT,
];

/// Which format a file is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatChoice {
    /// The one whose marks it bears.
    Auto,
    /// This one.
    Format(&'static Format),
}

/// A word that names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no such format; it is one of auto, {}", names())]
pub struct UnknownFormat;

/// The words of all formats, for messages.
pub(super) fn names() -> String {
    FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ")
}

impl FromStr for FormatChoice {
    type Err = UnknownFormat;

    fn from_str(word: &str) -> Result<Self, UnknownFormat> {
        if word == "auto" {
            return Ok(Self::Auto);
        }
        let named = |format: &&&Format| format.name == word || format.aliases.contains(&word);
        FORMATS.iter().find(named).map(|format| Self::Format(format)).ok_or(UnknownFormat)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_names_one_format() {
        let mut words: Vec<&str> = FORMATS
            .iter()
            .flat_map(|format| std::iter::once(format.name).chain(format.aliases.iter().copied()))
            .collect();
        for word in &words {
            assert!(word.parse::<FormatChoice>().is_ok(), "{word}");
        }
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
        assert!(FORMATS.windows(2).all(|pair| pair[0].name < pair[1].name));
        let refusal = "nomad".parse::<FormatChoice>().unwrap_err().to_string();
        assert!(refusal.contains("argo-cd, argo-workflows"), "{refusal}");
    }
}
