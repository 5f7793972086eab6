//! How the engine is, and its numbers.

use reqwest::StatusCode;

use super::{ClientError, EngineClient};
use crate::api::{Health, MetricsView};

impl EngineClient {
    /// Tells whether the engine lives.
    pub async fn health(&self) -> Result<Health, ClientError> {
        self.get(self.address(["healthz"])?, &()).await
    }

    /// Tells whether the engine can work; that it cannot is an answer, too.
    pub async fn readiness(&self) -> Result<Health, ClientError> {
        let statuses = [StatusCode::OK, StatusCode::SERVICE_UNAVAILABLE];
        self.get_with_status(self.address(["readyz"])?, &statuses).await
    }

    /// Gets the numbers of the tenant.
    pub async fn metrics(&self) -> Result<MetricsView, ClientError> {
        self.get(self.resource(&["metrics"])?, &()).await
    }
}
