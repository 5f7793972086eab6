//! Operations: frozen targets, progress, outcomes and the requests that they answer.

use wovyr_retry::model::{
    DeadLetterId, Failure, ItemStatus, Operation, OperationId, OperationItem, OperationKind,
    OperationStatus, Timestamp,
};
use wovyr_retry::query::{FieldSet, Predicate};
use wovyr_retry::retry::persistence::{
    CommitReceipt, LoadRequest, OperationProgress, OperationQuery, OperationStart, Outcomes,
    Recall, RetryStore, Selection, StoreError, WriteBatch,
};

use super::desk::{Desk, wait};

fn start(desk: &Desk<'_>, starts: Vec<OperationStart>) -> Result<CommitReceipt, StoreError> {
    desk.commit(WriteBatch { starts, ..desk.batch(Vec::new()) })
}

fn items(desk: &Desk<'_>, id: OperationId) -> Vec<OperationItem> {
    wait(desk.store.operation_items(id, 0, usize::MAX)).unwrap()
}

fn targets(desk: &Desk<'_>, id: OperationId) -> Vec<DeadLetterId> {
    let items = items(desk, id);
    for (index, item) in (0..).zip(&items) {
        assert_eq!((item.index, item.status, &item.detail), (index, ItemStatus::Pending, &None));
    }
    items.into_iter().map(|item| item.target).collect()
}

fn operation(desk: &Desk<'_>, id: OperationId) -> Operation {
    wait(desk.store.operation(id)).unwrap().unwrap().0
}

pub(super) fn ids_are_frozen_in_order_without_repeats(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let (a, b) = (desk.dead("a"), desk.dead("b"));
    let absent = DeadLetterId { generation: 9, ..a };
    let ids = vec![b, absent, a, b, a, absent];
    let chosen = desk.start(1, OperationKind::Replay, Selection::Ids(ids));
    let nothing = desk.start(2, OperationKind::Purge, Selection::Ids(Vec::new()));
    let receipt = start(&desk, vec![chosen.clone(), nothing.clone()]).unwrap();
    assert_eq!(receipt.targets, [3, 0]);
    let (chosen, nothing) = (chosen.operation, nothing.operation);
    assert_eq!(targets(&desk, chosen.id), [b, absent, a]);
    assert_eq!(operation(&desk, chosen.id), Operation { targets: 3, ..chosen });
    let done = Operation { status: OperationStatus::Done, ..nothing.clone() };
    assert_eq!(operation(&desk, nothing.id), done);
    let from = |from, limit| wait(store.operation_items(chosen.id, from, limit)).unwrap().len();
    assert_eq!(
        [from(0, 2), from(1, 9), from(3, 9), from(u64::MAX, 9), from(0, 0)],
        [2, 2, 0, 0, 0]
    );
}

