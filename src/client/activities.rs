//! Scheduling and reading activities.

use std::time::Duration;

use super::{ClientError, EngineClient, Pages};
use crate::api::{
    ActivityView, HistoryEvent, ListQuery, ScheduleBatchRequest, ScheduleBatchResponse,
    ScheduleRequest, WaitQuery,
};
use crate::model::Millis;

impl EngineClient {
    /// Schedules an activity. The same request again gives the same activity.
    pub async fn schedule(&self, request: &ScheduleRequest) -> Result<ActivityView, ClientError> {
        self.post(self.resource(&["activities"])?, request, Duration::ZERO).await
    }

    /// Schedules many activities; each has its own result.
    pub async fn schedule_batch(
        &self,
        request: &ScheduleBatchRequest,
    ) -> Result<ScheduleBatchResponse, ClientError> {
        self.post(self.resource(&["activities:batch"])?, request, Duration::ZERO).await
    }

    /// Shows an activity by its id or identity; with a `wait`, as soon as it ends.
    pub async fn activity(
        &self,
        id: &str,
        wait: Option<Millis>,
    ) -> Result<ActivityView, ClientError> {
        let query = WaitQuery { wait: wait.map(|wait| wait.to_string()) };
        let wait = wait.map_or(Duration::ZERO, Duration::from);
        self.get_within(self.resource(&["activities", id])?, &query, wait).await
    }

    /// Lists the events of an activity by its id or identity, oldest first.
    pub fn activity_history(
        &self,
        id: &str,
        query: ListQuery,
    ) -> Result<Pages<HistoryEvent>, ClientError> {
        Ok(Pages::new(self, self.resource(&["activities", id, "history"])?, query))
    }

    /// Lists activities.
    pub fn activities(&self, query: ListQuery) -> Result<Pages<ActivityView>, ClientError> {
        Ok(Pages::new(self, self.resource(&["activities"])?, query))
    }
}
