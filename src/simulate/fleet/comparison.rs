//! The same fleet under variants of its policy, over several seeded runs.

use std::ops::ControlFlow;

use serde::Serialize;

use super::outcome::{Outcome, Recovery};
use super::range::Range;
use super::run::run;
use super::scenario::{Fleet, FleetError};
use super::switches::Switches;
use crate::policy::effective::EffectivePolicy;
use crate::retry::{CompiledPolicy, JitterSeed};
use crate::simulate::PolicyLabel;

/// What is to be found out.
#[derive(Debug, Clone)]
pub struct Study<'a> {
    /// The policy, resolved for the activity type.
    pub policy: &'a EffectivePolicy,
    /// What it is called.
    pub label: PolicyLabel,
    /// The kind of work; absent: any that the policy has no override for.
    pub activity_type: Option<String>,
    /// What is left out of it from the start.
    pub switches: Switches,
    /// The fleet.
    pub fleet: Fleet,
    /// The seed of the runs; run r draws by the invented seed r of it.
    pub seed: u64,
    /// How many runs of each variant.
    pub runs: u32,
}

/// A fleet under variants of its policy.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The policy.
    pub policy: PolicyLabel,
    /// The kind of work.
    pub activity_type: Option<String>,
    /// The fleet.
    pub fleet: Fleet,
    /// The seed of the runs.
    pub seed: u64,
    /// The policy as asked for first, then without some of its parts.
    pub variants: Vec<Variant>,
    /// False: it was interrupted, and has fewer runs than it was asked for.
    pub complete: bool,
}

/// A fleet under one variant of its policy.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Variant {
    /// What is different, in words.
    pub name: String,
    /// What is left out.
    pub switches: Switches,
    /// How many runs were completed.
    pub runs: u32,
    /// Over these runs; absent without any.
    pub figures: Option<Figures>,
    /// The first run; if it was interrupted, as far as it came.
    pub first_run: Outcome,
}

/// Figures over several runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    /// Calls in the busiest second.
    pub peak: Range<u64>,
    /// Retries in the second that has most of them.
    pub retry_peak: Range<u64>,
    /// Calls in all.
    pub calls: Range<u64>,
    /// Calls per activity.
    pub amplification: Range<f64>,
    /// Activities that completed.
    pub completed: Range<u64>,
    /// Activities that gave up.
    pub gave_up: Range<u64>,
    /// Runs after which the downstream was well again.
    pub recovered: u32,
    /// Runs in which it never was.
    pub never_recovered: u32,
    /// Runs in which everything gave up before the outage was over.
    pub outlasted: u32,
    /// The time from the end of the outage until no call failed; absent if no run recovered.
    pub recovery_ms: Option<Range<u64>>,
}

/// Runs each variant of the policy as often as asked. `watch` hears how much is done, from 0 to
/// runs · variants · activities, and of how much, and may stop it; what was done until then is
/// the result.
pub fn compare(
    study: &Study<'_>,
    watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Comparison, FleetError> {
    let Study { ref fleet, seed, runs, .. } = *study;
    fleet.check()?;
    FleetError::check("a number of runs", runs, Fleet::MOST_RUNS)?;
    let mut cases: Vec<Case> = study
        .switches
        .variants(study.policy)
        .into_iter()
        .map(|(name, switches)| Case::new(name, switches, study.policy))
        .collect();
    let per_run = u64::from(fleet.activities);
    let all = u64::from(runs) * cases.len() as u64 * per_run;
    let mut done = 0;
    let mut complete = true;
    'runs: for number in 0..runs {
        // The same seed for each variant: they differ by the policy alone.
        let seed = JitterSeed::invented(seed, u64::from(number)).0;
        for case in &mut cases {
            let outcome = run(&case.policy, fleet, seed, &mut |ended| watch(done + ended, all));
            complete = outcome.complete;
            case.take(outcome, per_run);
            done += per_run;
            if !complete || watch(done, all).is_break() {
                complete = complete && done == all;
                break 'runs;
            }
        }
    }
    let variants = cases.into_iter().filter_map(|case| case.variant(fleet.activities)).collect();
    Ok(Comparison {
        policy: study.label.clone(),
        activity_type: study.activity_type.clone(),
        fleet: fleet.clone(),
        seed,
        variants,
        complete,
    })
}

/// A variant whose runs are being made.
struct Case {
    name: String,
    switches: Switches,
    policy: CompiledPolicy,
    first: Option<Outcome>,
    runs: Vec<Sketch>,
}

/// What is kept of each run.
struct Sketch {
    peak: u64,
    retry_peak: u64,
    calls: u64,
    completed: u64,
    gave_up: u64,
    recovery: Recovery,
}

impl Case {
    fn new(name: String, switches: Switches, policy: &EffectivePolicy) -> Self {
        let policy = CompiledPolicy::new(switches.apply(policy));
        Self { name, switches, policy, first: None, runs: Vec::new() }
    }