pub(super) fn matching_entries_are_frozen_in_list_order(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let ids: Vec<_> = ["a", "b", "O'Brien", "d"].map(|name| desk.dead(name)).into();
    let purged = desk.dead("purged");
    desk.write(desk.purged(purged, OperationId([9; 16])));
    let other = desk.schedule(desk.request_of("other", "a"));
    desk.kill(other);
    let matching = |text: &str| {
        Selection::Matching(Some(Predicate::parse(text, FieldSet::DeadLetters).unwrap()))
    };
    let selections = [
        Selection::Matching(None),
        matching("activity = \"O'Brien\" and age < 1ms"),
        matching("status = purged"),
        matching(r#"type = "Ship""#),
    ];
    let starts: Vec<_> = (1..)
        .zip(selections)
        .map(|(number, selection)| desk.start(number, OperationKind::Replay, selection))
        .collect();
    assert_eq!(start(&desk, starts).unwrap().targets, [4, 1, 0, 0]);
    let newest_first: Vec<_> = ids.iter().rev().copied().collect();
    assert_eq!(targets(&desk, OperationId([1; 16])), newest_first);
    assert_eq!(targets(&desk, OperationId([2; 16])), ids[2..3]);
    assert_eq!(operation(&desk, OperationId([3; 16])).status, OperationStatus::Done);
    // What is in the batch counts: this entry is dead when the targets are frozen.
    let late = desk.schedule(desk.request("late"));
    let token = desk.lease(late);
    let failure = Failure::new("InvalidInput", "");
    let compiled = desk.policy.compiled.clone();
    let dies = wovyr_retry::retry::engine::Transition::fail(
        desk.activity(late),
        &compiled,
        token,
        failure,
        desk.now,
    );
    let starts = vec![desk.start(5, OperationKind::Purge, matching(r#"activity = "late""#))];
    let batch = WriteBatch { starts, ..desk.batch(vec![dies.unwrap()]) };
    assert_eq!(desk.commit(batch).unwrap().targets, [1]);
}

pub(super) fn results_come_in_order(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let ids: Vec<_> = ["a", "b", "c", "d"].map(|name| desk.dead(name)).into();
    let op = desk.start(1, OperationKind::Purge, Selection::Ids(ids));
    let id = op.operation.id;
    start(&desk, vec![op.clone()]).unwrap();
    desk.advance(10);
    let now = desk.now;
    let record = |first_index, results: &[(ItemStatus, Option<&str>)]| {
        let results = results.iter().map(|(s, detail)| (*s, detail.map(str::to_owned))).collect();
        let progress = vec![OperationProgress { operation: id, first_index, results, at: now }];
        desk.commit(WriteBatch { progress, ..desk.batch(Vec::new()) }).map(drop)
    };
    let done = (ItemStatus::Done, None);
    record(0, &[done, (ItemStatus::Changed, Some("it's replayed"))]).unwrap();
    let half = Operation { targets: 4, done: 1, changed: 1, updated_at: now, ..op.operation };
    assert_eq!(operation(&desk, id), half);
    for first_index in [0, 1, 3, u64::MAX] {
        let conflict = record(first_index, &[done]);
        assert!(matches!(conflict, Err(StoreError::Conflict { .. })), "{first_index}");
    }
    assert!(record(2, &[done, done, done]).is_err());
    assert_eq!(operation(&desk, id), half);
    record(2, &[(ItemStatus::Failed, Some("no")), done]).unwrap();
    let whole = Operation { done: 2, failed: 1, status: OperationStatus::Done, ..half };
    assert_eq!(operation(&desk, id), whole);
    let results: Vec<_> = items(&desk, id).into_iter().map(|i| (i.status, i.detail)).collect();
    assert_eq!(results[1], (ItemStatus::Changed, Some("it's replayed".to_owned())));
    assert_eq!(results[2], (ItemStatus::Failed, Some("no".to_owned())));
    assert_eq!([&results[0], &results[3]], [&(ItemStatus::Done, None); 2]);
}

pub(super) fn unfinished_operations_are_found_oldest_first(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let dead = desk.dead("a");
    for number in 1..=3 {
        let ids = if number == 2 { Vec::new() } else { vec![dead] };
        start(&desk, vec![desk.start(number, OperationKind::Purge, Selection::Ids(ids))]).unwrap();
    }
    let mut other = desk.start(4, OperationKind::Purge, Selection::Ids(vec![dead]));
    "other".clone_into(&mut other.operation.tenant);
    start(&desk, vec![other]).unwrap();
    let unfinished = wait(store.operations(OperationQuery::Unfinished)).unwrap();
    let numbers = |rows: &[Operation]| rows.iter().map(|o| o.id.0[0]).collect::<Vec<_>>();
    assert_eq!(numbers(&unfinished.rows), [1, 3, 4]);
    assert_eq!((unfinished.next, unfinished.total), (None, Some(3)));
    let mine = OperationQuery::OfTenant { tenant: "t".to_owned(), after: None, limit: 9 };
    assert_eq!(numbers(&wait(store.operations(mine)).unwrap().rows), [3, 2, 1]);
}

pub(super) fn outcomes_are_those_of_now(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let ids = ["a", "b", "c", "d"].map(|name| desk.dead(name));
    let id = OperationId([1; 16]);
    let op = desk.start(1, OperationKind::Replay, Selection::Ids(ids.into()));
    start(&desk, vec![op]).unwrap();
    let outcomes = |desk: &Desk<'_>| wait(desk.store.operation(id)).unwrap().unwrap().1;
    assert_eq!(outcomes(&desk), Outcomes::default());
    let transitions = ids[..3].iter().map(|entry| desk.replayed(*entry, id)).collect();
    let results = vec![
        (ItemStatus::Done, None),
        (ItemStatus::Done, None),
        (ItemStatus::Done, None),
        (ItemStatus::Changed, None),
    ];
    let progress = OperationProgress { operation: id, first_index: 0, results, at: desk.now };
    let batch = WriteBatch { progress: vec![progress], ..desk.batch(transitions) };
    desk.commit(batch).unwrap();
    let expected = |completed, retrying, dead_again| Outcomes { completed, retrying, dead_again };
    assert_eq!(outcomes(&desk), expected(0, 3, 0));
    desk.complete(ids[0].activity, None);
    desk.fail(ids[1].activity, Failure::new("HttpError", "503"));
    let again = desk.kill(ids[2].activity);
    assert_eq!(again, DeadLetterId { generation: 2, ..ids[2] });
    assert_eq!(outcomes(&desk), expected(1, 1, 1));
    desk.write(desk.replayed(again, id));
    assert_eq!(outcomes(&desk), expected(1, 2, 0));
}

pub(super) fn a_request_is_recalled(store: &dyn RetryStore) {
    let desk = Desk::at(store);
    let recall = |tenant: &str, number: u8| Recall {
        tenant: tenant.to_owned(),
        key: "it's 🦀".to_owned(),
        request_hash: format!("hash {number}"),
        operation: OperationId([number; 16]),
        created_at: Timestamp::from_millis(i64::from(number)),
    };
    let with_recall = |tenant: &str, number| {
        let op = desk.start(number, OperationKind::Purge, Selection::Matching(None));
        OperationStart { recall: Some(recall(tenant, number)), ..op }
    };
    start(&desk, vec![with_recall("t", 1), with_recall("other", 2)]).unwrap();
    let again = start(&desk, vec![with_recall("t", 3)]);
    assert!(matches!(again, Err(StoreError::Conflict { .. })), "{again:?}");
    assert_eq!(wait(store.operation(OperationId([3; 16]))), Ok(None));
    for (tenant, expected) in
        [("t", vec![recall("t", 1)]), ("other", vec![recall("other", 2)]), ("nobody", Vec::new())]
    {
        let recalls = vec![(tenant.to_owned(), "it's 🦀".to_owned())];
        let request = LoadRequest { recalls, ..LoadRequest::default() };
        assert_eq!(wait(store.load(request)).unwrap().recalls, expected);
    }
}
