//! Bulk work on dead letters: asking for it, and watching it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::limits::Checks;
use super::{Invalid, MAX_REASON_BYTES, MAX_SELECTED_IDS, Rate};
use crate::model::{
    DeadLetterId, ItemStatus, Operation, OperationId, OperationItem, OperationKind,
    OperationStatus, Timestamp,
};

/// What a bulk request selects, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// What matches a predicate; its text.
    Where(String),
    /// These entries.
    Ids(Vec<DeadLetterId>),
    /// Everything there is.
    All,
}

/// Asks for the next generation of dead activities. Exactly one of `where`, `ids` and `all`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplayRequest {
    /// A predicate over dead letters.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub predicate: Option<String>,
    /// Ids of dead letters: at most 10,000.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<String>,
    /// Every dead letter.
    #[serde(default)]
    pub all: bool,
    /// How fast; needed for more than 1,000 entries.
    #[serde(default)]
    pub rate: Option<Rate>,
    /// Keep the pinned policy version instead of the one active now.
    #[serde(default)]
    pub same_policy: bool,
    /// Overrule the guards that may be overruled.
    #[serde(default)]
    pub force: bool,
    /// Why, for the history.
    #[serde(default)]
    pub reason: Option<String>,
}

impl ReplayRequest {
    /// Checks the request and gives its selection.
    pub fn validate(&self) -> Result<Selection, Invalid> {
        select(self.predicate.as_ref(), &self.ids, self.all, self.reason.as_ref())
    }
}

/// Asks to put dead letters out of sight. Exactly one of `where`, `ids` and `all`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PurgeRequest {
    /// A predicate over dead letters.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub predicate: Option<String>,
    /// Ids of dead letters: at most 10,000.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<String>,
    /// Every dead letter.
    #[serde(default)]
    pub all: bool,
    /// How fast; needed for more than 1,000 entries.
    #[serde(default)]
    pub rate: Option<Rate>,
    /// Why, for the history.
    #[serde(default)]
    pub reason: Option<String>,
}

impl PurgeRequest {
    /// Checks the request and gives its selection.
    pub fn validate(&self) -> Result<Selection, Invalid> {
        select(self.predicate.as_ref(), &self.ids, self.all, self.reason.as_ref())
    }
}

fn select(
    predicate: Option<&String>,
    ids: &[String],
    all: bool,
    reason: Option<&String>,
) -> Result<Selection, Invalid> {
    let mut checks = Checks::default();
    let ways = [predicate.is_some(), !ids.is_empty(), all].into_iter().filter(|way| *way).count();
    checks.require(ways == 1, "where", "give exactly one of `where`, `ids` and `all`");
    checks.count("ids", ids.len(), 0, MAX_SELECTED_IDS);
    if let Some(reason) = reason {
        checks.length("reason", reason, MAX_REASON_BYTES);
    }
    let mut read = Vec::with_capacity(ids.len().min(MAX_SELECTED_IDS));
    for (index, id) in ids.iter().enumerate().take(MAX_SELECTED_IDS) {
        match id.parse::<DeadLetterId>() {
            Ok(id) => read.push(id),
            Err(error) => checks.refuse(format!("ids[{index}]"), error.to_string()),
        }
    }
    checks.finish()?;
    Ok(match predicate {
        Some(predicate) => Selection::Where(predicate.clone()),
        None if all => Selection::All,
        None => Selection::Ids(read),
    })
}

/// A bulk request was accepted and its targets are frozen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OperationAccepted {
    /// The operation to watch.
    pub operation_id: OperationId,
    /// Where it is.
    pub status: OperationStatus,
    /// How many items it has.
    pub targets: u64,
}

/// What became of the activities that an operation replayed, as of now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OutcomesView {
    /// Completed.
    pub completed: u64,
    /// Not at an end yet.
    pub retrying: u64,
    /// A dead letter again, or failed.
    pub dead_again: u64,
}

/// An operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OperationView {
    /// The id.
    pub id: OperationId,
    /// Always `operation`.
    pub object: String,
    /// The tenant.
    pub tenant: String,
    /// What is done.
    pub kind: OperationKind,
    /// Where it is.
    pub status: OperationStatus,
    /// The predicate that chose the targets; absent: ids, or everything.
    #[serde(rename = "where")]
    pub predicate: Option<String>,
    /// Items a second at most; absent: no limit.
    pub rate: Option<u32>,
    /// Whether the pinned policy version is kept.
    pub same_policy: bool,
    /// Whether guards are overruled.
    pub force: bool,
    /// What the operator gave as the reason.
    pub reason: Option<String>,
    /// How many items.
    pub targets: u64,
    /// Items without a result yet.
    pub pending: u64,
    /// Items done as asked.
    pub done: u64,
    /// Items that somebody else changed first.
    pub changed: u64,
    /// Items that could not be done.
    pub failed: u64,
    /// What became of the replayed activities. Shown for one replay, not in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<OutcomesView>,
    /// When it was accepted.
    pub created_at: Timestamp,
    /// When it last moved.
    pub updated_at: Timestamp,
}

impl From<Operation> for OperationView {
    fn from(operation: Operation) -> Self {
        Self {
            pending: operation.pending(),
            id: operation.id,
            object: "operation".to_owned(),
            tenant: operation.tenant,
            kind: operation.kind,
            status: operation.status,
            predicate: operation.predicate,
            rate: operation.rate,
            same_policy: operation.same_policy,
            force: operation.force,
            reason: operation.reason,
            targets: operation.targets,
            done: operation.done,
            changed: operation.changed,
            failed: operation.failed,
            outcomes: None,
            created_at: operation.created_at,
            updated_at: operation.updated_at,
        }
    }
}

/// One target of an operation and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OperationItemView {
    /// Its place, from 0.
    pub index: u64,
    /// The dead letter.
    pub target: DeadLetterId,
    /// What became of it.
    pub status: ItemStatus,
    /// Why it is `changed` or `failed`.
    pub detail: Option<String>,
}

impl From<OperationItem> for OperationItemView {
    fn from(item: OperationItem) -> Self {
        let OperationItem { index, target, status, detail } = item;
        Self { index, target, status, detail }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(json: &str) -> Result<Selection, Vec<String>> {
        let request: ReplayRequest = serde_json::from_str(json).unwrap();
        request.validate().map_err(|e| e.details.into_iter().map(|d| d.field).collect())
    }

    #[test]
    fn selects_in_exactly_one_way() {
        let id = "dl_aaaaaaaaaaaaaaaaaaaaaaaaaa_1";
        assert_eq!(selection(r#"{"all":true}"#), Ok(Selection::All));
        assert_eq!(selection(r#"{"where":"a"}"#), Ok(Selection::Where("a".into())));
        let ids = selection(&format!(r#"{{"ids":["{id}"],"rate":"unlimited"}}"#));
        assert_eq!(ids, Ok(Selection::Ids(vec![id.parse().unwrap()])));
        assert_eq!(selection("{}"), Err(vec!["where".into()]));
        assert_eq!(selection(r#"{"all":true,"where":"a"}"#), Err(vec!["where".into()]));
        assert_eq!(selection(r#"{"ids":["dl_x"]}"#), Err(vec!["ids[0]".into()]));
    }
}
