//! An effective policy written out again: as a document, and value by value.

use serde::Serialize;
use serde_yaml::{Mapping, Value};

use super::decimal;
use super::effective::{
    BreakerRules, BudgetRules, ClassificationRule, EffectivePolicy, FailureRateRules, Jitter,
    RetryRules, StatusPattern, Timeouts,
};
use crate::model::MaxAttempts;

/// Why something could not be written as YAML.
#[derive(Debug, thiserror::Error)]
#[error("cannot write YAML")]
pub struct EmitError(#[from] serde_yaml::Error);

/// Writes anything as one YAML document.
pub fn to_yaml(value: &impl Serialize) -> Result<String, EmitError> {
    Ok(serde_yaml::to_string(value)?)
}

/// The policy in the keys and order of a document, every value set. [`to_yaml`] makes of it a file
/// that means the same policy; only a pattern such as `no` or `1:30`, which the writer leaves bare
/// and the reader wants quoted, has to be quoted by hand.
pub fn document(policy: &EffectivePolicy) -> impl Serialize + use<> {
    tree(policy)
}

/// A named document with those values of the policy that `keeps` wants: paths such as
/// `retry.maxDelay`, or `retryBudget` for a section as a whole.
pub fn named_excerpt(
    name: &str,
    policy: &EffectivePolicy,
    keeps: &dyn Fn(&str) -> bool,
) -> impl Serialize + use<> {
    let mut document = Block::default()
        .with("apiVersion", "retry.wovyr.io/v1")
        .with("kind", "RetryPolicy")
        .with("metadata", Block::default().with("name", name));
    let Value::Mapping(sections) = tree(policy) else { return document.into() };
    for (key, section) in sections {
        let section_name = key.as_str().unwrap_or_default();
        let kept = match section {
            whole if keeps(section_name) => whole,
            Value::Mapping(mut values) => {
                values.retain(|key, _| {
                    keeps(&format!("{section_name}.{}", key.as_str().unwrap_or_default()))
                });
                if values.is_empty() {
                    continue;
                }
                Value::Mapping(values)
            }
            _ => continue,
        };
        document = document.with(section_name, kept);
    }
    Value::from(document)
}

/// Every value of the policy with its path, e.g. (`retry.maxDelay`, `100s`), in document order.
/// The paths are those of [`super::Origins`], but for sections and caps that are not set.
pub fn values(policy: &EffectivePolicy) -> Vec<(String, String)> {
    let mut values = Vec::new();
    flatten("", &tree(policy), &mut values);
    values
}

fn flatten(path: &str, value: &Value, into: &mut Vec<(String, String)>) {
    match value {
        Value::Mapping(map) if path != "retry.jitter" => {
            for (key, value) in map {
                let key = key.as_str().unwrap_or_default();
                let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
                flatten(&path, value, into);
            }
        }
        value => into.push((path.to_owned(), inline(value))),
    }
}

/// A value in one line, as flow style would have it.
fn inline(value: &Value) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(value) => value.clone(),
        Value::Sequence(items) => format!("[{}]", joined(items.iter().map(inline).collect())),
        Value::Mapping(map) => {
            let entry = |(key, value)| format!("{}: {}", inline(key), inline(value));
            format!("{{{}}}", joined(map.iter().map(entry).collect()))
        }
        Value::Tagged(tagged) => inline(&tagged.value),
    }
}

/// A map in the making.
#[derive(Default)]
struct Block(Mapping);

impl Block {
    fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0.insert(key.into(), value.into());
        self
    }

    fn with_some(self, key: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
}

impl From<Block> for Value {
    fn from(block: Block) -> Self {
        Self::Mapping(block.0)
    }
}

