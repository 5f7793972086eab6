//! A document: its header, its sections and its overrides.

use std::collections::BTreeMap;

use super::classification::classification;
use super::reader::{Cursor, Map};
use super::scalar::{self, Mistake};
use super::{retry, sections};
use crate::model::check_name;
use crate::policy::diagnostic::{Code, Diagnostic, Span, shown};
use crate::policy::draft::{BudgetDraft, Draft, Field};
use crate::policy::keys::{DOCUMENT, METADATA, OVERRIDE};
use crate::policy::syntax::{Node, Scalar};

const API_VERSION: &str = "retry.wovyr.io/v1";
const KIND: &str = "RetryPolicy";
const MAX_NAME_BYTES: usize = 63;

/// Who a policy is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Header {
    pub(crate) name: Option<String>,
    pub(crate) version: Option<u32>,
    pub(crate) description: Option<String>,
    pub(crate) labels: BTreeMap<String, String>,
}

/// What a document says, before defaults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParsedDocument {
    pub(crate) header: Header,
    pub(crate) base: Draft,
    /// The overrides as they were written, not yet laid over the base.
    pub(crate) activities: Vec<(String, Span, Draft)>,
}

/// Reads a document. Its mistakes go to `found`; a document with mistakes is as far as it goes.
pub(crate) fn parse(root: &Node, found: &mut Vec<Diagnostic>) -> Option<ParsedDocument> {
    Cursor::root(root, found).map(DOCUMENT, |map| {
        form(map);
        let header = map.field("metadata", metadata).given().unwrap_or_default();
        let base = draft(map, false);
        let activities = map.field("activities", |at| {
            at.named(|name, at| {
                at.enter_activity(name);
                if let Err(error) = check_name("activity type", name) {
                    let mistake = Mistake::new(Code::INVALID_VALUE, error.to_string());
                    return at.mistake(mistake);
                }
                at.map(OVERRIDE, |map| draft(map, true))
            })
        });
        ParsedDocument { header, base, activities: activities.given().unwrap_or_default() }
    })
}

/// `apiVersion` and `kind`: both or neither.
fn form(map: &mut Map<'_, '_, '_>) {
    let exactly = |what: &'static str, only: &'static str| {
        move |at: &mut Cursor<'_, '_>| at.scalar("a text", |s| scalar::word(s, what, &[(only, ())]))
    };
    let version = map.field("apiVersion", exactly("apiVersion", API_VERSION));
    let kind = map.field("kind", exactly("kind", KIND));
    let half = match (version, kind) {
        (Field::Given(..), Field::Absent) => ("kind", KIND),
        (Field::Absent, Field::Given(..)) => ("apiVersion", API_VERSION),
        _ => return,
    };
    let mistake = Mistake::new(Code::MISSING_KEY, format!("`{}` is missing here", half.0));
    map.mistake::<()>(
        mistake.help(format!("write `{}: {}`, or neither of the two", half.0, half.1)),
    );
}

fn metadata(at: &mut Cursor<'_, '_>) -> Option<Header> {
    at.map(METADATA, |map| {
        let text = |at: &mut Cursor<'_, '_>| at.scalar("a text", scalar::text);
        let labels = map.field("labels", |at| at.named(|_, at| text(at)));
        Header {
            name: map.field("name", |at| at.scalar("a name", name)).given(),
            version: map
                .field("version", |at| {
                    at.scalar("a whole number", |s| scalar::whole(s, &(1..=u32::MAX)))
                })
                .given(),
            description: map.field("description", text).given(),
            labels: {
                let labels = labels.given().unwrap_or_default().into_iter();
                labels.map(|(name, _, text)| (name, text)).collect()
            },
        }
    })
}

fn name(scalar: &Scalar) -> Result<String, Mistake> {
    let text = scalar::text(scalar)?;
    let allowed = |b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-');
    if text.len() <= MAX_NAME_BYTES && text.bytes().all(allowed) {
        return Ok(text);
    }
    let message = format!("`{}` cannot name a policy", shown(&text));
    Err(Mistake::new(Code::INVALID_VALUE, message)
        .help("a name has 1 to 63 of a-z, 0-9, `.` and `-`"))
}

/// Reads the sections of a document, or of an override for one activity type.
fn draft(map: &mut Map<'_, '_, '_>, of_activity: bool) -> Draft {
    Draft {
        retry: map.section("retry", retry::retry),
        budget: if of_activity {
            map.refuse(
                "retryBudget",
                "the retry budget belongs to the whole execution",
                "set `retryBudget` at the top of the policy",
            );
            BudgetDraft::default()
        } else {
            map.section("retryBudget", sections::budget)
        },
        timeouts: map.section("timeouts", |at| sections::timeouts(at, of_activity)),
        breaker: map.section("circuitBreaker", sections::breaker),
        classification: map.section("classification", classification),
        dead_letter: map.section("deadLetter", sections::dead_letter),
        dispatch: map.section("dispatch", sections::dispatch),
    }
}
