//! The rules about single values, which the reader of policies finds.

use crate::lint::rule::Rule;
use crate::policy::diagnostic::{Code, Safety};

/// The rules, in the order of their codes.
pub(super) const RULES: &[Rule] = &[
    Rule::of_reader(
        Code::DURATION_WITHOUT_UNIT,
        Some(Safety::Unsafe),
        "A duration is a bare number. It would be seconds to one reader and milliseconds to the next; the unsafe fix takes it for seconds.",
        "retry:\n  initialDelay: 5\n",
        "retry:\n  initialDelay: 5s\n",
    ),
    Rule::of_reader(
        Code::AMBIGUOUS_UNIT,
        Some(Safety::Unsafe),
        "A duration has a unit or a notation that systems read differently. Policies have `ms`, `s`, `m`, `h` and `d`, whole numbers, largest first: `1h30m`.",
        "retry:\n  initialDelay: 2S\n",
        "retry:\n  initialDelay: 2s\n",
    ),
    Rule::of_reader(
        Code::ZERO_OR_NEGATIVE_DELAY,
        None,
        "A duration is zero or negative. As a delay it would make a loop that hammers the downstream.",
        "retry:\n  initialDelay: 0s\n",
        "retry:\n  initialDelay: 200ms\n",
    ),
    Rule::of_reader(
        Code::MAX_LESS_THAN_INITIAL,
        Some(Safety::Unsafe),
        "`maxDelay` is shorter than `initialDelay`, so the first delay breaks the cap. `initialDelay` is 1s unless it is written.",
        "retry:\n  initialDelay: 10s\n  maxDelay: 5s\n",
        "retry:\n  initialDelay: 10s\n  maxDelay: 40s\n",
    ),
    Rule::of_reader(
        Code::MULTIPLIER_BELOW_ONE,
        None,
        "The multiplier is below 1: each delay would be shorter than the one before it, down to none.",
        "retry:\n  multiplier: 0.5\n",
        "retry:\n  multiplier: 1.5\n",
    ),
    Rule::of_reader(
        Code::OUT_OF_RANGE,
        None,
        "A number or a duration lies outside the range of its key: attempts 1 to 1,000,000, durations 1ms to 366d, a jitter factor above 0 and at most 1, a multiplier of 1 or 1.01 to 100.",
        "retry:\n  jitter: {factor: 7}\n",
        "retry:\n  jitter: {factor: 0.7}\n",
    ),
    Rule::of_reader(
        Code::ATTEMPTS_ZERO,
        Some(Safety::Unsafe),
        "`maxAttempts: 0` is read as none, as one or as unlimited by different systems. The unsafe fix writes `unlimited`, which needs a budget or a workflow timeout to be accepted.",
        "retry:\n  maxAttempts: 0\n",
        "retry:\n  enabled: false\n",
    ),
    Rule::of_reader(
        Code::UNBOUNDED_RETRY,
        None,
        "`maxAttempts: unlimited` stands alone: there is no `retryBudget`, and no `timeouts.workflow` or one that `retriesExtendWorkflow` lifts. A failure that does not pass would be retried for ever.",
        "retry:\n  maxAttempts: unlimited\n",
        "retry:\n  maxAttempts: unlimited\ntimeouts:\n  workflow: 12h\n",
    ),
];
