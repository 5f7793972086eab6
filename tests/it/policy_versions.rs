//! Versions of policies through the real binary: publish, activate, roll back, compare, verify.

use serde_json::Value;

use crate::process::{EngineProcess, run, stdout, wovyr_retry};

const V1: &str = "retry: {maxAttempts: 4, maxDelay: 8s}\nmetadata: {name: payments}\n";
const V2: &str = "# Tighter.\nretry: {maxAttempts: 2, maxDelay: 8s}\nmetadata: {name: payments}\n";

struct Desk {
    engine: EngineProcess,
    files: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let desk = Self { engine: EngineProcess::start(), files: tempfile::tempdir().unwrap() };
        for (name, text) in [("v1.yaml", V1), ("v2.yaml", V2)] {
            std::fs::write(desk.path(name), text).unwrap();
        }
        desk
    }

    fn path(&self, name: &str) -> String {
        self.files.path().join(name).display().to_string()
    }

    /// Standard output of a command as JSON.
    fn json(&self, words: &[&str]) -> Value {
        let mut command = self.engine.command(words);
        serde_json::from_str(&stdout(command.env("USER", "ann").args(["-o", "json"]))).unwrap()
    }

    fn exit_code(&self, words: &[&str]) -> Option<i32> {
        run(&mut self.engine.command(words)).status.code()
    }

    fn active(&self) -> Value {
        self.json(&["policy", "list"])["data"]
            .as_array()
            .unwrap()
            .iter()
            .find(|policy| policy["name"] == "payments")
            .unwrap()["active"]["version"]
            .clone()
    }
}

#[test]
fn versions_are_published_activated_and_rolled_back() {
    let desk = Desk::new();
    let (v1, v2) = (desk.path("v1.yaml"), desk.path("v2.yaml"));
    desk.json(&["policy", "publish", &v1]);
    desk.json(&["policy", "publish", &v2, "--message", "tighter"]);
    assert_eq!(desk.active(), 1, "a later version waits for its activation");
    desk.json(&["policy", "activate", "payments@2", "--reason", "reviewed"]);
    assert_eq!(desk.active(), 2);
    assert_eq!(desk.exit_code(&["policy", "activate", "payments@2", "--if-active", "1"]), Some(1));
    assert_eq!(desk.exit_code(&["policy", "activate", "payments@9"]), Some(1));
    desk.json(&["policy", "rollback", "payments", "--reason", "storm"]);
    assert_eq!(desk.active(), 1);
    assert_eq!(desk.exit_code(&["policy", "rollback", "payments"]), Some(2), "nothing is older");

    let history = desk.json(&["policy", "history", "payments"]);
    let told: Vec<_> = history["activations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| (event["version"].as_u64().unwrap(), event["reason"].as_str()))
        .collect();
    assert_eq!(told, [(1, None), (2, Some("reviewed")), (1, Some("storm"))]);
    assert_eq!(history["activations"][2]["by"], "ann");
    assert_eq!(history["versions"][1]["version"]["message"], "tighter");
    assert_eq!(desk.exit_code(&["policy", "verify"]), Some(0));
}

#[test]
fn differences_are_told_as_behaviour() {
    let desk = Desk::new();
    let (v1, v2) = (desk.path("v1.yaml"), desk.path("v2.yaml"));
    desk.json(&["policy", "publish", &v1]);
    desk.json(&["policy", "publish", &v2]);
    let files = desk.json(&["policy", "diff", &v1, &v2]);
    assert_eq!(files["gravity"], "breaking");
    let change = &files["differences"][0]["changes"][0];
    assert_eq!(
        (&change["before"], &change["after"]),
        (&"at most 4 runs".into(), &"at most 2 runs".into())
    );
    let versions = desk.json(&["policy", "diff", "payments@1", "payments@2"]);
    assert_eq!(versions["differences"], files["differences"]);
    let live = desk.json(&["policy", "diff", "payments@live", &v1]);
    assert_eq!(
        (&live["gravity"], live["differences"].as_array().unwrap().len()),
        (&Value::Null, 0)
    );
    assert_eq!(desk.exit_code(&["policy", "diff", &v1, &v2]), Some(0));
    assert_eq!(desk.exit_code(&["policy", "diff", &v1, &v2, "--exit-code"]), Some(1));
    assert_eq!(desk.exit_code(&["policy", "diff", &v1, &v1, "--exit-code"]), Some(0));
}

#[test]
fn a_tampered_version_is_found() {
    let mut desk = Desk::new();
    desk.json(&["policy", "publish", &desk.path("v1.yaml")]);
    assert_eq!(desk.engine.stop(), Some(0));
    let database = rusqlite::Connection::open(desk.engine.store()).unwrap();
    database
        .execute_batch(
            "DROP TRIGGER policies_are_final;
             UPDATE policies SET source = replace(source, 'maxAttempts: 4', 'maxAttempts: 9');",
        )
        .unwrap();
    drop(database);
    desk.engine.crash();
    assert_eq!(desk.exit_code(&["policy", "verify"]), Some(1));
}

#[test]
fn a_version_on_the_engine_is_shown_like_a_file() {
    let desk = Desk::new();
    desk.json(&["policy", "publish", &desk.path("v1.yaml")]);
    let file = desk.json(&["policy", "show", &desk.path("v1.yaml")]);
    let version = desk.json(&["policy", "show", "payments@1"]);
    assert_eq!(version["effective"], file["effective"]);
    assert_eq!(desk.json(&["policy", "show", "payments@live"])["digest"], file["digest"]);
    assert_eq!(desk.exit_code(&["policy", "show", "payments@7"]), Some(1));
}

#[test]
fn a_lock_file_keeps_versions_without_an_engine() {
    let files = tempfile::tempdir().unwrap();
    let policy = files.path().join("payments.yaml");
    let lock = |more: &[&str]| {
        let mut command = wovyr_retry();
        command.current_dir(files.path()).args(["policy", "lock", "payments.yaml"]).args(more);
        run(&mut command).status.code()
    };
    let write = |text: &str| std::fs::write(&policy, text).unwrap();
    write("metadata: {name: payments, version: 1}\nretry: {maxAttempts: 4}\n");
    assert_eq!(lock(&["--check"]), Some(1), "nothing is locked yet");
    assert_eq!(lock(&[]), Some(0));
    assert_eq!(lock(&["--check"]), Some(0));
    let locked = std::fs::read_to_string(files.path().join("policies.lock")).unwrap();
    write("# Said otherwise.\nmetadata: {name: payments, version: 1}\nretry: {maxAttempts: 4}\n");
    assert_eq!(lock(&["--check"]), Some(0), "a comment is no change");
    write("metadata: {name: payments, version: 1}\nretry: {maxAttempts: 5}\n");
    assert_eq!(lock(&[]), Some(1), "the version was not bumped");
    assert_eq!(std::fs::read_to_string(files.path().join("policies.lock")).unwrap(), locked);
    write("metadata: {name: payments, version: 2}\nretry: {maxAttempts: 5}\n");
    assert_eq!(lock(&[]), Some(0));
    assert_eq!(lock(&["--check"]), Some(0));
}
