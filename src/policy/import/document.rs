//! An imported policy written as a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;

use super::imported::{Import, ImportedPolicy};
use super::note::NoteKind;
use crate::policy::diagnostic::{Source, shown};
use crate::policy::emit::{self, EmitError};

/// The longest name of a policy.
const MAX_NAME_BYTES: usize = 63;

impl ImportedPolicy {
    /// The policy in the keys of a document: what its file says, and no default.
    pub fn document(&self) -> impl Serialize + use<> {
        emit::named_excerpt(&self.name, &self.policy, &|path| self.places.contains_key(path))
    }

    /// A policy file: where it comes from and what was changed, as comments, then the policy.
    /// `source` is the imported file.
    pub fn file(&self, import: &Import, source: &Source<'_>) -> Result<String, EmitError> {
        let at = |span: crate::policy::diagnostic::Span| {
            let position = source.position(span.start);
            format!("{}:{}", position.line, position.column)
        };
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "# Imported from {}: `{}`, {}:{}",
            import.format.system,
            shown(&self.original),
            shown(source.name().rsplit(['/', '\\']).next().unwrap_or_default()),
            at(self.span)
        );
        for remark in &self.remarks {
            let _ = writeln!(text, "# {remark}");
        }
        for note in self.notes.iter().filter(|note| note.kind != NoteKind::Normalised) {
            let _ =
                writeln!(text, "# {} ({}): {}", note.kind.as_str(), at(note.span), note.message);
        }
        text.push_str(&emit::to_yaml(&self.document())?);
        Ok(text)
    }
}

/// Policy names that are taken, and how often each text made one.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
    uses: BTreeMap<String, usize>,
}

impl Names {
    /// A policy name from any text, with a number at its end if it is taken.
    pub(super) fn unique(&mut self, text: &str) -> String {
        let plain = plain_name(text);
        let number = self.uses.entry(plain.clone()).or_default();
        loop {
            *number += 1;
            let ending = if *number == 1 { String::new() } else { format!("-{number}") };
            let kept = plain.len().min(MAX_NAME_BYTES - ending.len());
            let name = format!("{}{ending}", &plain[..kept]);
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// `someOperation` is `some-operation`; what a name cannot hold becomes a dash.
fn plain_name(text: &str) -> String {
    let mut name = String::new();
    let mut after_small = false;
    for c in text.chars() {
        let dash = !c.is_ascii_alphanumeric() && c != '.';
        if (dash || c.is_ascii_uppercase() && after_small) && !name.ends_with(['-', '.']) {
            name.push('-');
        }
        if !dash {
            name.push(c.to_ascii_lowercase());
        }
        after_small = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    name.truncate(MAX_NAME_BYTES);
    let name = name.trim_matches(['-', '.']);
    if name.is_empty() { "imported".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_becomes_a_name() {
        for (text, name) in [
            ("someOperation", "some-operation"),
            ("Get Customer  Status", "get-customer-status"),
            ("DefaultRetryPolicy", "default-retry-policy"),
            ("apps.x/outbound", "apps.x-outbound"),
            ("  ", "imported"),
            ("日本", "imported"),
            ("\u{1b}[2J", "2-j"),
        ] {
            assert_eq!(plain_name(text), name);
        }
    }

    #[test]
    fn names_are_unique_and_short() {
        let mut names = Names::default();
        let long = "x".repeat(100);
        let names: Vec<_> = (0..12).map(|_| names.unique(&long)).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 12);
        assert!(names.iter().all(|name| name.len() <= MAX_NAME_BYTES));
        assert!(names[11].ends_with("-12"));
        let mut names = Names::default();
        assert_eq!(["a", "a-2", "a"].map(|text| names.unique(text)), ["a", "a-2", "a-3"]);
    }
}
