//! Callers that wait for activities to end.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::model::{Activity, ActivityId};

/// Who waits for which activity.
#[derive(Debug, Default)]
pub(super) struct Endings(Mutex<HashMap<ActivityId, Arc<Notify>>>);

/// One caller that waits; forgotten when it is dropped.
#[derive(Debug)]
pub(super) struct Watch {
    endings: Arc<Endings>,
    id: ActivityId,
    notify: Arc<Notify>,
}

impl Endings {
    fn lock(&self) -> MutexGuard<'_, HashMap<ActivityId, Arc<Notify>>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Begins to watch an activity.
    pub(super) fn watch(self: &Arc<Self>, id: ActivityId) -> Watch {
        let notify = Arc::clone(self.lock().entry(id).or_default());
        Watch { endings: Arc::clone(self), id, notify }
    }

    /// Wakes the callers whose activity is at an end.
    pub(super) fn note(&self, moved: &[Activity]) {
        let watched = self.lock();
        if watched.is_empty() {
            return;
        }
        for activity in moved.iter().filter(|activity| activity.state.is_final()) {
            if let Some(notify) = watched.get(&activity.id) {
                notify.notify_waiters();
            }
        }
    }

    /// Wakes every caller.
    pub(super) fn wake_all(&self) {
        self.lock().values().for_each(|notify| notify.notify_waiters());
    }
}

impl Watch {
    /// Waits for the next end from now on, even if it is awaited later.
    pub(super) fn ended(&self) -> Notified<'_> {
        self.notify.notified()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut watched = self.endings.lock();
        // Two: the map's and this one.
        if Arc::strong_count(&self.notify) <= 2 {
            watched.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ActivityKey;

    #[test]
    fn forgets_who_went_away() {
        let endings = Arc::new(Endings::default());
        let id = ActivityKey::new("t", "w", "e", "a").unwrap().id();
        let first = endings.watch(id);
        let second = endings.watch(id);
        drop(first);
        assert_eq!(endings.lock().len(), 1);
        drop(second);
        assert!(endings.lock().is_empty());
    }
}
