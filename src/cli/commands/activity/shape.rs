//! How activities are shown.

use crate::api::ActivityView;
use crate::cli::output::{Cell, Column, Shape};

/// An activity in a list.
pub(super) static ACTIVITIES: Shape<ActivityView> = Shape {
    plural: "activities",
    columns: &[
        Column::new("ID", |activity: &ActivityView| Cell::text(&activity.id)),
        Column::new("TYPE", |activity| Cell::text(&activity.activity_type)),
        Column::wide("WORKFLOW", |activity| Cell::text(&activity.workflow_id)),
        Column::wide("EXECUTION", |activity| Cell::text(&activity.execution_id)),
        Column::wide("ACTIVITY", |activity| Cell::text(&activity.activity_id)),
        Column::new("QUEUE", |activity| Cell::text(&activity.queue)),
        Column::wide("POLICY", |activity| Cell::Text(policy(activity))),
        Column::new("STATE", |activity| Cell::text(&activity.state)),
        Column::new("ATTEMPT", |activity| Cell::Text(attempt(activity))),
        Column::wide("GENERATION", |activity| Cell::Count(activity.generation.into())),
        Column::new("DUE", |activity| Cell::maybe(activity.due_at, Cell::Due)),
        Column::new("ERROR", |activity| Cell::maybe(activity.retry.reason.clone(), Cell::Text)),
        Column::wide("UPDATED", |activity| Cell::Event(activity.updated_at)),
    ],
    name: |activity| activity.id.to_string(),
};

/// `2 of 5`, or `2` where there is no limit.
pub(super) fn attempt(activity: &ActivityView) -> String {
    match activity.max_attempts {
        Some(max) => format!("{} of {max}", activity.attempt),
        None => activity.attempt.to_string(),
    }
}

/// `payments@3`.
pub(super) fn policy(activity: &ActivityView) -> String {
    format!("{}@{}", activity.policy.name, activity.policy.version)
}
