//! Publishing and reading policies.

use std::time::Duration;

use super::{ClientError, EngineClient, Pages};
use crate::api::{ListQuery, PolicyVersionView, PolicyView, PublishRequest, PublishResponse};

impl EngineClient {
    /// Publishes the next version of a policy; the same policy again makes no new version.
    pub async fn publish_policy(
        &self,
        request: &PublishRequest,
    ) -> Result<PublishResponse, ClientError> {
        self.post(self.resource(&["policies"])?, request, Duration::ZERO).await
    }

    /// Lists policies.
    pub fn policies(&self, query: ListQuery) -> Result<Pages<PolicyView>, ClientError> {
        Ok(Pages::new(self, self.resource(&["policies"])?, query))
    }

    /// Shows a policy and the text of its active version.
    pub async fn policy(&self, name: &str) -> Result<PolicyView, ClientError> {
        self.get(self.resource(&["policies", name])?, &()).await
    }

    /// Lists the versions of a policy, newest first.
    pub fn policy_versions(
        &self,
        name: &str,
        query: ListQuery,
    ) -> Result<Pages<PolicyVersionView>, ClientError> {
        Ok(Pages::new(self, self.resource(&["policies", name, "versions"])?, query))
    }
}
