//! Signals that ask a process to stop.

use tokio::signal::unix::{SignalKind, signal};

/// Waits for SIGINT or SIGTERM.
pub(crate) async fn terminated() {
    let term = async {
        match signal(SignalKind::terminate()) {
            Ok(mut term) => {
                term.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        // An error says that the signal cannot be awaited; then only SIGTERM stops.
        Ok(()) = tokio::signal::ctrl_c() => {}
        () = term => {}
    }
}
