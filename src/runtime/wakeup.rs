//! A loop's alarm: sleep until an instant that may come nearer meanwhile.

use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::Notify;

use crate::model::{Clock, Timestamp};

/// The earliest instant at which a loop has something to do.
#[derive(Debug, Default)]
pub(super) struct Wakeup {
    next: Mutex<Option<Timestamp>>,
    nearer: Notify,
}

impl Wakeup {
    /// Says that there is something to do at `at`.
    pub(super) fn note(&self, at: Timestamp) {
        let mut next = self.next.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if next.is_none_or(|known| at < known) {
            *next = Some(at);
            self.nearer.notify_one();
        }
    }

    /// Sleeps until the earliest noted instant and forgets it; the caller looks what there is to
    /// do and notes the next.
    pub(super) async fn wait(&self, clock: &dyn Clock) {
        loop {
            let nearer = self.nearer.notified();
            let wait = {
                let mut next = self.next.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                match *next {
                    Some(at) if at <= clock.now() => {
                        *next = None;
                        return;
                    }
                    Some(at) => Some(Duration::from(at.since(clock.now()))),
                    None => None,
                }
            };
            match wait {
                Some(wait) => {
                    tokio::select! {
                        () = nearer => {}
                        () = tokio::time::sleep(wait) => {}
                    }
                }
                None => nearer.await,
            }
        }
    }
}
