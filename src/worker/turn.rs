//! One turn with the engine: finished attempts go, new work comes.

use std::mem;

use tracing::{error, info, warn};

use super::patience::until_answered;
use crate::api::{
    AcquireRequest, Decision, LeaseView, ReportItem, ReportRequest, ReportResponse, ReportResult,
};
use crate::client::EngineClient;

/// Most reports of one turn.
const MOST_REPORTS: usize = 100;
/// About how many bytes of results and messages one turn carries; a single report may have more.
const MOST_BYTES: usize = 1024 * 1024;

/// What a turn gave.
#[derive(Debug, Default)]
pub(super) struct TurnEnd {
    /// The leases asked for.
    pub(super) leases: Vec<LeaseView>,
    /// Reports that the engine could not take yet.
    pub(super) again: Vec<ReportItem>,
    /// Successes that the engine took.
    pub(super) completed: u64,
    /// Failures that the engine took.
    pub(super) failed: u64,
    /// Reports that the engine refused: the lease was over, or they say what it will not have.
    pub(super) refused: u64,
}

/// Takes the reports of the next turn from those that wait.
pub(super) fn next_batch(waiting: &mut Vec<ReportItem>) -> Vec<ReportItem> {
    let mut bytes = 0;
    let fitting = waiting
        .iter()
        .take(MOST_REPORTS)
        .take_while(|item| {
            bytes += weight(item);
            bytes <= MOST_BYTES
        })
        .count();
    let rest = waiting.split_off(fitting.max(1).min(waiting.len()));
    mem::replace(waiting, rest)
}

fn weight(item: &ReportItem) -> usize {
    let result = item.complete.as_ref().map_or(0, |complete| {
        let texts = [&complete.result, &complete.result_base64];
        texts.into_iter().flatten().map(String::len).sum()
    });
    let failure = item.fail.as_ref().map_or(0, |fail| {
        fail.failure.message.len() + fail.failure.stack_trace.as_ref().map_or(0, String::len)
    });
    result + failure
}

/// Reports until the engine took or refused the whole, and asks for work in the same call.
pub(super) async fn take_turn(
    client: EngineClient,
    reports: Vec<ReportItem>,
    acquire: Option<AcquireRequest>,
) -> TurnEnd {
    let mut end = TurnEnd::default();
    let request = ReportRequest { reports, acquire };
    match until_answered("report", || client.report(&request)).await {
        Ok(response) => end.sort(request.reports, response),
        Err(error) => {
            warn!(%error, reports = request.reports.len(), "the engine refused them together");
            // One that the engine will not have must not cost the others.
            for item in request.reports {
                let single = ReportRequest { reports: vec![item], acquire: None };
                match until_answered("report", || client.report(&single)).await {
                    Ok(response) => end.sort(single.reports, response),
                    Err(error) => {
                        error!(%error, "the engine refused a report");
                        end.refused += 1;
                    }
                }
            }
        }
    }
    end
}

impl TurnEnd {
    fn sort(&mut self, reports: Vec<ReportItem>, response: ReportResponse) {
        let ReportResponse { results, leases } = response;
        self.leases.extend(leases);
        let mut results = results.into_iter();
        for item in reports {
            match results.next() {
                Some(ReportResult { outcome: Some(decision), .. }) => self.count(&decision),
                Some(ReportResult { status, .. }) if is_passing(status) => self.again.push(item),
                Some(ReportResult { status, error, .. }) => {
                    let reason = error.map_or_else(String::new, |error| error.message);
                    warn!(status, reason, "the engine refused a report");
                    self.refused += 1;
                }
                None => self.again.push(item),
            }
        }
    }

    fn count(&mut self, decision: &Decision) {
        match decision {
            Decision::Completed { .. } => self.completed += 1,
            Decision::Retry { attempt, delay_ms, due_at, .. } => {
                info!(attempt, delay_ms, %due_at, "to be tried again");
                self.failed += 1;
            }
            Decision::DeadLetter { attempt, reason, dead_letter_id, .. } => {
                info!(attempt, %reason, %dead_letter_id, "dead letter");
                self.failed += 1;
            }
            Decision::Failed { attempt, reason, .. } => {
                info!(attempt, %reason, "failed for good");
                self.failed += 1;
            }
            // The worker reports what it ran; what it did not run it releases by another call.
            Decision::Released => {}
        }
    }
}

fn is_passing(status: u16) -> bool {
    status == 429 || status >= 500
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::CompleteRequest;

    fn item(bytes: usize) -> ReportItem {
        let complete =
            Some(CompleteRequest { result: Some("x".repeat(bytes)), result_base64: None });
        ReportItem { token: String::new(), complete, fail: None }
    }

    #[test]
    fn a_turn_is_bounded_in_reports_and_bytes() {
        let sizes = |items: Vec<ReportItem>| {
            let mut waiting = items;
            let mut sizes = Vec::new();
            while !waiting.is_empty() {
                sizes.push(next_batch(&mut waiting).len());
            }
            sizes
        };
        assert_eq!(sizes(vec![item(1); 250]), [100, 100, 50]);
        assert_eq!(sizes(vec![item(MOST_BYTES / 2), item(MOST_BYTES / 2), item(1)]), [2, 1]);
        assert_eq!(sizes(vec![item(MOST_BYTES + 1), item(1)]), [1, 1]);
    }
}
