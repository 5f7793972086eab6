//! Waiting for a condition with a deadline: the one place in the tests that lets time pass.

use std::time::{Duration, Instant};

/// The pause between two looks at a condition.
const PAUSE: Duration = Duration::from_millis(10);

/// Asks `probe` until it gives a value; panics with `what` when `within` is over.
pub(crate) fn eventually<T>(
    what: &str,
    within: Duration,
    mut probe: impl FnMut() -> Option<T>,
) -> T {
    let deadline = Instant::now() + within;
    loop {
        if let Some(value) = probe() {
            return value;
        }
        assert!(Instant::now() < deadline, "{what}: not within {within:?}");
        std::thread::sleep(PAUSE);
    }
}

/// The same, without holding up the thread.
pub(crate) async fn until<T>(
    what: &str,
    within: Duration,
    mut probe: impl FnMut() -> Option<T>,
) -> T {
    let deadline = Instant::now() + within;
    loop {
        if let Some(value) = probe() {
            return value;
        }
        assert!(Instant::now() < deadline, "{what}: not within {within:?}");
        tokio::time::sleep(PAUSE).await;
    }
}

/// The same for a probe that must be awaited.
pub(crate) async fn eventually_async<T>(
    what: &str,
    within: Duration,
    mut probe: impl AsyncFnMut() -> Option<T>,
) -> T {
    let deadline = Instant::now() + within;
    loop {
        if let Some(value) = probe().await {
            return value;
        }
        assert!(Instant::now() < deadline, "{what}: not within {within:?}");
        tokio::time::sleep(PAUSE).await;
    }
}
