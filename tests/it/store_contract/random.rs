//! Random histories and random questions: both stores answer alike, and every row is the fold of
//! its events.

use std::collections::BTreeMap;

use proptest::prelude::*;
use wovyr_retry::model::{
    Activity, ActivityId, ActivityKey, ContentRef, DeadLetterId, DeadLetterStatus, Failure, Millis,
    OperationId, OperationKind,
};
use wovyr_retry::query::{FieldSet, Predicate};
use wovyr_retry::retry::delay_queue::DueQuery;
use wovyr_retry::retry::engine::{Refusal, Transition, fold};
use wovyr_retry::retry::persistence::{
    ListQuery, LoadRequest, Page, Renewal, RetryStore, Selection, StoreFuture, WriteBatch,
};
use wovyr_retry::store::{MemoryStore, SqliteStore};

use super::desk::{Desk, wait};
use super::everything::{Everything, everything};

const TENANTS: [&str; 2] = ["t", "u"];
const QUEUES: [&str; 2] = ["q", "[é]*"];
const TEXTS: [&str; 8] = ["", "a", "A", "'", "%_", "[a]", "?é*", "\"\\"];

/// Something that happens to the engine; activities go by number.
#[derive(Debug, Clone)]
enum Step {
    Schedule { number: usize, text: usize, delay: u64 },
    Move(usize, Move),
    Renew(usize, u64),
    Replay(usize),
    Purge(usize),
    Start(Option<String>),
    Advance(u64),
    Commit,
}

/// A move of one activity that needs nothing but its row.
#[derive(Debug, Clone, Copy)]
enum Move {
    Lease,
    Complete(Option<usize>),
    Fail(usize, Option<u16>),
    Release,
    Expire,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let (who, text) = (0..10_usize, 0..TEXTS.len());
    let status = prop_oneof![Just(None), Just(Some(503)), Just(Some(404))];
    let one_move = prop_oneof![
        8 => Just(Move::Lease),
        2 => proptest::option::of(text.clone()).prop_map(Move::Complete),
        8 => (text.clone(), status).prop_map(|(text, status)| Move::Fail(text, status)),
        1 => Just(Move::Release),
        2 => Just(Move::Expire),
    ];
    let scheduled = (who.clone(), text, 0..3_000_u64);
    let predicate = proptest::option::of(predicate(FieldSet::DeadLetters));
    let step = prop_oneof![
        6 => scheduled.prop_map(|(number, text, delay)| Step::Schedule { number, text, delay }),
        20 => (who.clone(), one_move).prop_map(|(number, one)| Step::Move(number, one)),
        1 => (who.clone(), 0..1_000_u64).prop_map(|(number, millis)| Step::Renew(number, millis)),
        3 => who.clone().prop_map(Step::Replay),
        1 => who.prop_map(Step::Purge),
        1 => predicate.prop_map(Step::Start),
        6 => (0..400_000_u64).prop_map(Step::Advance),
        3 => Just(Step::Commit),
    ];
    proptest::collection::vec(step, 0..120)
}

/// The text of a predicate of one to three conditions that often hold.
fn predicate(set: FieldSet) -> impl Strategy<Value = String> {
    let names: Vec<&'static str> = set.names().collect();
    let value = (proptest::sample::select(&TEXTS[..]), 0..6_u32, 0..6_usize);
    let term = (proptest::sample::select(names), value, "(=|!=|~|<|<=|>|>=)");
    let term = term.prop_filter_map("not a condition", move |(name, (text, number, at), test)| {
        let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
        let span = ["1ms", "500ms", "1s", "5m", "1h", "1d"][at];
        let word = |set: &[&str]| format!("\"{}\"", set[at % set.len()]);
        let value = match name {
            "attempts" | "generation" => number.to_string(),
            "http" => ["503", "404"][at % 2].to_owned(),
            "age" | "due" => span.to_owned(),
            "state" => word(&["scheduled", "running", "delayed", "dead_lettered", "completed"]),
            "status" => word(&["dead", "replayed", "purged"]),
            "reason" => word(&["PermanentFailure", "MaxAttemptsReached"]),
            "id" => word(&["act_*", "dl_*_2", "*a*"]),
            _ => format!("\"{quoted}\""),
        };
        let name =
            if name == "metadata." { format!("metadata.\"{quoted}\"") } else { name.to_owned() };
        let term = format!("{name} {test} {value}");
        Predicate::parse(&term, set).is_ok().then_some(term)
    });
    proptest::collection::vec(term, 1..4).prop_map(|terms| terms.join(" and "))
}

