//! Policies that meet a goal.

use super::goal::{Goal, Quantity};
use super::lever::{Lever, measure};
use crate::model::Millis;
use crate::policy::effective::{EffectivePolicy, Jitter};
use crate::retry::GapTable;
use crate::simulate::window::Measured;

/// A policy that meets a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The whole policy.
    pub policy: EffectivePolicy,
    /// What was changed.
    pub changed: Vec<Lever>,
    /// What its delays come to.
    pub measured: Measured,
}

/// Where a policy without a limit begins to get one.
const ENDLESS: u32 = 100;

/// The most proposals that are made.
const MOST: usize = 5;

/// Changes the `free` parameters of a policy so that it meets a goal. The first proposal changes
/// the least; each changes other parameters. None means that it cannot be met so.
pub fn solve(base: &EffectivePolicy, goal: &Goal, free: &[Lever]) -> Vec<Proposal> {
    let mut policies = starts(base, goal, free);
    let tunable: Vec<Lever> = free.iter().copied().filter(|lever| lever.matters(base)).collect();
    for aim in goal.aims() {
        let mut tuned = Vec::new();
        for policy in &policies {
            let unmet = !aim.is_met(&measure(policy));
            let levers = tunable.iter().filter(|_| unmet);
            tuned.extend(levers.map(|lever| lever.tune(policy, goal, aim)));
        }
        policies.extend(tuned);
    }
    let mut proposals: Vec<Proposal> = Vec::new();
    for policy in policies {
        let policy = trimmed(base, goal, policy);
        let measured = measure(&policy);
        if goal.is_met(&measured) {
            proposals.push(Proposal { changed: changed(base, &policy), policy, measured });
        }
    }
    let off = |proposal: &Proposal| {
        let window = proposal.measured.window;
        match goal.window() {
            Some(target) => window.mean.0.abs_diff(target.0),
            // Without a window to meet, what is allowed is made use of.
            None => u64::MAX - window.mean.0,
        }
    };
    proposals.sort_by_key(|proposal| (proposal.changed.clone(), off(proposal)));
    proposals.dedup_by(|later, earlier| later.changed == earlier.changed);
    proposals.sort_by_key(|proposal| (proposal.changed.len(), off(proposal)));
    proposals.truncate(MOST);
    proposals
}

/// Policies to begin with: within the limits of attempts and of the last delay, with as little and
/// as much of both as the goal allows.
fn starts(base: &EffectivePolicy, goal: &Goal, free: &[Lever]) -> Vec<EffectivePolicy> {
    let mut starts = vec![base.clone()];
    let mut vary = |lever: Lever, values: [u64; 2]| {
        if free.contains(&lever) {
            starts =
                starts.iter().flat_map(|policy| values.map(|v| lever.set(policy, v))).collect();
        }
    };
    let attempts = goal.within(Quantity::Attempts);
    let now = base.retry.max_attempts.limit().unwrap_or(ENDLESS).into();
    let most = if attempts.high == u64::MAX { now } else { attempts.high };
    vary(Lever::Attempts, [now.clamp(attempts.low, attempts.high), most.max(attempts.low)]);
    let highest = goal.longest_delay().unwrap_or(Millis::MAX).0;
    let now = Lever::Cap.value(base);
    vary(Lever::Cap, [now.min(highest), highest]);
    for start in &mut starts {
        start.retry.initial_delay = start.retry.initial_delay.min(start.retry.max_delay);
    }
    starts
}

/// Takes back what was given to the cap without need. It stays above what jitter can reach.
fn trimmed(base: &EffectivePolicy, goal: &Goal, policy: EffectivePolicy) -> EffectivePolicy {
    if policy.retry.max_delay == base.retry.max_delay || goal.longest_delay().is_some() {
        return policy;
    }
    let last = measure(&policy).attempts.saturating_sub(1).max(1);
    let gap = Millis(GapTable::new(&policy.retry).gap_nanos(last).div_ceil(1_000_000));
    let reach = match policy.retry.jitter {
        Jitter::Factor(factor) => Millis(gap.0 / 10_000 * u64::from(factor) + u64::from(factor)),
        Jitter::Decorrelated => return policy,
        Jitter::Off | Jitter::Full | Jitter::Equal => Millis(0),
    };
    let needed = gap.0 + reach.0;
    let step = [60_000, 1_000, 100, 1].into_iter().find(|step| needed >= step * 10).unwrap_or(1);
    let cap = (needed.div_ceil(step) * step).max(base.retry.max_delay.0.min(needed));
    Lever::Cap.set(&policy, cap.min(policy.retry.max_delay.0))
}

