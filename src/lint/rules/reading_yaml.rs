//! The rules about the text itself, which the reader of policies finds.

use crate::lint::rule::Rule;
use crate::policy::diagnostic::{Code, Safety};

/// The rules, in the order of their codes.
pub(super) const RULES: &[Rule] = &[
    Rule::of_reader(
        Code::DUPLICATE_KEY,
        None,
        "A key stands twice in the same map. Many parsers keep the last value and drop the others without a word; which one was meant only its author knows.",
        "retry:\n  maxAttempts: 3\n  maxAttempts: 5\n",
        "retry:\n  maxAttempts: 5\n",
    ),
    Rule::of_reader(
        Code::UNKNOWN_KEY,
        Some(Safety::Unsafe),
        "A key that no policy has: misspelt, from another system, or at the wrong place. The finding says which key is near.",
        "retry:\n  maxAtempts: 3\n",
        "retry:\n  maxAttempts: 3\n",
    ),
    Rule::of_reader(
        Code::YAML11_BOOLEAN,
        Some(Safety::Unsafe),
        "An unquoted `yes`, `no`, `on`, `off`, `y` or `n` stands where true or false belongs. Older YAML engines take it for a boolean, newer ones for a text.",
        "retry:\n  enabled: yes\n",
        "retry:\n  enabled: true\n",
    ),
    Rule::of_reader(
        Code::SEXAGESIMAL_OR_OCTAL,
        Some(Safety::Unsafe),
        "A number that engines read differently: `010` is 8 or 10, `1:30` is 90 or a text.",
        "retry:\n  maxAttempts: 010\n",
        "retry:\n  maxAttempts: 10\n",
    ),
    Rule::of_reader(
        Code::MERGE_KEY,
        None,
        "A `<<` key copies a map into another one; engines differ in what it overrides. An alias (`*name`) is understood and only told as information, because its value stands elsewhere.",
        "retry:\n  <<: {maxAttempts: 3}\n",
        "retry:\n  maxAttempts: 3\n",
    ),
    Rule::of_reader(
        Code::LIMIT_EXCEEDED,
        None,
        "The file is larger than 1 MiB, nested deeper than 32 levels, has more than 50,000 values, or repeats too much through aliases. No policy needs that; files that do are made to exhaust their readers.",
        "retry: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\n",
        "retry: {}\n",
    ),
    Rule::of_reader(
        Code::FORBIDDEN_CHARACTER,
        None,
        "A tab indents a line, or the file holds a control character, a byte that is not UTF-8, or a line break that YAML versions disagree on.",
        "retry:\n\tmaxAttempts: 3\n",
        "retry:\n  maxAttempts: 3\n",
    ),
    Rule::of_reader(
        Code::EMPTY_DOCUMENT,
        None,
        "A document of the file holds no policy. Usually a `---` was left at the end; each document is a policy of its own.",
        "retry: {}\n---\n",
        "retry: {}\n",
    ),
    Rule::of_reader(
        Code::WRONG_SCALAR_TYPE,
        Some(Safety::Unsafe),
        "A value is of another type than its key has: a quoted number, a number in a notation that is not decimal, `.nan`, or nothing at all.",
        "retry:\n  maxAttempts: \"5\"\n",
        "retry:\n  maxAttempts: 5\n",
    ),
    Rule::of_reader(
        Code::INVALID_YAML,
        None,
        "The text is not YAML from here on, so nothing after this place was read.",
        "retry: {maxAttempts: 3\n",
        "retry: {maxAttempts: 3}\n",
    ),
    Rule::of_reader(
        Code::INVALID_VALUE,
        Some(Safety::Unsafe),
        "A text is none of the words that its key can have. The finding lists them, or says which is near.",
        "retry:\n  strategy: exponental\n",
        "retry:\n  strategy: exponential\n",
    ),
    Rule::of_reader(
        Code::NOT_ALLOWED_HERE,
        None,
        "`retryBudget` and `timeouts.workflow` belong to the whole execution. Under `activities` they could contradict each other.",
        "activities:\n  ChargeCard: {timeouts: {workflow: 1h}}\n",
        "timeouts: {workflow: 1h}\n",
    ),
    Rule::of_reader(
        Code::MISSING_KEY,
        None,
        "A map lacks the key that gives it a meaning: a budget without a cap, a breaker without a threshold, a rule without a condition.",
        "retryBudget:\n  onExhausted: continue\n",
        "retryBudget:\n  maxAttempts: 100\n  onExhausted: continue\n",
    ),
    Rule::of_reader(
        Code::CONFLICTING_VALUES,
        None,
        "Two values are possible alone and contradict each other together. The finding points at both.",
        "timeouts:\n  activity: 30s\n  lease: 1m\n",
        "timeouts:\n  activity: 1m\n  lease: 1m\n",
    ),
    Rule::of_reader(
        Code::WRONG_STRUCTURE,
        None,
        "A map, a list or a single value stands where another of them belongs.",
        "retry: 5\n",
        "retry: {maxAttempts: 5}\n",
    ),
    Rule::of_reader(
        Code::TAG,
        None,
        "A YAML tag such as `!!str` changes the type of a value, in ways that engines differ on.",
        "retry:\n  maxAttempts: !!int 5\n",
        "retry:\n  maxAttempts: 5\n",
    ),
];
