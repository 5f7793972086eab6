//! Waiting for an engine that does not answer.

use std::time::Duration;

use tracing::{info, warn};

use crate::client::ClientError;

/// The first wait.
const FIRST: Duration = Duration::from_millis(100);
/// The longest wait: short against a lease, so that a report still finds it after a restart.
const LONGEST: Duration = Duration::from_secs(2);
/// The longest wait that the engine can ask for.
const LONGEST_ASKED: Duration = Duration::from_secs(30);

/// Growing waits between calls, each with a random part, so that many workers do not call at once.
#[derive(Debug)]
pub(super) struct Patience {
    next: Duration,
}

impl Patience {
    pub(super) fn new() -> Self {
        Self { next: FIRST }
    }

    /// The wait after one more failed call: at least half of a gap that doubles up to 2 s.
    pub(super) fn next_wait(&mut self) -> Duration {
        let gap = self.next;
        self.next = (gap * 2).min(LONGEST);
        // Without a random number, waits are still right, only not spread.
        let random = getrandom::u32().unwrap_or(u32::MAX);
        gap / 2 + (gap / 2).mul_f64(f64::from(random) / f64::from(u32::MAX))
    }
}

/// The wait that the engine asks for.
fn asked_for(error: &ClientError) -> Duration {
    error.retry_after().unwrap_or_default().min(LONGEST_ASKED)
}

/// Calls until there is an answer that calling again would not change.
pub(super) async fn until_answered<T, F>(what: &str, call: impl Fn() -> F) -> Result<T, ClientError>
where
    F: Future<Output = Result<T, ClientError>>,
{
    let mut patience = Patience::new();
    let mut failures = 0_u32;
    loop {
        let error = match call().await {
            Err(error) if error.may_pass() => error,
            answer => {
                if failures > 0 {
                    info!(failures, "{what}: the engine answers again");
                }
                return answer;
            }
        };
        failures += 1;
        // Once loudly; after that the silence is known.
        if failures == 1 {
            warn!(%error, "{what}: no answer, trying again");
        }
        tokio::time::sleep(patience.next_wait().max(asked_for(&error))).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{ErrorBody, ErrorCode};

    #[test]
    fn waits_grow_up_to_their_bound() {
        let mut patience = Patience::new();
        for gap in [100, 200, 400, 800, 1600, 2000, 2000].map(Duration::from_millis) {
            let wait = patience.next_wait();
            assert!((gap / 2..=gap).contains(&wait), "{wait:?} of {gap:?}");
        }
    }

    #[test]
    fn heeds_the_engine_within_reason() {
        let error = Box::new(ErrorBody::new(ErrorCode::Overloaded, ""));
        let asked = |seconds| ClientError::Refused {
            error: error.clone(),
            retry_after: Some(Duration::from_secs(seconds)),
        };
        assert_eq!(asked_for(&asked(5)), Duration::from_secs(5));
        assert_eq!(asked_for(&asked(3600)), LONGEST_ASKED);
        assert_eq!(asked_for(&ClientError::TimedOut { url: String::new() }), Duration::ZERO);
    }
}
