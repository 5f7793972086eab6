//! Publishing and reading policies.

use std::time::Duration;

use super::{ClientError, EngineClient, Pages};
use crate::api::{
    ActivateRequest, ListQuery, PolicyChecks, PolicyHistoryView, PolicyVersionView, PolicyView,
    PublishRequest, PublishResponse,
};

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

    /// Shows one version with its text.
    pub async fn policy_version(
        &self,
        name: &str,
        version: u32,
    ) -> Result<PolicyVersionView, ClientError> {
        let version = version.to_string();
        self.get(self.resource(&["policies", name, "versions", &version])?, &()).await
    }

    /// Makes a published version the active one.
    pub async fn activate_policy(
        &self,
        name: &str,
        request: &ActivateRequest,
    ) -> Result<PolicyView, ClientError> {
        let url = self.resource(&["policies", name, "activate"])?;
        self.post(url, request, Duration::ZERO).await
    }

    /// Tells who published and activated what.
    pub async fn policy_history(&self, name: &str) -> Result<PolicyHistoryView, ClientError> {
        self.get(self.resource(&["policies", name, "history"])?, &()).await
    }

    /// Checks that stored versions are what was published.
    pub async fn verify_policies(&self) -> Result<PolicyChecks, ClientError> {
        self.get(self.resource(&["policies:verify"])?, &()).await
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
