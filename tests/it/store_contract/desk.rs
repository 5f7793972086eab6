//! Plays the engine for one store: decides with the real transitions, commits, moves the clock.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use tokio::runtime::{Builder, Runtime};
use wovyr_retry::model::{
    Activity, ActivityId, ActivityKey, DeadLetter, DeadLetterId, Failure, LeaseToken, Millis,
    Operation, OperationId, OperationKind, OperationStatus, PolicyPin, Timestamp,
};
use wovyr_retry::policy::PolicySet;
use wovyr_retry::query::{FieldSet, Predicate};
use wovyr_retry::retry::CompiledPolicy;
use wovyr_retry::retry::engine::{PinnedPolicy, ReplayOrder, ScheduleRequest, Transition};
use wovyr_retry::retry::persistence::{
    CommitReceipt, ListQuery, LoadRequest, OperationStart, RetryStore, Selection, StoreError,
    StoreFuture, WriteBatch,
};

/// Waits for a store's answer.
pub(super) fn wait<T>(future: StoreFuture<'_, T>) -> Result<T, StoreError> {
    static RUNTIME: LazyLock<Runtime> =
        LazyLock::new(|| Builder::new_multi_thread().worker_threads(1).build().unwrap());
    RUNTIME.block_on(future)
}

/// The built-in policy, pinned.
pub(super) fn policy() -> PinnedPolicy {
    let set = PolicySet::builtin_default();
    let effective = set.for_type("ChargeCard").clone();
    let pin = PolicyPin {
        name: "default".to_owned(),
        version: 0,
        digest: set.digest(),
        max_attempts: effective.retry.max_attempts.limit(),
        strategy: effective.retry.strategy,
    };
    PinnedPolicy { pin, compiled: Arc::new(CompiledPolicy::new(effective)) }
}

/// One store, a clock and a policy.
pub(super) struct Desk<'a> {
    pub(super) store: &'a dyn RetryStore,
    pub(super) policy: PinnedPolicy,
    pub(super) now: Timestamp,
    tokens: u64,
}

impl<'a> Desk<'a> {
    pub(super) fn at(store: &'a dyn RetryStore) -> Self {
        Self { store, policy: policy(), now: Timestamp::from_millis(1_000_000), tokens: 0 }
    }

    pub(super) fn advance(&mut self, millis: u64) {
        self.now = self.now.plus(Millis(millis));
    }

    /// A request of tenant `t` for type `ChargeCard` on queue `q`.
    pub(super) fn request(&self, activity: &str) -> ScheduleRequest {
        self.request_of("t", activity)
    }

    pub(super) fn request_of(&self, tenant: &str, activity: &str) -> ScheduleRequest {
        ScheduleRequest {
            key: ActivityKey::new(tenant, "order", "run", activity).unwrap(),
            activity_type: "ChargeCard".to_owned(),
            queue: "q".to_owned(),
            policy: self.policy.clone(),
            priority: None,
            run_at: None,
            metadata: BTreeMap::new(),
            payload: activity.as_bytes().to_vec(),
        }
    }

    pub(super) fn batch(&self, transitions: Vec<Transition>) -> WriteBatch {
        WriteBatch { engine_time: self.now, transitions, ..WriteBatch::default() }
    }

    pub(super) fn commit(&self, batch: WriteBatch) -> Result<CommitReceipt, StoreError> {
        wait(self.store.commit(batch))
    }

    /// Commits one transition and gives the state that it left.
    pub(super) fn write(&self, transition: Transition) -> Activity {
        let after = transition.after.clone();
        self.commit(self.batch(vec![transition])).unwrap();
        after
    }

    pub(super) fn scheduled(&self, request: ScheduleRequest) -> Transition {
        Transition::schedule(request, None, self.now).unwrap().unwrap()
    }

    pub(super) fn schedule(&self, request: ScheduleRequest) -> ActivityId {
        self.write(self.scheduled(request)).id
    }

