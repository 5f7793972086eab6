//! Bytes to validated policies: the one way in.

use std::collections::BTreeMap;

use super::check::check;
use super::diagnostic::{Code, Diagnostic, Severity, Span};
use super::draft::{Draft, Layer};
use super::effective::EffectivePolicy;
use super::parse::{self, Header, ParsedDocument};
use super::resolve::{Origins, resolve};
use super::syntax::{self, Node, Value};
use super::version::PolicySet;

/// One valid document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// `metadata.name`.
    pub name: Option<String>,
    /// `metadata.version`; the next one when it is published.
    pub version: Option<u32>,
    /// `metadata.description`.
    pub description: Option<String>,
    /// `metadata.labels`.
    pub labels: BTreeMap<String, String>,
    /// What the policy says: all that its digest covers.
    pub set: PolicySet,
    /// Where the values of the base come from.
    pub origins: Origins,
    /// The overrides as they were written, those that change nothing too.
    pub overrides: BTreeMap<String, Override>,
    /// Where the document stands in its file.
    pub span: Span,
}

/// An override after merging.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// What holds for the activity type.
    pub policy: EffectivePolicy,
    /// Where the values come from.
    pub origins: Origins,
    /// The name of the activity type.
    pub span: Span,
}

impl Policy {
    /// What holds for an activity type, and where it comes from; `None` is the base.
    pub fn effective(&self, activity_type: Option<&str>) -> (&EffectivePolicy, &Origins) {
        match activity_type.and_then(|name| self.overrides.get(name)) {
            Some(over) => (&over.policy, &over.origins),
            None => (&self.set.base, &self.origins),
        }
    }
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// The policies of the documents without errors, in file order.
    pub policies: Vec<Policy>,
    /// What is wrong, by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the policies of a file. Never fails: what cannot be used is in the diagnostics, all of it
/// at once. After a syntax error the rest of the file is not read.
pub fn load(source: &[u8]) -> Loaded {
    let mut loaded = Loaded { policies: Vec::new(), diagnostics: Vec::new() };
    for document in syntax::documents(source) {
        let mut found = document.diagnostics;
        if let Some(root) = &document.root {
            let policy = policy(root, &mut found);
            let valid = found.iter().all(|finding| finding.severity < Severity::Error);
            loaded.policies.extend(policy.filter(|_| valid));
        }
        loaded.diagnostics.append(&mut found);
    }
    loaded.diagnostics.sort_by(|a, b| (a.span, a.code.id).cmp(&(b.span, b.code.id)));
    loaded
}

fn policy(root: &Node, found: &mut Vec<Diagnostic>) -> Option<Policy> {
    if found.is_empty() && matches!(&root.value, Value::Map(entries) if entries.is_empty()) {
        let message = "the document has no policy";
        let help = "write `retry:` and what differs from the defaults under it";
        found.push(Diagnostic::new(Code::EMPTY_DOCUMENT, root.span, message).help(help));
        return None;
    }
    let ParsedDocument { header, base, activities } = parse::parse(root, found)?;
    check(&base, None, found);
    let resolved = resolve(&base);
    let mut overrides = BTreeMap::new();
    for (name, span, written) in activities {
        let merged: Draft = written.over(&base);
        check(&merged, Some(&name), found);
        let over =
            resolve(&merged).ok().map(|(policy, origins)| Override { policy, origins, span });
        overrides.extend(over.map(|over| (name, over)));
    }
    let (base, origins) = resolved.ok()?;
    let effective = overrides.iter().map(|(name, over)| (name.clone(), over.policy.clone()));
    let set = PolicySet::new(base, effective.collect());
    let Header { name, version, description, labels } = header;
    Some(Policy { name, version, description, labels, set, origins, overrides, span: root.span })
}
