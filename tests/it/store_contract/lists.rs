//! Pages of lists.

use std::collections::HashSet;

use wovyr_retry::model::{Activity, OperationId, OperationKind};
use wovyr_retry::query::FieldSet;
use wovyr_retry::retry::persistence::{
    ListQuery, OperationQuery, Page, RetryStore, Selection, WriteBatch,
};

use super::desk::{Desk, wait};

/// Reads a list to its end in pages of three, with `between` after each page but the last.
fn paged<T>(
    desk: &mut Desk<'_>,
    list: impl Fn(ListQuery) -> Page<T>,
    mut between: impl FnMut(&mut Desk<'_>, usize),
) -> Vec<T> {
    let mut query = ListQuery { limit: 3, ..desk.list(FieldSet::DeadLetters, None) };
    let mut rows = Vec::new();
    for round in 0.. {
        let page = list(query.clone());
        rows.extend(page.rows);
        query.after = page.next;
        if page.next.is_none() {
            break;
        }
        between(desk, round);
    }
    rows
}

pub(super) fn pages_stay_in_place_while_rows_come_and_change(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let old: Vec<_> = (0..10).map(|n| desk.dead(&format!("old {n}"))).collect();
    let list = |query| wait(store.dead_letters(query)).unwrap();
    let entries = paged(&mut desk, list, |desk, round| {
        desk.dead(&format!("new {round}"));
        // One that was seen leaves, and one that was not.
        if round == 0 {
            desk.write(desk.purged(old[9], OperationId([1; 16])));
            desk.write(desk.purged(old[2], OperationId([1; 16])));
        }
    });
    let entries: Vec<_> = entries.iter().map(|entry| entry.id).collect();
    let stayed = old.iter().rev().filter(|id| **id != old[2]);
    assert_eq!(entries, stayed.copied().collect::<Vec<_>>());

    let known = wait(store.activities(desk.list(FieldSet::Activities, None))).unwrap().rows;
    let list = |query| wait(store.activities(query)).unwrap();
    let activities = paged(&mut desk, list, |desk, round| {
        desk.dead(&format!("newer {round}"));
        desk.write(desk.replayed(old[round + 3], OperationId([1; 16])));
    });
    let ids = |rows: &[Activity]| rows.iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(ids(&activities), ids(&known));
}

pub(super) fn a_page_tells_whether_there_is_more(store: &dyn RetryStore) {
    let desk = Desk::at(store);
    for n in 0..4 {
        desk.schedule(desk.request(&format!("{n}")));
        let selection = Selection::Matching(None);
        let starts = vec![desk.start(n, OperationKind::Purge, selection)];
        desk.commit(WriteBatch { starts, ..desk.batch(Vec::new()) }).unwrap();
    }
    for (limit, more) in [(3, true), (4, false), (5, false)] {
        let query = ListQuery { limit, ..desk.list(FieldSet::Activities, None) };
        let page = wait(store.activities(query.clone())).unwrap();
        assert_eq!((page.rows.len(), page.total), (limit.min(4), Some(4)));
        assert_eq!(page.next.is_some(), more, "{limit}");
        let tenant = "t".to_owned();
        let of_tenant = OperationQuery::OfTenant { tenant, after: None, limit };
        let operations = wait(store.operations(of_tenant)).unwrap();
        assert_eq!((operations.rows.len(), operations.total), (limit.min(4), Some(4)));
        assert_eq!(operations.next.is_some(), more, "{limit}");
        if let Some(after) = page.next {
            let rest = ListQuery { after: Some(after), ..query };
            let rest = wait(store.activities(rest)).unwrap();
            assert_eq!((rest.rows.len(), rest.next, rest.total), (1, None, None));
            assert_eq!(rest.rows[0].key.activity_id, "0");
        }
    }
    let beyond = ListQuery { after: Some(u64::MAX), ..desk.list(FieldSet::Activities, None) };
    assert_eq!(wait(store.activities(beyond)).unwrap().rows.len(), 4);
}

pub(super) fn settled_dead_letters_are_out_of_sight(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let [dead, replayed, purged] = ["a", "b", "c"].map(|name| desk.dead(name));
    desk.write(desk.replayed(replayed, OperationId([1; 16])));
    desk.advance(5);
    desk.write(desk.purged(purged, OperationId([1; 16])));
    let ids = |predicate: Option<&str>| {
        let page = wait(store.dead_letters(desk.list(FieldSet::DeadLetters, predicate))).unwrap();
        assert_eq!(page.total, Some(page.rows.len() as u64));
        page.rows.into_iter().map(|entry| entry.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(None), [dead]);
    assert_eq!(ids(Some("reason = PermanentFailure")), [dead]);
    assert_eq!(ids(Some("status = replayed")), [replayed]);
    assert_eq!(ids(Some("status != dead")), [purged, replayed]);
    assert_eq!(ids(Some("status ~ \"*\"")), [purged, replayed, dead]);
    assert_eq!(desk.dead_letter(purged).updated_at, desk.now);
}

pub(super) fn tenants_see_their_own(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    desk.dead("a");
    let other = desk.schedule(desk.request_of("other", "a"));
    desk.kill(other);
    let tenants: HashSet<String> = ["t", "other", "third"]
        .into_iter()
        .filter(|tenant| {
            let tenant = (*tenant).to_owned();
            let query = ListQuery { tenant, ..desk.list(FieldSet::Activities, None) };
            let activities = wait(store.activities(query.clone())).unwrap();
            let dead = wait(store.dead_letters(query.clone())).unwrap();
            assert!(activities.rows.iter().all(|row| row.key.tenant == query.tenant));
            assert!(dead.rows.iter().all(|row| row.key.tenant == query.tenant));
            assert_eq!((activities.total, dead.total), (dead.total, activities.total));
            activities.total == Some(1)
        })
        .map(str::to_owned)
        .collect();
    assert_eq!(tenants, ["t".to_owned(), "other".to_owned()].into());
}
