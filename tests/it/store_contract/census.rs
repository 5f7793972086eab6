//! Counts.

use wovyr_retry::model::{ActivityState, DeadLetterStatus, Failure, OperationId, Timestamp};
use wovyr_retry::retry::metrics::Totals;
use wovyr_retry::retry::persistence::RetryStore;

use super::desk::{Desk, wait};

pub(super) fn a_delay_that_is_over_counts_as_scheduled(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let delayed = desk.schedule(desk.request("delayed"));
    let due_at = desk.fail(delayed, Failure::new("HttpError", "503")).due_at.unwrap();
    let mut later = desk.request("later");
    later.run_at = Some(Timestamp::MAX);
    desk.schedule(later);
    let running = desk.schedule(desk.request("running"));
    desk.lease(running);
    let done = desk.schedule(desk.request("done"));
    desk.complete(done, None);
    let (_, purged) = (desk.dead("dead"), desk.dead("purged"));
    desk.write(desk.purged(purged, OperationId([1; 16])));
    let just_before = Timestamp::from_millis(due_at.as_millis() - 1);
    for (now, scheduled, waiting) in [(just_before, 1, Some(1)), (due_at, 2, None)] {
        let census = wait(store.census(Some("t".to_owned()), now)).unwrap();
        let mut expected = vec![
            (ActivityState::Scheduled, scheduled),
            (ActivityState::Running, 1),
            (ActivityState::Completed, 1),
            (ActivityState::DeadLettered, 2),
        ];
        expected.extend(waiting.map(|rows| (ActivityState::Delayed, rows)));
        assert_eq!(census.activities, expected.into_iter().collect());
        let dead = [(DeadLetterStatus::Dead, 1), (DeadLetterStatus::Purged, 1)];
        assert_eq!(census.dead_letters, dead.into());
        assert_eq!(wait(store.census(None, now)).unwrap(), census);
    }
}

pub(super) fn totals_add_up_by_tenant(store: &dyn RetryStore) {
    let mut desk = Desk::at(store);
    let mut expected = Totals::default();
    desk.dead("a");
    let retried = desk.schedule(desk.request("b"));
    desk.fail(retried, Failure::new("HttpError", "503"));
    desk.advance(3_600_000);
    desk.complete(retried, Some(b"done"));
    for id in ["a", "b"].map(|name| desk.request(name).key.id()) {
        for event in wait(store.history(id, 0, usize::MAX)).unwrap() {
            expected.count(&event);
        }
    }
    desk.schedule(desk.request_of("other", "a"));
    let totals = |tenant: Option<&str>| {
        wait(store.census(tenant.map(str::to_owned), desk.now)).unwrap().totals
    };
    assert_eq!(totals(Some("t")), expected);
    assert_eq!((expected.retries_completed, expected.dead_lettered), (1, 1));
    assert_eq!(totals(Some("other")), Totals { scheduled: 1, ..Totals::default() });
    assert_eq!(totals(None), Totals { scheduled: 3, ..expected });
    assert_eq!(totals(Some("nobody")), Totals::default());
}
