//! Versions of policies through the real binary: publish, activate, roll back, compare, verify.

use serde_json::Value;

use crate::process::{EngineProcess, run, stdout};

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
