//! `simulate` as its users meet it.

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::cli_command::{asking, code, document, stderr, stdout, wovyr};

/// 1 s, doubled up to 8 s, five attempts, full jitter.
const DESCRIBED: [&str; 11] = [
    "simulate",
    "--strategy",
    "exponential",
    "--initial",
    "1s",
    "--max",
    "8s",
    "--attempts",
    "5",
    "--jitter",
    "full",
];

fn simulate(args: &[&str]) -> std::process::Output {
    wovyr().arg("simulate").args(args).output().unwrap()
}

fn delays(document: &Value) -> Vec<u64> {
    let rows = document["attempts"].as_array().unwrap();
    rows.iter().map(|row| row["delay_ms"].as_u64().unwrap()).collect()
}

fn written(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".yaml").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

#[test]
fn a_policy_can_be_described_without_a_file() {
    let identity = ["--as", "default/order-1001/run-1/charge", "-o", "json"];
    let output = wovyr().args(DESCRIBED).args(identity).output().unwrap();
    let document = document(&output);
    assert_eq!(delays(&document), [890, 657, 612, 4227]);
    assert_eq!(document["gives_up"], json!({"attempt": 5, "reason": "MaxAttemptsReached"}));
    assert_eq!(document["expected_calls"], 5.0);
    assert_eq!(document["complete"], true);
    let output = simulate(&[]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("Hint: name a file, or describe one"), "{output:?}");
}

