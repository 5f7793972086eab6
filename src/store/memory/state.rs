//! What the store holds.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::{
    Activity, ActivityId, DeadLetter, DeadLetterId, Event, Operation, OperationItem, TenantId,
    Timestamp,
};
use crate::retry::metrics::Totals;
use crate::retry::persistence::{PolicyActivation, PolicyVersion, Recall};

/// Everything, cheap enough to copy for each commit: rows are shared until they change.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    /// The highest engine time seen.
    pub(super) engine_time: Timestamp,
    /// Activities with all that belongs to them.
    pub(super) activities: BTreeMap<ActivityId, Arc<Row>>,
    /// Their ids in the order of insertion.
    pub(super) activity_order: Vec<ActivityId>,
    /// Dead letters.
    pub(super) dead_letters: BTreeMap<DeadLetterId, Arc<DeadLetter>>,
    /// Their ids in the order of insertion.
    pub(super) dead_letter_order: Vec<DeadLetterId>,
    /// Policy versions.
    pub(super) policies: BTreeMap<(TenantId, String, u32), Arc<PolicyVersion>>,
    /// Activations of policies in the order they came.
    pub(super) activations: Vec<PolicyActivation>,
    /// Operations in the order of insertion.
    pub(super) operations: Vec<Arc<Job>>,
    /// Answered requests.
    pub(super) recalls: BTreeMap<(TenantId, String), Recall>,
    /// Sums over events.
    pub(super) totals: BTreeMap<TenantId, Totals>,
}

/// An activity with its history and its bytes.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The state.
    pub(super) activity: Activity,
    /// The events, oldest first.
    pub(super) history: Vec<Event>,
    /// What it was scheduled with.
    pub(super) payload: Vec<u8>,
    /// What it gave.
    pub(super) result: Option<Vec<u8>>,
}

/// An operation with its items.
#[derive(Debug, Clone)]
pub(super) struct Job {
    /// The operation.
    pub(super) operation: Operation,
    /// The items, in order.
    pub(super) items: Vec<OperationItem>,
}
