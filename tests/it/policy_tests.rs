//! `policy test`.

use serde_json::json;

use super::cli_command::{code, document, stderr, stdout, wovyr};

const POLICY: &str = "\
retry: {maxAttempts: 4, initialDelay: 1s, maxDelay: 8s, nonRetryableErrorTypes: [Declined]}
deadLetter: {permanent: false}
";

fn directory(tests: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("p.yaml"), POLICY).unwrap();
    std::fs::write(directory.path().join("p.test.yaml"), tests).unwrap();
    directory
}

const GOOD: &str = "\
file: p.yaml
tests:
  - name: the published delays
    identity: default/order-1001/run-1/charge
    steps:
      - {fail: 503, expect: {delay: 1078ms, gap: 1s, class: transient, by: http-table}}
      - {fail: timeout, expect: {delay: 1932ms}}
      - {fail: crash, expect: {delay: 3s..4s}}
      - {fail: 503, took: 5m, expect: {reason: MaxAttemptsReached, end: deadLetter}}
  - name: everybody
    steps:
      - {fail: 503, expect: {delay: 900ms..1100ms}}
      - {fail: {httpStatus: 429, retryAfter: 30s}, expect: {delay: 30s..33s, gap: 2s}}
      - {fail: Declined, expect: {reason: PermanentFailure, end: failed}}
";

#[test]
fn what_holds_passes() {
    let directory = directory(GOOD);
    let output = wovyr().args(["policy", "test"]).arg(directory.path()).output().unwrap();
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    assert_eq!(stderr(&output), "2 passed, 0 failed\n");
    // The file of expectations is no policy.
    let lint = wovyr()
        .args(["policy", "lint", "--ignore", "WR201"])
        .arg(directory.path())
        .output()
        .unwrap();
    assert_eq!((code(&lint), stderr(&lint)), (0, "no findings in 1 file\n".to_owned()));
}

#[test]
fn what_does_not_hold_is_told_with_its_place() {
    let bad = GOOD
        .replace("delay: 1932ms", "delay: 2s..3s")
        .replace("900ms", "950ms")
        .replace("end: failed", "end: deadLetter");
    let directory = directory(&bad);
    let test = |format| {
        let path = directory.path().join("p.test.yaml");
        wovyr().args(["policy", "test", "-o", format]).arg(path).output().unwrap()
    };
    let output = test("table");
    assert_eq!(code(&output), 1);
    let text = stdout(&output);
    for expected in [
        "p.test.yaml:7:33: after attempt 2: expected the delay 2s..3s, got 1s932ms",
        "expected the delay 950ms..1s100ms, got 900ms..1s100ms",
        "expected the end deadLetter, got failed",
    ] {
        assert!(text.contains(expected), "{text}");
    }
    let json = document(&test("json"));
    assert_eq!(json["summary"], json!({"passed": 0, "failed": 2}));
    assert_eq!(json["tests"][0]["steps"][0]["delay"]["min_ms"], 1078);
    let xml = stdout(&test("junit"));
    assert!(xml.contains("<testsuites name=\"policy test\" tests=\"2\" failures=\"2\""), "{xml}");
}

#[test]
fn mistakes_in_expectations_are_usage_errors() {
    for (tests, expected) in [
        (
            "file: p.yaml\ntests:\n  - {name: a, steps: [{fial: 503, expect: retry}]}\n",
            ":3:24: unknown key `fial`",
        ),
        (
            "file: p.yaml\ntests:\n  - {name: a, steps: [{fail: 503, expect: maybe}]}\n",
            ":3:43: unknown reason",
        ),
        (
            "file: p.yaml\ntests:\n  - {name: a, steps: [{fail: 503, expect: {delay: 2s..1s}}]}\n",
            "is empty",
        ),
        ("file: nowhere.yaml\ntests: [{name: a, steps: []}]\n", "nowhere.yaml"),
        ("tests: []\n", "`file` is missing"),
    ] {
        let directory = directory(tests);
        let output = wovyr().args(["policy", "test"]).arg(directory.path()).output().unwrap();
        assert_eq!(code(&output), 2, "{tests}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

#[test]
fn the_shipped_policies_do_what_is_expected_of_them() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/policies");
    let output = wovyr().args(["policy", "test", directory]).output().unwrap();
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}
