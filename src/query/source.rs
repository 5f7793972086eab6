//! Where the values of a record come from when a predicate is tested in memory.

use std::borrow::Cow;

use super::{DurationField, NumberField, TextField};
use crate::model::{Activity, DeadLetter, Millis, Timestamp};

/// A record that gives the values of its fields; nothing for those it lacks.
pub trait FieldSource {
    /// The text of a field, as of `now`.
    fn text(&self, field: &TextField, now: Timestamp) -> Option<Cow<'_, str>>;
    /// The number of a field.
    fn number(&self, field: NumberField) -> Option<u32>;
    /// The span of a field, as of `now`.
    fn duration(&self, field: DurationField, now: Timestamp) -> Option<Millis>;
}

impl FieldSource for Activity {
    fn text(&self, field: &TextField, now: Timestamp) -> Option<Cow<'_, str>> {
        let failure = self.last_failure.as_ref();
        let text: &str = match field {
            TextField::Id => return Some(Cow::Owned(self.id.to_string())),
            TextField::Workflow => &self.key.workflow_id,
            TextField::Execution => &self.key.execution_id,
            TextField::Activity => &self.key.activity_id,
            TextField::Type => &self.activity_type,
            TextField::Queue => &self.queue,
            TextField::State => self.state_at(now).as_str(),
            TextField::Policy => &self.policy.name,
            TextField::Reason => self.reason?.as_str(),
            TextField::ErrorType => &failure?.error_type,
            TextField::ErrorMessage => &failure?.message,
            TextField::Metadata(key) => self.metadata.get(key)?,
            TextField::Status | TextField::Worker => return None,
        };
        Some(Cow::Borrowed(text))
    }

    fn number(&self, field: NumberField) -> Option<u32> {
        match field {
            NumberField::Attempts => Some(self.attempt),
            NumberField::Generation => Some(self.generation),
            NumberField::Http => self.last_failure.as_ref()?.http_status.map(u32::from),
        }
    }

    fn duration(&self, field: DurationField, now: Timestamp) -> Option<Millis> {
        match field {
            DurationField::Age => Some(now.since(self.created_at)),
            DurationField::Due => self.due_at.map(|due| due.since(now)),
        }
    }
}

impl FieldSource for DeadLetter {
    fn text(&self, field: &TextField, _now: Timestamp) -> Option<Cow<'_, str>> {
        let text: &str = match field {
            TextField::Id => return Some(Cow::Owned(self.id.to_string())),
            TextField::Workflow => &self.key.workflow_id,
            TextField::Execution => &self.key.execution_id,
            TextField::Activity => &self.key.activity_id,
            TextField::Type => &self.activity_type,
            TextField::Queue => &self.queue,
            TextField::Status => self.status.as_str(),
            TextField::Policy => &self.policy.name,
            TextField::Reason => self.reason.as_str(),
            TextField::ErrorType => &self.summary.error_type,
            TextField::ErrorMessage => &self.summary.message,
            TextField::Worker => &self.worker_id,
            TextField::Metadata(key) => self.metadata.get(key)?,
            TextField::State => return None,
        };
        Some(Cow::Borrowed(text))
    }

    fn number(&self, field: NumberField) -> Option<u32> {
        match field {
            NumberField::Attempts => Some(self.attempts),
            NumberField::Generation => Some(self.id.generation),
            NumberField::Http => self.summary.http_status.map(u32::from),
        }
    }

    fn duration(&self, field: DurationField, now: Timestamp) -> Option<Millis> {
        match field {
            DurationField::Age => Some(now.since(self.died_at)),
            DurationField::Due => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        ActivityKey, ActivityState, ClassifiedBy, ContentRef, FailureClass, FailureSummary,
        PolicyPin, StrategyKind,
    };
    use crate::query::{FieldSet, Predicate};

    fn delayed() -> Activity {
        let key = ActivityKey::new("default", "order-1001", "run-1", "charge").unwrap();
        Activity {
            id: key.id(),
            key,
            activity_type: "ChargeCard".into(),
            queue: "payments".into(),
            policy: PolicyPin {
                name: "payments".into(),
                version: 3,
                digest: "sha256:0".into(),
                max_attempts: Some(4),
                strategy: StrategyKind::Exponential,
            },
            priority: None,
            metadata: [("region".to_owned(), "eu".to_owned())].into(),
            payload: ContentRef::of(b""),
            content_hash: String::new(),
            idempotency_key: "wrk_1".into(),
            state: ActivityState::Delayed,
            generation: 1,
            attempt: 2,
            releases: 0,
            due_at: Some(Timestamp::from_millis(70_000)),
            lease: None,
            last_attempt_at: None,
            base_delay_ms: None,
            delay_ms: None,
            last_failure: Some(FailureSummary {
                error_type: "HttpError".into(),
                message: "read timeout".into(),
                http_status: None,
                class: FailureClass::Transient,
                classified_by: ClassifiedBy::Default,
            }),
            reason: None,
            result: None,
            created_at: Timestamp::from_millis(10_000),
            updated_at: Timestamp::EPOCH,
            version: 4,
        }
    }

    #[test]
    fn asks_the_record_as_of_now() {
        let activity = delayed();
        let holds = |text: &str, at: i64| {
            let predicate = Predicate::parse(text, FieldSet::Activities).unwrap();
            predicate.matches(&activity, Timestamp::from_millis(at))
        };
        assert!(holds("state = delayed and due = 10s and age = 50s", 60_000));
        assert!(holds("state = scheduled and due < 1ms", 70_000));
        assert!(holds("error.message ~ \"*timeout*\" and metadata.region = \"eu\"", 0));
        assert!(!holds("error.message ~ \"timeout\"", 0));
        assert!(holds("attempts >= 2 and attempts <= 2 and attempts != 3", 0));
        assert!(!holds("attempts > 2", 0));
    }

    #[test]
    fn a_value_that_is_not_there_only_differs() {
        let activity = delayed();
        let holds = |text: &str| {
            let predicate = Predicate::parse(text, FieldSet::Activities).unwrap();
            predicate.matches(&activity, Timestamp::EPOCH)
        };
        for absent in ["http = 503", "http < 600", "metadata.zone ~ \"*\"", "reason ~ \"*\""] {
            assert!(!holds(absent), "{absent}");
        }
        assert!(holds("http != 503 and metadata.zone != \"a\""));
    }
}
