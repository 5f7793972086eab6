//! One attempt, from its lease to its report.

use std::io;
use std::time::Duration;

use tracing::{debug, error, info, warn};

use super::command::prepare;
use super::keeper::keep;
use super::outcome::report;
use super::process::Process;
use crate::api::{LeaseView, ReportItem};
use crate::client::EngineClient;
use crate::model::LeaseToken;

/// How an attempt ended.
#[derive(Debug)]
pub(super) enum AttemptEnd {
    /// The command ended; this is to be reported.
    Reported(ReportItem),
    /// The command was killed, or its end is unknown; there is nothing to report.
    Lost,
    /// The command did not start; the lease goes back.
    NotStarted(LeaseToken, io::Error),
}

/// Runs the command for a lease.
pub(super) async fn run(client: EngineClient, words: Vec<String>, lease: LeaseView) -> AttemptEnd {
    let (token, activity) = (lease.token, lease.activity.id);
    let attempt = lease.attempt;
    let started = lease
        .payload_bytes()
        .map_err(|issue| io::Error::new(io::ErrorKind::InvalidData, issue.issue))
        .and_then(|payload| Ok((payload, Process::spawn(prepare(&words, &lease))?)));
    let (payload, process) = match started {
        Ok(started) => started,
        Err(error) => return AttemptEnd::NotStarted(token, error),
    };
    debug!(%activity, attempt, "started");
    let length = Duration::from_millis(lease.expires_in_ms);
    // Whichever of the two ends second is dropped: a dropped process is killed with its group.
    tokio::select! {
        finished = process.finish(&payload) => match finished {
            Ok(finished) => {
                info!(%activity, attempt, exit = ?finished.exit, "ended");
                AttemptEnd::Reported(report(&token, finished))
            }
            Err(error) => {
                // The engine will find out by the lease's end, as with a crashed worker.
                error!(%activity, attempt, %error, "its end cannot be known");
                AttemptEnd::Lost
            }
        },
        loss = keep(&client, &token, length) => {
            warn!(%activity, attempt, reason = %loss, "killed");
            AttemptEnd::Lost
        }
    }
}
