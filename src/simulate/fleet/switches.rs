//! The same policy with parts of it left out.

use serde::Serialize;

use crate::policy::effective::{EffectivePolicy, Jitter};

/// Parts of a policy, each of which can be left out to see what it is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Switches {
    /// The jitter of the delays.
    pub jitter: JitterSwitch,
    /// Whether there is a retry budget.
    pub budget: bool,
    /// Whether there is a circuit breaker.
    pub breaker: bool,
}

/// The jitter of the delays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JitterSwitch {
    /// The policy's.
    AsWritten,
    /// None.
    Off,
    /// Full jitter instead of the policy's.
    Full,
}

impl Switches {
    /// Nothing is left out.
    pub const AS_WRITTEN: Self =
        Self { jitter: JitterSwitch::AsWritten, budget: true, breaker: true };

    /// The policy without what is switched off.
    pub fn apply(self, policy: &EffectivePolicy) -> EffectivePolicy {
        let mut policy = policy.clone();
        match self.jitter {
            JitterSwitch::AsWritten => {}
            JitterSwitch::Off => policy.retry.jitter = Jitter::Off,
            JitterSwitch::Full => policy.retry.jitter = Jitter::Full,
        }
        policy.budget = policy.budget.filter(|_| self.budget);
        policy.breaker = policy.breaker.filter(|_| self.breaker);
        policy
    }

    /// These switches and, one at a time, each part that `policy` has left out; then all of them.
    /// A policy without jitter is shown with full jitter instead.
    pub fn variants(self, policy: &EffectivePolicy) -> Vec<(String, Self)> {
        let effective = self.apply(policy);
        let mut variants = Vec::new();
        let mut bare = self;
        if effective.retry.jitter == Jitter::Off {
            variants.push(("with full jitter", Self { jitter: JitterSwitch::Full, ..self }));
        } else {
            bare.jitter = JitterSwitch::Off;
            variants.push(("without jitter", Self { jitter: JitterSwitch::Off, ..self }));
        }
        if effective.budget.is_some() {
            bare.budget = false;
            variants.push(("without budget", Self { budget: false, ..self }));
        }
        if effective.breaker.is_some() {
            bare.breaker = false;
            variants.push(("without breaker", Self { breaker: false, ..self }));
        }
        if variants.iter().filter(|(_, switches)| switches.jitter != JitterSwitch::Full).count() > 1
        {
            variants.push(("without any of them", bare));
        }
        variants.insert(0, (self.name(), self));
        variants.into_iter().map(|(name, switches)| (name.to_owned(), switches)).collect()
    }

    fn name(self) -> &'static str {
        if self == Self::AS_WRITTEN { "as written" } else { "as asked" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retry::sample;

    #[test]
    fn each_part_that_the_policy_has_is_left_out_once() {
        let names = |policy: &EffectivePolicy, switches: Switches| {
            let variants = switches.variants(policy);
            variants.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        let mut policy = sample::policy();
        assert_eq!(names(&policy, Switches::AS_WRITTEN), ["as written", "with full jitter"]);
        policy.retry.jitter = Jitter::DEFAULT;
        policy.budget = Some(sample::budget(10));
        let all = ["as written", "without jitter", "without budget", "without any of them"];
        assert_eq!(names(&policy, Switches::AS_WRITTEN), all);
        let no_budget = Switches { budget: false, ..Switches::AS_WRITTEN };
        assert_eq!(names(&policy, no_budget), ["as asked", "without jitter"]);
    }

    #[test]
    fn what_is_switched_off_is_gone() {
        let mut policy = sample::policy();
        policy.retry.jitter = Jitter::DEFAULT;
        policy.budget = Some(sample::budget(10));
        policy.breaker = Some(sample::breaker(3));
        assert_eq!(Switches::AS_WRITTEN.apply(&policy), policy);
        let off = Switches { jitter: JitterSwitch::Off, budget: false, breaker: false };
        assert_eq!(off.apply(&policy), sample::policy());
    }
}
