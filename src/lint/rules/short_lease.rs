//! WR304.

use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::policy::diagnostic::{Code, Diagnostic, Severity};

/// A lease that asks for heartbeats.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR304",
        name: "lease-shorter-than-activity-timeout",
        severity: Severity::Warning,
        why: "A worker that does not heartbeat is taken for dead when the lease ends (spec §19): \
              its run goes on while another worker starts the next.",
    },
    fix: None,
    what: "`timeouts.lease` is shorter than `timeouts.activity`. Workers must heartbeat, as \
           `wovyr-retry worker` does by itself; a run that is silent for longer is taken for a \
           crash. Where they do, suppress this with the reason.",
    bad: "timeouts:\n  activity: 5m\n  lease: 10s\n",
    good: "timeouts:\n  activity: 5m\n",
    settings: &[],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    let timeouts = &sight.policy.timeouts;
    if timeouts.lease >= timeouts.activity {
        return None;
    }
    let message = format!(
        "workers must heartbeat: a run may take {}, but silence of {} counts as a crash",
        timeouts.activity, timeouts.lease
    );
    let parts =
        [("timeouts.lease", "the silence allowed"), ("timeouts.activity", "the activity timeout")];
    let help = "leave out `lease` unless every worker heartbeats";
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}
