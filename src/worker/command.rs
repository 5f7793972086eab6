//! What the worker runs, and how it tells the command what the work is.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

use super::WorkerError;
use crate::api::{LeaseView, MAX_BATCH, MAX_WORKER_QUEUES};
use crate::model::{MaxAttempts, check_name};

/// What a worker takes and what it does with it.
#[derive(Debug, Clone)]
pub struct WorkerOptions {
    /// The queues to take from; at least one.
    pub queues: Vec<String>,
    /// The activity types to take; empty: all.
    pub activity_types: Vec<String>,
    /// The program and its arguments; no shell sees them.
    pub command: Vec<String>,
    /// Commands that run at a time: 1 to 1,000.
    pub concurrency: usize,
    /// The worker's name in history and logs.
    pub worker_id: String,
}

impl WorkerOptions {
    /// Checks everything that can be wrong before work is taken.
    pub(super) fn validate(&self) -> Result<(), WorkerError> {
        let refuse = |option, issue| Err(WorkerError::Option { option, issue });
        if self.queues.is_empty() || self.queues.len() > MAX_WORKER_QUEUES {
            return refuse("the queues", format!("must be 1 to {MAX_WORKER_QUEUES}"));
        }
        if self.activity_types.len() > MAX_WORKER_QUEUES {
            return refuse("the activity types", format!("must be {MAX_WORKER_QUEUES} at most"));
        }
        if !(1..=MAX_BATCH).contains(&self.concurrency) {
            return refuse("the concurrency", format!("must be 1 to {MAX_BATCH}"));
        }
        let queues = self.queues.iter().map(|name| ("a queue", name));
        let types = self.activity_types.iter().map(|name| ("an activity type", name));
        for (part, name) in queues.chain(types).chain([("the worker id", &self.worker_id)]) {
            if let Err(error) = check_name(part, name) {
                return refuse("a name is refused:", error.to_string());
            }
        }
        let Some(program) = self.command.first().filter(|program| !program.is_empty()) else {
            return refuse("the command", "is empty".to_owned());
        };
        find(program, std::env::var_os("PATH").as_deref())
    }
}

/// Looks for the program as the system will: in `path`, or where its own path leads.
fn find(program: &str, path: Option<&OsStr>) -> Result<(), WorkerError> {
    let missing =
        |reason| Err(WorkerError::CommandNotFound { command: program.to_owned(), reason });
    if program.contains('/') {
        return match Path::new(program).metadata() {
            Err(_) => missing("there is no such file"),
            Ok(file) if !file.is_file() => missing("it is not a file"),
            Ok(file) if file.permissions().mode() & 0o111 == 0 => missing("it is not executable"),
            Ok(_) => Ok(()),
        };
    }
    let found = path.is_some_and(|path| {
        std::env::split_paths(path).any(|directory| {
            directory
                .join(program)
                .metadata()
                .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
        })
    });
    if found { Ok(()) } else { missing("no directory of PATH has it") }
}

/// Prepares the command for one attempt.
pub(super) fn prepare(words: &[String], lease: &LeaseView) -> Command {
    let mut command = Command::new(words.first().map_or("", String::as_str));
    let activity = &lease.activity;
    command
        .args(words.iter().skip(1))
        .env("WOVYR_RETRY_TENANT", &activity.tenant)
        .env("WOVYR_RETRY_WORKFLOW_ID", &activity.workflow_id)
        .env("WOVYR_RETRY_EXECUTION_ID", &activity.execution_id)
        .env("WOVYR_RETRY_ACTIVITY_ID", &activity.activity_id)
        .env("WOVYR_RETRY_ACTIVITY_TYPE", &activity.activity_type)
        .env("WOVYR_RETRY_QUEUE", &activity.queue)
        .env("WOVYR_RETRY_GENERATION", lease.generation.to_string())
        .env("WOVYR_RETRY_ATTEMPT", lease.attempt.to_string())
        .env("WOVYR_RETRY_MAX_ATTEMPTS", MaxAttempts::from(lease.max_attempts).to_string())
        .env("WOVYR_RETRY_IDEMPOTENCY_KEY", &lease.idempotency_key)
        .env("WOVYR_RETRY_LEASE_EXPIRES_AT", lease.expires_at.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // A group of its own: a signal to the worker does not reach it, and one to the group
        // reaches all that it started.
        .process_group(0)
        .kill_on_drop(true);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_programs_as_the_system_does() {
        let path = OsStr::new("/nowhere:/usr/bin:/bin");
        assert!(find("sh", Some(path)).is_ok());
        assert!(find("/bin/sh", None).is_ok());
        for (program, path) in [
            ("sh", Some("/nowhere")),
            ("sh", None),
            ("no-such-program", Some("/bin")),
            ("/bin/no-such-program", Some("/bin")),
            ("/bin/", Some("/bin")),
            ("/etc/passwd", Some("/bin")),
        ] {
            let found = find(program, path.map(OsStr::new));
            assert!(matches!(found, Err(WorkerError::CommandNotFound { .. })), "{program}");
        }
    }
}
