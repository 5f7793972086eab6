//! Floor 4: The exec worker: poll, run, heartbeat, report.
