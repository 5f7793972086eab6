//! Retry rules of other systems: the policies they become, what those systems do, and what is said.

use std::path::PathBuf;

use wovyr_retry::model::{FailureClass, GiveUpReason, MaxAttempts, Millis, StrategyKind};
use wovyr_retry::policy::diagnostic::Source;
use wovyr_retry::policy::effective::{Jitter, StatusPattern};
use wovyr_retry::policy::import::{FormatChoice, Import, ImportedPolicy, Note, import};
use wovyr_retry::policy::load;
use wovyr_retry::retry::CompiledPolicy;
use wovyr_retry::simulate::{Conditions, Draws, PolicyLabel, Scenario, Schedule, schedule};

pub(crate) fn fixtures() -> Vec<(String, Vec<u8>)> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/import");
    let paths = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn fixture(name: &str) -> (Vec<u8>, Import) {
    let (_, bytes) = fixtures().into_iter().find(|(file, _)| file == name).unwrap();
    let read = import(&bytes, FormatChoice::Auto).unwrap();
    (bytes, read)
}

fn named<'a>(read: &'a Import, name: &str) -> &'a ImportedPolicy {
    let names: Vec<_> = read.policies.iter().map(|policy| &policy.name).collect();
    read.policies.iter().find(|policy| policy.name == name).unwrap_or_else(|| panic!("{names:?}"))
}

/// The notes as `line:column kind: message`.
pub(crate) fn notes(bytes: &[u8], read: &Import) -> Vec<String> {
    let source = Source::new("", bytes);
    let line = |note: &Note| {
        let at = source.position(note.span.start);
        format!("{}:{} {}: {}", at.line, at.column, note.kind.as_str(), note.message)
    };
    read.all_notes().into_iter().map(line).collect()
}

#[track_caller]
pub(crate) fn assert_note(notes: &[String], start: &str, part: &str) {
    let found = notes.iter().any(|note| note.starts_with(start) && note.contains(part));
    assert!(found, "{start}…{part} in\n{}", notes.join("\n"));
}

/// What the other system does, when every attempt fails at once.
pub(crate) fn walk(policy: &ImportedPolicy) -> Schedule {
    schedule(&Scenario {
        policy: &CompiledPolicy::new(policy.policy.clone()),
        foreign: Some(&policy.schedule),
        conditions: &Conditions::default(),
        label: PolicyLabel { name: None, version: None, digest: policy.digest() },
        activity_type: None,
        draws: Draws::Invented { seed: 0, run: 0 },
        start: None,
    })
}

pub(crate) fn delays(policy: &ImportedPolicy) -> Vec<u64> {
    walk(policy).attempts.iter().map(|row| row.delay_ms).collect()
}

fn end(policy: &ImportedPolicy) -> Option<(u32, GiveUpReason)> {
    walk(policy).gives_up.map(|end| (end.attempt, end.reason))
}

#[test]
fn dapr_ends_after_fifteen_minutes_and_spreads_beyond_its_cap() {
    let (bytes, read) = fixture("dapr.yaml");
    let policy = named(&read, "backing-off");
    assert_eq!(policy.policy.retry.max_attempts, MaxAttempts::Unlimited);
    let budget = policy.policy.budget.unwrap();
    assert_eq!(budget.max_duration, Some(Millis::from_secs(15 * 60)));
    assert_eq!(policy.policy.retry.jitter, Jitter::Factor(5_000));
    let run = walk(policy);
    let gaps: Vec<u64> = run.attempts.iter().take(10).map(|row| row.gap_ms).collect();
    assert_eq!(gaps, [500, 750, 1_125, 1_688, 2_531, 3_797, 5_695, 8_543, 12_814, 15_000]);
    assert_eq!((run.attempts[9].min_ms, run.attempts[9].max_ms), (7_500, 22_500));
    assert!((14 * 60_000..=15 * 60_000).contains(&run.window_ms), "{}", run.window_ms);
    assert_eq!(run.gives_up.unwrap().reason, GiveUpReason::BudgetExhausted);
    assert_note(&notes(&bytes, &read), "20:17 noticed", "15 minutes after the first try");
}

