//! Values given on the command line: in place of a policy's own, or on top of the defaults.

use serde_json::{Value, json};

use super::policy_args::Subject;
use crate::cli::error::CliError;
use crate::model::{MaxAttempts, Millis, StrategyKind};
use crate::policy::diagnostic::Severity;
use crate::policy::effective::{EffectivePolicy, Jitter, Multiplier};
use crate::policy::{Origin, Policy, emit, load};
use crate::simulate::PolicyLabel;

/// Values that replace those of the policy.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "In place of the policy's own values")]
pub(super) struct WhatIfArgs {
    /// fixed, linear or exponential
    #[arg(long, value_name = "STRATEGY")]
    pub(super) strategy: Option<String>,
    /// The first delay
    #[arg(long, value_name = "DURATION", value_parser = Millis::parse)]
    pub(super) initial: Option<Millis>,
    /// The longest delay
    #[arg(long, value_name = "DURATION", value_parser = Millis::parse)]
    pub(super) max: Option<Millis>,
    /// The growth factor: 1, or 1.01 to 100
    #[arg(long, value_name = "FACTOR", value_parser = multiplier)]
    pub(super) multiplier: Option<Multiplier>,
    /// Runs, the first included: up to 1,000,000
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MaxAttempts::LARGEST)))]
    pub(super) attempts: Option<u32>,
    /// off, true, a factor such as 0.1, full, equal or decorrelated
    #[arg(long, value_name = "KIND", value_parser = jitter)]
    pub(super) jitter: Option<Jitter>,
}

fn multiplier(text: &str) -> Result<Multiplier, &'static str> {
    text.parse().map_err(|_| "a growth factor is 1, or lies between 1.01 and 100, such as 1.5")
}

fn jitter(text: &str) -> Result<Jitter, &'static str> {
    match text {
        "true" => Ok(Jitter::DEFAULT),
        "false" | "none" => Ok(Jitter::Off),
        text => text.parse().map_err(
            |_| "expected off, true, a factor above 0 and up to 1, full, equal or decorrelated",
        ),
    }
}

impl WhatIfArgs {
    /// The path and value of each of them, as a policy file has it.
    fn values(&self) -> Vec<(&'static str, Value)> {
        let decimal = |units: u32| f64::from(units) / f64::from(Multiplier::ONE);
        let jitter = self.jitter.map(|jitter| match jitter {
            Jitter::Off => json!(false),
            Jitter::Factor(factor) => json!({"factor": decimal(factor)}),
            Jitter::Full | Jitter::Equal | Jitter::Decorrelated => json!(jitter.to_string()),
        });
        let values = [
            ("strategy", self.strategy.as_ref().map(|strategy| json!(strategy))),
            ("initialDelay", self.initial.map(|delay| json!(delay.to_string()))),
            ("maxDelay", self.max.map(|delay| json!(delay.to_string()))),
            ("multiplier", self.multiplier.map(|factor| json!(decimal(factor.0)))),
            ("maxAttempts", self.attempts.map(|attempts| json!(attempts))),
            ("jitter", jitter),
        ];
        values.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }

    /// Tells whether any is given.
    pub(super) fn is_given(&self) -> bool {
        !self.values().is_empty()
    }

    /// The policy of the defaults and these values.
    pub(super) fn alone(&self) -> Result<Subject, CliError> {
        self.put_into(json!({"retry": {}}), None)
    }

    /// Replaces values of a policy.
    pub(super) fn over(&self, subject: Subject) -> Result<Subject, CliError> {
        if !self.is_given() {
            return Ok(subject);
        }
        let mut document = serde_json::to_value(emit::document(&subject.effective))
            .map_err(|error| CliError::usage(error.to_string(), "give the values in a file"))?;
        // What follows from other values follows from the new ones.
        if subject.origins.get("retry.maxDelay") == Some(&Origin::Derived) {
            remove(&mut document, "maxDelay");
        }
        self.put_into(document, Some(subject))
    }

    fn put_into(&self, mut document: Value, over: Option<Subject>) -> Result<Subject, CliError> {
        for (key, value) in self.values() {
            document["retry"][key] = value;
        }
        let policy = read(&document)?;
        let (effective, origins) = policy.effective(None);
        let name = over.as_ref().and_then(|subject| subject.label.name.clone());
        Ok(Subject {
            effective: effective.clone(),
            origins: origins.clone(),
            foreign: None,
            label: PolicyLabel { name, version: None, digest: policy.set.digest() },
            title: match over {
                Some(subject) => format!("{}, changed", subject.title),
                None => in_words(effective),
            },
        })
    }
}

fn remove(document: &mut Value, key: &str) {
    if let Some(retry) = document.get_mut("retry").and_then(Value::as_object_mut) {
        retry.remove(key);
    }
}

/// Reads a document as a policy file would be read, with the same complaints.
fn read(document: &Value) -> Result<Policy, CliError> {
    let mut loaded = load(document.to_string().as_bytes());
    if let Some(policy) = loaded.policies.pop() {
        return Ok(policy);
    }
    let first = loaded.diagnostics.into_iter().find(|found| found.severity == Severity::Error);
    let (message, hint) = first.map(|first| (first.message, first.help)).unwrap_or_default();
    Err(CliError::Usage { message, hint })
}

/// `exponential 1s x 2.0 up to 8s, 5 attempts, jitter full`.
pub(super) fn in_words(policy: &EffectivePolicy) -> String {
    let retry = &policy.retry;
    let growth = match retry.strategy {
        StrategyKind::Exponential => format!(" x {}", retry.multiplier),
        StrategyKind::Fixed | StrategyKind::Linear => String::new(),
    };
    format!(
        "{} {}{growth} up to {}, {} attempts, jitter {}",
        retry.strategy, retry.initial_delay, retry.max_delay, retry.max_attempts, retry.jitter
    )
}
