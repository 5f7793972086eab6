//! The published policies, compiled: a cache of what the store holds.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, RwLock};

use crate::model::{PolicyPin, TenantId, Timestamp};
use crate::policy::PolicySet;
use crate::retry::CompiledPolicy;
use crate::retry::engine::PinnedPolicy;
use crate::retry::persistence::{PolicyActivation, PolicyVersion, PolicyWrite, StoreError};

/// A request to publish a policy that was validated.
#[derive(Debug, Clone)]
pub struct Publication {
    /// Whose.
    pub tenant: TenantId,
    /// Under which name.
    pub name: String,
    /// The policy.
    pub set: PolicySet,
    /// Its text.
    pub source: String,
    /// What the author says about it.
    pub message: Option<String>,
    /// Who the author is.
    pub by: Option<String>,
    /// The version that the document says it is; it must be the next.
    pub version: Option<u32>,
    /// Publish only if this is the newest version (0: none).
    pub if_version: Option<u32>,
    /// Make it the active one at once; a first version always is.
    pub activate: bool,
}

/// An answered publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The version.
    pub version: PolicyVersion,
    /// False: the newest version has the same digest; nothing was added.
    pub created: bool,
}

/// A request to make a published version the active one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActivationOrder {
    /// Whose.
    pub tenant: TenantId,
    /// Which policy.
    pub name: String,
    /// Which version.
    pub version: u32,
    /// Only if this is the active version now.
    pub if_active: Option<u32>,
    /// Who asks.
    pub by: Option<String>,
    /// Why.
    pub reason: Option<String>,
}

/// Why a version was not activated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActivationError {
    /// There is no such version.
    #[error("there is no {name}@{version}")]
    Unknown {
        /// The policy.
        name: String,
        /// The version asked for.
        version: u32,
    },
    /// Somebody activated another in between.
    #[error("the active version of `{name}` is {active}, not {expected}")]
    NotActive {
        /// The policy.
        name: String,
        /// Its active version.
        active: u32,
        /// What was expected.
        expected: u32,
    },
}

/// Why a policy was not published.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PublishError {
    /// Somebody published in between.
    #[error("the newest version of `{name}` is {newest}, not {expected}")]
    NotNewest {
        /// The policy.
        name: String,
        /// Its newest version.
        newest: u32,
        /// What was expected.
        expected: u32,
    },
    /// The document names a version that is not the next.
    #[error("`metadata.version` is {given} but the next version of `{name}` is {next}")]
    NotNext {
        /// The policy.
        name: String,
        /// What the document says.
        given: u32,
        /// What it should say.
        next: u32,
    },
}

/// One version, compiled for each activity type that it names and for all others.
#[derive(Debug)]
struct Compiled {
    stored: PolicyVersion,
    base: Arc<CompiledPolicy>,
    activities: BTreeMap<String, Arc<CompiledPolicy>>,
}

impl Compiled {
    fn new(stored: PolicyVersion, set: PolicySet) -> Self {
        let compile = |policy| Arc::new(CompiledPolicy::new(policy));
        let activities = set.activities.into_iter().map(|(name, p)| (name, compile(p))).collect();
        Self { stored, base: compile(set.base), activities }
    }

    fn for_type(&self, activity_type: &str) -> PinnedPolicy {
        let compiled = self.activities.get(activity_type).unwrap_or(&self.base);
        let retry = &compiled.effective().retry;
        let pin = PolicyPin {
            name: self.stored.name.clone(),
            version: self.stored.version,
            digest: self.stored.digest.clone(),
            max_attempts: if retry.enabled { retry.max_attempts.limit() } else { Some(1) },
            strategy: retry.strategy,
        };
        PinnedPolicy { pin, compiled: Arc::clone(compiled) }
    }
}

/// Reads a stored version, if its digest is still that of its canonical form.
pub fn verified(version: &PolicyVersion) -> Result<PolicySet, String> {
    let set = PolicySet::from_canonical(&version.canonical).map_err(|error| error.to_string())?;
    if set.digest() != version.digest {
        return Err(format!("the digest is {}, not {}", set.digest(), version.digest));
    }
    Ok(set)
}

#[derive(Debug, Default)]
struct Shelf {
    /// All versions, oldest first; version `n` stands at `n - 1`.
    versions: Vec<Arc<Compiled>>,
    active: Option<u32>,
}

/// The published policies of all tenants, and the built-in `default` as version 0.
#[derive(Debug)]
pub struct PolicyBook {
    builtin: Compiled,
    shelves: RwLock<HashMap<(TenantId, String), Shelf>>,
}

impl PolicyBook {
    /// The policy of requests that name none.
    pub const DEFAULT: &str = "default";

    /// Reads what is published.
    pub fn new(stored: Vec<PolicyVersion>) -> Result<Self, StoreError> {
        let set = PolicySet::builtin_default();
        let builtin = PolicyVersion {
            tenant: TenantId::new(),
            name: Self::DEFAULT.to_owned(),
            version: 0,
            digest: set.digest(),
            canonical: set.canonical(),
            source: String::new(),
            message: None,
            published_at: Timestamp::EPOCH,
            published_by: None,
            active_since: None,
        };
        let book = Self { builtin: Compiled::new(builtin, set), shelves: RwLock::default() };
        for version in stored {
            let set = verified(&version).map_err(|fault| {
                StoreError::Corrupt(format!("policy {}@{}: {fault}", version.name, version.version))
            })?;
            book.add(version, set);
        }
        Ok(book)
    }

    /// The policy `default` of tenants that published none: version 0.
    pub fn builtin(&self) -> &PolicyVersion {
        &self.builtin.stored
    }

