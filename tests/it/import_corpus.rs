//! Files of other systems from a directory outside of the repository.
//!
//! `WOVYR_RETRY_TEST_CORPUS` names it. Its files are known by the word that their names begin with;
//! of some the right reading was worked out by hand.

use std::path::Path;

use wovyr_retry::model::{GiveUpReason, MaxAttempts, Millis};
use wovyr_retry::policy::diagnostic::Source;
use wovyr_retry::policy::import::{FormatChoice, Import, ImportedPolicy, import};
use wovyr_retry::policy::load;

use crate::import::{delays, notes, walk};

/// The words that names begin with, and the formats they stand for.
const WORDS: &[(&str, &str)] = &[
    ("argo-", "argo-workflows"),
    ("argocd-", "argo-cd"),
    ("asl-", "step-functions"),
    ("dapr-", "dapr"),
    ("queue-", "cloud-tasks"),
    ("temporal-", "temporal"),
    ("wovyr-", "wovyr"),
];

#[test]
fn every_file_of_the_corpus_is_imported() {
    let Some(directory) = std::env::var_os("WOVYR_RETRY_TEST_CORPUS") else {
        println!("skipped: WOVYR_RETRY_TEST_CORPUS names no directory");
        return;
    };
    let mut count = 0;
    for entry in std::fs::read_dir(&directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        // Whatever a file is, reading it as anything must not end the process.
        for (_, format) in WORDS {
            let _ = import(&bytes, format.parse().unwrap());
        }
        let Some((_, format)) = WORDS.iter().find(|(word, _)| name.starts_with(word)) else {
            continue;
        };
        // Such a file may turn out to be the other of the two.
        let read = import(&bytes, format.parse().unwrap())
            .or_else(|_| import(&bytes, FormatChoice::Auto))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        check(&name, &bytes, &read);
        expect(&name, &bytes, &read);
        count += 1;
    }
    assert!(count > 0, "no file of a known format in {}", Path::new(&directory).display());
}

/// What holds of every import.
fn check(name: &str, bytes: &[u8], read: &Import) {
    let source = Source::new(name, bytes);
    for policy in &read.policies {
        let text = policy.file(read, &source).unwrap();
        let loaded = load(text.as_bytes());
        let ids: Vec<_> = loaded.diagnostics.iter().map(|found| found.code.id).collect();
        match loaded.policies.first() {
            Some(one) => assert_eq!(one.set.base, policy.policy, "{name}: {text}"),
            None => assert_eq!(ids, ["WR303"], "{name}: {text}"),
        }
        walk(policy);
    }
    for finding in read.diagnostics(|text| load(text).diagnostics) {
        assert!(finding.span.end <= bytes.len(), "{name}: {finding:?}");
    }
}

/// What a file came to, and what was said.
struct Case<'a> {
    name: &'a str,
    read: &'a Import,
    notes: Vec<String>,
}

impl Case<'_> {
    #[track_caller]
    fn says(&self, part: &str) {
        let said = self.notes.iter().any(|note| note.contains(part));
        assert!(said, "{}: {part}\n{:#?}", self.name, self.notes);
    }

    #[track_caller]
    fn rule(&self, original: &str) -> &ImportedPolicy {
        let found = self.read.policies.iter().find(|policy| policy.original == original);
        found.unwrap_or_else(|| panic!("{}: no `{original}`", self.name))
    }

    fn seconds(&self, original: &str) -> Vec<u64> {
        delays(self.rule(original)).iter().map(|delay| delay / 1_000).collect()
    }
}

/// What was worked out by hand.
fn expect(name: &str, bytes: &[u8], read: &Import) {
    let case = Case { name, read, notes: notes(bytes, read) };
    match name.split('-').next().unwrap() {
        "queue" => expect_queue(&case),
        "dapr" => expect_dapr(&case),
        "argo" => expect_argo(&case),
        "asl" | "temporal" => expect_state_machines(&case),
        _ => {}
    }
}