    fn take(&mut self, outcome: Outcome, activities: u64) {
        debug_assert!(outcome.completed + outcome.given_up() <= activities);
        if outcome.complete {
            self.runs.push(Sketch {
                peak: outcome.load.peak().into(),
                retry_peak: outcome.load.retry_peak().into(),
                calls: outcome.calls,
                completed: outcome.completed,
                gave_up: outcome.given_up(),
                recovery: outcome.recovery,
            });
        }
        self.first.get_or_insert(outcome);
    }

    fn variant(self, activities: u32) -> Option<Variant> {
        let figures = self.figures(activities);
        Some(Variant {
            name: self.name,
            switches: self.switches,
            runs: u32::try_from(self.runs.len()).unwrap_or(u32::MAX),
            figures,
            first_run: self.first?,
        })
    }

    fn figures(&self, activities: u32) -> Option<Figures> {
        let range = |figure: fn(&Sketch) -> u64| Range::of(self.runs.iter().map(figure));
        let calls = range(|run| run.calls)?;
        // Exact: calls stay far below 2^53.
        #[allow(clippy::cast_precision_loss)]
        let amplification = calls.map(|calls| calls as f64 / f64::from(activities));
        let (mut recovered, mut never_recovered, mut outlasted) = (0, 0, 0);
        for run in &self.runs {
            match run.recovery {
                Recovery::Recovered { .. } => recovered += 1,
                Recovery::Never => never_recovered += 1,
                Recovery::Outlasted => outlasted += 1,
            }
        }
        let times = self.runs.iter().filter_map(|run| run.recovery.after());
        Some(Figures {
            peak: range(|run| run.peak)?,
            retry_peak: range(|run| run.retry_peak)?,
            calls,
            amplification,
            completed: range(|run| run.completed)?,
            gave_up: range(|run| run.gave_up)?,
            recovered,
            never_recovered,
            outlasted,
            recovery_ms: Range::of(times.map(|after| after.0)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Millis;
    use crate::policy::effective::Jitter;
    use crate::retry::sample;
    use crate::simulate::Outage;

    fn study(policy: &EffectivePolicy, runs: u32) -> Study<'_> {
        Study {
            policy,
            label: PolicyLabel { name: None, version: None, digest: "sha256:00".into() },
            activity_type: None,
            switches: Switches::AS_WRITTEN,
            fleet: Fleet {
                activities: 500,
                per_execution: 1,
                spread: Some(Millis::from_secs(10)),
                capacity: 100,
                latency: Millis(50),
                timeout: Millis::from_secs(10),
                outages: vec![Outage { from: Millis(0), to: Millis::from_secs(20) }],
                until: Millis::from_secs(600),
            },
            seed: 3,
            runs,
        }
    }

    fn policy() -> EffectivePolicy {
        let mut policy = sample::with_retry(|retry| {
            retry.max_attempts = Some(8).into();
            retry.jitter = Jitter::Full;
        });
        policy.budget = Some(sample::budget(4));
        policy.breaker = Some(sample::breaker(5));
        policy
    }

    #[test]
    fn variants_stand_side_by_side_over_the_same_runs() {
        let policy = policy();
        let mut heard = Vec::new();
        let found = compare(&study(&policy, 4), &mut |done, all| {
            heard.push((done, all));
            ControlFlow::Continue(())
        })
        .unwrap();
        let names: Vec<&str> = found.variants.iter().map(|it| it.name.as_str()).collect();
        let expected = [
            "as written",
            "without jitter",
            "without budget",
            "without breaker",
            "without any of them",
        ];
        assert_eq!(names, expected);
        assert!(found.complete);
        for variant in &found.variants {
            let figures = variant.figures.as_ref().unwrap();
            assert_eq!(variant.runs, 4);
            assert_eq!(figures.recovered + figures.never_recovered + figures.outlasted, 4);
            let first = variant.first_run.calls;
            assert!((figures.calls.min..=figures.calls.max).contains(&first));
        }
        let calls = |index: usize| found.variants[index].figures.as_ref().unwrap().calls.median;
        assert!(calls(0) <= calls(3), "the breaker spares calls");
        assert!(calls(3) < calls(4), "so does the budget");
        assert_eq!(heard.last(), Some(&(10_000, 10_000)));
        assert!(heard.is_sorted());
    }

    #[test]
    fn what_is_stopped_keeps_what_is_done() {
        let policy = policy();
        let mut watch = |done, _| {
            if done < 3_500 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let stopped = compare(&study(&policy, 4), &mut watch).unwrap();
        assert!(!stopped.complete);
        let runs: Vec<u32> = stopped.variants.iter().map(|variant| variant.runs).collect();
        assert_eq!(runs, [2, 2, 1, 1, 1]);
    }

    #[test]
    fn too_many_runs_are_refused() {
        let policy = policy();
        let refusal = compare(&study(&policy, 100_001), &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(
            refusal.unwrap_err().to_string(),
            "a number of runs of 100001 is outside of 1…100000"
        );
    }
}
