//! The targets of Dapr resiliency: what uses which definitions.

use crate::policy::diagnostic::{Code, shown};
use crate::policy::import::note::{Note, NoteKind};
use crate::policy::import::reading::{Reading, Said};
use crate::policy::syntax::{Entry, Node};

/// One use of a timeout, a retry and a breaker together.
pub(super) struct Target<'a> {
    /// What it is, e.g. `apps.checkout` or `components.statestore.outbound`.
    pub(super) label: String,
    pub(super) timeout: Option<Said<&'a str>>,
    pub(super) retry: Option<Said<&'a str>>,
    pub(super) breaker: Option<Said<&'a str>>,
}

impl<'a> Target<'a> {
    fn of(label: String, map: &'a Node) -> Self {
        let name = |key| {
            let entry = map.entry(key)?;
            Some(Said { value: entry.value.text()?, span: entry.place() })
        };
        Self {
            label,
            timeout: name("timeout"),
            retry: name("retry"),
            breaker: name("circuitBreaker"),
        }
    }

    /// Tells whether it uses a retry.
    pub(super) fn uses(&self, retry: &str) -> bool {
        self.retry.is_some_and(|said| said.value == retry)
    }

    /// Tells whether the same timeout and breaker stand beside the retry.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let name = |said: Option<Said<&'a str>>| said.map(|said| said.value);
        name(self.timeout) == name(other.timeout) && name(self.breaker) == name(other.breaker)
    }
}

const POLICY_KEYS: &[&str] =
    &["timeout", "retry", "circuitBreaker", "circuitBreakerScope", "circuitBreakerCacheSize"];

/// The targets of a file. Keys that Dapr does not know where they stand are noted.
pub(super) fn targets<'a>(root: &'a Node, reading: &mut Reading) -> Vec<Target<'a>> {
    let mut targets = Vec::new();
    for kind in ["apps", "actors"] {
        for entry in section(root, kind) {
            unknown_keys(&entry.value, POLICY_KEYS, reading);
            targets.push(Target::of(format!("{kind}.{}", entry.key), &entry.value));
        }
    }
    for component in section(root, "components") {
        // What stands beside the directions is ignored, and so uses nothing.
        unknown_keys(&component.value, &["inbound", "outbound"], reading);
        for direction in ["inbound", "outbound"] {
            if let Some(entry) = component.value.entry(direction) {
                unknown_keys(&entry.value, POLICY_KEYS, reading);
                let label = format!("components.{}.{direction}", component.key);
                targets.push(Target::of(label, &entry.value));
            }
        }
    }
    targets
}

fn section<'a>(root: &'a Node, kind: &str) -> &'a [Entry] {
    root.at(&["spec", "targets", kind]).map_or(&[], Node::entries)
}

/// Notes keys that Dapr does not know and so ignores.
pub(super) fn unknown_keys(map: &Node, known: &[&str], reading: &mut Reading) {
    for entry in map.entries().iter().filter(|entry| !known.contains(&entry.key.as_str())) {
        let message = format!("Dapr has no key `{}` here and ignores it", shown(&entry.key));
        let note = Note::new(NoteKind::Lost, entry.key_span, message).coded(Code::UNKNOWN_KEY);
        reading.file_note(note);
    }
}