#[test]
fn dapr_combines_retries_with_what_targets_put_beside_them() {
    let (bytes, read) = fixture("dapr.yaml");
    let checkout = named(&read, "steady.apps.checkout");
    assert_eq!(checkout.original, "steady");
    assert_eq!(checkout.policy.timeouts.activity, Millis::from_secs(2));
    let breaker = checkout.policy.breaker.clone().unwrap();
    assert_eq!((breaker.consecutive_failures, breaker.half_open_probes), (Some(6), 2));
    assert_eq!(delays(checkout), [3_000; 4]);
    assert!(named(&read, "steady.apps.catalogue").policy.breaker.is_none());
    assert_eq!(
        named(&read, "dapr-built-in-service-retries").policy.retry.max_attempts.limit(),
        Some(4)
    );
    let notes = notes(&bytes, &read);
    for (place, part) in [
        ("9:7 noticed", "no target uses the timeout `idle`"),
        ("18:21 noticed", "never stops"),
        ("35:18 noticed", "just as long as a retry waits"),
        ("38:9 lost", "`maxFailures`"),
        ("39:15 lost", "the breaker is lost"),
        ("52:16 noticed", "no retry has the name `nowhere`"),
        ("59:9 lost", "`retry` here and ignores it"),
    ] {
        assert_note(&notes, place, part);
    }
    let statuses = &named(&read, "only-server-errors").policy.classification.rules[0].http_status;
    assert_eq!(*statuses, [StatusPattern::Exact(429), StatusPattern::Class(5)]);
}

#[test]
fn argo_ignores_a_backoff_without_a_limit() {
    let (bytes, read) = fixture("argo-workflows.yaml");
    let policy = named(&read, "unlimited");
    let run = walk(policy);
    assert!(run.attempts.iter().all(|row| row.delay_ms == 0));
    assert_eq!(run.gives_up, None, "no time passes, so no deadline comes");
    assert_eq!(policy.policy.retry.initial_delay, Millis(1));
    let notes = notes(&bytes, &read);
    assert_note(&notes, "35:9 noticed", "ignores the whole backoff without a `limit`");
    assert_note(&notes, "2:1 noticed", "passed over");
    assert_note(&notes, "45:16 refused", "`limit: many` is not a whole number");
    assert_note(&notes, "42:21 lost", "asInt(lastRetry.exitCode) > 1");
    assert_note(&notes, "40:16 changed", "{{inputs.parameters.limit}}");
}

#[test]
fn argo_counts_seconds_and_totals() {
    let (bytes, read) = fixture("argo-workflows.yaml");
    let policy = named(&read, "backing-off");
    assert_eq!(
        delays(policy),
        [1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000]
    );
    assert_eq!(end(policy), Some((11, GiveUpReason::MaxAttemptsReached)));
    assert_eq!(policy.policy.budget.unwrap().max_duration, Some(Millis::from_secs(60)));
    assert_eq!(policy.policy.timeouts.activity, Millis::from_secs(120));
    assert_eq!(policy.policy.timeouts.workflow, Some(Millis::from_secs(3_600)));
    assert_eq!(delays(named(&read, "merged")), [1_000, 2_000], "a merge key and a tag");
    assert_eq!(end(named(&read, "never")), Some((1, GiveUpReason::RetriesDisabled)));
    assert_eq!(delays(named(&read, "hot")), [0; 4]);
    let notes = notes(&bytes, &read);
    assert_note(&notes, "25:21 normalised", "`duration` is 1s");
    assert_note(&notes, "27:24 normalised", "not the longest wait");
    assert_note(&notes, "17:21 normalised", "nothing is ever tried again");
}

#[test]
fn argo_cd_caps_by_its_max_duration() {
    let (_, read) = fixture("argo-cd.yaml");
    assert_eq!(delays(named(&read, "guestbook")), [5_000, 10_000, 20_000, 40_000, 60_000]);
    let tenant = named(&read, "tenant");
    assert_eq!(tenant.original, "{{tenant}}");
    assert_eq!(delays(tenant)[..7], [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 180_000]);
    assert_eq!(end(tenant), None);
}

