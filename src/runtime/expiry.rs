//! Lease expiry: a lease that is over becomes a committed failure (spec §14, §19).

use std::sync::Arc;
use std::time::Duration;

use crate::model::{Clock, Millis, Timestamp};
use crate::retry::persistence::StoreError;
use crate::runtime::engine::Engine;
use crate::runtime::request::Request;
use crate::runtime::wakeup::Wakeup;

/// Leases ended in one turn.
const EXPIRED_PAGE: usize = 500;

/// The pause after a store that does not answer.
const STORE_PAUSE: Duration = Duration::from_secs(1);

/// Gives every running lease one more lease period: while the engine was down no heartbeat could
/// reach it.
pub(super) async fn grace(engine: &Engine) -> Result<(), StoreError> {
    let slice = engine.store().expired(Timestamp::MAX, usize::MAX).await?;
    for page in slice.activities.chunks(EXPIRED_PAGE) {
        engine.ask(Request::Grace(page.to_vec())).await?;
    }
    Ok(())
}

/// Ends leases that are over, forever.
pub(super) async fn run(engine: Engine, clock: Arc<dyn Clock>, wakeup: Arc<Wakeup>) {
    wakeup.note(Timestamp::EPOCH);
    loop {
        wakeup.wait(clock.as_ref()).await;
        if let Err(error) = expire(&engine, clock.now(), &wakeup).await {
            tracing::error!(%error, "expired leases were not ended");
            tokio::time::sleep(STORE_PAUSE).await;
            wakeup.note(clock.now().plus(Millis(1)));
        }
    }
}

async fn expire(engine: &Engine, now: Timestamp, wakeup: &Wakeup) -> Result<(), StoreError> {
    loop {
        let slice = engine.store().expired(now, EXPIRED_PAGE).await?;
        if let Some(next) = slice.next_expiry {
            wakeup.note(next);
        }
        if slice.activities.is_empty() {
            return Ok(());
        }
        engine.ask(Request::Expire(slice.activities)).await?;
    }
}
