//! Watching operations.

use super::{ClientError, EngineClient, Pages};
use crate::api::{ListQuery, OperationItemView, OperationView};

impl EngineClient {
    /// Lists operations, newest first.
    pub fn operations(&self, query: ListQuery) -> Result<Pages<OperationView>, ClientError> {
        Ok(Pages::new(self, self.resource(&["operations"])?, query))
    }

    /// Shows an operation.
    pub async fn operation(&self, id: &str) -> Result<OperationView, ClientError> {
        self.get(self.resource(&["operations", id])?, &()).await
    }

    /// Lists the items of an operation with their results.
    pub fn operation_items(
        &self,
        id: &str,
        query: ListQuery,
    ) -> Result<Pages<OperationItemView>, ClientError> {
        Ok(Pages::new(self, self.resource(&["operations", id, "items"])?, query))
    }
}
