//! The delay queue and the ends of leases.

use wovyr_retry::model::{ActivityId, Failure, Millis, Timestamp};
use wovyr_retry::retry::delay_queue::{DueQuery, DueSlice};
use wovyr_retry::retry::persistence::RetryStore;

use super::desk::{Desk, wait};

fn query(desk: &Desk<'_>) -> DueQuery {
    DueQuery {
        tenant: "t".to_owned(),
        queues: vec!["q".to_owned()],
        activity_types: Vec::new(),
        now: desk.now,
        except: Vec::new(),
        limit: 100,
    }
}

fn due(desk: &Desk<'_>, query: DueQuery) -> (Vec<ActivityId>, Option<Timestamp>) {
    let DueSlice { entries, next_due } = wait(desk.store.due(query)).unwrap();
    for (activity, payload) in &entries {
        assert_eq!(*activity, desk.activity(activity.id));
        assert_eq!(payload.len() as u64, activity.payload.bytes);
    }
    (entries.into_iter().map(|(activity, _)| activity.id).collect(), next_due)
}

/// Schedules an activity that is due so many milliseconds from now.
fn waiting(
    desk: &Desk<'_>,
    name: &str,
    queue: &str,
    activity_type: &str,
    from_now: i64,
) -> ActivityId {
    let mut request = desk.request(name);
    queue.clone_into(&mut request.queue);
    activity_type.clone_into(&mut request.activity_type);
    request.run_at = Some(Timestamp::from_millis(desk.now.as_millis() + from_now));
    desk.schedule(request)
}

pub(super) fn order_is_due_time_then_id(store: &dyn RetryStore) {
    let desk = Desk::at(store);
    let late = waiting(&desk, "late", "q", "A", 0);
    let mut tied: Vec<_> =
        (0..8).map(|n| waiting(&desk, &format!("tied {n}"), "q", "A", -5)).collect();
    let early = waiting(&desk, "early", "q", "A", -9);
    waiting(&desk, "future", "q", "A", 1);
    tied.sort();
    let order: Vec<_> = [early].into_iter().chain(tied).chain([late]).collect();
    assert_eq!(due(&desk, query(&desk)).0, order);
    for limit in 0..=order.len() {
        assert_eq!(due(&desk, DueQuery { limit, ..query(&desk) }).0, order[..limit]);
    }
}

pub(super) fn leased_and_excepted_entries_are_left_out(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let [a, b, c] = ["a", "b", "c"].map(|name| waiting(&desk, name, "q", "A", -1));
    desk.lease(a);
    let except = vec![b, ActivityId([0; 16])];
    assert_eq!(due(&desk, DueQuery { except, limit: 1, ..query(&desk) }), (vec![c], None));
    desk.complete(b, None);
    let delayed = desk.fail(c, Failure::new("HttpError", "503"));
    assert_eq!(due(&desk, query(&desk)), (Vec::new(), delayed.due_at));
    desk.now = delayed.due_at.unwrap();
    assert_eq!(due(&desk, query(&desk)), (vec![c], None));
}

pub(super) fn several_queues_and_types_are_merged(store: &dyn RetryStore) {
    let desk = Desk::at(store);
    let first = waiting(&desk, "1", "p", "A", -4);
    let second = waiting(&desk, "2", "q", "B", -3);
    let third = waiting(&desk, "3", "p", "B", -2);
    let fourth = waiting(&desk, "4", "q", "A", -1);
    waiting(&desk, "5", "other", "A", -9);
    desk.schedule(desk.request_of("other", "6"));
    let both = vec!["q".to_owned(), "p".to_owned(), "q".to_owned()];
    let both = DueQuery { queues: both, ..query(&desk) };
    assert_eq!(due(&desk, both.clone()).0, [first, second, third, fourth]);
    let limited = DueQuery { limit: 3, ..both.clone() };
    assert_eq!(due(&desk, limited).0, [first, second, third]);
    let type_b = DueQuery { activity_types: vec!["B".to_owned()], ..both.clone() };
    assert_eq!(due(&desk, type_b).0, [second, third]);
    let odd = vec!["A".to_owned(), "\"'] OR 1=1".to_owned()];
    assert_eq!(due(&desk, DueQuery { activity_types: odd, ..both }).0, [first, fourth]);
}