fn expect_queue(case: &Case<'_>) {
    match case.name {
        "queue-01-bridgy-fed.yaml" => {
            assert_eq!(case.seconds("receive"), [30, 60, 120, 180]);
            assert!(!case.rule("atproto-commit").policy.retry.enabled);
        }
        "queue-02-wpt-fyi.yaml" => {
            assert_eq!(case.seconds("check-processing"), [15, 30, 60, 120, 180]);
            let budget = case.rule("check-processing").policy.budget.unwrap();
            assert_eq!(budget.max_duration, Some(Millis::from_secs(300)));
            assert_eq!(case.seconds("results-arrival")[..6], [15, 30, 60, 120, 180, 240]);
            case.says("after the doublings waits go on growing evenly: 15s, 30s, 1m, 2m, 3m");
        }
        "queue-05-luci-buildbucket.yaml" => case.says("`tq-sweep` says nothing about retries"),
        "queue-08-chromestatus.yaml" => {
            let window = Millis(walk(case.rule("default")).window_ms);
            assert!(window >= Millis::from_secs(2 * 86_400), "both limits: {window}");
            case.says("when both limits are reached");
        }
        _ => {}
    }
}

fn expect_dapr(case: &Case<'_>) {
    match case.name {
        "dapr-01-microdelivery.yaml" => {
            let policy = case.rule("someOperation");
            assert_eq!(policy.policy.retry.max_attempts, MaxAttempts::Unlimited);
            let run = walk(policy);
            assert_eq!(run.gives_up.unwrap().reason, GiveUpReason::BudgetExhausted);
            assert!(run.window_ms <= 900_000, "{}", run.window_ms);
            case.says("15 minutes after the first try");
        }
        "dapr-02-hexalith-eventstore.yaml" => {
            case.says("`retry` here and ignores it");
            case.says("their numbers multiply");
        }
        "dapr-05-thinktecture.yaml" => {
            case.says("no key `maxFailures`");
            let unused = case.notes.iter().filter(|note| note.contains("no target uses")).count();
            assert_eq!(unused, 4, "{:#?}", case.notes);
        }
        "dapr-09-msframework.yaml" => {
            assert_eq!(case.seconds("DefaultRetryPolicy"), [5, 5, 5]);
        }
        "dapr-10-quickstart-state.yaml" => {
            let run = walk(case.rule("retryForever"));
            assert_eq!(run.gives_up, None);
            assert!(run.attempts.iter().all(|row| (row.min_ms, row.max_ms) == (5_000, 5_000)));
            case.says("never stops trying");
            case.says("just as long as a retry waits");
        }
        "dapr-12-dapr-e2e.yaml" => case.says("`gRPCStatusCodes` is lost"),
        _ => {}
    }
}

fn expect_argo(case: &Case<'_>) {
    match case.name {
        "argo-05-linz-gdalmerge.yaml" => {
            assert!(!case.rule("main").policy.retry.enabled);
            case.says("nothing is ever tried again");
        }
        "argo-10-official-retry-backoff.yaml" => {
            assert_eq!(case.seconds("retry-backoff"), [1, 2, 4, 5, 5, 5, 5, 5, 5, 5]);
            let budget = case.rule("retry-backoff").policy.budget.unwrap();
            assert_eq!(budget.max_duration, Some(Millis::from_secs(60)));
            case.says("`duration` is 1s");
            case.says("not the longest wait");
        }
        _ => {}
    }
}

fn expect_state_machines(case: &Case<'_>) {
    match case.name {
        "asl-02-order-management-ship.asl.json" => {
            assert_eq!(case.seconds("Reserve Product"), [2, 4, 8, 16, 32, 64]);
            case.says("retrier 2 of 2");
        }
        "asl-03-kyc.asl.yaml" => assert_eq!(case.seconds("New account declined"), [1, 2]),
        "asl-04-distributor.asl.json" => {
            assert_eq!(case.seconds("Recurse"), [1], "a retrier of its own");
        }
        "asl-06-stream-aggregator-jitter.asl.json" => {
            let run = walk(case.rule("Get Data"));
            let ranges: Vec<_> = run.attempts.iter().map(|row| (row.min_ms, row.max_ms)).collect();
            assert_eq!(ranges, [(0, 1_000), (0, 2_000), (0, 4_000)]);
        }
        "asl-09-nasa-cumulus-retry-pass.asl.json" => {
            assert_eq!(case.seconds("HelloWorld"), [2, 4, 8]);
            case.says("`BackoffRate: 2.0`");
        }
        "temporal-01-airbyte-dynamicconfig.yaml" => {
            let seconds = case.seconds("history.defaultActivityRetryPolicy");
            assert_eq!(seconds[..9], [1, 2, 4, 8, 16, 32, 64, 100, 100]);
            let retry = &case.rule("history.defaultActivityRetryPolicy").policy.retry;
            assert_eq!(retry.max_attempts, MaxAttempts::Unlimited);
        }
        _ => {}
    }
}
