//! A worker's calls: taking work, keeping it, reporting it.

use std::time::Duration;

use super::{ClientError, EngineClient};
use crate::api::{
    AcquireRequest, AcquireResponse, ActivityView, CompleteRequest, Decision, FailRequest,
    HeartbeatResponse, NoBody, ReportRequest, ReportResponse,
};
use crate::model::LeaseToken;

impl EngineClient {
    /// Asks for work, and waits for it as long as the request says.
    pub async fn acquire(&self, request: &AcquireRequest) -> Result<AcquireResponse, ClientError> {
        let wait = Duration::from_millis(request.wait_ms);
        self.post(self.resource(&["leases:acquire"])?, request, wait).await
    }

    /// Renews a lease.
    pub async fn heartbeat(&self, token: &LeaseToken) -> Result<HeartbeatResponse, ClientError> {
        self.on_lease(token, "heartbeat", &NoBody {}).await
    }

    /// Reports success. The same report again gives the same answer.
    pub async fn complete(
        &self,
        token: &LeaseToken,
        request: &CompleteRequest,
    ) -> Result<Decision, ClientError> {
        self.on_lease(token, "complete", request).await
    }

    /// Reports a failure. The same report again gives the same answer.
    pub async fn fail(
        &self,
        token: &LeaseToken,
        request: &FailRequest,
    ) -> Result<Decision, ClientError> {
        self.on_lease(token, "fail", request).await
    }

    /// Gives a lease back unrun.
    pub async fn release(&self, token: &LeaseToken) -> Result<ActivityView, ClientError> {
        self.on_lease(token, "release", &NoBody {}).await
    }

    /// Reports many attempts, and asks for more work in the same turn.
    pub async fn report(&self, request: &ReportRequest) -> Result<ReportResponse, ClientError> {
        let wait = request.acquire.as_ref().map_or(0, |acquire| acquire.wait_ms);
        let url = self.resource(&["leases:report"])?;
        self.post(url, request, Duration::from_millis(wait)).await
    }

    async fn on_lease<T: serde::de::DeserializeOwned>(
        &self,
        token: &LeaseToken,
        verb: &str,
        body: &impl serde::Serialize,
    ) -> Result<T, ClientError> {
        let url = self.resource(&["leases", &token.to_string(), verb])?;
        self.post(url, body, Duration::ZERO).await
    }
}