    pub(super) fn token(&mut self, id: ActivityId) -> LeaseToken {
        self.tokens += 1;
        let mut random = [0; 24];
        random[..8].copy_from_slice(&self.tokens.to_le_bytes());
        LeaseToken::new(id, random)
    }

    pub(super) fn leased(&mut self, activity: Activity) -> Transition {
        let token = self.token(activity.id);
        Transition::lease(activity, &self.policy.compiled, "worker 1", token, self.now).unwrap()
    }

    pub(super) fn lease(&mut self, id: ActivityId) -> LeaseToken {
        let leased = self.leased(self.activity(id));
        self.write(leased).lease.unwrap().token
    }

    pub(super) fn fail(&mut self, id: ActivityId, failure: Failure) -> Activity {
        let token = self.lease(id);
        let compiled = &self.policy.compiled;
        let failed = Transition::fail(self.activity(id), compiled, token, failure, self.now);
        self.write(failed.unwrap())
    }

    /// Lets it fail for good.
    pub(super) fn kill(&mut self, id: ActivityId) -> DeadLetterId {
        self.fail(id, Failure::new("InvalidInput", "no such card"));
        DeadLetterId { activity: id, generation: self.activity(id).generation }
    }

    /// Schedules and kills.
    pub(super) fn dead(&mut self, activity: &str) -> DeadLetterId {
        let id = self.schedule(self.request(activity));
        self.kill(id)
    }

    pub(super) fn complete(&mut self, id: ActivityId, result: Option<&[u8]>) -> Activity {
        let token = self.lease(id);
        let result = result.map(<[u8]>::to_vec);
        self.write(Transition::complete(self.activity(id), token, result, self.now).unwrap())
    }

    pub(super) fn replayed(&self, entry: DeadLetterId, operation: OperationId) -> Transition {
        let order = ReplayOrder {
            policy: self.policy.clone(),
            operation,
            reason: Some("it's \"fixed\"".to_owned()),
            force: true,
        };
        let (activity, entry) = (self.activity(entry.activity), self.dead_letter(entry));
        Transition::replay(activity, &entry, order, self.now).unwrap()
    }

    pub(super) fn purged(&self, entry: DeadLetterId, operation: OperationId) -> Transition {
        let (activity, entry) = (self.activity(entry.activity), self.dead_letter(entry));
        Transition::purge(activity, &entry, operation, None, self.now).unwrap()
    }

    pub(super) fn find(&self, id: ActivityId) -> Option<Activity> {
        let request = LoadRequest { activities: vec![id], ..LoadRequest::default() };
        wait(self.store.load(request)).unwrap().activities.pop()
    }

    pub(super) fn activity(&self, id: ActivityId) -> Activity {
        self.find(id).unwrap()
    }

    pub(super) fn dead_letter(&self, id: DeadLetterId) -> DeadLetter {
        let request = LoadRequest { dead_letters: vec![id], ..LoadRequest::default() };
        wait(self.store.load(request)).unwrap().dead_letters.pop().unwrap()
    }

    /// The first page of tenant `t`, of up to 100 rows.
    pub(super) fn list(&self, set: FieldSet, predicate: Option<&str>) -> ListQuery {
        ListQuery {
            tenant: "t".to_owned(),
            predicate: predicate.map(|text| Predicate::parse(text, set).unwrap()),
            after: None,
            limit: 100,
            now: self.now,
        }
    }

    /// An operation of tenant `t` that is about to start.
    pub(super) fn start(
        &self,
        number: u8,
        kind: OperationKind,
        selection: Selection,
    ) -> OperationStart {
        let operation = Operation {
            id: OperationId([number; 16]),
            tenant: "t".to_owned(),
            kind,
            status: OperationStatus::Running,
            predicate: Some("type = \"O'Brien\"".to_owned()),
            rate: Some(50),
            same_policy: true,
            force: false,
            reason: None,
            targets: 0,
            done: 0,
            changed: 0,
            failed: 0,
            created_at: self.now,
            updated_at: self.now,
        };
        OperationStart { operation, selection, recall: None }
    }
}