    fn add(&self, version: PolicyVersion, set: PolicySet) {
        let mut shelves = self.shelves.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        let shelf = shelves.entry((version.tenant.clone(), version.name.clone())).or_default();
        if version.active_since.is_some() {
            shelf.active = Some(version.version);
        }
        shelf.versions.push(Arc::new(Compiled::new(version, set)));
    }

    fn with_shelf<T>(&self, tenant: &str, name: &str, read: impl FnOnce(Option<&Shelf>) -> T) -> T {
        let shelves = self.shelves.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        read(shelves.get(&(tenant.to_owned(), name.to_owned())))
    }

    /// The version of `name` that decides for activities scheduled now.
    pub fn active(&self, tenant: &str, name: &str, activity_type: &str) -> Option<PinnedPolicy> {
        self.with_shelf(tenant, name, |shelf| match shelf.and_then(|s| s.active.map(|v| (s, v))) {
            Some((shelf, version)) => {
                shelf.versions.get(version as usize - 1).map(|v| v.for_type(activity_type))
            }
            None => (name == Self::DEFAULT).then(|| self.builtin.for_type(activity_type)),
        })
    }

    /// The version that an activity is pinned to.
    pub fn pinned(
        &self,
        tenant: &str,
        pin: &PolicyPin,
        activity_type: &str,
    ) -> Option<PinnedPolicy> {
        if pin.version == 0 {
            return Some(self.builtin.for_type(activity_type));
        }
        self.with_shelf(tenant, &pin.name, |shelf| {
            let version = shelf?.versions.get(pin.version as usize - 1)?;
            Some(version.for_type(activity_type))
        })
    }

    /// Decides a publication: what to write and what to answer.
    pub(super) fn plan(
        &self,
        publication: &Publication,
        now: Timestamp,
    ) -> Result<(Option<PolicyWrite>, Published), PublishError> {
        let name = publication.name.clone();
        let (newest, active) = self.with_shelf(&publication.tenant, &name, |shelf| {
            let newest = shelf.and_then(|shelf| shelf.versions.last().cloned());
            (newest, shelf.and_then(|shelf| shelf.active))
        });
        let last = newest.as_ref().map_or(0, |version| version.stored.version);
        if let Some(expected) = publication.if_version.filter(|expected| *expected != last) {
            return Err(PublishError::NotNewest { name, newest: last, expected });
        }
        let digest = publication.set.digest();
        if let Some(newest) = newest.filter(|newest| newest.stored.digest == digest) {
            let mut version = newest.stored.clone();
            let activate = publication.activate && active != Some(last);
            version.active_since = (activate || active == Some(last)).then_some(now);
            let write = activate.then(|| {
                PolicyWrite::Activate(PolicyActivation {
                    tenant: publication.tenant.clone(),
                    name,
                    version: last,
                    at: now,
                    by: publication.by.clone(),
                    reason: publication.message.clone(),
                })
            });
            return Ok((write, Published { version, created: false }));
        }
        if let Some(given) = publication.version.filter(|given| *given != last + 1) {
            return Err(PublishError::NotNext { name, given, next: last + 1 });
        }
        let version = PolicyVersion {
            tenant: publication.tenant.clone(),
            name,
            version: last + 1,
            digest,
            canonical: publication.set.canonical(),
            source: publication.source.clone(),
            message: publication.message.clone(),
            published_at: now,
            published_by: publication.by.clone(),
            active_since: (last == 0 || publication.activate).then_some(now),
        };
        let write = PolicyWrite::Publish(version.clone());
        Ok((Some(write), Published { version, created: true }))
    }

    /// Decides an activation: what to write (nothing if it is the active one already), and the
    /// version as it then is.
    pub(super) fn plan_activation(
        &self,
        order: &ActivationOrder,
        now: Timestamp,
    ) -> Result<(Option<PolicyWrite>, PolicyVersion), ActivationError> {
        let ActivationOrder { tenant, name, version, if_active, by, reason } = order;
        let unknown = || ActivationError::Unknown { name: name.clone(), version: *version };
        let (found, active) = self.with_shelf(tenant, name, |shelf| {
            let found =
                shelf.and_then(|shelf| shelf.versions.get((*version as usize).checked_sub(1)?));
            (found.cloned(), shelf.and_then(|shelf| shelf.active).unwrap_or(0))
        });
        let mut stored = found.ok_or_else(unknown)?.stored.clone();
        if let Some(expected) = if_active.filter(|expected| *expected != active) {
            return Err(ActivationError::NotActive { name: name.clone(), active, expected });
        }
        stored.active_since = Some(now);
        let write = (active != *version).then(|| {
            PolicyWrite::Activate(PolicyActivation {
                tenant: tenant.clone(),
                name: name.clone(),
                version: *version,
                at: now,
                by: by.clone(),
                reason: reason.clone(),
            })
        });
        Ok((write, stored))
    }

    /// Takes over what was committed.
    pub(super) fn committed(&self, write: PolicyWrite) {
        match write {
            PolicyWrite::Publish(version) => {
                // What was planned from a validated set reads back.
                if let Ok(set) = PolicySet::from_canonical(&version.canonical) {
                    self.add(version, set);
                }
            }
            PolicyWrite::Activate(PolicyActivation { tenant, name, version, .. }) => {
                let mut shelves =
                    self.shelves.write().unwrap_or_else(std::sync::PoisonError::into_inner);
                if let Some(shelf) = shelves.get_mut(&(tenant, name)) {
                    shelf.active = Some(version);
                }
            }
        }
    }
}