fn tree(policy: &EffectivePolicy) -> Value {
    let EffectivePolicy {
        retry: retry_rules,
        budget: budget_rules,
        timeouts: timeout_rules,
        breaker: breaker_rules,
        classification,
        dead_letter,
        dispatch,
    } = policy;
    Block::default()
        .with("retry", retry(retry_rules))
        .with_some("retryBudget", budget_rules.as_ref().map(budget))
        .with("timeouts", timeouts(timeout_rules))
        .with_some("circuitBreaker", breaker_rules.as_ref().map(breaker))
        .with(
            "classification",
            Block::default()
                .with("default", classification.default.as_str())
                .with("rules", classification.rules.iter().map(rule).collect::<Vec<Value>>()),
        )
        .with(
            "deadLetter",
            Block::default()
                .with("enabled", dead_letter.enabled)
                .with("permanent", dead_letter.permanent)
                .with("retention", dead_letter.retention.to_string()),
        )
        .with(
            "dispatch",
            Block::default()
                .with("priority", dispatch.priority.as_str())
                .with_some("maxPerSecond", dispatch.max_per_second)
                .with_some("maxConcurrent", dispatch.max_concurrent),
        )
        .into()
}

fn retry(rules: &RetryRules) -> Block {
    let max_attempts = match rules.max_attempts {
        MaxAttempts::Limited(max) => max.into(),
        MaxAttempts::Unlimited => Value::from("unlimited"),
    };
    Block::default()
        .with("enabled", rules.enabled)
        .with("maxAttempts", max_attempts)
        .with("strategy", rules.strategy.as_str())
        .with("initialDelay", rules.initial_delay.to_string())
        .with("maxDelay", rules.max_delay.to_string())
        .with("multiplier", number(rules.multiplier.0))
        .with("jitter", jitter(rules.jitter))
        .with("nonRetryableErrorTypes", texts(&rules.non_retryable_error_types))
        .with("retryableErrorTypes", texts(&rules.retryable_error_types))
        .with(
            "retryAfter",
            Block::default()
                .with("honor", rules.retry_after.honor)
                .with("max", rules.retry_after.max.to_string()),
        )
}

fn jitter(jitter: Jitter) -> Value {
    match jitter {
        Jitter::Off => false.into(),
        Jitter::Factor(units) => Block::default().with("factor", number(units)).into(),
        Jitter::Full | Jitter::Equal | Jitter::Decorrelated => jitter.to_string().into(),
    }
}

/// Ten-thousandths as a number. The float only carries the digits to the writer: with at most four
/// decimals the shortest text that stands for it is the one that it was read from.
fn number(units: u32) -> Value {
    decimal::format(units).parse::<f64>().map_or(Value::Null, Value::from)
}

fn texts(texts: &[String]) -> Value {
    texts.iter().map(String::as_str).collect::<Vec<_>>().into()
}

fn budget(rules: &BudgetRules) -> Block {
    Block::default()
        .with_some("maxAttempts", rules.max_attempts)
        .with_some("maxDuration", rules.max_duration.map(|max| max.to_string()))
        .with("onExhausted", rules.on_exhausted.to_string())
}

fn timeouts(rules: &Timeouts) -> Block {
    Block::default()
        .with("activity", rules.activity.to_string())
        .with("lease", rules.lease.to_string())
        .with_some("workflow", rules.workflow.map(|timeout| timeout.to_string()))
        .with("retriesExtendWorkflow", rules.retries_extend_workflow)
}

fn breaker(rules: &BreakerRules) -> Block {
    Block::default()
        .with_some("consecutiveFailures", rules.consecutive_failures)
        .with_some("failureRate", rules.failure_rate.as_ref().map(failure_rate))
        .with("openFor", rules.open_for.to_string())
        .with("halfOpenProbes", rules.half_open_probes)
        .with("key", rules.key.to_string())
}

fn failure_rate(rules: &FailureRateRules) -> Block {
    Block::default()
        .with("percent", rules.percent)
        .with("window", rules.window.to_string())
        .with("minimumCalls", rules.minimum_calls)
}

fn rule(rule: &ClassificationRule) -> Value {
    let some = |list: Value, empty: bool| (!empty).then_some(list);
    let statuses: Vec<Value> =
        rule.http_status.iter().map(|status| status_value(*status)).collect();
    let when = Block::default()
        .with_some("httpStatus", some(statuses.into(), rule.http_status.is_empty()))
        .with_some("errorType", some(texts(&rule.error_type), rule.error_type.is_empty()))
        .with_some("message", some(texts(&rule.message), rule.message.is_empty()));
    Block::default().with("when", when).with("then", rule.then.as_str()).into()
}

fn status_value(status: StatusPattern) -> Value {
    match status {
        StatusPattern::Exact(status) => status.into(),
        StatusPattern::Class(_) => status.to_string().into(),
    }
}
