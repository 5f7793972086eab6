//! All that a store shows, as one value to compare.

use wovyr_retry::model::{
    Activity, DeadLetter, Event, Operation, OperationItem, TenantId, Timestamp,
};
use wovyr_retry::query::{FieldSet, Predicate};
use wovyr_retry::retry::metrics::Census;
use wovyr_retry::retry::persistence::{
    Content, ListQuery, OperationQuery, Outcomes, PolicyVersion, RetryStore,
};

use super::desk::wait;

/// An activity with its history, payload and result.
#[derive(Debug, PartialEq)]
pub(super) struct Shown {
    pub(super) activity: Activity,
    pub(super) history: Vec<Event>,
    pub(super) payload: Option<Vec<u8>>,
    pub(super) result: Option<Vec<u8>>,
}

/// All that a store shows of some tenants.
#[derive(Debug, PartialEq)]
pub(super) struct Everything {
    pub(super) activities: Vec<Shown>,
    pub(super) dead_letters: Vec<DeadLetter>,
    pub(super) operations: Vec<(Operation, Outcomes, Vec<OperationItem>)>,
    pub(super) policies: Vec<PolicyVersion>,
    pub(super) unfinished: Vec<Operation>,
    pub(super) engine_time: Timestamp,
    pub(super) census: Vec<Census>,
}

/// Reads all that a store shows of `tenants` as of `now`.
pub(super) fn everything(store: &dyn RetryStore, tenants: &[&str], now: Timestamp) -> Everything {
    let whole = usize::MAX;
    let list = |tenant: &TenantId, predicate| ListQuery {
        tenant: tenant.clone(),
        predicate,
        after: None,
        limit: whole,
        now,
    };
    let any_status = Predicate::parse("status ~ \"*\"", FieldSet::DeadLetters).unwrap();
    let mut shown = Everything {
        activities: Vec::new(),
        dead_letters: Vec::new(),
        operations: Vec::new(),
        policies: wait(store.policies(None)).unwrap(),
        unfinished: wait(store.operations(OperationQuery::Unfinished)).unwrap().rows,
        engine_time: wait(store.engine_time()).unwrap(),
        census: vec![wait(store.census(None, now)).unwrap()],
    };
    for tenant in tenants.iter().map(|tenant| TenantId::from(*tenant)) {
        for activity in wait(store.activities(list(&tenant, None))).unwrap().rows {
            let id = activity.id;
            shown.activities.push(Shown {
                activity,
                history: wait(store.history(id, 0, whole)).unwrap(),
                payload: wait(store.content(id, Content::Payload)).unwrap(),
                result: wait(store.content(id, Content::Result)).unwrap(),
            });
        }
        let dead = wait(store.dead_letters(list(&tenant, Some(any_status.clone())))).unwrap();
        shown.dead_letters.extend(dead.rows);
        let query = OperationQuery::OfTenant { tenant: tenant.clone(), after: None, limit: whole };
        for row in wait(store.operations(query)).unwrap().rows {
            let (operation, outcomes) = wait(store.operation(row.id)).unwrap().unwrap();
            assert_eq!(operation, row);
            let items = wait(store.operation_items(row.id, 0, whole)).unwrap();
            shown.operations.push((operation, outcomes, items));
        }
        shown.census.push(wait(store.census(Some(tenant), now)).unwrap());
    }
    shown
}