pub(super) fn the_next_due_time_is_told_when_all_that_is_due_was_given(store: &dyn RetryStore) {
    let desk = Desk::at(store);
    waiting(&desk, "due 1", "q", "A", -1);
    waiting(&desk, "due 2", "q", "A", 0);
    waiting(&desk, "next", "p", "A", 7);
    waiting(&desk, "of another type", "p", "B", 5);
    waiting(&desk, "of another queue", "other", "A", 1);
    let next = |millis| Some(desk.now.plus(Millis(millis)));
    let both = DueQuery { queues: vec!["p".to_owned(), "q".to_owned()], ..query(&desk) };
    assert_eq!(due(&desk, both.clone()).1, next(5));
    let type_a = DueQuery { activity_types: vec!["A".to_owned()], ..both.clone() };
    assert_eq!(due(&desk, type_a).1, next(7));
    assert_eq!(due(&desk, DueQuery { limit: 2, ..both.clone() }).1, next(5));
    assert_eq!(due(&desk, DueQuery { limit: 1, ..both.clone() }).1, None);
    assert_eq!(due(&desk, DueQuery { limit: 0, ..both.clone() }).1, None);
    let idle = DueQuery { queues: vec!["p".to_owned()], limit: 0, ..both };
    assert_eq!(due(&desk, idle).1, next(5));
    assert_eq!(due(&desk, query(&desk)).1, None);
}

pub(super) fn payloads_end_a_slice(store: &dyn RetryStore) {
    let desk = Desk::at(store);
    let sizes = [DueQuery::PAYLOAD_BYTES + 1, DueQuery::PAYLOAD_BYTES - 1, 1, 1];
    let mut ids = Vec::new();
    for (n, size) in (0..).zip(sizes) {
        let mut request = desk.request(&format!("{n}"));
        request.payload = vec![b'x'; size];
        request.run_at = Some(Timestamp::from_millis(n));
        ids.push(desk.schedule(request));
    }
    let (given, next) = due(&desk, query(&desk));
    assert_eq!((given.as_slice(), next), (&ids[..1], None));
    let except = vec![ids[0]];
    assert_eq!(due(&desk, DueQuery { except, ..query(&desk) }).0, ids[1..3]);
}

pub(super) fn leases_expire_in_order(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let mut ids = Vec::new();
    for n in 0..6 {
        ids.push(desk.schedule(desk.request(&format!("{n}"))));
    }
    for pair in ids.chunks(2) {
        for id in pair {
            desk.lease(*id);
        }
        desk.advance(10);
    }
    // Ends tie within a pair; then the id decides.
    for pair in ids.chunks_mut(2) {
        pair.sort();
    }
    let end = |id| desk.activity(id).lease.unwrap().expires_at;
    let expired = |now, limit| {
        let slice = wait(store.expired(now, limit)).unwrap();
        (slice.activities, slice.next_expiry)
    };
    let just_before = Timestamp::from_millis(end(ids[0]).as_millis() - 1);
    assert_eq!(expired(just_before, 10), (Vec::new(), Some(end(ids[0]))));
    assert_eq!(expired(end(ids[0]), 10), (ids[..2].to_vec(), Some(end(ids[2]))));
    assert_eq!(expired(end(ids[2]), 3), (ids[..3].to_vec(), None));
    assert_eq!(expired(end(ids[2]), 4), (ids[..4].to_vec(), Some(end(ids[4]))));
    assert_eq!(expired(end(ids[4]), 10), (ids.clone(), None));
    assert_eq!(expired(end(ids[4]), 0), (Vec::new(), None));
}
