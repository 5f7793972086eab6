//! What policy files are told: codes, places and words.

use wovyr_retry::policy::diagnostic::{Source, concise};
use wovyr_retry::policy::load;

pub(crate) fn concise_lines(text: &str) -> String {
    let source = Source::new("p.yaml", text.as_bytes());
    let lines: Vec<_> = load(text.as_bytes())
        .diagnostics
        .iter()
        .map(|finding| {
            let help =
                finding.help.as_deref().map(|help| format!("\n  {help}")).unwrap_or_default();
            concise(&source, finding) + &help
        })
        .collect();
    lines.join("\n")
}

pub(crate) const SIX: &str = "\
retry:
  maxAtempts: 3
  strategy: exponental
  strategy: fixed
  initialDelay: 5
  multiplier: 0.5
  jitter: {factor: 7}
";

#[test]
fn six_mistakes_are_six_findings() {
    insta::assert_snapshot!(concise_lines(SIX), @r"
    p.yaml:2:3: error[WR002] unknown-key: unknown key `maxAtempts` in `retry`
      did you mean `maxAttempts`?
    p.yaml:3:13: error[WR012] invalid-value: unknown strategy `exponental`
      did you mean `exponential`?
    p.yaml:4:3: error[WR001] duplicate-key: the key `strategy` stands twice
      keep one of them
    p.yaml:5:17: error[WR101] duration-without-unit: the duration `5` has no unit
      write `5s` for seconds, `5ms` for milliseconds
    p.yaml:6:15: error[WR105] multiplier-below-one: with the multiplier `0.5` delays would shrink
      write 1 for equal delays, or 1.01 to 100 for growing ones
    p.yaml:7:20: error[WR108] non-finite-or-out-of-range: the jitter factor `7` is not above 0 and at most 1
      0.1 spreads each delay by up to a tenth
    ");
}

/// The codes and places, as `line:column CODE`.
fn places(text: &str) -> Vec<String> {
    let source = Source::new("p.yaml", text.as_bytes());
    load(text.as_bytes())
        .diagnostics
        .iter()
        .map(|finding| {
            let at = source.position(finding.span.start);
            format!("{}:{} {}", at.line, at.column, finding.code)
        })
        .collect()
}

/// A line under `retry:` and the code of its one finding.
const SCALARS: &[(&str, &str)] = &[
    ("maxAttempts: 0", "WR110"),
    ("maxAttempts: -1", "WR108"),
    ("maxAttempts: 1000001", "WR108"),
    ("maxAttempts: 99999999999999999999", "WR108"),
    ("maxAttempts: \"5\"", "WR010"),
    ("maxAttempts: 5.0", "WR010"),
    ("maxAttempts: 1e3", "WR010"),
    ("maxAttempts: 1_000", "WR010"),
    ("maxAttempts: 010", "WR004"),
    ("maxAttempts: 0o10", "WR004"),
    ("maxAttempts: 0x1F", "WR010"),
    ("maxAttempts: 1:30", "WR004"),
    ("maxAttempts: yes", "WR003"),
    ("maxAttempts: true", "WR010"),
    ("maxAttempts: many", "WR010"),
    ("maxAttempts: null", "WR010"),
    ("maxAttempts: ~", "WR010"),
    ("maxAttempts: [5]", "WR016"),
    ("maxAttempts: {a: 5}", "WR016"),
    ("maxAttempts: !!int 5", "WR017"),
    ("multiplier: .nan", "WR010"),
    ("multiplier: .inf", "WR010"),
    ("multiplier: -.Inf", "WR010"),
    ("multiplier: 0", "WR105"),
    ("multiplier: -2", "WR105"),
    ("multiplier: 0.9999", "WR105"),
    ("multiplier: 1.005", "WR108"),
    ("multiplier: 1.00001", "WR108"),
    ("multiplier: 100.1", "WR108"),
    ("multiplier: 99999999999", "WR108"),
    ("multiplier: 2e0", "WR010"),
    ("multiplier: \"2\"", "WR010"),
    ("jitter: yes", "WR003"),
    ("jitter: no", "WR003"),
    ("jitter: \"true\"", "WR012"),
    ("jitter: 0.1", "WR010"),
    ("jitter: fulll", "WR012"),
    ("jitter: {}", "WR014"),
    ("jitter: {factor: 0}", "WR108"),
    ("jitter: {factor: 1.0001}", "WR108"),
    ("jitter: {factor: 0.00001}", "WR108"),
    ("jitter: {factor: -0.1}", "WR108"),
    ("jitter: {factor: .nan}", "WR010"),
    ("jitter: {factr: 0.1}", "WR002"),
    ("enabled: on", "WR003"),
    ("enabled: Off", "WR003"),
    ("enabled: 1", "WR010"),
    ("enabled: \"true\"", "WR010"),
    ("initialDelay: 30", "WR101"),
    ("initialDelay: \"30\"", "WR101"),
    ("initialDelay: 1.5", "WR101"),
    ("initialDelay: 1h30", "WR101"),
    ("initialDelay: 2M", "WR102"),
    ("initialDelay: 2S", "WR102"),
    ("initialDelay: 5µs", "WR102"),
    ("initialDelay: 1.5h", "WR102"),
    ("initialDelay: 2 s", "WR102"),
    ("initialDelay: 1s1h", "WR102"),
    ("initialDelay: 2s2s", "WR102"),
    ("initialDelay: 0", "WR103"),
    ("initialDelay: 0s", "WR103"),
    ("initialDelay: -5s", "WR103"),
    ("initialDelay: -5", "WR103"),
    ("initialDelay: 367d", "WR108"),
    ("initialDelay: 1:30", "WR004"),
    ("initialDelay: 010", "WR004"),
    ("initialDelay: 1e3", "WR010"),
    ("initialDelay: .inf", "WR010"),
    ("initialDelay: fast", "WR012"),
    ("initialDelay: PT1S", "WR012"),
    ("initialDelay: \"\"", "WR010"),
    ("initialDelay: no", "WR003"),
    ("strategy: constant", "WR012"),
    ("strategy: no", "WR003"),
    ("strategy: 1", "WR010"),
    ("nonRetryableErrorTypes: Fatal", "WR016"),
    ("nonRetryableErrorTypes: [503]", "WR010"),
    ("nonRetryableErrorTypes: [no]", "WR003"),
    ("nonRetryableErrorTypes: [null]", "WR010"),
    ("nonRetryableErrorTypes: [\"\"]", "WR012"),
    ("retryAfter: true", "WR016"),
    ("retryAfter: {max: 5}", "WR101"),
];

#[test]
fn scalars_of_other_types_are_named() {
    for (value, code) in SCALARS {
        let codes: Vec<_> = places(&format!("retry:\n  {value}\n"))
            .into_iter()
            .map(|place| place.split_once(' ').unwrap().1.to_owned())
            .collect();
        assert_eq!(codes, [*code], "{value}");
    }
}

#[test]
fn a_missing_value_is_no_default() {
    assert_eq!(places("retry:\n"), ["1:1 WR010"]);
    assert_eq!(places("retry:\n  jitter:\n  enabled: true\n"), ["2:3 WR010"]);
    assert_eq!(places("activities:\n  A:\n"), ["2:3 WR010"]);
    assert_eq!(places("activities: {A: {retry: ~}}\n"), ["1:25 WR010"]);
}

#[test]
fn documents_without_a_policy_are_warned_about() {
    assert_eq!(places(""), ["1:1 WR009"]);
    assert_eq!(places("# nothing\n"), ["1:1 WR009"]);
    assert_eq!(places("retry: {}\n---\n"), ["2:1 WR009"]);
    assert_eq!(places("{}\n"), ["1:1 WR009"]);
    assert_eq!(places("---\n---\nretry: {}\n"), ["1:1 WR009"]);
    assert_eq!(load(b"---\n---\nretry: {}\n").policies.len(), 1);
    assert_eq!(places("- retry\n"), ["1:1 WR016"]);
    assert_eq!(places("retry\n"), ["1:1 WR016"]);
}

#[test]
fn values_that_contradict_each_other_are_reported_where_they_meet() {
    for (text, expected) in [
        ("retry: {initialDelay: 10s, maxDelay: 5s}\n", &["1:38 WR104"][..]),
        ("retry: {maxDelay: 500ms}\n", &["1:19 WR104"]),
        ("retry: {initialDelay: 10, maxDelay: 5s}\n", &["1:23 WR101"]),
        ("retry: {initialDely: 1ms, maxDelay: 500ms}\n", &["1:9 WR002"]),
        ("retry: {maxDelay: 5s}\nactivities: {A: {retry: {initialDelay: 1m}}}\n", &["2:40 WR104"]),
        ("retry: {maxDelay: 5ms}\nactivities: {A: {retry: {enabled: true}}}\n", &["1:19 WR104"]),
        ("retry: {strategy: exponentialJitter, jitter: false}\n", &["1:46 WR015"]),
        (
            "retry: {jitter: false}\nactivities: {A: {retry: {strategy: exponentialJitter}}}\n",
            &["2:36 WR015"],
        ),
        ("retry: {strategy: linear, jitter: decorrelated}\n", &["1:35 WR015"]),
        (
            "retry: {jitter: decorrelated}\nactivities: {A: {retry: {strategy: fixed}}}\n",
            &["2:36 WR015"],
        ),
        ("retry: {maxAttempts: unlimited}\n", &["1:22 WR303"]),
        ("retry: {maxAttempts: unlimited}\ntimeouts: {workflow: 5}\n", &["2:22 WR101"]),
        ("retry: {maxAttempts: unlimited}\nretryBudget: 5\n", &["2:14 WR016"]),
        ("activities: {A: {retry: {maxAttempts: unlimited}}}\n", &["1:39 WR303"]),
        ("timeouts: {activity: 10s, lease: 11s}\n", &["1:34 WR015"]),
        ("timeouts: {lease: 1m}\nactivities: {A: {timeouts: {activity: 5s}}}\n", &["2:39 WR015"]),
        ("retryBudget: {onExhausted: continue}\n", &["1:14 WR014"]),
        ("retryBudget: {maxAttempts: 0}\n", &["1:28 WR110"]),
        ("circuitBreaker: {openFor: 1m}\n", &["1:17 WR014"]),
        ("circuitBreaker: {failureRate: {window: 1m}}\n", &["1:31 WR014"]),
        ("activities: {A: {retryBudget: {maxAttempts: 5}}}\n", &["1:18 WR013"]),
        ("activities: {A: {timeouts: {workflow: 5m}}}\n", &["1:29 WR013"]),
        ("activities: {A: {metadata: {name: x}}}\n", &["1:18 WR002"]),
        ("apiVersion: retry.wovyr.io/v1\nretry: {}\n", &["1:1 WR014"]),
        ("kind: RetryPolicy\nretry: {}\n", &["1:1 WR014"]),
        ("apiVersion: retry.wovyr.io/v2\nkind: RetryPolicy\n", &["1:13 WR012"]),
        ("metadata: {name: Payments}\n", &["1:18 WR012"]),
        ("metadata: {version: 0}\n", &["1:21 WR108"]),
        ("metadata: {labels: {a: 1}}\n", &["1:24 WR010"]),
        ("classification: {rules: [{when: {}, then: transient}]}\n", &["1:33 WR014"]),
        ("classification: {rules: [{when: {httpStatus: 409}}]}\n", &["1:26 WR014"]),
        ("classification: {rules: [{then: transient}]}\n", &["1:26 WR014"]),
        (
            "classification: {rules: [{when: {httpStatus: [\"409\", 99, 6xx]}, then: maybe}]}\n",
            &["1:47 WR010", "1:54 WR108", "1:58 WR108", "1:71 WR012"],
        ),
        ("classification: {rules: [{when: {message: []}, then: transient}]}\n", &["1:43 WR014"]),
        ("circuitBreaker: {consecutiveFailures: 5, key: metadata.}\n", &["1:47 WR012"]),
        ("dispatch: {priority: urgent, maxPerSecond: 0}\n", &["1:22 WR012", "1:44 WR108"]),
    ] {
        assert_eq!(places(text), expected, "{text}");
        assert!(load(text.as_bytes()).policies.is_empty(), "{text}");
    }
}

#[test]
fn foreign_words_are_translated() {
    insta::assert_snapshot!(concise_lines("\
retry:
  backoffCoefficient: 2
  initialInterval: 1s
  maximumInterval: 1m
  maxRetries: 3
  max_delay: 1m
  frobnicate: 1
maxAttempts: 3
dlq: {enabled: true}
"), @r"
    p.yaml:2:3: error[WR002] unknown-key: unknown key `backoffCoefficient` in `retry`
      did you mean `multiplier`?
    p.yaml:3:3: error[WR002] unknown-key: unknown key `initialInterval` in `retry`
      did you mean `initialDelay`?
    p.yaml:4:3: error[WR002] unknown-key: unknown key `maximumInterval` in `retry`
      did you mean `maxDelay`?
    p.yaml:5:3: error[WR002] unknown-key: unknown key `maxRetries` in `retry`
      did you mean `maxAttempts`? (it counts the first run too: 3 retries are 4 attempts)
    p.yaml:6:3: error[WR002] unknown-key: unknown key `max_delay` in `retry`
      did you mean `maxDelay`?
    p.yaml:7:3: error[WR002] unknown-key: unknown key `frobnicate` in `retry`
      the keys here are `enabled`, `maxAttempts`, `strategy`, `initialDelay`, `maxDelay`, `multiplier`, `jitter`, `nonRetryableErrorTypes`, `retryableErrorTypes`, `retryAfter`
    p.yaml:8:1: error[WR002] unknown-key: unknown key `maxAttempts`
      `maxAttempts` belongs under `retry`
    p.yaml:9:1: error[WR002] unknown-key: unknown key `dlq`
      did you mean `deadLetter`?
    ");
}

#[test]
fn what_is_not_yaml_has_a_place() {
    insta::assert_snapshot!([
        "retry:\n  a: b: c\n",
        "retry: [1, 2\n",
        "retry: \"x\n",
        "retry:\n\tenabled: true\n",
        "retry:\n  enabled: true\n enabled: true\n",
        "retry: *nope\n",
        "retry: {a: ?b}\n",
        "retry: @x\n",
        "? [a]\n: b\n",
        "retry: {<<: {a: b}}\n",
        "retry: &a [*a]\n",
    ].map(concise_lines).join("\n"), @r"
    p.yaml:2:7: error[WR011] invalid-yaml: mapping values are not allowed in this context
      put a value that holds `: ` in quotes
    p.yaml:1:8: error[WR011] invalid-yaml: unclosed bracket '['
      close it
    p.yaml:1:8: error[WR011] invalid-yaml: unclosed quote
      end the text with the same quote
    p.yaml:2:1: error[WR007] forbidden-character: a tab indents this line
      indent with spaces
    p.yaml:3:2: error[WR011] invalid-yaml: while parsing a block mapping, did not find expected key
      nothing after this place was read; correct it first
    p.yaml:1:8: error[WR011] invalid-yaml: this alias has no anchor before it
      name an anchor: `&name value`
    p.yaml:1:12: error[WR011] invalid-yaml: a text that starts with `?` or `:` needs quotes here
      put it in quotes
    p.yaml:1:8: error[WR011] invalid-yaml: unexpected character: `@'
      nothing after this place was read; correct it first
    p.yaml:1:3: error[WR016] wrong-structure: a key must be a single text
    p.yaml:1:9: error[WR005] merge-key: `<<` is not allowed in a policy
      write the values out, or alias each of them
    p.yaml:1:12: error[WR006] limit-exceeded: this alias stands inside the value that it repeats
      write the value out
    ");
}
