//! Writing and loading: what is there, what moves, and what a conflict leaves.

use wovyr_retry::model::{
    ActivityState, ContentRef, DeadLetterId, Failure, ItemStatus, Millis, OperationId,
    OperationKind, Priority, Timestamp,
};
use wovyr_retry::query::FieldSet;
use wovyr_retry::retry::delay_queue::{DueQuery, ExpirySlice};
use wovyr_retry::retry::engine::{Transition, fold};
use wovyr_retry::retry::metrics::Census;
use wovyr_retry::retry::persistence::{
    CommitReceipt, Content, LoadRequest, OperationProgress, OperationQuery, PolicyActivation,
    PolicyVersion, PolicyWrite, Renewal, RetryStore, Selection, StoreError, WriteBatch,
};

use super::desk::{Desk, wait};
use super::everything::everything;

pub(super) fn an_empty_store_answers_with_nothing(store: &dyn RetryStore) {
    let desk = Desk::at(store);
    let id = desk.request("a").key.id();
    let loaded = wait(store.load(LoadRequest {
        activities: vec![id],
        dead_letters: vec![DeadLetterId { activity: id, generation: 1 }],
        recalls: vec![("t".to_owned(), "key".to_owned())],
    }));
    let loaded = loaded.unwrap();
    assert!(loaded.activities.is_empty() && loaded.dead_letters.is_empty());
    assert_eq!(loaded.recalls, []);
    let loaded = wait(store.load(LoadRequest::default())).unwrap();
    assert!(loaded.activities.is_empty());
    let query = DueQuery {
        tenant: "t".to_owned(),
        queues: vec!["q".to_owned()],
        activity_types: Vec::new(),
        now: desk.now,
        except: Vec::new(),
        limit: 10,
    };
    let slice = wait(store.due(query)).unwrap();
    assert!(slice.entries.is_empty() && slice.next_due.is_none());
    assert_eq!(wait(store.expired(desk.now, 10)), Ok(ExpirySlice::default()));
    assert_eq!(wait(store.engine_time()), Ok(Timestamp::EPOCH));
    assert_eq!(wait(store.history(id, 0, 10)), Ok(Vec::new()));
    assert_eq!(wait(store.content(id, Content::Payload)), Ok(None));
    assert_eq!(wait(store.policies(None)), Ok(Vec::new()));
    let operation = OperationId([7; 16]);
    assert_eq!(wait(store.operation(operation)), Ok(None));
    assert_eq!(wait(store.operation_items(operation, 0, 10)), Ok(Vec::new()));
    assert_eq!(wait(store.census(None, desk.now)), Ok(Census::default()));
    for page in [
        wait(store.activities(desk.list(FieldSet::Activities, None))).unwrap().total,
        wait(store.dead_letters(desk.list(FieldSet::DeadLetters, None))).unwrap().total,
        wait(store.operations(OperationQuery::Unfinished)).unwrap().total,
    ] {
        assert_eq!(page, Some(0));
    }
    assert_eq!(wait(store.commit(WriteBatch::default())), Ok(CommitReceipt::default()));
}

pub(super) fn what_was_scheduled_is_loaded(store: &dyn RetryStore) {
    let desk = Desk::at(store);
    let plain = desk.scheduled(desk.request("plain"));
    let mut odd = desk.request("O'Brien \"%_*?[\u{202e}東🦀");
    odd.metadata = [("ré gion".to_owned(), "\"'\\ \u{0}".to_owned())].into();
    odd.priority = Some(Priority::Critical);
    odd.run_at = Some(Timestamp::MAX);
    odd.payload = vec![0, 255, 10];
    let odd = desk.scheduled(odd);
    desk.commit(desk.batch(vec![plain.clone(), odd.clone()])).unwrap();
    for transition in [plain, odd] {
        let id = transition.after.id;
        assert_eq!(desk.find(id), Some(transition.after));
        assert_eq!(wait(store.history(id, 0, 10)), Ok(transition.events));
        assert_eq!(wait(store.content(id, Content::Payload)), Ok(transition.payload));
        assert_eq!(wait(store.content(id, Content::Result)), Ok(None));
    }
}