/// Both stores, and what must be in them.
struct Pair<'a> {
    desk: Desk<'a>,
    sqlite: &'a SqliteStore,
    rows: BTreeMap<ActivityId, Activity>,
    batch: WriteBatch,
    operations: u8,
}

impl Pair<'_> {
    fn key(number: usize) -> ActivityKey {
        ActivityKey::new(TENANTS[number % 5 / 4], "w", "e", format!("a{number}")).unwrap()
    }

    fn row(&self, number: usize) -> Option<Activity> {
        self.rows.get(&Self::key(number).id()).cloned()
    }

    fn commit(&mut self) {
        let batch = WriteBatch { engine_time: self.desk.now, ..std::mem::take(&mut self.batch) };
        let receipt = wait(self.desk.store.commit(batch.clone())).unwrap();
        assert_eq!(wait(self.sqlite.commit(batch)), Ok(receipt));
    }

    /// Takes a legal transition into the batch; an illegal one is no step.
    fn take(&mut self, transition: Result<Transition, Refusal>) {
        if let Ok(transition) = transition {
            self.rows.insert(transition.after.id, transition.after.clone());
            self.batch.transitions.push(transition);
        }
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Advance(millis) => self.desk.advance(millis),
            Step::Commit => self.commit(),
            Step::Schedule { number, text, delay } => self.schedule(number, text, delay),
            Step::Move(number, one) => self.take_move(number, one),
            Step::Renew(number, millis) => self.renew(number, millis),
            Step::Replay(number) => {
                self.settle(number, |desk, entry| desk.replayed(entry, OperationId([9; 16])));
            }
            Step::Purge(number) => {
                self.settle(number, |desk, entry| desk.purged(entry, OperationId([9; 16])));
            }
            Step::Start(predicate) => self.start(predicate.as_deref()),
        }
    }

    fn schedule(&mut self, number: usize, text: usize, delay: u64) {
        let mut request = self.desk.request("a");
        request.key = Self::key(number);
        TEXTS[number % 3 + 1].clone_into(&mut request.activity_type);
        QUEUES[number % 2].clone_into(&mut request.queue);
        request.run_at = Some(self.desk.now.plus(Millis(delay)));
        request.metadata = [(TEXTS[text].to_owned(), TEXTS[number % 8].to_owned())].into();
        let existing = self.row(number);
        if let Ok(Some(made)) = Transition::schedule(request, existing.as_ref(), self.desk.now) {
            self.take(Ok(made));
        }
    }

    fn take_move(&mut self, number: usize, one: Move) {
        let Some(row) = self.row(number) else { return };
        let (now, policy) = (self.desk.now, self.desk.policy.compiled.clone());
        let fresh = self.desk.token(row.id);
        let held = row.lease.as_ref().map_or(fresh, |lease| lease.token);
        self.take(match one {
            Move::Lease => Transition::lease(row, &policy, "w", fresh, now),
            Move::Complete(result) => {
                let result = result.map(|text| TEXTS[text].as_bytes().to_vec());
                Transition::complete(row, held, result, now)
            }
            Move::Fail(text, http_status) => {
                let error_type = ["HttpError", "InvalidInput"][text % 2];
                let failure = Failure { http_status, ..Failure::new(error_type, TEXTS[text]) };
                Transition::fail(row, &policy, held, failure, now)
            }
            Move::Release => Transition::release(row, held, now),
            Move::Expire => Transition::expire(row, &policy, now),
        });
    }

    /// A batch renews after its moves, so the batch ends here.
    fn renew(&mut self, number: usize, millis: u64) {
        let id = Self::key(number).id();
        let Some(lease) = self.rows.get_mut(&id).and_then(|row| row.lease.as_mut()) else { return };
        lease.expires_at = lease.expires_at.plus(Millis(millis));
        self.batch.renewals.push(Renewal { token: lease.token, expires_at: lease.expires_at });
        self.commit();
    }

    fn start(&mut self, predicate: Option<&str>) {
        let predicate =
            predicate.map(|text| Predicate::parse(text, FieldSet::DeadLetters).unwrap());
        self.operations += 1;
        let selection = Selection::Matching(predicate);
        self.batch.starts.push(self.desk.start(self.operations, OperationKind::Replay, selection));
        self.commit();
    }

    fn settle(&mut self, number: usize, settled: impl Fn(&Desk<'_>, DeadLetterId) -> Transition) {
        self.commit();
        let Some(row) = self.row(number) else { return };
        let id = DeadLetterId { activity: row.id, generation: row.generation };
        let request = LoadRequest { dead_letters: vec![id], ..LoadRequest::default() };
        let entry = wait(self.desk.store.load(request)).unwrap().dead_letters.pop();
        if entry.is_some_and(|entry| entry.status == DeadLetterStatus::Dead) {
            self.take(Ok(settled(&self.desk, id)));
        }
    }

    fn both<T>(&self, ask: impl for<'s> Fn(&'s dyn RetryStore) -> StoreFuture<'s, T>) -> (T, T) {
        (wait(ask(self.desk.store)).unwrap(), wait(ask(self.sqlite)).unwrap())
    }

    fn same_due(&self, activity_types: &[String], limit: usize) {
        let query = DueQuery {
            tenant: "t".to_owned(),
            queues: QUEUES.map(str::to_owned).into(),
            activity_types: activity_types.to_vec(),
            now: self.desk.now,
            except: self.rows.keys().take(1).copied().collect(),
            limit,
        };
        let (memory, sqlite) = self.both(|store| store.due(query.clone()));
        assert_eq!(memory.entries, sqlite.entries);
        assert_eq!(memory.next_due, sqlite.next_due);
        let (memory, sqlite) = self.both(|store| store.expired(self.desk.now, limit));
        assert_eq!(memory, sqlite);
    }

    /// All pages of a list, with the total that the first one told.
    fn same_pages<T: PartialEq + std::fmt::Debug>(
        &self,
        set: FieldSet,
        predicate: &str,
        list: impl for<'s> Fn(&'s dyn RetryStore, ListQuery) -> StoreFuture<'s, Page<T>>,
    ) {
        let pages = |store| {
            let mut query = ListQuery { limit: 2, ..self.desk.list(set, Some(predicate)) };
            let mut pages = Vec::new();
            loop {
                let page = wait(list(store, query.clone())).unwrap();
                query.after = page.next;
                pages.push((page.rows, page.total));
                if query.after.is_none() {
                    return pages;
                }
            }
        };
        assert_eq!(pages(self.desk.store), pages(self.sqlite), "{predicate}");
    }

    fn check(&self) -> Result<(), TestCaseError> {
        let Everything { activities, census, dead_letters, .. } =
            everything(self.desk.store, &TENANTS, self.desk.now);
        let mut states = BTreeMap::new();
        for shown in activities {
            let row = &self.rows[&shown.activity.id];
            prop_assert_eq!(&shown.activity, row);
            let mut folded = fold(&shown.history).unwrap();
            if let (Some(folded), Some(lease)) = (&mut folded.lease, &row.lease) {
                folded.expires_at = lease.expires_at;
            }
            prop_assert_eq!(&folded, row);
            let bytes = |content: Option<Vec<u8>>| content.as_deref().map(ContentRef::of);
            prop_assert_eq!(bytes(shown.payload), Some(row.payload.clone()));
            prop_assert_eq!(bytes(shown.result), row.result.clone());
            *states.entry(row.state_at(self.desk.now)).or_insert(0) += 1;
        }
        prop_assert_eq!(&census[0].activities, &states);
        let deaths: u64 = census[0].dead_letters.values().sum();
        prop_assert_eq!(deaths, dead_letters.len() as u64);
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn both_stores_hold_and_find_the_same(
        steps in steps(),
        of_activities in proptest::collection::vec(predicate(FieldSet::Activities), 6),
        of_dead_letters in proptest::collection::vec(predicate(FieldSet::DeadLetters), 6),
    ) {
        let directory = tempfile::tempdir().unwrap();
        let (memory, sqlite) =
            (MemoryStore::new(), SqliteStore::open(directory.path().join("engine.db")).unwrap());
        let mut pair = Pair {
            desk: Desk::at(&memory),
            sqlite: &sqlite,
            rows: BTreeMap::new(),
            batch: WriteBatch::default(),
            operations: 0,
        };
        for step in steps {
            pair.step(step);
        }
        pair.commit();
        let now = pair.desk.now;
        prop_assert_eq!(everything(&memory, &TENANTS, now), everything(&sqlite, &TENANTS, now));
        pair.check()?;
        for limit in [0, 1, 3, 100] {
            pair.same_due(&[], limit);
            pair.same_due(&[TEXTS[1].to_owned(), TEXTS[3].to_owned()], limit);
        }
        for predicate in of_activities {
            pair.same_pages(FieldSet::Activities, &predicate, |store, query| store.activities(query));
        }
        for predicate in of_dead_letters {
            pair.same_pages(FieldSet::DeadLetters, &predicate, |store, query| store.dead_letters(query));
        }
    }
}
