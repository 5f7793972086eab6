//! How dead letters are shown.

use crate::api::{DeadLetterView, FailureSummaryView};
use crate::cli::output::{Cell, Column, Shape};
use crate::model::GiveUpReason;

/// A dead letter in a list.
pub(super) static DEAD_LETTERS: Shape<DeadLetterView> = Shape {
    plural: "dead letters",
    columns: &[
        Column::new("ID", |entry: &DeadLetterView| Cell::text(&entry.id)),
        Column::new("TYPE", |entry| Cell::text(&entry.activity_type)),
        Column::wide("QUEUE", |entry| Cell::text(&entry.queue)),
        Column::wide("WORKFLOW", |entry| Cell::text(&entry.workflow_id)),
        Column::wide("EXECUTION", |entry| Cell::text(&entry.execution_id)),
        Column::wide("ACTIVITY", |entry| Cell::text(&entry.activity_id)),
        Column::wide("STATUS", |entry| Cell::text(&entry.status)),
        Column::new("REASON", |entry| Cell::text(&entry.reason)),
        Column::new("ATTEMPTS", |entry| Cell::Text(attempts(entry))),
        Column::new("ERROR", |entry| Cell::Text(headline(&entry.error))),
        Column::new("DIED", |entry| Cell::Event(entry.created_at)),
    ],
    name: |entry| entry.id.to_string(),
};

/// `4 of 4`, or `4` where there is no limit.
pub(super) fn attempts(entry: &DeadLetterView) -> String {
    match entry.max_attempts {
        Some(max) => format!("{} of {max}", entry.attempts),
        None => entry.attempts.to_string(),
    }
}

/// `HttpError: 503`.
pub(super) fn headline(error: &FailureSummaryView) -> String {
    if error.message.is_empty() {
        error.error_type.clone()
    } else {
        format!("{}: {}", error.error_type, error.message)
    }
}

/// Why it died, in one sentence.
pub(super) fn obituary(entry: &DeadLetterView) -> String {
    let attempt = format!("attempt {}", attempts(entry));
    let error = headline(&entry.error);
    let judged = format!("{} by {}", entry.error.class, entry.error.classified_by);
    match entry.reason {
        GiveUpReason::PermanentFailure => {
            format!("It died because {attempt} failed with {error}, which is {judged}.")
        }
        GiveUpReason::RetriesDisabled => format!(
            "It died because {attempt} failed with {error} ({judged}) and its policy has retries \
             disabled."
        ),
        GiveUpReason::MaxAttemptsReached => format!(
            "It died because all {} attempts failed, the last with {error} ({judged}).",
            entry.attempts
        ),
        GiveUpReason::BudgetExhausted => format!(
            "It died because {attempt} failed with {error} ({judged}) and the retry budget of its \
             execution was used up."
        ),
        GiveUpReason::WorkflowTimeout => format!(
            "It died because {attempt} failed with {error} ({judged}) and the next one would have \
             been due after the deadline of its workflow."
        ),
    }
}