pub(super) fn moves_of_one_activity_chain_within_a_batch(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let scheduled = desk.scheduled(desk.request("a"));
    let leased = desk.leased(scheduled.after.clone());
    let token = leased.after.lease.clone().unwrap().token;
    let failure = Failure::new("HttpError", "503");
    let compiled = desk.policy.compiled.clone();
    let failed = Transition::fail(leased.after.clone(), &compiled, token, failure, desk.now);
    let failed = failed.unwrap();
    let after = failed.after.clone();
    desk.commit(desk.batch(vec![scheduled, leased, failed])).unwrap();
    assert_eq!(desk.activity(after.id), after);
    assert_eq!(after.state, ActivityState::Delayed);
    let history = wait(store.history(after.id, 0, 10)).unwrap();
    assert_eq!(fold(&history), Ok(after.clone()));
    desk.advance(3_600_000);
    let done = desk.complete(after.id, None);
    let history = wait(store.history(after.id, 0, 10)).unwrap();
    assert_eq!(fold(&history), Ok(done));
}

/// Each of these conflicts, and comes last in a batch of legal changes.
fn conflicts(desk: &mut Desk<'_>) -> Vec<(&'static str, WriteBatch)> {
    let known = desk.schedule(desk.request("known"));
    let stale = desk.leased(desk.activity(known));
    let (token, other_token) = (desk.lease(known), desk.token(known));
    let dead = desk.dead("dead");
    let settled = desk.dead("settled");
    let operation = OperationId([1; 16]);
    let twice = desk.replayed(settled, operation);
    desk.write(twice.clone());
    let policy = policy_version(1);
    let publish = vec![PolicyWrite::Publish(policy.clone())];
    desk.commit(WriteBatch { policies: publish, ..desk.batch(Vec::new()) }).unwrap();
    let start = desk.start(1, OperationKind::Purge, Selection::Ids(vec![dead]));
    desk.commit(WriteBatch { starts: vec![start.clone()], ..desk.batch(Vec::new()) }).unwrap();

    let desk = &*desk;
    let legal = || WriteBatch {
        policies: vec![PolicyWrite::Publish(policy_version(2))],
        renewals: vec![Renewal { token, expires_at: desk.now.plus(Millis(1)) }],
        starts: vec![desk.start(2, OperationKind::Replay, Selection::Matching(None))],
        ..desk.batch(vec![desk.scheduled(desk.request("new")), desk.purged(dead, operation)])
    };
    let progress = |number, first_index, results| OperationProgress {
        operation: OperationId([number; 16]),
        first_index,
        results: vec![(ItemStatus::Done, None); results],
        at: desk.now,
    };
    let mut from_nowhere = stale.clone();
    from_nowhere.after.id = desk.request("nowhere").key.id();
    let mut unknown_activation = legal();
    unknown_activation.policies.push(PolicyWrite::Activate(PolicyActivation {
        tenant: "t".to_owned(),
        name: "payments".to_owned(),
        version: 9,
        at: desk.now,
        by: None,
        reason: None,
    }));
    let with = |change: &dyn Fn(&mut WriteBatch)| {
        let mut batch = legal();
        change(&mut batch);
        batch
    };
    let again = desk.scheduled(desk.request("known"));
    let expires_at = desk.now;
    vec![
        ("stale version", with(&|b| b.transitions.insert(1, stale.clone()))),
        ("row exists", with(&|b| b.transitions.push(again.clone()))),
        ("row is absent", with(&|b| b.transitions.push(from_nowhere.clone()))),
        ("entry is settled", with(&|b| b.transitions.push(twice.clone()))),
        ("other lease", with(&|b| b.renewals.push(Renewal { token: other_token, expires_at }))),
        ("version exists", with(&|b| b.policies.push(PolicyWrite::Publish(policy.clone())))),
        ("version is unknown", unknown_activation),
        ("operation exists", with(&|b| b.starts.push(start.clone()))),
        ("operation is unknown", with(&|b| b.progress.push(progress(9, 0, 1)))),
        ("results are not next", with(&|b| b.progress.push(progress(1, 1, 0)))),
        ("too many results", with(&|b| b.progress.push(progress(1, 0, 2)))),
    ]
}

