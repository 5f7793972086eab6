//! Policy versions and which of them is active.

use wovyr_retry::model::Timestamp;
use wovyr_retry::retry::persistence::{
    PolicyActivation, PolicyVersion, PolicyWrite, RetryStore, StoreError, WriteBatch,
};

use super::desk::wait;

fn version(tenant: &str, name: &str, version: u32, active_since: Option<i64>) -> PolicyVersion {
    PolicyVersion {
        tenant: tenant.to_owned(),
        name: name.to_owned(),
        version,
        digest: format!("sha256:{version}"),
        canonical: "{\"retry\":{}}".to_owned(),
        source: "retry: {} # it's \"fine\"\n".to_owned(),
        message: (version > 1).then(|| "tighter".to_owned()),
        published_at: Timestamp::from_millis(i64::from(version)),
        published_by: None,
        active_since: active_since.map(Timestamp::from_millis),
    }
}

fn commit(store: &dyn RetryStore, policies: Vec<PolicyWrite>) -> Result<(), StoreError> {
    wait(store.commit(WriteBatch { policies, ..WriteBatch::default() })).map(drop)
}

fn activate(number: u32, at: i64) -> PolicyWrite {
    PolicyWrite::Activate(PolicyActivation {
        tenant: "t".to_owned(),
        name: "b".to_owned(),
        version: number,
        at: Timestamp::from_millis(at),
        by: Some("ann".to_owned()),
        reason: None,
    })
}

pub(super) fn versions_are_kept_and_one_is_active(store: &dyn RetryStore) {
    let publish = |v| PolicyWrite::Publish(v);
    commit(store, vec![publish(version("t", "b", 1, Some(10)))]).unwrap();
    let second = vec![publish(version("t", "b", 2, None)), publish(version("t", "a", 1, Some(11)))];
    commit(store, second).unwrap();
    commit(store, vec![publish(version("other", "b", 1, Some(12)))]).unwrap();
    let of_t = || wait(store.policies(Some("t".to_owned()))).unwrap();
    let a = version("t", "a", 1, Some(11));
    let shown =
        |first, second| vec![a.clone(), version("t", "b", 1, first), version("t", "b", 2, second)];
    assert_eq!(of_t(), shown(Some(10), None));
    commit(store, vec![activate(2, 20)]).unwrap();
    assert_eq!(of_t(), shown(None, Some(20)));
    commit(store, vec![activate(1, 30), activate(1, 31)]).unwrap();
    assert_eq!(of_t(), shown(Some(31), None));
    let all = wait(store.policies(None)).unwrap();
    let order: Vec<_> =
        all.iter().map(|p| (p.tenant.as_str(), p.name.as_str(), p.version)).collect();
    assert_eq!(order, [("other", "b", 1), ("t", "a", 1), ("t", "b", 1), ("t", "b", 2)]);
    assert_eq!(wait(store.policies(Some("nobody".to_owned()))), Ok(Vec::new()));
}

pub(super) fn activations_are_remembered_in_order(store: &dyn RetryStore) {
    let by_bob =
        PolicyVersion { published_by: Some("bob".into()), ..version("t", "b", 2, Some(20)) };
    commit(store, vec![PolicyWrite::Publish(version("t", "b", 1, Some(10)))]).unwrap();
    commit(store, vec![PolicyWrite::Publish(by_bob), activate(1, 30)]).unwrap();
    let history = wait(store.policy_history("t".to_owned(), "b".to_owned())).unwrap();
    let told: Vec<_> = history
        .activations
        .iter()
        .map(|a| (a.version, a.at.as_millis(), a.by.as_deref(), a.reason.as_deref()))
        .collect();
    assert_eq!(
        told,
        [(1, 10, None, None), (2, 20, Some("bob"), Some("tighter")), (1, 30, Some("ann"), None)]
    );
    assert!(history.live.is_empty());
    let nobody = wait(store.policy_history("t".to_owned(), "z".to_owned())).unwrap();
    assert!(nobody.activations.is_empty());
}

pub(super) fn a_version_is_published_once(store: &dyn RetryStore) {
    commit(store, vec![PolicyWrite::Publish(version("t", "b", 1, Some(10)))]).unwrap();
    let again = PolicyWrite::Publish(version("t", "b", 1, None));
    for write in [again, activate(2, 11)] {
        let conflict = commit(store, vec![activate(1, 12), write]);
        assert!(matches!(conflict, Err(StoreError::Conflict { .. })), "{conflict:?}");
    }
    let only = wait(store.policies(None)).unwrap();
    assert_eq!(only, [version("t", "b", 1, Some(10))]);
}
