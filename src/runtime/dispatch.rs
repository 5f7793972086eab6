//! Long polls: a worker that waits gets its work the moment something becomes due.
//!
//! Polls for the same queues and types form a group and wait in one line. What becomes due wakes
//! the first of the line, who takes what there is and wakes the next if there may be more; so a
//! thousand idle workers cost nothing and no wake-up is lost.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::oneshot;

use crate::model::{Activity, Clock, TenantId, Timestamp};
use crate::runtime::request::Poll;
use crate::runtime::wakeup::Wakeup;

/// What a group of polls asks for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Wanted {
    tenant: TenantId,
    queues: Vec<String>,
    activity_types: Vec<String>,
}

impl Wanted {
    fn of(poll: &Poll) -> Self {
        Self {
            tenant: poll.tenant.clone(),
            queues: poll.queues.clone(),
            activity_types: poll.activity_types.clone(),
        }
    }

    fn wants(&self, activity: &Activity) -> bool {
        self.tenant == activity.key.tenant
            && self.queues.contains(&activity.queue)
            && (self.activity_types.is_empty()
                || self.activity_types.contains(&activity.activity_type))
    }
}

#[derive(Debug, Default)]
struct Line {
    waiting: VecDeque<(u64, oneshot::Sender<()>)>,
    next_due: Option<Timestamp>,
}

#[derive(Debug, Default)]
struct Lines {
    by_wanted: HashMap<Wanted, Line>,
    last_ticket: u64,
    closed: bool,
}

/// The waiting polls of an engine.
#[derive(Debug, Default)]
pub(super) struct Dispatch {
    lines: Mutex<Lines>,
    wakeup: Wakeup,
}

/// A place in a line; leaving it passes on a wake-up that came and was not used.
#[derive(Debug)]
pub(super) struct Place {
    dispatch: Arc<Dispatch>,
    wanted: Wanted,
    ticket: u64,
    woken: oneshot::Receiver<()>,
    looked: bool,
}

impl Dispatch {
    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Takes a place in the poll's line. Taken before looking at the queue, so nothing that
    /// becomes due in between is missed.
    pub(super) fn enter(self: &Arc<Self>, poll: &Poll) -> Place {
        let (sender, woken) = oneshot::channel();
        let wanted = Wanted::of(poll);
        let mut lines = self.lock();
        lines.last_ticket += 1;
        let ticket = lines.last_ticket;
        lines.by_wanted.entry(wanted.clone()).or_default().waiting.push_back((ticket, sender));
        Place { dispatch: Arc::clone(self), wanted, ticket, woken, looked: false }
    }

    /// Says that `activity` is in the delay queue.
    pub(super) fn note_queued(&self, activity: &Activity, now: Timestamp) {
        let Some(due_at) = activity.due_at else { return };
        let mut lines = self.lock();
        for (_, line) in lines.by_wanted.iter_mut().filter(|(wanted, _)| wanted.wants(activity)) {
            if due_at <= now {
                line.wake_one();
            } else {
                line.expect(due_at, &self.wakeup);
            }
        }
    }

    /// Wakes lines whose next entry has become due, forever.
    pub(super) async fn run(&self, clock: &dyn Clock) {
        loop {
            self.wakeup.wait(clock).await;
            let now = clock.now();
            for line in self.lock().by_wanted.values_mut() {
                match line.next_due {
                    Some(due) if due <= now => {
                        line.next_due = None;
                        line.wake_one();
                    }
                    Some(due) => self.wakeup.note(due),
                    None => {}
                }
            }
        }
    }

    /// Wakes everybody, and lets nobody wait again.
    pub(super) fn close(&self) {
        let mut lines = self.lock();
        lines.closed = true;
        for line in lines.by_wanted.values_mut() {
            while line.wake_one() {}
        }
    }

    /// Tells whether nobody may wait any more.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }
}

impl Line {
    /// Wakes the first that still waits; says whether there was one.
    fn wake_one(&mut self) -> bool {
        while let Some((_, sender)) = self.waiting.pop_front() {
            if sender.send(()).is_ok() {
                return true;
            }
        }
        false
    }

    fn expect(&mut self, due_at: Timestamp, wakeup: &Wakeup) {
        if self.next_due.is_none_or(|known| due_at < known) {
            self.next_due = Some(due_at);
            wakeup.note(due_at);
        }
    }
}

impl Place {
    /// Waits to be woken.
    pub(super) async fn woken(&mut self) {
        // An error means that the line is gone: look again.
        let _ = (&mut self.woken).await;
    }

    /// Says that the delay queue was looked at: a wake-up from before is used.
    pub(super) fn looked(&mut self) {
        self.looked = true;
    }

    /// Says when the line's next entry is due.
    pub(super) fn expect(&self, next_due: Timestamp) {
        if let Some(line) = self.dispatch.lock().by_wanted.get_mut(&self.wanted) {
            line.expect(next_due, &self.dispatch.wakeup);
        }
    }

    /// Wakes the next in line: there may be more than this poll took.
    pub(super) fn pass_on(&self) {
        if let Some(line) = self.dispatch.lock().by_wanted.get_mut(&self.wanted) {
            line.wake_one();
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut lines = self.dispatch.lock();
        let Some(line) = lines.by_wanted.get_mut(&self.wanted) else { return };
        line.waiting.retain(|(ticket, _)| *ticket != self.ticket);
        if !self.looked || self.woken.try_recv().is_ok() {
            line.wake_one();
        }
        if line.waiting.is_empty() {
            lines.by_wanted.remove(&self.wanted);
        }
    }
}