fn policy_version(version: u32) -> PolicyVersion {
    PolicyVersion {
        tenant: "t".to_owned(),
        name: "payments".to_owned(),
        version,
        digest: "sha256:0".to_owned(),
        canonical: "{}".to_owned(),
        source: "retry: {}".to_owned(),
        message: None,
        published_at: Timestamp::from_millis(5),
        published_by: None,
        active_since: Some(Timestamp::from_millis(5)),
    }
}

pub(super) fn a_conflict_anywhere_leaves_nothing(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let conflicts = conflicts(&mut desk);
    let before = everything(store, &["t"], desk.now);
    for (name, mut batch) in conflicts {
        batch.engine_time = desk.now.plus(Millis(1));
        let result = desk.commit(batch);
        assert!(matches!(result, Err(StoreError::Conflict { .. })), "{name}: {result:?}");
        assert_eq!(everything(store, &["t"], desk.now), before, "{name}");
    }
}

pub(super) fn a_renewal_moves_the_end_of_the_lease_alone(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let id = desk.schedule(desk.request("a"));
    let token = desk.lease(id);
    let mut expected = desk.activity(id);
    let expires_at = desk.now.plus(Millis(12_345));
    let renewals = vec![Renewal { token, expires_at }];
    desk.commit(WriteBatch { renewals: renewals.clone(), ..desk.batch(Vec::new()) }).unwrap();
    expected.lease.as_mut().unwrap().expires_at = expires_at;
    assert_eq!(desk.activity(id), expected);
    assert_eq!(wait(store.expired(expires_at, 10)).unwrap().activities, [id]);
    let done = Transition::complete(desk.activity(id), token, None, desk.now).unwrap();
    let batch = WriteBatch { renewals, ..desk.batch(vec![done]) };
    assert!(matches!(desk.commit(batch), Err(StoreError::Conflict { .. })));
    assert_eq!(desk.activity(id), expected);
}

pub(super) fn results_are_those_of_the_latest_completion(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let (with, without) = (desk.schedule(desk.request("a")), desk.schedule(desk.request("b")));
    let done = desk.complete(with, Some(b""));
    assert_eq!(done.result, Some(ContentRef::of(b"")));
    desk.complete(without, None);
    assert_eq!(wait(store.content(with, Content::Result)), Ok(Some(Vec::new())));
    assert_eq!(wait(store.content(without, Content::Result)), Ok(None));
    assert_eq!(wait(store.content(with, Content::Payload)), Ok(Some(b"a".to_vec())));
}

pub(super) fn histories_are_paged_by_index(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let id = desk.schedule(desk.request("a"));
    let other = desk.schedule(desk.request("b"));
    for _ in 0..4 {
        desk.fail(id, Failure::new("HttpError", "503"));
        desk.advance(3_600_000);
        let token = desk.lease(other);
        desk.write(Transition::release(desk.activity(other), token, desk.now).unwrap());
    }
    let whole = wait(store.history(id, 0, usize::MAX)).unwrap();
    assert_eq!(whole.len(), 13);
    assert_eq!(fold(&whole), Ok(desk.activity(id)));
    for (after, limit) in [(0, 1), (0, 5), (3, 4), (12, 5), (13, 5), (99, 1), (5, 0)] {
        let above = whole.iter().filter(|event| event.index > after);
        let page = wait(store.history(id, after, limit)).unwrap();
        assert!(page.iter().eq(above.take(limit)), "after {after}, {limit} of them");
    }
    assert_eq!(wait(store.history(id, u64::MAX, usize::MAX)), Ok(Vec::new()));
}

pub(super) fn engine_time_never_falls(store: &dyn RetryStore) {
    for (committed, kept) in [(5, 5), (3, 5), (9, 9)] {
        let engine_time = Timestamp::from_millis(committed);
        wait(store.commit(WriteBatch { engine_time, ..WriteBatch::default() })).unwrap();
        assert_eq!(wait(store.engine_time()), Ok(Timestamp::from_millis(kept)));
    }
}
