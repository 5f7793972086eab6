//! The operations loop: frozen targets, item by item, at the pace that was asked for.
//!
//! What is left to do is read from the store at every step, so a killed engine goes on where its
//! last commit was.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::model::{Clock, Millis, Operation, OperationId, Timestamp};
use crate::retry::persistence::{OperationQuery, StoreError};
use crate::runtime::engine::Engine;
use crate::runtime::request::Request;
use crate::runtime::wakeup::Wakeup;

/// Items of one operation in one turn: other work gets its share in between.
const ITEMS_PER_TURN: u64 = 500;

/// The pause after a store that does not answer.
const STORE_PAUSE: Duration = Duration::from_secs(1);

/// When each paced operation may work on its next items.
#[derive(Debug, Default)]
struct Pace(HashMap<OperationId, Timestamp>);

impl Pace {
    /// How many items are allowed now; 0: it is not yet time.
    fn allowance(&mut self, operation: &Operation, now: Timestamp) -> u64 {
        let Some(rate) = operation.rate.map(|rate| u64::from(rate.max(1))) else {
            return ITEMS_PER_TURN;
        };
        let next = self.0.entry(operation.id).or_insert(now);
        if *next > now {
            return 0;
        }
        // Tenths of a second for quick ones, single items for slow ones.
        let items = (rate / 10).clamp(1, ITEMS_PER_TURN);
        *next = now.plus(Millis((items * 1_000).div_ceil(rate)));
        items
    }

    fn next(&self, operation: &Operation, now: Timestamp) -> Timestamp {
        self.0.get(&operation.id).copied().unwrap_or(now)
    }
}

/// Works on operations, forever.
pub(super) async fn run(engine: Engine, clock: Arc<dyn Clock>, wakeup: Arc<Wakeup>) {
    let mut pace = Pace::default();
    wakeup.note(Timestamp::EPOCH);
    loop {
        wakeup.wait(clock.as_ref()).await;
        match step(&engine, clock.as_ref(), &mut pace).await {
            Ok(Some(next)) => wakeup.note(next),
            Ok(None) => pace.0.clear(),
            Err(error) => {
                tracing::error!(%error, "an operation did not advance");
                tokio::time::sleep(STORE_PAUSE).await;
                wakeup.note(clock.now());
            }
        }
    }
}

/// Advances every unfinished operation once; says when to come back, if there is any left.
async fn step(
    engine: &Engine,
    clock: &dyn Clock,
    pace: &mut Pace,
) -> Result<Option<Timestamp>, StoreError> {
    let unfinished = engine.store().operations(OperationQuery::Unfinished).await?.rows;
    let mut next = None;
    for operation in unfinished {
        let now = clock.now();
        let allowed = pace.allowance(&operation, now);
        if allowed > 0 {
            let from = operation.targets - operation.pending();
            let limit = usize::try_from(allowed).unwrap_or(usize::MAX);
            let items = engine.store().operation_items(operation.id, from, limit).await?;
            let operation = Box::new(operation.clone());
            engine.ask(Request::Advance { operation, items }).await?;
        }
        let at = pace.next(&operation, now);
        next = Some(next.map_or(at, |earlier: Timestamp| earlier.min(at)));
    }
    Ok(next)
}