#[test]
fn step_functions_counts_by_retrier() {
    let (bytes, read) = fixture("step-functions.asl.json");
    let first = named(&read, "charge-card");
    let run = walk(first);
    assert_eq!(
        run.attempts.iter().map(|row| row.gap_ms).collect::<Vec<_>>(),
        [2_000, 3_000, 4_500, 6_750, 10_000, 10_000]
    );
    assert!(run.attempts.iter().all(|row| row.min_ms == 0 && row.max_ms == row.gap_ms));
    assert_eq!(first.policy.retry.jitter, Jitter::Full);
    assert_eq!(first.policy.timeouts.activity, Millis::from_secs(65));
    assert_eq!(first.policy.timeouts.workflow, Some(Millis::from_secs(7_200)));
    assert_eq!(end(named(&read, "charge-card-2")), Some((1, GiveUpReason::RetriesDisabled)));
    let last = named(&read, "charge-card-3");
    assert_eq!(delays(last), [1_000, 2_000, 4_000], "the defaults");
    let rules = &last.policy.classification.rules;
    assert_eq!(rules[0].error_type, ["Card.Stolen"]);
    assert_eq!((rules[0].then, rules[1].then), (FailureClass::Permanent, FailureClass::Transient));
    assert_eq!(named(&read, "notify").policy.retry.strategy, StrategyKind::Fixed);
    let notes = notes(&bytes, &read);
    assert_note(&notes, "10:5 changed", "retrier 1 of 3");
    assert_note(&notes, "10:91 normalised", "`maxAttempts: 7`");
    assert_note(&notes, "24:82 changed", "${Tries}");
    assert_note(&notes, "31:86 refused", "`BackoffRate` below 1");
    assert_note(&notes, "31:92 refused", "without `ErrorEquals`");
}

#[test]
fn step_functions_without_a_cap_overflows() {
    let (bytes, read) = fixture("step-functions.asl.yaml");
    let policy = named(&read, "publish");
    assert_eq!(policy.policy.retry.max_delay, Millis::MAX);
    assert_note(
        &notes(&bytes, &read),
        "14:17 noticed",
        "after attempt 35 is longer than 292 years",
    );
}

#[test]
fn cloud_tasks_doubles_then_grows_evenly() {
    let (bytes, read) = fixture("queue.yaml");
    let polling = named(&read, "polling");
    assert_eq!(delays(polling), [15_000, 30_000, 60_000, 120_000, 180_000]);
    assert_eq!(end(polling), Some((6, GiveUpReason::BudgetExhausted)));
    let receive = named(&read, "receive");
    assert_eq!(delays(receive), [30_000, 60_000, 120_000, 180_000]);
    assert_eq!(receive.policy.dispatch.max_concurrent, Some(20));
    assert_eq!(end(named(&read, "once")), Some((1, GiveUpReason::RetriesDisabled)));
    let linear = named(&read, "default");
    assert_eq!(delays(linear)[18..22], [190_000, 200_000, 200_000, 200_000]);
    let notes = notes(&bytes, &read);
    for (place, part) in [
        ("9:20 noticed", "15s, 30s, 1m, 2m, 3m"),
        ("9:20 changed", "after attempt 5 is 3m there and 4m here"),
        ("11:9 lost", "a rate of 0.167"),
        ("19:23 changed", "when both limits are reached"),
        ("25:3 noticed", "`default` holds for every activity"),
        ("29:9 noticed", "`silent` says nothing about retries"),
    ] {
        assert_note(&notes, place, part);
    }
    assert!(!notes.iter().any(|note| note.starts_with("16:20 changed")), "it comes out even");
}

#[test]
fn cloud_tasks_goes_on_until_both_limits_are_reached() {
    let (_, read) = fixture("queue.yaml");
    let both = named(&read, "both");
    let run = walk(both);
    assert!(run.gives_up.unwrap().attempt > 4);
    assert!(run.window_ms >= 2 * 86_400_000, "{}", run.window_ms);
    let (_, read) = fixture("cloud-tasks.json");
    let emails = named(&read, "emails");
    assert_eq!(end(emails), Some((100, GiveUpReason::MaxAttemptsReached)), "runs, not retries");
    assert_eq!(emails.policy.dispatch.max_per_second, Some(500));
}

