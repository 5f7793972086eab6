//! The schema against an independent validator.

use serde_json::Value;
use wovyr_retry::lint::RULES;
use wovyr_retry::policy::schema;

use crate::source;

/// Rules of which a schema can know nothing: the text itself, arithmetic, and advice.
const BEYOND: &[&str] = &["WR001", "WR009", "WR015", "WR017", "WR104"];

fn validator() -> jsonschema::Validator {
    jsonschema::draft7::new(&schema()).unwrap()
}

fn documents(text: &str) -> Option<Vec<Value>> {
    use serde::Deserialize as _;
    let text = text.trim_start_matches('\u{feff}');
    serde_yaml::Deserializer::from_str(text).map(|one| Value::deserialize(one).ok()).collect()
}

#[test]
fn it_is_a_schema() {
    assert!(jsonschema::draft7::meta::is_valid(&schema()));
}

#[test]
fn good_files_are_accepted() {
    let validator = validator();
    let files = source::files("policies", &[".yaml"]);
    let policies = files.iter().filter(|file| !file.path.ends_with(".test.yaml"));
    let texts = policies.map(|file| (file.path.as_str(), file.text.as_str()));
    let examples = RULES.iter().map(|rule| (rule.code.id, rule.good));
    for (name, text) in texts.chain(examples) {
        for document in documents(text).unwrap() {
            let errors: Vec<_> = validator.iter_errors(&document).map(|e| e.to_string()).collect();
            assert!(errors.is_empty(), "{name}: {errors:?}");
        }
    }
}

#[test]
fn an_override_may_leave_out_what_it_inherits() {
    let text = "circuitBreaker: {failureRate: {percent: 50}, openFor: 9s}\n\
                activities: {A: {circuitBreaker: {openFor: 5s, failureRate: {window: 2m}}}}\n";
    assert!(validator().is_valid(&documents(text).unwrap()[0]));
    assert_eq!(wovyr_retry::policy::load(text.as_bytes()).diagnostics, []);
}

#[test]
fn bad_files_are_rejected() {
    let validator = validator();
    let of_reader = RULES.iter().filter(|rule| {
        wovyr_retry::policy::diagnostic::CODES.contains(&rule.code)
            && !BEYOND.contains(&rule.code.id)
    });
    for rule in of_reader {
        // What the other YAML engine does not read is rejected, too.
        let accepted =
            documents(rule.bad).is_some_and(|all| all.iter().all(|d| validator.is_valid(d)));
        assert!(!accepted, "{}: {}", rule.code, rule.bad);
    }
    for text in [
        "retry: null",
        "retry: {initialDelay: 0s}",
        "retry: {initialDelay: 1m1h}",
        "retry: {multiplier: 1.005}",
        "retry: {jitter: {}}",
        "retry: {strategy: exponentialJitter, jitter: false}",
        "retry: {strategy: linear, jitter: decorrelated}",
        "retry: {maxAttempts: unlimited}\ntimeouts: {workflow: 1h, retriesExtendWorkflow: true}",
        "circuitBreaker: {openFor: 5s}",
        "circuitBreaker: {failureRate: {window: 5s}}",
        "classification: {rules: [{when: {}, then: transient}]}",
        "classification: {rules: [{when: {httpStatus: 6xx}, then: transient}]}",
        "activities: {A: {retryBudget: {maxAttempts: 3}}}",
        "kind: RetryPolicy\nretry: {}",
        "metadata: {name: Payments}",
        "{}",
    ] {
        let all = documents(text).unwrap();
        assert!(!all.iter().all(|document| validator.is_valid(document)), "{text}");
        assert!(wovyr_retry::policy::load(text.as_bytes()).policies.is_empty(), "{text}");
    }
}
