//! Reading dead letters and asking for bulk work on them.

use super::{ClientError, EngineClient, Pages};
use crate::api::{DeadLetterView, ListQuery, OperationAccepted, PurgeRequest, ReplayRequest};

impl EngineClient {
    /// Lists dead letters.
    pub fn dead_letters(&self, query: ListQuery) -> Result<Pages<DeadLetterView>, ClientError> {
        Ok(Pages::new(self, self.resource(&["dead-letters"])?, query))
    }

    /// Shows a dead letter in full.
    pub async fn dead_letter(&self, id: &str) -> Result<DeadLetterView, ClientError> {
        self.get(self.resource(&["dead-letters", id])?, &()).await
    }

    /// Asks for the next generation of dead activities; once, whatever gets lost on the way.
    pub async fn replay(
        &self,
        request: &ReplayRequest,
        idempotency_key: &str,
    ) -> Result<OperationAccepted, ClientError> {
        self.post_once(self.resource(&["dead-letters:replay"])?, request, idempotency_key).await
    }

    /// Asks to put dead letters out of sight; once, whatever gets lost on the way.
    pub async fn purge(
        &self,
        request: &PurgeRequest,
        idempotency_key: &str,
    ) -> Result<OperationAccepted, ClientError> {
        self.post_once(self.resource(&["dead-letters:purge"])?, request, idempotency_key).await
    }
}