#[test]
fn temporal_is_unlimited_up_to_a_hundred_times_the_first_wait() {
    let (bytes, read) = fixture("temporal.yaml");
    let policy = named(&read, "history.default-activity-retry-policy");
    let seconds: Vec<u64> = delays(policy)[..9].iter().map(|delay| delay / 1_000).collect();
    assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 64, 100, 100]);
    assert_eq!(end(policy), None);
    assert_eq!(policy.policy.retry.max_attempts, MaxAttempts::Unlimited);
    let billing = named(&read, "history.default-activity-retry-policy-2");
    assert_eq!(delays(billing), [5_000, 10_000]);
    let notes = notes(&bytes, &read);
    assert_note(&notes, "6:24 normalised", "no limit");
    assert_note(&notes, "11:7 lost", "constraints");
}

#[test]
fn temporal_activity_options_bring_their_timeouts() {
    let (bytes, read) = fixture("temporal-options.json");
    let charge = named(&read, "charge-card");
    let timeouts = &charge.policy.timeouts;
    assert_eq!((timeouts.activity, timeouts.lease), (Millis::from_secs(30), Millis::from_secs(5)));
    assert_eq!(delays(charge)[..3], [500, 750, 1_125]);
    assert_eq!(end(charge).unwrap().1, GiveUpReason::BudgetExhausted, "after five minutes");
    assert_eq!(charge.policy.retry.non_retryable_error_types, ["ActivityTimeout", "CardStolen"]);
    assert_eq!(end(named(&read, "once")), Some((1, GiveUpReason::RetriesDisabled)));
    assert_eq!(delays(named(&read, "nanos")), [2_000, 4_000, 8_000]);
    let notes = notes(&bytes, &read);
    assert_note(&notes, "18:84 refused", "maximum interval below the initial one");
    assert_note(&notes, "17:58 changed", "without a unit");
}

#[test]
fn wovyr_workflows_have_defaults_of_their_own() {
    let (bytes, read) = fixture("wovyr.yaml");
    assert_eq!(delays(named(&read, "charge")), [200, 400, 800, 1_000]);
    assert_eq!(delays(named(&read, "ship")), [1_500, 3_000]);
    assert_eq!(end(named(&read, "notify")), Some((1, GiveUpReason::RetriesDisabled)));
    assert_eq!(read.policies.len(), 3, "what has no retry block is no rule");
    assert_note(&notes(&bytes, &read), "11:55 lost", "`backoff`");
}

#[test]
fn templates_are_read_around() {
    let (bytes, read) = fixture("helm.yaml");
    assert_eq!(delays(named(&read, "steady")), [5_000; 3]);
    let notes = notes(&bytes, &read);
    assert_note(&notes, "1:1 noticed", "steers a template");
    assert_note(&notes, "13:19 changed", "filled in later");
}

#[test]
fn every_policy_is_the_one_that_its_file_means() {
    for (name, bytes) in fixtures() {
        let read = import(&bytes, FormatChoice::Auto).unwrap();
        let source = Source::new(&name, &bytes);
        for policy in &read.policies {
            let text = policy.file(&read, &source).unwrap();
            let loaded = load(text.as_bytes());
            let ids: Vec<_> = loaded.diagnostics.iter().map(|found| found.code.id).collect();
            match loaded.policies.first() {
                Some(read) => assert_eq!(read.set.base, policy.policy, "{name}: {text}"),
                // Only the want of an end is left for the author to decide.
                None => assert_eq!(ids, ["WR303"], "{name}: {text}"),
            }
        }
    }
}

#[test]
fn findings_point_into_the_imported_file() {
    let (bytes, read) = fixture("dapr.yaml");
    let found = read.diagnostics(|text| load(text).diagnostics);
    let unbounded = found.iter().find(|finding| finding.code.id == "WR303").unwrap();
    let at = Source::new("", &bytes).position(unbounded.span.start);
    assert_eq!((at.line, at.column), (18, 21));
    assert!(found.is_sorted_by_key(|finding| finding.span));
    let at_place = found.iter().filter(|one| one.code.id == "WR303");
    assert_eq!(at_place.count(), 1, "the note about it says no more");
}