#[test]
fn values_replace_those_of_a_file() {
    let file = written("metadata: {name: payments}\nretry: {initialDelay: 2s, jitter: false}\n");
    let name = file.path().to_str().unwrap();
    let plain = document(&simulate(&[name, "-o", "json"]));
    assert_eq!(delays(&plain), [2_000, 4_000, 8_000, 16_000]);
    let changed =
        document(&simulate(&[name, "--multiplier", "3", "--attempts", "3", "-o", "json"]));
    assert_eq!(delays(&changed), [2_000, 6_000]);
    assert_eq!(changed["policy"]["name"], "payments");
    assert_ne!(changed["policy"]["digest"], plain["policy"]["digest"]);
    // The derived cap follows the initial delay; a written one does not.
    let derived = document(&simulate(&[name, "--initial", "5m", "-o", "json"]));
    assert_eq!(delays(&derived)[..2], [300_000, 600_000]);
    let output = simulate(&[name, "--initial", "5m", "--max", "1m"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("`maxDelay` (1m) is less than `initialDelay` (5m)"));
}

/// Faults that other systems had with such numbers; the right values.
#[test]
fn long_and_large_schedules_come_out_right() {
    for (args, attempts, right) in [
        ("--initial 5s --max 20s --attempts 20", 16..=19, 20_000),
        ("--initial 2s --max 120s --attempts 23", 22..=22, 120_000),
        ("--initial 1s --max 1h --attempts 64", 40..=63, 3_600_000),
        ("--initial 1s --attempts 36", 35..=35, 100_000),
        ("--initial 300s --max 1h --attempts 4", 2..=2, 600_000),
        ("--initial 50ms --attempts 5", 4..=4, 400),
        ("--initial 10s --max 5m --attempts 1100", 43..=1099, 300_000),
        ("--initial 366d --attempts 60", 1..=59, 366 * 86_400_000),
        ("--initial 1ms --multiplier 100 --max 366d --attempts 99", 7..=98, 366 * 86_400_000),
        ("--initial 2m --attempts 3", 2..=2, 240_000),
    ] {
        let words: Vec<&str> = args.split(' ').chain(["--jitter", "off", "-o", "json"]).collect();
        let found = document(&simulate(&words));
        let delays = delays(&found);
        assert!(delays.is_sorted(), "{args}: {delays:?}");
        assert!(attempts.clone().all(|n| delays[n - 1] == right), "{args}: {delays:?}");
        // The last failure is the end: nothing is waited for after it.
        let sum: u64 = delays.iter().sum();
        assert_eq!((&found["window_ms"], &found["elapsed_ms"]), (&json!(sum), &json!(sum)));
        assert_eq!(found["gives_up"]["attempt"], delays.len() + 1);
    }
    let jittered = "--initial 100ms --max 500ms --jitter 0.5 --attempts 1000 -o json";
    let found = document(&simulate(&jittered.split(' ').collect::<Vec<_>>()));
    assert!(delays(&found).iter().all(|delay| (50..=500).contains(delay)), "never above the cap");
    let end = ["--attempts", "5", "--initial", "366d", "--start", "9999-12-01T00:00:00Z"];
    assert_eq!(code(&simulate(&end)), 0, "the end of the calendar is no crash");
    for (attempts, calls) in [("1", 1.0), ("4", 4.0)] {
        let found = document(&simulate(&["--attempts", attempts, "-o", "json"]));
        assert_eq!(found["expected_calls"], calls);
    }
}

#[test]
fn what_happens_to_the_attempts_can_be_told() {
    let policy = ["--jitter", "off", "-o", "json"];
    let of = |args: &[&str]| document(&simulate(&[args, &policy].concat()));
    let script = of(&["--failures", "503,timeout,ok", "--runtime", "300ms"]);
    assert_eq!(script["succeeds"], json!({"attempt": 3}));
    assert_eq!(script["gives_up"], Value::Null);
    assert_eq!(script["attempts"][1]["failure"], "ActivityTimeout");
    // 300 ms, 1 s, a timeout of 5 m, 2 s, 300 ms.
    assert_eq!(script["elapsed_ms"], 303_600);
    let outage = of(&["--outage", "0s..40s"]);
    assert_eq!(outage["gives_up"]["attempt"], 5);
    assert_eq!(of(&["--outage", "0s..5s"])["succeeds"], json!({"attempt": 4}));
    assert_eq!(of(&["--fail-rate", "0.5"])["expected_calls"], 1.9375);
    let asked = delays(&of(&["--retry-after", "10s@2"]))[1];
    assert!((10_000..=11_000).contains(&asked), "{asked}");
    let started = of(&["--start", "2026-11-30T23:59:59Z"]);
    assert_eq!(started["attempts"][0]["next_attempt"], "2026-12-01T00:00:00.000Z");
    let table = simulate(&["--start", "2026-11-30T23:59:59Z", "--tz", "+05:30", "--jitter", "off"]);
    assert!(stdout(&table).contains("2026-12-01 05:30:00.000+05:30"), "{table:?}");
}

#[test]
fn beyond_a_limit_the_limit_is_named() {
    for (args, limit) in [
        (&["--attempts", "1000001"][..], "1..=1000000"),
        (&["--attempts", "0"], "1..=1000000"),
        (&["--attempts", "5", "--runs", "1000000001"], "1..=1000000000"),
        (&["--fail-rate", "1.5"], "between 0 and 1"),
        (&["--outage", "40s..0s"], "ends after it begins"),
        (&["--failures", "503,timeot"], "did you mean `timeout`?"),
        (&["--failures", "503", "--outage", "0s..1s"], "cannot be used with"),
        (&["--solve", "widow=2h"], "first-delay, last-delay, window"),
        (&["--multiplier", "0.5"], "multiplier"),
        (&["--jitter", "some"], "decorrelated"),
    ] {
        let output = simulate(args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(limit), "{args:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn the_longest_schedule_is_shown_in_part_to_people_and_whole_to_machines() {
    let output = simulate(&["--attempts", "1000", "--jitter", "off"]);
    assert_eq!(stdout(&output).lines().count(), 1 + 100 + 2);
    assert_eq!(stderr(&output), "899 more attempts; --all shows every one\n");
    let all = simulate(&["--attempts", "1000", "--jitter", "off", "--all"]);
    assert_eq!(stdout(&all).lines().count(), 1 + 999 + 2);
    let csv = simulate(&["--attempts", "1000000", "--jitter", "off", "-o", "csv"]);
    let text = stdout(&csv);
    assert_eq!(text.lines().count(), 1_000_000);
    assert!(text.lines().last().unwrap().starts_with("999999,100000,100000,100000,"), "capped");
}

#[test]
fn runs_are_distributed() {
    let args = ["--runs", "20000", "--seed", "1", "-o", "json"];
    let run = || document(&wovyr().args(DESCRIBED).args(args).output().unwrap());
    let found = run();
    let distribution = &found["distribution"];
    assert_eq!(
        (&distribution["runs"], &distribution["requested"]),
        (&json!(20_000), &json!(20_000))
    );
    let delays = distribution["delays"].as_array().unwrap();
    assert_eq!(delays.len(), 4);
    let p50 = delays[3]["p50_ms"].as_u64().unwrap();
    assert!((3_800..4_200).contains(&p50), "{p50}");
    let window = &distribution["window"];
    let mean = window["mean_ms"].as_u64().unwrap();
    assert!((7_400..7_600).contains(&mean), "{mean}");
    assert_eq!(distribution["gave_up"], json!({"MaxAttemptsReached": 20_000}));
    assert_eq!(found, run(), "whatever the number of threads");
    let csv = wovyr().args(DESCRIBED).args(["--runs", "100", "-o", "csv"]).output().unwrap();
    assert!(stdout(&csv).starts_with("of,runs,min,p50,p95,p99,max,mean\ndelay 1,100,"), "{csv:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_is_done_so_far() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wovyr-retry"))
        .args(DESCRIBED)
        .args(["--runs", "1000000000", "-o", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id().to_string();
    // The first ctrl-C that is noted ends it; one before that would kill it outright, so the
    // handler is waited for.
    let noted = || {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:\t"));
        let caught = u64::from_str_radix(caught.unwrap_or("0"), 16).unwrap();
        caught & (1 << 1) != 0
    };
    let deadline = Instant::now() + Duration::from_secs(20);
    while !noted() {
        assert!(Instant::now() < deadline, "no handler for ctrl-C");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["complete"], false);
    let runs = found["distribution"]["runs"].as_u64().unwrap();
    assert!(runs < 1_000_000_000);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, format!("interrupted after {runs} of 1000000000 runs\n"));
}

#[test]
fn goals_are_solved() {
    let found = document(&simulate(&["--solve", "attempts<=10, last-delay<=5m", "-o", "json"]));
    let proposals = found["proposals"].as_array().unwrap();
    assert!(!proposals.is_empty());
    for proposal in proposals {
        assert!(proposal["max_attempts"].as_u64().unwrap() <= 10);
        let policy = json!({"retry": proposal["retry"]}).to_string();
        let file = written(&policy);
        let schedule = document(&simulate(&[file.path().to_str().unwrap(), "-o", "json"]));
        assert!(delays(&schedule).iter().all(|delay| *delay <= 300_000), "{policy}");
    }
    let table = simulate(&["--solve", "window=2h"]);
    assert!(stdout(&table).contains("  maxAttempts: "), "{table:?}");
    let fixed = document(&simulate(&["--solve", "window=2h", "--attempts", "5", "-o", "json"]));
    for proposal in fixed["proposals"].as_array().unwrap() {
        assert_eq!(proposal["max_attempts"], 5, "what is given stays");
    }
    let none = simulate(&["--solve", "attempts<=2, window=1h", "--initial", "1s", "-o", "json"]);
    assert_eq!((code(&none), document(&none)["proposals"].clone()), (1, json!([])));
    assert!(stderr(&none).contains("nothing meets the goal"));
}

#[test]
fn a_budget_that_ends_a_proposal_earlier_is_told() {
    let file = written("retry: {jitter: false}\nretryBudget: {maxAttempts: 3}\n");
    let name = file.path().to_str().unwrap();
    let found = document(&simulate(&[name, "--solve", "attempts=8", "-o", "json"]));
    assert_eq!(found["proposals"][0]["ends_earlier"], "BudgetExhausted after attempt 4");
}

#[test]
fn policies_stand_side_by_side() {
    let (a, b) = (written("retry: {maxAttempts: 3}\n"), written("retry: {maxAttempts: 5}\n"));
    let (a, b) = (a.path().to_str().unwrap(), b.path().to_str().unwrap());
    let found = document(&simulate(&["--compare", a, b, a, "-o", "json"]));
    let schedules = found["schedules"].as_array().unwrap();
    assert_eq!(schedules.len(), 3);
    assert_eq!(delays(&schedules[0]), delays(&schedules[1])[..2], "the draws are the same");
    let table = stdout(&simulate(&["--compare", a, b]));
    assert!(table.contains("A: Gives up after attempt 3"), "{table}");
    assert!(table.contains("B: Gives up after attempt 5"), "{table}");
    let long = simulate(&["--compare", a, b, "--attempts", "201"]);
    assert_eq!(stderr(&long), "100 more attempts; --all shows every one\n");
    assert_eq!(code(&simulate(&["--compare", a])), 2);
    assert_eq!(code(&simulate(&["--compare", a, b, a, b])), 2);
}

#[tokio::test]
async fn a_version_comes_from_the_engine() {
    let server = MockServer::start().await;
    let active = json!({
        "object": "policy_version", "name": "payments", "version": 3, "digest": "sha256:00",
        "active": true, "message": null, "created_at": "2026-11-30T19:00:00.000Z",
        "source": "retry: {maxAttempts: 2, jitter: false}\n",
    });
    Mock::given(method("GET"))
        .and(path("/api/v1/policies/payments/versions/3"))
        .respond_with(ResponseTemplate::new(200).set_body_json(&active))
        .mount(&server)
        .await;
    let output = asking(&server, &["simulate", "payments@3", "-o", "json"]).output().unwrap();
    let found = document(&output);
    assert_eq!(delays(&found), [1_000]);
    assert_eq!(
        (&found["policy"]["name"], &found["policy"]["version"]),
        (&json!("payments"), &json!(3))
    );
}

#[test]
fn charts_are_plain_when_piped_and_svg_when_asked() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("chart.svg");
    let charts = ["--chart", "--svg", file.to_str().unwrap()];
    let output = wovyr().args(DESCRIBED).args(charts).output().unwrap();
    let text = stdout(&output);
    assert!(text.is_ascii() && !text.contains('\u{1b}'), "{text}");
    assert!(text.contains("time since the start"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 110), "{text}");
    assert!(stderr(&output).starts_with("wrote "));
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("time since the start"), "{svg}");
    let lost = directory.path().join("no/such/chart.svg");
    let output = wovyr().args(DESCRIBED).arg("--svg").arg(lost).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("Hint: name a file in a directory that exists"));
}

#[test]
fn every_format_is_whole() {
    for format in ["table", "wide", "json", "jsonl", "yaml", "csv", "name"] {
        let output = wovyr().args(DESCRIBED).args(["-o", format]).output().unwrap();
        assert_eq!(code(&output), 0, "{format}");
        assert!(!stdout(&output).is_empty(), "{format}");
    }
}
