//! A file of another system to policies: the one way in.

use std::collections::BTreeMap;

use super::document;
use super::format::{FORMATS, Format, FormatChoice, names};
use super::note::{Note, NoteKind};
use super::reading::Reading;
use super::rule::{Finished, Places};
use super::schedule::ForeignSchedule;
use crate::policy::diagnostic::{Code, Diagnostic, Span};
use crate::policy::effective::EffectivePolicy;
use crate::policy::syntax::{self, ForeignFile, Node};
use crate::policy::{PolicySet, emit};

/// A file of another system, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// What it was taken for.
    pub format: &'static Format,
    /// A policy for each retry rule, in file order.
    pub policies: Vec<ImportedPolicy>,
    /// About the file as a whole, and about rules that could not be imported; by place.
    pub notes: Vec<Note>,
}

/// One retry rule of another system.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedPolicy {
    /// The name of the policy, unique in the file.
    pub name: String,
    /// What the rule is called in its file.
    pub original: String,
    /// Where it stands.
    pub span: Span,
    /// What the policy comes to.
    pub policy: EffectivePolicy,
    /// Where its file says which value; what is not here is our default.
    pub places: Places,
    /// What the other system does.
    pub schedule: ForeignSchedule,
    /// What was changed, normalised or lost on the way; by place.
    pub notes: Vec<Note>,
    /// What else a reader should know, a line each. Text from the file in it is escaped.
    pub remarks: Vec<String>,
}

/// Why a file was not imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// It is neither YAML nor JSON, or beyond a limit; the finding says where.
    #[error("{}", .0.message)]
    Unreadable(Box<Diagnostic>),
    /// It is not of the format that was asked for.
    #[error("this is no {} file: it has no {}", wanted.system, wanted.mark)]
    OtherFormat {
        /// What was asked for.
        wanted: &'static Format,
        /// What it looks like instead.
        seems: Option<&'static Format>,
    },
    /// It bears the marks of no format, or of several.
    #[error("the format of this file is not clear; say which of {} it is", names())]
    Unclear,
    /// It is a policy of this program.
    #[error("this is a policy already, not a file of another system")]
    Ours,
}

/// Reads a file of another system. Files over 1 MiB are refused before they cost memory.
pub fn import(source: &[u8], from: FormatChoice) -> Result<Import, ImportError> {
    let ForeignFile { documents, directives } =
        syntax::foreign_documents(source).map_err(ImportError::Unreadable)?;
    let roots: Vec<&Node> = documents.iter().filter_map(|one| one.root.as_ref()).collect();
    let format = choose(from, &roots)?;
    let mut reading = Reading::new(format.system);
    for root in roots {
        if (format.recognises)(root) {
            (format.read)(root, &mut reading);
        } else {
            let start = Span::new(root.span.start, root.span.start);
            let message = format!("this document has no {} and is passed over", format.mark);
            reading.file_note(Note::new(NoteKind::Noticed, start, message));
        }
    }
    for span in directives {
        let message = "this line steers a template; what it brings or leaves out is not known";
        reading.file_note(Note::new(NoteKind::Noticed, span, message));
    }
    let found = documents.iter().flat_map(|document| &document.diagnostics);
    for finding in found.filter(|finding| finding.code == Code::DUPLICATE_KEY) {
        let message = format!("{}; the last of them counts", finding.message);
        let note = Note::new(NoteKind::Noticed, finding.span, message).coded(finding.code);
        reading.file_note(note);
    }
    general_notes(&mut reading);
    Ok(finish(format, reading))
}

fn choose(from: FormatChoice, roots: &[&Node]) -> Result<&'static Format, ImportError> {
    if roots.iter().any(|root| is_ours(root)) {
        return Err(ImportError::Ours);
    }
    let bears = |format: &Format| roots.iter().any(|root| (format.recognises)(root));
    let mut seems = FORMATS.iter().copied().filter(|format| bears(format));
    let only = match (seems.next(), seems.next()) {
        (Some(format), None) => Some(format),
        (Some(_), Some(_)) | (None, _) => None,
    };
    match from {
        FormatChoice::Auto => only.ok_or(ImportError::Unclear),
        FormatChoice::Format(wanted) if bears(wanted) => Ok(wanted),
        FormatChoice::Format(wanted) => Err(ImportError::OtherFormat { wanted, seems: only }),
    }
}

/// Tells a policy of ours from files of other systems, none of which has a `retry` at its top.
fn is_ours(root: &Node) -> bool {
    let version = root.text_at(&["apiVersion"]).unwrap_or_default();
    version.starts_with("retry.wovyr.io/") || root.entry("retry").is_some()
}

