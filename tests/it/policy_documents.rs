//! Documents that are right: what they mean, their canonical form and how they are written again.

use std::path::PathBuf;

use wovyr_retry::model::{MaxAttempts, Millis, Priority, StrategyKind};
use wovyr_retry::policy::diagnostic::{Source, concise};
use wovyr_retry::policy::effective::{Jitter, Multiplier};
use wovyr_retry::policy::{Loaded, Origin, Policy, PolicySet, emit, load};

fn one(text: &str) -> Policy {
    let Loaded { mut policies, diagnostics } = load(text.as_bytes());
    let source = Source::new("p.yaml", text.as_bytes());
    let findings: Vec<_> = diagnostics.iter().map(|finding| concise(&source, finding)).collect();
    assert_eq!(findings, Vec::<String>::new());
    assert_eq!(policies.len(), 1);
    policies.remove(0)
}

fn shipped() -> Vec<(String, String)> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("policies");
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the directory of shipped policies")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
            (name, std::fs::read_to_string(path).expect("a readable file"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn the_shipped_policies_have_no_findings() {
    let names: Vec<_> = shipped().into_iter().map(|(name, text)| (name, one(&text).name)).collect();
    let called = |file: &str| (file.to_owned(), Some(file.to_owned()));
    let nameless = |file: &str| (file.to_owned(), None);
    assert_eq!(
        names,
        [
            nameless("charge-card"),
            called("demo"),
            called("payments"),
            called("polling"),
            nameless("spec-budget"),
            nameless("spec-retry"),
            called("strict"),
        ]
    );
}

#[test]
fn absent_keys_have_the_defaults() {
    let set = PolicySet::builtin_default();
    insta::assert_snapshot!(emit::to_yaml(&emit::document(&set.base)).unwrap(), @r"
    retry:
      enabled: true
      maxAttempts: 5
      strategy: exponential
      initialDelay: 1s
      maxDelay: 1m40s
      multiplier: 2.0
      jitter:
        factor: 0.1
      nonRetryableErrorTypes: []
      retryableErrorTypes: []
      retryAfter:
        honor: true
        max: 1h
    timeouts:
      activity: 5m
      lease: 5m
      retriesExtendWorkflow: false
    classification:
      default: transient
      rules: []
    deadLetter:
      enabled: true
      permanent: true
      retention: 14d
    dispatch:
      priority: normal
    ");
    assert!(set.activities.is_empty());
    assert_eq!(one("retry: {}").set, set);
    assert_eq!(one("retry: {enabled: true}\ntimeouts: {activity: 5m}").set, set);
}

#[test]
fn an_override_merges_field_by_field() {
    let policy = one(include_str!("../../policies/payments.yaml"));
    let charge = policy.set.for_type("ChargeCard");
    assert_eq!(charge.retry.max_attempts, MaxAttempts::Limited(4));
    assert_eq!(charge.retry.strategy, StrategyKind::Exponential);
    assert_eq!(charge.retry.initial_delay, Millis::from_secs(1));
    assert_eq!(charge.retry.max_delay, Millis::from_secs(8));
    assert_eq!(charge.retry.multiplier, Multiplier(20_000));
    assert_eq!(charge.retry.jitter, Jitter::DEFAULT);
    assert_eq!(charge.retry.non_retryable_error_types, ["CardDeclined", "InvalidCard"]);
    assert_eq!(charge.budget, policy.set.base.budget);
    assert_eq!(policy.set.for_type("SendReceipt").dispatch.priority, Priority::Low);
    assert_eq!(policy.set.for_type("chargecard"), &policy.set.base);
}

#[test]
fn derived_values_follow_the_merged_ones() {
    let text = "\
retry: {initialDelay: 2s}
activities:
  Slow: {retry: {initialDelay: 2h}}
  Fast: {retry: {initialDelay: 10ms}, timeouts: {activity: 1s}}
  Same: {retry: {initialDelay: 2000ms}}
";
    let policy = one(text);
    let of = |name: &str| {
        let effective = policy.set.for_type(name);
        (effective.retry.max_delay.to_string(), effective.timeouts.lease.to_string())
    };
    assert_eq!(of("Other"), ("3m20s".into(), "5m".into()));
    assert_eq!(of("Slow"), ("2h".into(), "5m".into()));
    assert_eq!(of("Fast"), ("1s".into(), "1s".into()));
    let kept: Vec<_> = policy.set.activities.keys().collect();
    assert_eq!(kept, ["Fast", "Slow"], "an override that changes nothing is dropped");
    assert!(policy.overrides.contains_key("Same"), "but it can still be shown");
}

#[test]
fn every_value_knows_where_it_comes_from() {
    let text = "\
retry: {initialDelay: 2s, jitter: full}
activities:
  A: {retry: {jitter: equal}}
";
    let policy = one(text);
    let origin = |activity: Option<&str>, path: &str| {
        let (_, origins) = policy.effective(activity);
        match &origins[path] {
            Origin::Default => "default".to_owned(),
            Origin::Derived => "derived".to_owned(),
            Origin::Policy(span) => format!("policy {}", &text[span.start..span.end]),
            Origin::Activity(name, span) => format!("{name} {}", &text[span.start..span.end]),
        }
    };
    assert_eq!(origin(None, "retry.maxDelay"), "derived");
    assert_eq!(origin(None, "retry.initialDelay"), "policy 2s");
    assert_eq!(origin(None, "retry.jitter"), "policy full");
    assert_eq!(origin(None, "retry.multiplier"), "default");
    assert_eq!(origin(None, "retryBudget"), "default");
    assert_eq!(origin(Some("A"), "retry.initialDelay"), "policy 2s");
    assert_eq!(origin(Some("A"), "retry.jitter"), "A equal");
    assert_eq!(origin(Some("B"), "retry.jitter"), "policy full");
}

#[test]
fn every_shown_value_has_an_origin() {
    for (file, text) in shipped() {
        let policy = one(&text);
        for activity in policy.overrides.keys().map(|name| Some(name.as_str())).chain([None]) {
            let (effective, origins) = policy.effective(activity);
            for (path, _) in emit::values(effective) {
                assert!(origins.contains_key(path.as_str()), "{file}: {path}");
            }
        }
    }
}

#[test]
fn exponential_jitter_is_exponential_with_jitter() {
    let plain = one("retry: {strategy: exponential}").set;
    assert_eq!(one("retry: {strategy: exponentialJitter}").set, plain);
    let full = one("retry: {strategy: exponentialJitter, jitter: full}").set;
    assert_eq!(full.base.retry.jitter, Jitter::Full);
    assert_eq!(full.base.retry.strategy, StrategyKind::Exponential);
}

#[test]
fn decimals_are_exact() {
    let policy = one("retry: {multiplier: 1.0625, jitter: {factor: 0.0001}}");
    assert_eq!(policy.set.base.retry.multiplier, Multiplier(10_625));
    assert_eq!(policy.set.base.retry.jitter, Jitter::Factor(1));
    assert_eq!(one("retry: {multiplier: 1}").set.base.retry.multiplier, Multiplier(10_000));
    assert_eq!(one("retry: {multiplier: 100.0}").set.base.retry.multiplier, Multiplier(1_000_000));
}

#[test]
fn the_canonical_form_is_pinned() {
    let set = one("\
retryBudget: {maxAttempts: 100}
retry: {nonRetryableErrorTypes: [B, A, B], jitter: full}
circuitBreaker: {failureRate: {percent: 50}, key: metadata.region}
classification:
  rules:
    - {when: {httpStatus: [5xx, 409], message: \"*x*\"}, then: transient}
activities: {A: {retry: {jitter: false}}}
")
    .set;
    insta::assert_snapshot!(set.canonical().replace(r#"},""#, "},\n\""), @r#"
    {"activities":{"A":{"breaker":{"consecutive_failures":null,"failure_rate":{"minimum_calls":20,"percent":50,"window_ms":60000},
    "half_open_probes":1,"key":"metadata.region","open_for_ms":30000},
    "budget":{"max_attempts":100,"max_duration_ms":null,"on_exhausted":"failWorkflow"},
    "classification":{"default":"transient","rules":[{"error_type":[],"http_status":["409","5xx"],"message":["*x*"],"then":"transient"}]},
    "dead_letter":{"enabled":true,"permanent":true,"retention_ms":1209600000},
    "dispatch":{"max_concurrent":null,"max_per_second":null,"priority":"normal"},
    "retry":{"enabled":true,"initial_delay_ms":1000,"jitter":"off","max_attempts":5,"max_delay_ms":100000,"multiplier":"2.0","non_retryable_error_types":["A","B"],"retry_after":{"honor":true,"max_ms":3600000},
    "retryable_error_types":[],"strategy":"exponential"},
    "timeouts":{"activity_ms":300000,"lease_ms":300000,"retries_extend_workflow":false,"workflow_ms":null}}},
    "base":{"breaker":{"consecutive_failures":null,"failure_rate":{"minimum_calls":20,"percent":50,"window_ms":60000},
    "half_open_probes":1,"key":"metadata.region","open_for_ms":30000},
    "budget":{"max_attempts":100,"max_duration_ms":null,"on_exhausted":"failWorkflow"},
    "classification":{"default":"transient","rules":[{"error_type":[],"http_status":["409","5xx"],"message":["*x*"],"then":"transient"}]},
    "dead_letter":{"enabled":true,"permanent":true,"retention_ms":1209600000},
    "dispatch":{"max_concurrent":null,"max_per_second":null,"priority":"normal"},
    "retry":{"enabled":true,"initial_delay_ms":1000,"jitter":"full","max_attempts":5,"max_delay_ms":100000,"multiplier":"2.0","non_retryable_error_types":["A","B"],"retry_after":{"honor":true,"max_ms":3600000},
    "retryable_error_types":[],"strategy":"exponential"},
    "timeouts":{"activity_ms":300000,"lease_ms":300000,"retries_extend_workflow":false,"workflow_ms":null}}}
    "#);
    assert_eq!(PolicySet::from_canonical(&set.canonical()).unwrap(), set);
    insta::assert_snapshot!(PolicySet::builtin_default().digest(), @"sha256:466934264f3619edf728caab0b2de524de187090ce72e4e92283b8cde0c17364");
}

#[test]
fn the_digest_ignores_notation_and_metadata() {
    let digest = |text| one(text).set.digest();
    let bare = digest("retry: {maxDelay: 60s, jitter: true, retryableErrorTypes: [B, A]}");
    let full = digest(
        "# a comment\napiVersion: retry.wovyr.io/v1\nkind: RetryPolicy\n\
         metadata: {name: x, version: 7, description: d, labels: {a: b}}\n\
         activities: {A: {retry: {maxDelay: 60000ms}}}\n\
         retry:\n  retryableErrorTypes: [A, 'B', A]\n  jitter: {factor: 0.10}\n  maxDelay: 1m\n",
    );
    assert_eq!(bare, full);
    assert_ne!(bare, digest("retry: {maxDelay: 61s, retryableErrorTypes: [B, A]}"));
}

#[test]
fn only_the_canonical_text_is_read_back() {
    let text = PolicySet::builtin_default().canonical();
    assert!(PolicySet::from_canonical(&text).is_ok());
    for other in [
        format!(" {text}"),
        text.replace("\"2.0\"", "\"2.00\""),
        text.replace("\"enabled\":true", "\"enabled\":true,\"extra\":1"),
        text.replace("\"honor\":true,", ""),
        text[..text.len() - 1].to_owned(),
        "{}".to_owned(),
    ] {
        assert!(PolicySet::from_canonical(&other).is_err(), "{other}");
    }
}

#[test]
fn several_documents_are_several_policies() {
    let loaded =
        load(b"metadata: {name: a}\n---\nretry: {maxAttempts: 0}\n---\nmetadata: {name: b}\n");
    let names: Vec<_> = loaded.policies.iter().map(|policy| policy.name.as_deref()).collect();
    assert_eq!(names, [Some("a"), Some("b")], "a mistake in one document spares the others");
    assert_eq!(loaded.diagnostics.len(), 1);
}

#[test]
fn notation_does_not_matter() {
    let plain = one("retry:\n  maxAttempts: 3\n  initialDelay: 2s\n").set;
    for text in [
        "\u{feff}retry:\r\n  maxAttempts: 3\r\n  initialDelay: 2s\r\n",
        "retry:\r  maxAttempts: 3\r  initialDelay: 2s",
        "%YAML 1.2\n---\nretry: {\"maxAttempts\": 3, 'initialDelay': \"2s\"}\n...\n",
        "retry:\n  maxAttempts: &n 3\n  initialDelay: 2s\nretryBudget: &b {maxAttempts: *n}\n",
        "{\"retry\": {\"maxAttempts\": 3, \"initialDelay\": \"2s\"}}",
    ] {
        assert_eq!(one(text).set.base.retry, plain.base.retry, "{text:?}");
    }
}
