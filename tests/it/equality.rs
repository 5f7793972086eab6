//! What `simulate` says is what the engine records.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use wovyr_retry::model::{
    ActivityKey, ActivityState, EventKind, Failure, GiveUpReason, LeaseToken, Millis, PolicyPin,
    Timestamp,
};
use wovyr_retry::policy::load;
use wovyr_retry::retry::CompiledPolicy;
use wovyr_retry::retry::engine::{PinnedPolicy, ScheduleRequest, Transition};
use wovyr_retry::simulate::{
    Conditions, Draws, Ends, GivesUp, Identity, Outcome, PolicyLabel, RetryAfter, Scenario,
    Schedule, schedule,
};

/// What the engine records of one life: each delay with its due time, and the end.
type History = (Vec<(u64, Timestamp)>, Option<GivesUp>);

fn policy() -> impl Strategy<Value = String> {
    let strategy = prop::sample::select(vec!["fixed", "linear", "exponential"]);
    let jitter = prop_oneof![
        prop::sample::select(vec!["false", "true", "full", "equal"]).prop_map(str::to_owned),
        (1_u32..=10_000).prop_map(|f| format!("{{factor: {}}}", f64::from(f) / 10_000.0)),
    ];
    let plain = (strategy, jitter, 100_u32..=1_000).prop_map(|(strategy, jitter, hundredths)| {
        let multiplier = f64::from(hundredths.max(101)) / 100.0;
        format!("strategy: {strategy}, jitter: {jitter}, multiplier: {multiplier}")
    });
    let kind = prop_oneof![4 => plain, 1 => Just("jitter: decorrelated".to_owned())];
    (kind, 1_u64..100_000, 0_u64..10_000_000, 1_u32..15, any::<bool>()).prop_map(
        |(kind, initial, growth, attempts, honor)| {
            format!(
                "retry: {{{kind}, initialDelay: {}, maxDelay: {}, maxAttempts: {attempts}, \
                 retryAfter: {{honor: {honor}}}}}",
                Millis(initial),
                Millis(initial + growth),
            )
        },
    )
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        8 => prop::sample::select(vec![408_u16, 429, 500, 503]).prop_map(Outcome::Status),
        1 => prop::sample::select(vec![400_u16, 404, 501]).prop_map(Outcome::Status),
    ]
}

/// Lets the engine live through the same failures.
fn recorded(policy: &Arc<CompiledPolicy>, identity: &Identity, conditions: &Conditions) -> History {
    let Ends::Script(script) = &conditions.ends else { panic!("a script") };
    let retry = &policy.effective().retry;
    let pin = PolicyPin {
        name: "p".to_owned(),
        version: 1,
        digest: String::new(),
        max_attempts: retry.max_attempts.limit(),
        strategy: retry.strategy,
    };
    let request = ScheduleRequest {
        key: identity.key.clone(),
        activity_type: "ChargeCard".to_owned(),
        queue: "default".to_owned(),
        policy: PinnedPolicy { pin, compiled: policy.clone() },
        priority: None,
        run_at: None,
        metadata: BTreeMap::new(),
        payload: Vec::new(),
    };
    let scheduled = Transition::schedule(request, None, Timestamp::EPOCH).unwrap().unwrap();
    let (mut activity, mut delays) = (scheduled.after, Vec::new());
    // An activity is born in generation 1; a later life differs from it in its number alone.
    activity.generation = identity.generation;
    while let Some(due) = activity.due_at {
        let attempt = activity.attempt + 1;
        let token = LeaseToken::new(activity.id, [7; 24]);
        let leased = Transition::lease(activity, policy, "w", token, due).unwrap().after;
        let index = usize::try_from(attempt).unwrap().min(script.len()) - 1;
        let Outcome::Status(status) = script[index] else { panic!("a status") };
        let asked = conditions.retry_after.iter().find(|asked| asked.attempt == Some(attempt));
        let failure = Failure {
            http_status: Some(status),
            retry_after_ms: asked.map(|asked| asked.wait.0),
            ..Failure::new("HttpError", status.to_string())
        };
        let now = due.plus(conditions.runtime);
        let failed = Transition::fail(leased, policy, token, failure, now).unwrap();
        for event in &failed.events {
            if let EventKind::RetryDelayed { delay_ms, due_at, .. } = event.kind {
                delays.push((delay_ms, due_at));
            }
        }
        activity = failed.after;
    }
    assert_eq!(activity.state, ActivityState::DeadLettered);
    let reason: Option<GiveUpReason> = activity.reason;
    (delays, reason.map(|reason| GivesUp { attempt: activity.attempt, reason }))
}

fn simulated(policy: &CompiledPolicy, identity: Identity, conditions: &Conditions) -> Schedule {
    schedule(&Scenario {
        policy,
        foreign: None,
        label: PolicyLabel { name: None, version: None, digest: String::new() },
        activity_type: None,
        conditions,
        draws: Draws::Identity(identity),
        start: Some(Timestamp::EPOCH),
    })
}

proptest! {
    #[test]
    fn the_engine_records_what_simulate_says(
        source in policy(),
        parts in prop::array::uniform4("[a-z0-9/#% é-]{1,12}"),
        generation in 1_u32..5,
        script in prop::collection::vec(outcome(), 1..15),
        runtime in 0_u64..10_000,
        asked in prop::option::of((1_u64..10_000_000, 1_u32..15)),
    ) {
        let loaded = load(source.as_bytes());
        let set = &loaded.policies.first().unwrap_or_else(|| panic!("{source}: {loaded:?}")).set;
        let policy = Arc::new(CompiledPolicy::new(set.base.clone()));
        let [tenant, workflow, execution, activity] = &parts;
        let key = ActivityKey::new(tenant, workflow, execution, activity);
        prop_assume!(key.is_ok());
        let identity = Identity { key: key.unwrap(), generation };
        let asked = asked.map(|(wait, attempt)| {
            RetryAfter { wait: Millis(wait), attempt: Some(attempt) }
        });
        let conditions = Conditions {
            ends: Ends::Script(script),
            retry_after: asked.into_iter().collect(),
            runtime: Millis(runtime),
        };
        let schedule = simulated(&policy, identity.clone(), &conditions);
        let said: Vec<(u64, Timestamp)> = schedule
            .attempts
            .iter()
            .map(|row| (row.delay_ms, row.next_attempt.unwrap()))
            .collect();
        let (delays, end) = recorded(&policy, &identity, &conditions);
        prop_assert_eq!(said, delays);
        prop_assert_eq!(schedule.gives_up, end);
    }
}
