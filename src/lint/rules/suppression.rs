//! WR902.

use crate::lint::rule::{Look, Rule};
use crate::policy::diagnostic::{Code, Severity};

/// Suppressions that do not say why, or what for.
pub(in crate::lint) const RULE: Rule = Rule {
    code: Code {
        id: "WR902",
        name: "unused-suppression",
        severity: Severity::Warning,
        why: "A suppression outlives its cause and then hides the next mistake; one without a \
              reason cannot be reviewed.",
    },
    fix: None,
    what: "A comment `# wovyr-retry: ignore[WR204] reason` suppresses nothing, has no reason, names \
           no rule, or names one that cannot be suppressed, because without its being mended the \
           document is no policy. At the end of a line the comment is for what begins on that \
           line; on a line of its own for the entry below it, with all that is in it.",
    bad: "retry:\n  # wovyr-retry: ignore[WR204] one worker only\n  jitter: true\n",
    good: "retry:\n  # wovyr-retry: ignore[WR204] one worker only\n  jitter: false\n",
    settings: &[],
    look: Look::File,
};
