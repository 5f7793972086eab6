//! Scheduling: one activity, or a batch whose items stand alone.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::limits::Checks;
use super::{ErrorBody, Invalid, MAX_BATCH, decode_bytes};
use crate::model::{ActivityId, ActivityKey, Priority, Timestamp, check_name};

/// The queue of a request that names none.
fn default_queue() -> String {
    "default".to_owned()
}

/// Asks for one activity. The same identity with the same content is the same activity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleRequest {
    /// The workflow, e.g. `order-1001`.
    pub workflow_id: String,
    /// One run of the workflow, e.g. `run-1`.
    pub execution_id: String,
    /// The activity within the run, e.g. `charge`.
    pub activity_id: String,
    /// The kind of work, e.g. `ChargeCard`.
    pub activity_type: String,
    /// The queue that workers poll; `default` if absent.
    #[serde(default = "default_queue")]
    pub queue: String,
    /// The policy; `default` if absent.
    #[serde(default)]
    pub policy: Option<String>,
    /// The priority; the policy's if absent.
    #[serde(default)]
    pub priority: Option<Priority>,
    /// When the first attempt is due; at once if absent.
    #[serde(default)]
    pub run_at: Option<Timestamp>,
    /// Labels: at most 64.
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
    /// The payload, if it is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<String>,
    /// The payload in base64, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload_base64: Option<String>,
}

impl ScheduleRequest {
    /// Checks every field and gives the identity within `tenant` and the payload's bytes.
    pub fn validate(&self, tenant: &str) -> Result<(ActivityKey, Vec<u8>), Invalid> {
        let mut checks = Checks::default();
        checks.name("workflow_id", &self.workflow_id);
        checks.name("execution_id", &self.execution_id);
        checks.name("activity_id", &self.activity_id);
        checks.name("activity_type", &self.activity_type);
        checks.name("queue", &self.queue);
        if let Some(policy) = &self.policy {
            checks.name("policy", policy);
        }
        if let Err(error) = check_name("tenant", tenant) {
            checks.refuse("tenant", error.to_string());
        }
        checks.metadata("metadata", &self.metadata);
        let text = self.payload.as_deref();
        let payload = checks.part(decode_bytes("payload", text, self.payload_base64.as_deref()));
        checks.finish()?;
        let key = ActivityKey {
            tenant: tenant.to_owned(),
            workflow_id: self.workflow_id.clone(),
            execution_id: self.execution_id.clone(),
            activity_id: self.activity_id.clone(),
        };
        Ok((key, payload.flatten().unwrap_or_default()))
    }
}

/// Asks for many activities at once.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleBatchRequest {
    /// The requests: 1 to 1,000.
    pub activities: Vec<ScheduleRequest>,
}

impl ScheduleBatchRequest {
    /// Checks how many there are; each item is checked for itself.
    pub fn validate(&self) -> Result<(), Invalid> {
        let mut checks = Checks::default();
        checks.count("activities", self.activities.len(), 1, MAX_BATCH);
        checks.finish()
    }
}

/// What became of one item of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScheduleResult {
    /// 201 if it is new, 200 if it existed with the same content, else the error's status.
    pub status: u16,
    /// The activity's id, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ActivityId>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorBody>,
}

impl ScheduleResult {
    /// An item that is now scheduled; `created`: by this very request.
    pub fn accepted(id: ActivityId, created: bool) -> Self {
        Self { status: if created { 201 } else { 200 }, id: Some(id), error: None }
    }

    /// An item that was refused.
    pub fn refused(error: ErrorBody) -> Self {
        Self { status: error.status, id: None, error: Some(error) }
    }
}

/// What became of the items, in the order of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScheduleBatchResponse {
    /// One result for each item.
    pub results: Vec<ScheduleResult>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &str = r#"{"workflow_id":"order-1001","execution_id":"run-1",
        "activity_id":"charge","activity_type":"ChargeCard","queue":"payments",
        "policy":"payments","priority":null,"run_at":null,"metadata":{},
        "payload":"{\"amount\":42}"}"#;

    #[test]
    fn reads_the_documented_request() {
        let request: ScheduleRequest = serde_json::from_str(REQUEST).unwrap();
        let (key, payload) = request.validate("default").unwrap();
        assert_eq!(key.to_string(), "default/order-1001/run-1/charge");
        assert_eq!(payload, br#"{"amount":42}"#);
    }

    #[test]
    fn names_every_bad_field_at_once() {
        let mut request: ScheduleRequest = serde_json::from_str(REQUEST).unwrap();
        request.workflow_id = String::new();
        request.queue = "q\u{7}".to_owned();
        request.payload_base64 = Some("!".to_owned());
        request.metadata = (0..65).map(|n| (n.to_string(), String::new())).collect();
        let invalid = request.validate("default").unwrap_err();
        let fields: Vec<&str> = invalid.details.iter().map(|d| d.field.as_str()).collect();
        assert_eq!(fields, ["workflow_id", "queue", "metadata", "payload"]);
    }

    #[test]
    fn refuses_unknown_keys() {
        let json = REQUEST.replace("\"priority\"", "\"prioritee\"");
        let error = serde_json::from_str::<ScheduleRequest>(&json).unwrap_err().to_string();
        assert!(error.contains("unknown field `prioritee`"), "{error}");
    }
}
