//! `--from`: files of other systems on the command line.

use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use wovyr_retry::policy::load;

fn fixture(name: &str) -> String {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/import");
    directory.join(name).to_str().unwrap().to_owned()
}

fn run(words: &[&str]) -> Output {
    Command::cargo_bin("wovyr-retry").unwrap().args(words).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn policies_go_to_one_stream_and_notes_to_the_other() {
    let output = run(&["policy", "import", "--from", "queue.yaml", &fixture("queue.yaml")]);
    assert_eq!(output.status.code(), Some(0));
    let loaded = load(output.stdout.as_slice());
    let names: Vec<_> = loaded.policies.iter().filter_map(|one| one.name.as_deref()).collect();
    assert_eq!(names, ["polling", "receive", "both", "once"]);
    assert!(out(&output).starts_with("# Imported from Cloud Tasks: `polling`, queue.yaml:6:3\n"));
    let notes = err(&output);
    assert!(notes.contains("queue.yaml:14:23: normalised: `task_retry_limit: 4`"), "{notes}");
    let quiet = run(&["policy", "import", "-q", &fixture("queue.yaml")]);
    assert_eq!((out(&quiet), err(&quiet)), (out(&output), String::new()));
}

#[test]
fn json_holds_policies_schedules_and_notes() {
    let output = run(&["policy", "import", "-o", "json", "-q", &fixture("argo-cd.yaml")]);
    let read: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(read["from"], "argo-cd");
    let first = &read["policies"][0];
    assert_eq!((&first["name"], &first["line"]), (&"guestbook".into(), &8.into()));
    assert_eq!(first["policy"]["retry"]["maxDelay"], "1m");
    assert_eq!(first["schedule"]["cap_ms"], 60_000);
    assert_eq!(first["schedule"]["stop"]["attempts"], 6);
    assert_eq!(first["notes"][0]["kind"], "normalised");
    assert_eq!(read["complete"], true);
    let names = run(&["policy", "import", "-o", "name", "-q", &fixture("argo-cd.yaml")]);
    assert_eq!(out(&names), "guestbook\ntenant\n");
}

#[test]
fn files_are_written_but_never_over_others() {
    let directory = tempfile::tempdir().unwrap();
    let target = directory.path().join("policies");
    let words = ["policy", "import", &fixture("wovyr.yaml"), "--out", target.to_str().unwrap()];
    let output = run(&words);
    assert_eq!((output.status.code(), out(&output)), (Some(0), String::new()));
    let mut names: Vec<_> = std::fs::read_dir(&target)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["charge.yaml", "notify.yaml", "ship.yaml"]);
    let again = run(&words);
    assert_eq!(again.status.code(), Some(2));
    assert!(err(&again).contains("charge.yaml is there already"), "{}", err(&again));
}

#[test]
fn refused_rules_make_the_import_partial() {
    let output = run(&["policy", "import", "--from", "asl", &fixture("step-functions.asl.json")]);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("31:86: refused: "), "{}", err(&output));
}

#[test]
fn wrong_formats_are_told_with_the_right_one() {
    let output = run(&["policy", "import", "--from", "dapr", &fixture("queue.yaml")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("it looks like --from cloud-tasks"), "{}", err(&output));
    let output = run(&["policy", "import", "--from", "nomad", &fixture("queue.yaml")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("argo-workflows, cloud-tasks, dapr"), "{}", err(&output));
    let mut command = Command::cargo_bin("wovyr-retry").unwrap();
    let output = command.args(["policy", "import", "-"]).write_stdin("a: [\n").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("-:1:4: unclosed"), "{}", err(&output));
}

#[test]
fn simulate_follows_the_rules_of_the_other_system() {
    let file = fixture("dapr.yaml");
    let words = ["simulate", "--from", "dapr", &file, "--policy", "backingOff", "-o", "json"];
    let read: Value = serde_json::from_slice(&run(&words).stdout).unwrap();
    assert_eq!(read["system"], "Dapr");
    assert_eq!(read["attempts"][9]["max_ms"], 22_500);
    assert_eq!(read["gives_up"]["reason"], "BudgetExhausted");
    let several = run(&["simulate", "--from", "dapr", &file]);
    assert_eq!(several.status.code(), Some(2));
    assert!(err(&several).contains("--policy NAME"), "{}", err(&several));
    let both = run(&["simulate", "--from", "dapr", &file, "--policy", "steady"]);
    assert!(err(&both).contains("steady.apps.catalogue"), "{}", err(&both));
    let absent = run(&["simulate", "--from", "dapr", &file, "--policy", "nothing"]);
    assert!(err(&absent).contains("no retry rule of the name `nothing`"), "{}", err(&absent));
    let people = out(&run(&["simulate", "--from", "auto", &fixture("cloud-tasks.json")]));
    assert!(people.contains("These are the rules of Cloud Tasks."), "{people}");
}

#[test]
fn lint_finds_what_the_rules_would_become() {
    let output = run(&["policy", "lint", "--from", "dapr", &fixture("dapr.yaml"), "-o", "concise"]);
    assert_eq!(output.status.code(), Some(1));
    let found = out(&output);
    for part in [
        "dapr.yaml:18:21: error[WR303] unbounded-retry: policy `forever`",
        "dapr.yaml:38:9: warning[WR002] unknown-key: ",
        "dapr.yaml:9:7: warning[WR901] unused-policy: ",
        "dapr.yaml:13:19: info[WR801] import-normalised: ",
    ] {
        assert!(found.contains(part), "{part}\n{found}");
    }
    let broken = run(&["policy", "lint", "--from", "dapr", &fixture("queue.yaml")]);
    assert_eq!(broken.status.code(), Some(2));
}
