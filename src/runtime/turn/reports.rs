//! Reports: the outcome of an attempt, recorded once and answered the same ever after.

use crate::model::{ContentRef, EventKind, LeaseToken, Timestamp};
use crate::retry::engine::{Decision, Recorded, Refusal, Transition};
use crate::retry::persistence::{Renewal, StoreError};
use crate::runtime::request::{Outcome, Report, ReportError};
use crate::runtime::turn::{Turn, holds};

impl Turn<'_> {
    /// Records one report.
    pub(in crate::runtime) fn report(
        &mut self,
        report: &Report,
    ) -> Result<Result<Decision, ReportError>, StoreError> {
        let token = report.token;
        let activity = match self.activities.get(&token.activity()) {
            Some(activity) if activity.key.tenant == report.tenant => activity.clone(),
            Some(_) | None => return Ok(Err(ReportError::UnknownLease)),
        };
        if !holds(&activity, token) {
            return Ok(self.answer_again(report));
        }
        let policy = self.policy_of(&activity).ok_or_else(|| {
            let pin = &activity.policy;
            StoreError::Corrupt(format!("policy {}@{} is missing", pin.name, pin.version))
        })?;
        let made = match &report.outcome {
            Outcome::Complete(result) => {
                Transition::complete(activity, token, result.clone(), self.now)
            }
            Outcome::Fail(failure) => {
                Transition::fail(activity, &policy.compiled, token, failure.clone(), self.now)
            }
            Outcome::Release => Transition::release(activity, token, self.now),
        };
        Ok(match made {
            Ok(transition) => {
                let recorded = Recorded::of_end(&transition.events);
                self.ended.insert(token, recorded);
                self.adopt(transition);
                self.answer_again(report)
            }
            Err(_) => Err(ReportError::LeaseLost),
        })
    }

    /// Answers a report from what is recorded.
    fn answer_again(&self, report: &Report) -> Result<Decision, ReportError> {
        match self.ended.get(&report.token) {
            Some(Recorded::Reported { event, decision }) => {
                if is_same(&report.outcome, event) {
                    Ok(decision.clone())
                } else {
                    Err(ReportError::AlreadyReported(decision.clone()))
                }
            }
            Some(Recorded::Lost | Recorded::Live) => Err(ReportError::LeaseLost),
            Some(Recorded::Unknown) | None => Err(ReportError::UnknownLease),
        }
    }

    /// Renews a lease; answers its new end.
    pub(in crate::runtime) fn heartbeat(
        &mut self,
        tenant: &str,
        token: LeaseToken,
    ) -> Result<Timestamp, ReportError> {
        let activity = self.activities.get(&token.activity());
        let activity = activity
            .filter(|activity| activity.key.tenant == tenant)
            .ok_or(ReportError::UnknownLease)?;
        let policy = self.policy_of(activity).ok_or(ReportError::UnknownLease)?;
        match Transition::renewed_until(activity, &policy.compiled, token, self.now) {
            Ok(expires_at) => {
                self.renew(token, expires_at);
                Ok(expires_at)
            }
            Err(Refusal::StaleToken) => Err(ReportError::LeaseLost),
            Err(_) => Err(ReportError::UnknownLease),
        }
    }

    pub(super) fn renew(&mut self, token: LeaseToken, expires_at: Timestamp) {
        let activity = self.activities.get_mut(&token.activity());
        if let Some(lease) = activity.and_then(|activity| activity.lease.as_mut()) {
            lease.expires_at = expires_at;
            self.batch.renewals.push(Renewal { token, expires_at });
        }
    }
}

/// Tells whether a report says what the recorded event says.
fn is_same(outcome: &Outcome, event: &EventKind) -> bool {
    match (outcome, event) {
        (Outcome::Complete(given), EventKind::Completed { result, .. }) => {
            given.as_deref().map(ContentRef::of) == *result
        }
        (Outcome::Fail(given), EventKind::Failed { failure, .. }) => given == failure.as_ref(),
        (Outcome::Release, EventKind::Released { .. }) => true,
        (Outcome::Complete(_) | Outcome::Fail(_) | Outcome::Release, _) => false,
    }
}
