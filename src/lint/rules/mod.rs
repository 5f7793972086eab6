//! The rules, one file each; those of the reader in two tables.

mod breaker_never_opens;
mod breaker_open_time;
mod budget_too_small;
mod cap_equals_initial;
mod cap_never_reached;
mod contradictory_classes;
mod dead_letter_missing;
pub(super) mod file_form;
mod first_retry_too_fast;
pub(super) mod idle_override;
mod ignored_field;
mod multiplier_one;
mod multiplier_too_large;
mod no_jitter;
mod reading_values;
mod reading_yaml;
mod retries_permanent_failure;
mod retry_after_ignored;
mod retry_everything;
mod short_lease;
pub(super) mod suppression;
mod wait_too_long;
mod window_exceeds_workflow;

use super::rule::Rule;

/// The rules of the reader.
pub(super) const OF_READER: [&[Rule]; 2] = [reading_yaml::RULES, reading_values::RULES];

/// The rules that look for themselves.
pub(super) const OF_CHECK: &[Rule] = &[
    file_form::RULE,
    multiplier_one::RULE,
    multiplier_too_large::RULE,
    ignored_field::RULE,
    cap_never_reached::RULE,
    cap_equals_initial::RULE,
    no_jitter::RULE,
    first_retry_too_fast::RULE,
    wait_too_long::RULE,
    window_exceeds_workflow::RULE,
    budget_too_small::RULE,
    short_lease::RULE,
    retries_permanent_failure::RULE,
    retry_everything::RULE,
    contradictory_classes::RULE,
    retry_after_ignored::RULE,
    breaker_never_opens::RULE,
    breaker_open_time::RULE,
    dead_letter_missing::RULE,
    idle_override::RULE,
    suppression::RULE,
];
