//! The engine's numbers, computed from its store (spec §20).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::Timestamp;

/// The numbers of one tenant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MetricsView {
    /// Always `metrics`.
    pub object: String,
    /// When they were taken.
    pub at: Timestamp,
    /// Activities by state; every state is there.
    pub activities: BTreeMap<String, u64>,
    /// Dead letters by status; every status is there.
    pub dead_letters: BTreeMap<String, u64>,
    /// Events by name, over the whole history.
    pub events: BTreeMap<String, u64>,
    /// How fast things happen, from the shortest window to the longest.
    pub rates: Vec<WindowRates>,
    /// The metrics of the specification.
    pub retry: RetryMetrics,
}

/// How fast things happened in the window that ends now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WindowRates {
    /// The window's length, in milliseconds.
    pub window_ms: u64,
    /// Attempts started, a second.
    pub attempts_per_second: f64,
    /// Activities completed, a second.
    pub completions_per_second: f64,
    /// Attempts failed, a second.
    pub failures_per_second: f64,
    /// Retries planned, a second.
    pub retries_per_second: f64,
    /// Activities that became dead letters, a second.
    pub deaths_per_second: f64,
}

/// The retry metrics of the specification (§20).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RetryMetrics {
    /// Attempts after the first that were started.
    pub attempts: u64,
    /// The share of ended retries that completed, 0 to 1; absent: none ended yet.
    pub success_rate: Option<f64>,
    /// The share of ended retries that failed, 0 to 1; absent: none ended yet.
    pub failure_rate: Option<f64>,
    /// How long after its due time a retry started, on average, in milliseconds.
    pub latency_ms: Option<f64>,
    /// Activities that wait for the due time of a retry.
    pub queue_size: u64,
    /// The average planned delay, in milliseconds.
    pub average_delay_ms: Option<f64>,
}
