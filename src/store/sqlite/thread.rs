//! Threads that own connections and run what is sent to them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::retry::persistence::{StoreError, StoreFuture};

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// Threads that share one queue of jobs, each with a connection of its own.
///
/// Dropping it runs what is queued, closes the connections and waits for both.
#[derive(Debug)]
pub(super) struct ConnectionThreads {
    /// Absent only while it is being dropped: the threads end when the queue has no sender.
    queue: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
    broken: Arc<AtomicBool>,
}

impl ConnectionThreads {
    /// Starts one thread for each connection. All threads that share `broken` are refused further
    /// jobs as soon as one of them panics.
    pub(super) fn start(
        name: &str,
        connections: Vec<Connection>,
        broken: Arc<AtomicBool>,
    ) -> Result<Self, StoreError> {
        let (queue, jobs) = channel::<Job>();
        let jobs = Arc::new(Mutex::new(jobs));
        let mut threads = Vec::with_capacity(connections.len());
        for connection in connections {
            let (jobs, mark) = (Arc::clone(&jobs), BreakMark(Arc::clone(&broken)));
            let thread = std::thread::Builder::new()
                .name(name.to_owned())
                .spawn(move || work(connection, &jobs, &mark))
                .map_err(|e| StoreError::Unavailable(format!("no thread for the store: {e}")))?;
            threads.push(thread);
        }
        Ok(Self { queue: Some(queue), threads, broken })
    }

    /// Runs `job` on one of the threads and answers with what it gave.
    ///
    /// The job runs also if nobody waits for the answer any more.
    pub(super) fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'static, T> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            // A caller that is gone does not need the answer.
            let _ = answer.send(job(connection));
        });
        let broken = self.broken.load(Ordering::SeqCst);
        let sent = !broken && self.queue.as_ref().is_some_and(|queue| queue.send(job).is_ok());
        Box::pin(async move {
            if !sent {
                return Err(stopped());
            }
            // A job that is dropped unanswered was queued behind a panic, or panicked itself.
            answered.await.unwrap_or_else(|_| Err(stopped()))
        })
    }
}

fn stopped() -> StoreError {
    StoreError::Unavailable("a thread of the store has panicked; restart the engine".to_owned())
}

fn work(mut connection: Connection, jobs: &Mutex<Receiver<Job>>, _mark: &BreakMark) {
    loop {
        // The guard is gone before the job runs, so threads wait for jobs and not for each other.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            Ok(job) => job(&mut connection),
            Err(_) => return,
        }
    }
}

/// Tells the callers when its thread unwinds.
struct BreakMark(Arc<AtomicBool>);

impl Drop for BreakMark {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::SeqCst);
        }
    }
}

impl Drop for ConnectionThreads {
    fn drop(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has told so by its mark.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(count: usize) -> ConnectionThreads {
        let connections = (0..count).map(|_| Connection::open_in_memory().unwrap()).collect();
        ConnectionThreads::start("test", connections, Arc::default()).unwrap()
    }

    #[tokio::test]
    async fn answers_in_order_and_finishes_what_is_queued() {
        let threads = threads(1);
        let (told, heard) = channel();
        for number in 0..10 {
            let told = told.clone();
            drop(threads.run(move |_| {
                told.send(number).unwrap();
                Ok(())
            }));
        }
        assert_eq!(threads.run(|_| Ok(7)).await, Ok(7));
        drop(threads);
        drop(told);
        assert_eq!(heard.iter().collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn a_panic_is_an_error_for_everybody_after() {
        for count in [1, 2] {
            let threads = threads(count);
            let broken = threads.run(|_| -> Result<(), _> { panic!("a planted panic") });
            assert_eq!(broken.await, Err(stopped()));
            // The answer is dropped while the thread unwinds, just before the mark is set.
            let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
            while threads.run(|_| Ok(())).await.is_ok() {
                assert!(std::time::Instant::now() < deadline);
            }
            assert_eq!(threads.run(|_| Ok(())).await, Err(stopped()));
        }
    }
}
