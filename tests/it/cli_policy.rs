//! The commands that need no engine: lint, show, simulate, help.

use serde_json::{Value, json};

use super::cli_command::{code, document, stderr, stdout, wovyr};

const PAYMENTS: &str = "\
metadata: {name: payments}
retry: {maxAttempts: 6, maxDelay: 30s}
activities:
  ChargeCard: {retry: {maxAttempts: 4, initialDelay: 1s, maxDelay: 8s}}
";

const SIX_MISTAKES: &str = "\
retry:
  maxAtempts: 3
  initialDelay: 5
  initialDelay: 1s
  strategy: expo
  multiplier: 0.5
  jitter: {factor: 7}
";

fn written(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".yaml").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

#[test]
fn six_mistakes_are_six_findings_at_their_places() {
    let file = written(SIX_MISTAKES);
    let lint =
        |format| wovyr().args(["policy", "lint", "-o", format]).arg(file.path()).unwrap_err();
    let output = lint("json");
    let output = output.as_output().unwrap();
    assert_eq!(code(output), 1);
    let document = document(output);
    let places: Vec<(u64, u64)> = document["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| (f["line"].as_u64().unwrap(), f["column"].as_u64().unwrap()))
        .collect();
    assert_eq!(places, [(2, 3), (3, 17), (4, 3), (5, 13), (6, 15), (7, 20)]);
    assert_eq!(document["complete"], true);
    let concise = lint("concise");
    let concise = concise.as_output().unwrap();
    assert_eq!(stdout(concise).lines().count(), 6);
    assert_eq!(stderr(concise), "6 errors in 1 file\n");
    let full = lint("full");
    assert!(stdout(full.as_output().unwrap()).contains("did you mean `maxAttempts`?"));
}

#[test]
fn fail_on_decides_what_counts() {
    // A trailing marker leaves an empty document: a warning.
    let file = written("retry: {}\n---\n");
    let lint = |args: &[&str]| {
        let output = wovyr().args(["policy", "lint"]).args(args).arg(file.path()).output().unwrap();
        code(&output)
    };
    assert_eq!(lint(&[]), 1);
    assert_eq!(lint(&["--fail-on", "error"]), 0);
    assert_eq!(lint(&["--fail-on", "info"]), 1);
}

#[test]
fn directories_are_searched_and_standard_input_has_a_name() {
    let directory = tempfile::tempdir().unwrap();
    let below = directory.path().join("a/b");
    std::fs::create_dir_all(&below).unwrap();
    std::fs::create_dir(directory.path().join(".git")).unwrap();
    for (name, text) in [
        ("good.yml", PAYMENTS),
        ("a/b/bad.yaml", "retry: {maxAttempts: 0}"),
        ("a/notes.txt", "no policy"),
        (".git/hidden.yaml", "no policy"),
    ] {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    let output = wovyr()
        .args(["policy", "lint", "-o", "concise", "--ignore", "WR008,WR201"])
        .arg(directory.path())
        .output();
    let output = output.unwrap();
    assert!(stdout(&output).contains("a/b/bad.yaml:1:22: error[WR110]"), "{}", stdout(&output));
    assert_eq!(stderr(&output), "1 error in 2 files\n");
    let output = wovyr()
        .args(["policy", "lint", "-", "--stdin-filename", "p.yaml", "-o", "concise"])
        .write_stdin("retry: {maxAttempts: 0}")
        .output()
        .unwrap();
    assert!(stdout(&output).starts_with("p.yaml:1:22: error"), "{}", stdout(&output));
}

#[test]
fn what_cannot_be_read_is_graver_than_a_finding() {
    let file = written(SIX_MISTAKES);
    let output = wovyr()
        .args(["policy", "lint", "-o", "json", "/nowhere/p.yaml"])
        .arg(file.path())
        .output()
        .unwrap();
    assert_eq!(code(&output), 2);
    let document = document(&output);
    assert_eq!(document["findings"].as_array().unwrap().len(), 6, "the others are linted");
    assert_eq!(document["complete"], false);
    assert_eq!(document["error"]["code"], "unreadable");
    assert!(stderr(&output).contains("cannot read /nowhere/p.yaml"), "{}", stderr(&output));
}

#[test]
fn show_says_where_each_value_comes_from() {
    let file = written(PAYMENTS);
    let output = wovyr()
        .args(["policy", "show", "--activity", "ChargeCard", "--origins", "-o", "json"])
        .arg(file.path())
        .unwrap();
    let document = document(&output);
    assert_eq!(document["effective"]["retry"]["maxDelay"], "8s");
    let origins = &document["origins"];
    assert_eq!(origins["retry.maxDelay"]["from"], "activity");
    assert_eq!(origins["retry.maxDelay"]["line"], 4);
    assert_eq!(origins["retry.multiplier"]["from"], "default");
    assert_eq!(origins["timeouts.lease"]["from"], "derived");
    let yaml = wovyr().args(["policy", "show", "-o", "yaml"]).arg(file.path()).unwrap();
    let lint = wovyr()
        .args(["policy", "lint", "-", "--ignore", "WR201"])
        .write_stdin(yaml.stdout)
        .output()
        .unwrap();
    assert_eq!((code(&lint), stdout(&lint)), (0, String::new()), "it is a policy file again");
}

#[test]
fn one_of_several_policies_has_to_be_named() {
    let file = written(&format!("{PAYMENTS}---\nmetadata: {{name: polling}}\nretry: {{}}\n"));
    let output = wovyr().arg("simulate").arg(file.path()).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("several policies: payments, polling"), "{}", stderr(&output));
    wovyr().arg("simulate").arg(file.path()).args(["--policy", "polling"]).assert().success();
}

#[test]
fn simulate_gives_the_delays_of_an_identity() {
    let file = written(PAYMENTS);
    let simulate =
        |args: &[&str]| wovyr().arg("simulate").arg(file.path()).args(args).output().unwrap();
    let args =
        ["--activity", "ChargeCard", "--as", "default/order-1001/run-1/charge", "-o", "json"];
    let document = document(&simulate(&args));
    let delays: Vec<&Value> =
        document["attempts"].as_array().unwrap().iter().map(|row| &row["delay_ms"]).collect();
    assert_eq!(delays, [&json!(1078), &json!(1932), &json!(3723)]);
    assert_eq!(document["gives_up"], json!({"attempt": 4, "reason": "MaxAttemptsReached"}));
    let start = ["--start", "2026-11-30T19:40:12Z", "--tz", "+01:00", "--seed", "7"];
    let table = stdout(&simulate(&start));
    assert!(table.contains("2026-11-30 20:40:1"), "{table}");
    assert!(table.contains("Gives up after attempt 6: MaxAttemptsReached"), "{table}");
    assert_eq!(table, stdout(&simulate(&start)), "a seed repeats itself");
}

#[test]
fn a_broken_policy_is_no_policy() {
    let file = written(SIX_MISTAKES);
    for verb in [&["simulate"][..], &["policy", "show"], &["policy", "publish", "--name", "p"]] {
        let output = wovyr().args(verb).arg(file.path()).args(["-o", "json"]).output().unwrap();
        assert_eq!(code(&output), 2);
        let message = document(&output)["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(":2:3: unknown key `maxAtempts`"), "{message}");
    }
}

#[test]
fn every_command_has_help_with_examples() {
    let mut commands = vec![vec![]];
    while let Some(words) = commands.pop() {
        let help = stdout(&wovyr().args(&words).arg("--help").unwrap());
        let verbs: Vec<String> = help
            .lines()
            .skip_while(|line| !line.starts_with("Commands:"))
            .skip(1)
            .take_while(|line| !line.is_empty())
            .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
            .collect();
        assert!(!verbs.is_empty() || help.contains("Examples:"), "{words:?} has no examples");
        commands.extend(verbs.into_iter().map(|verb| [words.clone(), vec![verb]].concat()));
    }
}

#[test]
fn a_wrong_command_line_is_a_document_too() {
    for args in [&["dlq", "lst", "-o", "json"][..], &["-ojson", "policy", "show"]] {
        let output = wovyr().args(args).output().unwrap();
        assert_eq!(code(&output), 2);
        assert_eq!(document(&output)["error"]["code"], "usage");
    }
    let output = wovyr().args(["dlq", "lst"]).output().unwrap();
    assert!(stderr(&output).contains("'list'"), "did you mean: {}", stderr(&output));
    let output = wovyr().args(["metrics", "-o", "full"]).output().unwrap();
    assert_eq!(code(&output), 2);
}
