//! Schedules compared: attempts, delays, the window and the load, as the strategy computes them.

use crate::diff::change::{Change, Gravity, Subject};
use crate::model::{MaxAttempts, Millis};
use crate::policy::effective::EffectivePolicy;
use crate::retry::{CompiledPolicy, JitterSeed, PolicyStrategy};

/// Delays that are compared one by one.
const DELAYS: u32 = 20;

/// Delays that are added up for a window; longer policies say "more than".
const WINDOW_DELAYS: u32 = 100_000;

/// Finds what changes in attempts, delays, window and load.
pub(super) fn changes(before: &EffectivePolicy, after: &EffectivePolicy) -> Vec<Change> {
    let (old, new) = (Outline::of(before), Outline::of(after));
    let mut changes = Vec::new();
    let mut note = |gravity, subject, a: String, b: String| {
        if a != b {
            changes.push(Change { gravity, subject, path: None, before: a, after: b });
        }
    };
    let fewer = new.runs < old.runs;
    let gravity = if fewer { Gravity::Breaking } else { Gravity::Behavioural };
    note(gravity, Subject::Attempts, old.attempts(), new.attempts());
    note(Gravity::Behavioural, Subject::Delays, old.delays(&new), new.delays(&old));
    let gravity = if new.window < old.window { Gravity::Breaking } else { Gravity::Behavioural };
    note(gravity, Subject::Window, old.window(), new.window());
    note(Gravity::Behavioural, Subject::Load, old.load(), new.load());
    changes
}

/// What of a schedule a reader wants to know.
struct Outline {
    /// Runs that are allowed.
    runs: MaxAttempts,
    /// Shortest and longest delay after each of the first attempts.
    ranges: Vec<(Millis, Millis)>,
    /// The longest delays added up; absent: there is no end.
    window: Window,
}

/// The longest time from the first failure to the last attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Window {
    /// At most this.
    Within(Millis),
    /// There are more delays than are added up, or no end.
    Beyond(Millis),
}

impl Outline {
    fn of(policy: &EffectivePolicy) -> Self {
        let compiled = CompiledPolicy::new(policy.clone());
        let runs =
            if policy.retry.enabled { policy.retry.max_attempts } else { MaxAttempts::Limited(1) };
        let mut previous = None;
        let mut ranges = Vec::new();
        let mut sum = 0;
        let mut attempt = 1;
        while runs.allows_after(attempt) && attempt <= WINDOW_DELAYS {
            let range = PolicyStrategy::new(&compiled, JitterSeed(0), previous).range(attempt);
            // For decorrelated jitter the range follows from the delay before: the longest one.
            previous = Some(range.max);
            sum += range.max.0;
            if attempt <= DELAYS {
                ranges.push((range.min, range.max));
            }
            attempt += 1;
        }
        let window = if runs.allows_after(attempt) {
            Window::Beyond(Millis(sum))
        } else {
            Window::Within(Millis(sum))
        };
        Self { runs, ranges, window }
    }

    fn attempts(&self) -> String {
        format!("at most {} runs", self.runs)
    }

    /// The delays up to the last one that differs.
    fn delays(&self, other: &Self) -> String {
        let shared = self.ranges.len().min(other.ranges.len());
        let differs = (0..shared).rev().find(|n| self.ranges[*n] != other.ranges[*n]);
        // Delays that only one side has follow from the number of attempts.
        let shown = differs.map_or(0, |last| last + 1);
        let texts: Vec<String> = self.ranges[..shown].iter().map(range).collect();
        texts.join(", ")
    }

    fn window(&self) -> String {
        match self.window {
            Window::Within(window) => format!("at most {window} of waiting"),
            Window::Beyond(window) => format!("more than {window} of waiting"),
        }
    }

    fn load(&self) -> String {
        match self.runs {
            MaxAttempts::Limited(runs) => format!("up to {runs} calls for one that fails"),
            MaxAttempts::Unlimited => "calls without end for one that fails".to_owned(),
        }
    }
}

fn range((min, max): &(Millis, Millis)) -> String {
    if min == max { min.to_string() } else { format!("{min}…{max}") }
}
