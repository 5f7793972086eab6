//! WR401.

use super::retry_everything;
use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::model::{ClassifiedBy, Failure, FailureClass};
use crate::policy::diagnostic::{Code, Diagnostic, Severity};

/// Failures that no repetition mends, declared transient.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR401",
        name: "retries-permanent-failure",
        severity: Severity::Error,
        why: "A request that is wrong, unauthorised or about something that is gone fails every \
              time (spec §8); retries only add load, and can lock an account.",
    },
    fix: None,
    what: "The policy makes a failure transient that no repetition mends: one of the statuses 400, \
           401, 403, 404, 405, 410 and 422, or a type such as `ValidationFailure`, whatever its \
           message. 408, 409, 425 and 429 are not meant. A rule that also asks for a message or a \
           type is a case its author knows, and is not told.",
    bad: "classification:\n  rules:\n    - {when: {httpStatus: [401, 503]}, then: transient}\n",
    good: "classification:\n  rules:\n    - {when: {httpStatus: [409, 503]}, then: transient}\n",
    settings: &[],
    look: Look::Policy(look),
};

/// Statuses that say that the request itself is at fault.
const STATUSES: [u16; 7] = [400, 401, 403, 404, 405, 410, 422];

/// Types that the engine takes for permanent unless a policy says otherwise.
const TYPES: [&str; 4] = ["InvalidInput", "ValidationFailure", "PermissionDenied", "SchemaError"];

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    // A rule for everything is told as that.
    if !sight.retries() || retry_everything::catch_all(sight).is_some() {
        return None;
    }
    let made_transient = |failure: Failure| {
        let class = sight.compiled().classify(&failure);
        (class.class == FailureClass::Transient).then_some(class.by)
    };
    let by_status = |status: u16| Failure { http_status: Some(status), ..Failure::default() };
    let statuses = STATUSES.into_iter().filter_map(|status| {
        let by = made_transient(by_status(status))?;
        Some((status.to_string(), by))
    });
    let types = TYPES.into_iter().filter_map(|name| {
        let by = made_transient(Failure::new(name, ""))?;
        Some((format!("`{name}`"), by))
    });
    let found: Vec<_> = statuses.chain(types).collect();
    let (_, first) = found.first()?;
    let path = match first {
        ClassifiedBy::PolicyRule(_) => "classification.rules",
        ClassifiedBy::RetryableErrorTypes => "retry.retryableErrorTypes",
        ClassifiedBy::WorkerFlag
        | ClassifiedBy::NonRetryableErrorTypes
        | ClassifiedBy::HttpTable
        | ClassifiedBy::TypeTable
        | ClassifiedBy::Default => return None,
    };
    let names: Vec<String> =
        found.iter().filter(|(_, by)| by == first).map(|(name, _)| name.clone()).collect();
    let who = match first {
        ClassifiedBy::PolicyRule(index) => format!("rule {} makes", index + 1),
        _ => "`retryableErrorTypes` makes".to_owned(),
    };
    let message = format!("{who} {} transient; trying again does not help", names.join(", "));
    let parts = [
        (path, ""),
        ("retry.nonRetryableErrorTypes", ""),
        ("classification.rules", ""),
        ("retry.maxAttempts", ""),
        ("retry.enabled", ""),
    ];
    let help = "leave them permanent, or name the one message that passes by itself";
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}