/// What holds for all rules alike is said once.
fn general_notes(reading: &mut Reading) {
    let system = reading.system;
    let is_unbounded = |finished: &&Finished| {
        !finished.rule.places.contains_key("timeouts.activity")
            && finished.rule.policy.retry.enabled
    };
    let unbounded = reading.rules.iter().filter(is_unbounded).count();
    let at = reading.rules.iter().find(is_unbounded).map(|finished| finished.rule.span);
    if let Some(at) = at {
        let message = format!(
            "no timeout of a single attempt comes with {unbounded} of {} rules: it is 5m here \
             unless `timeouts.activity` says otherwise",
            reading.rules.len()
        );
        reading.file_note(Note::new(NoteKind::Changed, at, message));
    }
    let is_open = |finished: &&Finished| {
        !finished.rule.places.contains_key("classification.rules")
            && finished.rule.policy.retry.enabled
    };
    let at = reading.rules.iter().find(is_open).map(|finished| finished.rule.span);
    if let Some(at) = at {
        let message = format!(
            "{system} tries every failure again that its rule does not exclude; here failures are \
             classified, and such as HTTP 400 or InvalidInput are permanent"
        );
        reading.file_note(Note::new(NoteKind::Changed, at, message));
    }
}

/// The policy of activities that name none.
const DEFAULT_POLICY: &str = "default";

fn finish(format: &'static Format, reading: Reading) -> Import {
    let Reading { rules, mut notes, .. } = reading;
    let mut names = document::Names::default();
    let policies = rules
        .into_iter()
        .map(|Finished { rule, mut notes }| {
            let name = names.unique(&rule.name);
            if name == DEFAULT_POLICY {
                let message = "a policy of the name `default` holds for every activity that is \
                               scheduled without naming one";
                notes.push(Note::new(NoteKind::Noticed, rule.span, message));
            }
            notes.sort_by_key(|note| note.span);
            notes.dedup();
            ImportedPolicy {
                name,
                original: rule.original,
                span: rule.span,
                policy: rule.policy,
                places: rule.places,
                schedule: rule.schedule,
                notes,
                remarks: rule.remarks,
            }
        })
        .collect();
    notes.sort_by_key(|note| note.span);
    notes.dedup();
    Import { format, policies, notes }
}

impl Import {
    /// Every note of the file, by place.
    pub fn all_notes(&self) -> Vec<&Note> {
        let mut notes: Vec<&Note> =
            self.policies.iter().flat_map(|policy| &policy.notes).chain(&self.notes).collect();
        notes.sort_by_key(|note| (note.span, note.kind, &note.message));
        // Rules that share a definition say the same of it.
        notes.dedup();
        notes
    }

    /// The notes, and what `check` finds in the policies, as findings about the imported file.
    /// `check` gets the text of one policy.
    pub fn diagnostics(&self, check: impl Fn(&[u8]) -> Vec<Diagnostic>) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        for policy in &self.policies {
            let Ok(text) = emit::to_yaml(&policy.document()) else { continue };
            let about = check(text.as_bytes());
            found.extend(about.into_iter().map(|finding| policy.relocate(finding)));
        }
        // What the policy's own finding says at the same place need not be said twice.
        let is_said = |note: &&Note| {
            found.iter().any(|known| known.code == note.code && known.span == note.span)
        };
        let notes: Vec<Diagnostic> = self
            .all_notes()
            .into_iter()
            .filter(|note| !is_said(note))
            .map(Note::diagnostic)
            .collect();
        found.extend(notes);
        found.sort_by(|a, b| (a.span, a.code.id).cmp(&(b.span, b.code.id)));
        found.dedup();
        found
    }
}

impl ImportedPolicy {
    /// `sha256:` and the digest of the policy's canonical form.
    pub fn digest(&self) -> String {
        PolicySet::new(self.policy.clone(), BTreeMap::new()).digest()
    }

    /// Moves a finding about the policy's own text to the imported file: to the value that its
    /// path names, or to the rule.
    fn relocate(&self, mut finding: Diagnostic) -> Diagnostic {
        let covers = |place: &str| {
            finding.path == place
                || finding.path.strip_prefix(place).is_some_and(|rest| rest.starts_with(['.', '[']))
                || place
                    .strip_prefix(finding.path.as_str())
                    .is_some_and(|rest| rest.starts_with('.') && !finding.path.is_empty())
        };
        let place = self.places.iter().find(|(place, _)| covers(place));
        finding.span = place.map_or(self.span, |(_, span)| *span);
        finding.message = format!("policy `{}`: {}", self.name, finding.message);
        // They point into a text that nobody sees.
        finding.labels.clear();
        finding
    }
}
