//! `simulate --fleet` and `simulate model` as they are typed.

use assert_cmd::Command;
use serde_json::Value;

const POLICY: &str = "\
metadata: {name: payments}
retry: {maxAttempts: 10, maxDelay: 30s}
retryBudget: {maxAttempts: 4}
circuitBreaker: {consecutiveFailures: 5, openFor: 5s}
timeouts: {activity: 10s}
";

/// The command with a policy on its standard input.
fn simulate(words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("wovyr-retry").unwrap();
    command.arg("simulate").args(words).write_stdin(POLICY);
    command
}

fn stdout(words: &[&str]) -> String {
    let output = simulate(words).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

const FLEET: [&str; 7] = ["-", "--fleet", "300", "--capacity", "100/s", "--outage", "0s..20s"];

fn fleet(more: &[&str]) -> String {
    stdout(&[&FLEET[..], more].concat())
}

#[test]
fn the_variants_of_a_policy_stand_side_by_side() {
    let text = fleet(&["--runs", "3", "--chart"]);
    let names: Vec<&str> =
        ["as written", "without jitter", "without budget", "without breaker"].into();
    for name in names {
        assert!(text.lines().any(|line| line.starts_with(name)), "{name}: {text}");
    }
    assert!(text.contains(" of 3\n"), "{text}");
    assert!(text.contains("payments: calls of 300 activities"), "{text}");
    assert!(text.is_ascii(), "plain when piped");
    let wide = fleet(&["--runs", "3", "--no-breaker", "--spread", "20s", "-o", "wide"]);
    assert!(!text.lines().any(|line| line.starts_with("as") && line.contains(" to ")), "{text}");
    assert!(wide.lines().any(|line| line.starts_with("as asked") && line.contains(" to ")));
}

#[test]
fn json_has_the_load_second_by_second_and_all_calls_in_it() {
    let words = ["--runs", "2", "--seed", "7", "-o", "json"];
    let text = fleet(&words);
    assert_eq!(text, fleet(&words), "the same seed, the same bytes");
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["complete"], true);
    assert_eq!(found["fleet"]["outages"][0]["to_ms"], 20_000);
    assert_eq!(found["variants"].as_array().unwrap().len(), 5);
    for variant in found["variants"].as_array().unwrap() {
        let run = &variant["first_run"];
        let sum = |series: &str| -> u64 {
            let calls = run["load"][series].as_array().unwrap();
            calls.iter().map(|calls| calls.as_u64().unwrap()).sum()
        };
        assert_eq!(sum("offered"), sum("served") + sum("failed"));
        assert_eq!(sum("offered"), run["calls"].as_u64().unwrap());
        assert_eq!(variant["runs"], 2);
    }
}

#[test]
fn csv_has_a_row_for_each_second() {
    let text = fleet(&["--no-breaker", "--no-budget", "-o", "csv"]);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("variant,second,offered,retries,served,failed"));
    assert!(lines.next().unwrap().starts_with("as asked,0,"));
    assert!(text.contains("\nwithout jitter,1,"));
    assert!(!text.contains("without budget"), "it is left out already");
}

#[test]
fn a_chart_is_written_to_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("load.svg");
    fleet(&["--svg", file.to_str().unwrap()]);
    let svg = std::fs::read_to_string(file).unwrap();
    for text in ["<svg", "calls offered", "as written", "without jitter", "capacity"] {
        assert!(svg.contains(text), "{text}");
    }
}

#[track_caller]
fn assert_refused(words: &[&str], because: &str) {
    let output = simulate(words).assert().code(2).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(because), "{words:?}: {said}");
}

#[test]
fn what_cannot_be_simulated_is_refused_with_its_limit() {
    assert_refused(&["-", "--fleet", "1000001", "--capacity", "5"], "1000000");
    assert_refused(&["-", "--fleet", "0", "--capacity", "5"], "1..=1000000");
    assert_refused(&["-", "--fleet", "5", "--capacity", "0/s"], "between 1/s and 1000000/s");
    assert_refused(&["-", "--fleet", "5"], "--capacity");
    assert_refused(&["-", "--capacity", "5/s"], "--fleet");
    assert_refused(&[&FLEET[..], &["--runs", "100001"]].concat(), "100000");
    assert_refused(&[&FLEET[..], &["--until", "20s"]].concat(), "before the outage does");
    assert_refused(&[&FLEET[..], &["--until", "8d"]].concat(), "longer than 7d");
    assert_refused(&[&FLEET[..], &["--failures", "503"]].concat(), "cannot be used with");
    assert_refused(&["model", "nothing"], "contention, collapse");
    assert_refused(&["-o", "json", "model"], "right after `simulate`");
}

#[test]
fn models_are_listed_by_name() {
    assert_eq!(stdout(&["model", "-o", "name"]), "contention\ncollapse\n");
}

#[test]
fn the_contention_model_is_shown() {
    let text = stdout(&["model", "contention", "--trials", "2"]);
    assert!(text.contains("decorrelated jitter"), "{text}");
    assert!(text.contains("because the work of its server takes no time"), "{text}");
    let csv = stdout(&["model", "contention", "--trials", "2", "-o", "csv"]);
    assert_eq!(csv.lines().count(), 1 + 19 * 5);
}

#[test]
fn the_collapse_model_tells_shares() {
    let text = stdout(&["model", "collapse", "--trials", "5", "-o", "json"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    let [at_once, backoff] = &found["cases"].as_array().unwrap()[..] else { panic!("{text}") };
    assert!(at_once["share"].as_f64().unwrap() >= 0.2, "{text}");
    assert_eq!(backoff["share"], 0.0);
    assert_eq!(backoff["goodput"].as_array().unwrap().len(), 5);
}

/// A process heeds ctrl-C once it catches the signal; the kernel tells.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_shows_what_is_done() {
    use std::io::{Read as _, Write as _};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let words = ["simulate", "-", "--fleet", "1000000", "--capacity", "100/s", "--outage"];
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("wovyr-retry"))
        .args(words)
        .args(["0s..1h", "--runs", "1000", "--no-breaker", "-o", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(POLICY.as_bytes()).unwrap();
    let pid = rustix::process::Pid::from_child(&child);
    let deadline = Instant::now() + Duration::from_mins(1);
    while !catches_interrupts(child.id()) {
        assert!(Instant::now() < deadline, "it never listened");
        std::thread::yield_now();
    }
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["complete"], false);
    assert!(said.contains("interrupted: 0 of 1000 runs"), "{said}");
}

#[cfg(target_os = "linux")]
fn catches_interrupts(pid: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let signals = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    signals.is_some_and(|signals| signals & 0b10 != 0)
}