fn changed(base: &EffectivePolicy, policy: &EffectivePolicy) -> Vec<Lever> {
    Lever::ALL.into_iter().filter(|lever| lever.value(base) != lever.value(policy)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{MaxAttempts, StrategyKind};
    use crate::retry::sample;

    fn proposals(base: &EffectivePolicy, goal: &str) -> Vec<Proposal> {
        let goal = goal.parse().unwrap();
        let proposals = solve(base, &goal, &Lever::ALL);
        for proposal in &proposals {
            assert!(goal.is_met(&measure(&proposal.policy)), "{goal}: {proposal:?}");
            assert!(proposal.policy.retry.max_delay >= proposal.policy.retry.initial_delay);
        }
        proposals
    }

    fn values(proposal: &Proposal) -> [u64; 4] {
        Lever::ALL.map(|lever| lever.value(&proposal.policy))
    }

    #[test]
    fn a_window_is_met_by_each_parameter_for_itself() {
        let found = proposals(&sample::policy(), "window=2h");
        let changed: Vec<_> = found.iter().map(|proposal| proposal.changed.clone()).collect();
        assert!(changed.contains(&vec![Lever::Attempts]), "{changed:?}");
        assert!(changed.contains(&vec![Lever::Cap, Lever::Multiplier]), "{changed:?}");
        assert!(changed.contains(&vec![Lever::Cap, Lever::Initial]), "{changed:?}");
        let attempts = found.iter().find(|p| p.changed == [Lever::Attempts]).unwrap();
        assert!(attempts.measured.window.mean.0.abs_diff(7_200_000) <= 72_000);
        let initial = found.iter().find(|p| p.changed == [Lever::Cap, Lever::Initial]).unwrap();
        assert_eq!(values(initial), [5, 64 * 60_000, 20_000, 8 * 60_000], "8, 16, 32 and 64 m");
    }

    #[test]
    fn limits_are_made_use_of() {
        let found = proposals(&sample::policy(), "attempts<=10, last-delay<=5m");
        assert_eq!(found[0].changed, [], "the policy as it is");
        let best = found.iter().max_by_key(|proposal| proposal.measured.window.mean).unwrap();
        assert_eq!(values(best), [10, 300_000, 20_000, 1_000]);
        assert_eq!(best.measured.last.unwrap().max, Millis(256_000));
    }

    #[test]
    fn as_many_retries_as_asked_in_as_many_days() {
        let found = proposals(&sample::policy(), "attempts=26, window=21d");
        assert!(!found.is_empty());
        for proposal in &found {
            assert_eq!(proposal.measured.attempts, 26);
            let off = proposal.measured.window.mean.0.abs_diff(21 * 86_400_000);
            assert!(off <= 21 * 864_000, "{proposal:?}");
        }
        assert!(found.iter().any(|p| p.changed.contains(&Lever::Multiplier)), "{found:?}");
    }

    #[test]
    fn only_what_is_free_is_changed() {
        let goal = "window=1h".parse().unwrap();
        let found = solve(&sample::policy(), &goal, &[Lever::Attempts]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].changed, [Lever::Attempts]);
        assert_eq!(solve(&sample::policy(), &goal, &[]), []);
        let fixed = sample::with_retry(|r| r.strategy = StrategyKind::Fixed);
        assert_eq!(solve(&fixed, &goal, &[Lever::Cap, Lever::Multiplier]), []);
    }

    #[test]
    fn what_cannot_be_met_is_not_proposed() {
        assert_eq!(proposals(&sample::policy(), "attempts<=2, window=366d, last-delay<=1h"), []);
        assert_eq!(proposals(&sample::policy(), "attempts=1, window=1h"), []);
    }

    #[test]
    fn every_strategy_and_jitter_can_be_solved() {
        for strategy in [StrategyKind::Fixed, StrategyKind::Linear, StrategyKind::Exponential] {
            for jitter in [Jitter::Off, Jitter::Factor(1_000), Jitter::Full, Jitter::Equal] {
                let base = sample::with_retry(|r| (r.strategy, r.jitter) = (strategy, jitter));
                for goal in ["window=2h", "window<=10s", "window>=1d", "last-delay=5m, attempts=20"]
                {
                    let found = proposals(&base, goal);
                    assert!(!found.is_empty(), "{strategy} {jitter} {goal}");
                }
            }
        }
        let decorrelated = sample::with_retry(|r| r.jitter = Jitter::Decorrelated);
        assert!(!proposals(&decorrelated, "window=2h").is_empty());
        let unlimited = sample::with_retry(|r| r.max_attempts = MaxAttempts::Unlimited);
        assert!(!proposals(&unlimited, "window=2h").is_empty());
    }
}
