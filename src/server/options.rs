//! The bounds of a server: on requests, connections and time.

use std::time::Duration;

/// Bounds of a server. What goes over is shed with a hint when to try again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerOptions {
    /// Connections at a time; more wait to be accepted.
    pub max_connections: usize,
    /// Requests at work at a time, each with a body of up to 8 MiB.
    pub max_working: usize,
    /// Batches at work at a time, each with a body of up to 32 MiB.
    pub max_batches: usize,
    /// Long polls that wait at a time.
    pub max_waiting: usize,
    /// How long a request waits for its turn before it is shed.
    pub patience: Duration,
    /// How long a request may take, its body included and the wait of a long poll not.
    pub timeout: Duration,
    /// How long a connection may take to send the head of a request, the time in which it is idle
    /// included: longer than callers keep idle connections, so that those end them.
    pub head_timeout: Duration,
    /// How long requests may go on after the server was told to stop.
    pub drain: Duration,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            max_connections: 8_192,
            max_working: 128,
            max_batches: 32,
            max_waiting: 4_096,
            patience: Duration::from_secs(2),
            timeout: Duration::from_secs(30),
            head_timeout: Duration::from_mins(2),
            drain: Duration::from_secs(10),
        }
    }
}
