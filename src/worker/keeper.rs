//! Keeping a lease while its command runs.

use std::time::Duration;

use tokio::time::{Instant, sleep_until, timeout_at};
use tracing::debug;

use super::patience::Patience;
use crate::client::{ClientError, EngineClient};
use crate::model::LeaseToken;

/// The closest together that heartbeats come.
const CLOSEST: Duration = Duration::from_millis(100);

/// Why a command must stop although it has not ended.
#[derive(Debug, thiserror::Error)]
pub(super) enum Loss {
    /// The engine says that the lease is over.
    #[error("the engine took the lease back: {0}")]
    Refused(ClientError),
    /// An operator cancelled the activity.
    #[error("the activity was cancelled")]
    Cancelled,
    /// The lease's end came and no heartbeat got through: somebody else may run it now.
    #[error("the lease ended")]
    Expired,
}

/// Renews a lease at a third of its length until it is lost.
pub(super) async fn keep(client: &EngineClient, token: &LeaseToken, length: Duration) -> Loss {
    let regular = (length / 3).max(CLOSEST);
    let mut ends = Instant::now() + length;
    let mut wait = regular;
    let mut patience = Patience::new();
    loop {
        let beat = Instant::now() + wait;
        if beat >= ends {
            sleep_until(ends).await;
            return Loss::Expired;
        }
        sleep_until(beat).await;
        let answer = timeout_at(ends.min(beat + regular), client.heartbeat(token)).await;
        match answer {
            // A call that hangs must not use up the lease: the next one may get through.
            Err(_elapsed) => wait = patience.next_wait().min(regular),
            Ok(Ok(renewed)) if renewed.cancelled => return Loss::Cancelled,
            Ok(Ok(renewed)) => {
                // Counted from the sending: never later than the engine counts.
                ends = beat + Duration::from_millis(renewed.expires_in_ms);
                wait = regular;
                patience = Patience::new();
            }
            Ok(Err(error)) if error.may_pass() => {
                debug!(%error, "a heartbeat got no answer");
                wait = patience.next_wait().min(regular);
            }
            Ok(Err(error)) => return Loss::Refused(error),
        }
    }
}
