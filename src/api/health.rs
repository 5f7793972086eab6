//! Whether the engine lives, and whether it can work.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How the engine is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthStatus {
    /// It works.
    Ok,
    /// It runs but cannot work; `reason` says why.
    Unavailable,
}

/// The answer of `/healthz` and `/readyz`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Health {
    /// How the engine is.
    pub status: HealthStatus,
    /// The program's version.
    pub version: String,
    /// Why it is not `ok`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
