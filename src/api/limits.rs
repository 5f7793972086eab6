//! What a request may hold at most, and the checks that say which field went over.

use std::collections::BTreeMap;

use super::{FieldIssue, Invalid};
use crate::model::{Millis, check_name};

/// Largest payload or result, in bytes.
pub const MAX_PAYLOAD_BYTES: usize = 1024 * 1024;
/// Most items of one batch: activities, reports, leases.
pub const MAX_BATCH: usize = 1000;
/// Most entries of a metadata map.
pub const MAX_METADATA_ENTRIES: usize = 64;
/// Longest value of a metadata entry, in bytes.
pub const MAX_METADATA_VALUE_BYTES: usize = 4096;
/// Longest message of a failure, in bytes.
pub const MAX_FAILURE_MESSAGE_BYTES: usize = 64 * 1024;
/// Longest stack trace of a failure, in bytes.
pub const MAX_STACK_TRACE_BYTES: usize = 256 * 1024;
/// Longest reason or message that an operator gives, in bytes.
pub const MAX_REASON_BYTES: usize = 1024;
/// Most ids that one bulk request names.
pub const MAX_SELECTED_IDS: usize = 10_000;
/// Most queues, and most activity types, that one poll names.
pub const MAX_WORKER_QUEUES: usize = 64;
/// Longest wait of a long poll.
pub const MAX_WAIT: Millis = Millis::from_secs(60);
/// Entries of a page that asks for no number.
pub const DEFAULT_LIMIT: u32 = 25;
/// Most entries of a page: as many as a batch has items, for machines that read whole lists.
pub const MAX_LIMIT: u32 = 1000;

/// Most issues that one refusal names: enough to see the pattern of a wrong generator.
const MAX_ISSUES: usize = 100;

/// Collects what is wrong with a request, field by field.
#[derive(Debug, Default)]
pub(super) struct Checks {
    issues: Vec<FieldIssue>,
}

impl Checks {
    /// Notes an issue of a field.
    pub(super) fn refuse(&mut self, field: impl Into<String>, issue: impl Into<String>) {
        self.push(FieldIssue::new(field, issue));
    }

    fn push(&mut self, issue: FieldIssue) {
        if self.issues.len() < MAX_ISSUES {
            self.issues.push(issue);
        }
    }

    /// Notes an issue of a field unless `holds`.
    pub(super) fn require(&mut self, holds: bool, field: &str, issue: &str) {
        if !holds {
            self.refuse(field, issue);
        }
    }

    /// Checks a name of [`crate::model::MAX_NAME_BYTES`] bytes at most.
    pub(super) fn name(&mut self, field: &'static str, text: &str) {
        if let Err(error) = check_name(field, text) {
            self.refuse(field, error.to_string());
        }
    }

    /// Checks the length of a text.
    pub(super) fn length(&mut self, field: &str, text: &str, most: usize) {
        if text.len() > most {
            let bytes = text.len();
            self.refuse(field, format!("is {bytes} bytes long; the limit is {most}"));
        }
    }

    /// Checks how many items there are.
    pub(super) fn count(&mut self, field: &str, items: usize, least: usize, most: usize) {
        if items < least || items > most {
            self.refuse(field, format!("has {items} items; {least} to {most} are allowed"));
        }
    }

    /// Checks a metadata map: how many entries, their names, the length of their values.
    pub(super) fn metadata(&mut self, field: &'static str, map: &BTreeMap<String, String>) {
        self.count(field, map.len(), 0, MAX_METADATA_ENTRIES);
        for (key, value) in map {
            if let Err(error) = check_name("the name of an entry", key) {
                self.refuse(field, error.to_string());
                continue;
            }
            self.length(&format!("{field}.{key}"), value, MAX_METADATA_VALUE_BYTES);
        }
    }

    /// Takes over the issues of a part, or its value.
    pub(super) fn part<T>(&mut self, part: Result<T, FieldIssue>) -> Option<T> {
        part.map_err(|issue| self.push(issue)).ok()
    }

    /// Takes over the issues of a nested value, each field under `prefix`.
    pub(super) fn nested(&mut self, prefix: &str, part: Result<(), Invalid>) {
        if let Err(invalid) = part {
            for issue in invalid.details {
                let field = format!("{prefix}.{}", issue.field);
                self.push(FieldIssue { field, ..issue });
            }
        }
    }

    /// Ends the checks: fine if nothing was noted.
    pub(super) fn finish(self) -> Result<(), Invalid> {
        if self.issues.is_empty() { Ok(()) } else { Err(Invalid { details: self.issues }) }
    }
}
