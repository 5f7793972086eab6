//! How findings look: snippets with carets, one line, JSON.

use wovyr_retry::policy::diagnostic::{Colour, Finding, Findings, Source, concise, full};
use wovyr_retry::policy::load;

use super::policy_findings::{SIX, concise_lines};

fn full_text(text: &str) -> String {
    let source = Source::new("p.yaml", text.as_bytes());
    let reports: Vec<_> = load(text.as_bytes())
        .diagnostics
        .iter()
        .map(|finding| full(&source, finding, Colour::Plain))
        .collect();
    reports.join("\n\n")
}

#[test]
fn six_mistakes_are_six_snippets() {
    insta::assert_snapshot!(full_text(SIX), @r"
    error[WR002]: unknown-key: unknown key `maxAtempts` in `retry`
     --> p.yaml:2:3
      |
    2 |   maxAtempts: 3
      |   ^^^^^^^^^^
      |
      = help: did you mean `maxAttempts`?

    error[WR012]: invalid-value: unknown strategy `exponental`
     --> p.yaml:3:13
      |
    3 |   strategy: exponental
      |             ^^^^^^^^^^
      |
      = help: did you mean `exponential`?

    error[WR001]: duplicate-key: the key `strategy` stands twice
     --> p.yaml:4:3
      |
    3 |   strategy: exponental
      |   -------- it stands here first
    4 |   strategy: fixed
      |   ^^^^^^^^
      |
      = help: keep one of them

    error[WR101]: duration-without-unit: the duration `5` has no unit
     --> p.yaml:5:17
      |
    5 |   initialDelay: 5
      |                 ^
      |
      = help: write `5s` for seconds, `5ms` for milliseconds

    error[WR105]: multiplier-below-one: with the multiplier `0.5` delays would shrink
     --> p.yaml:6:15
      |
    6 |   multiplier: 0.5
      |               ^^^
      |
      = help: write 1 for equal delays, or 1.01 to 100 for growing ones

    error[WR108]: non-finite-or-out-of-range: the jitter factor `7` is not above 0 and at most 1
     --> p.yaml:7:20
      |
    7 |   jitter: {factor: 7}
      |                    ^
      |
      = help: 0.1 spreads each delay by up to a tenth
    ");
}

#[test]
fn text_from_the_file_cannot_reach_the_terminal_raw() {
    let hostile = "retry: {\"a\\x1b[31m\\u202e\\n\\x9b\": 1, 'x\u{202e}y': 2}\n";
    for text in [hostile, "a: \u{9b}31m\n", "a: \u{1b}[31m\n", "a: \u{2028}\n"] {
        let rendered = concise_lines(text) + &full_text(text);
        let raw: Vec<_> =
            rendered.chars().filter(|c| c.is_control() && *c != '\n' || *c == '\u{202e}').collect();
        assert!(raw.is_empty(), "{raw:?} in {rendered}");
    }
    let source = Source::new("\u{1b}[2J.yaml", b"a: 1");
    let finding = &load(b"a: 1").diagnostics[0];
    for text in [concise(&source, finding), full(&source, finding, Colour::Plain)] {
        assert!(!text.contains('\u{1b}'), "{text}");
    }
    assert!(full(&source, finding, Colour::Styled).contains('\u{1b}'), "styles are wanted here");
}

#[test]
fn json_has_the_documented_shape() {
    let text = "retry:\n  maxAtempts: 3\n";
    let source = Source::new("p.yaml", text.as_bytes());
    let findings: Vec<_> =
        load(text.as_bytes()).diagnostics.iter().map(|d| Finding::new(&source, d)).collect();
    let json = serde_json::to_string_pretty(&Findings::complete(findings)).unwrap();
    insta::assert_snapshot!(json, @r#"
    {
      "findings": [
        {
          "code": "WR002",
          "name": "unknown-key",
          "severity": "error",
          "file": "p.yaml",
          "line": 2,
          "column": 3,
          "end_line": 2,
          "end_column": 13,
          "offset": 9,
          "path": "retry.maxAtempts",
          "message": "unknown key `maxAtempts` in `retry`",
          "help": "did you mean `maxAttempts`?",
          "fix": {
            "safety": "unsafe",
            "message": "write `maxAttempts`",
            "edits": [
              {
                "line": 2,
                "column": 3,
                "end_line": 2,
                "end_column": 13,
                "offset": 9,
                "end_offset": 19,
                "text": "maxAttempts"
              }
            ]
          }
        }
      ],
      "summary": {
        "error": 1,
        "warning": 0,
        "info": 0
      },
      "complete": true
    }
    "#);
}

#[test]
fn a_value_of_many_lines_is_shown_by_its_first() {
    insta::assert_snapshot!(full_text("\
apiVersion: retry.wovyr.io/v1
retry:
  - maxAttempts: 5
  - initialDelay: 1s
circuitBreaker:
  openFor: 1m
  key: queue
"), @r"
    error[WR014]: missing-key: `kind` is missing here
     --> p.yaml:1:1
      |
    1 | apiVersion: retry.wovyr.io/v1
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: write `kind: RetryPolicy`, or neither of the two

    error[WR016]: wrong-structure: a map, such as `{key: value}`, belongs here, not a list
     --> p.yaml:3:3
      |
    3 |   - maxAttempts: 5
      |   ^^^^^^^^^^^^^^^^

    error[WR014]: missing-key: a circuit breaker without a threshold never opens
     --> p.yaml:6:3
      |
    6 |   openFor: 1m
      |   ^^^^^^^^^^^
      |
      = help: set `consecutiveFailures` or `failureRate`
    ");
}

#[test]
fn a_contradiction_shows_both_places() {
    insta::assert_snapshot!(full_text("\
retry: {maxDelay: 5s}
activities:
  ChargeCard:
    retry:
      initialDelay: 10s
"), @r"
    error[WR104]: max-less-than-initial: `maxDelay` (5s) is less than `initialDelay` (10s)
     --> p.yaml:5:21
      |
    1 | retry: {maxDelay: 5s}
      |                   -- the cap
    ...
    5 |       initialDelay: 10s
      |                     ^^^
      |
      = help: raise `maxDelay`, or lower `initialDelay` (1s by default)
    ");
}

#[test]
fn carets_stand_right_behind_marks_and_odd_line_breaks() {
    insta::assert_snapshot!(full_text("\u{feff}retry:\r\n  jitter: ä"), @r"
    error[WR012]: invalid-value: unknown kind of jitter `ä`
     --> p.yaml:2:11
      |
    2 |   jitter: ä
      |           ^
      |
      = help: it is one of `true`, `false`, `full`, `equal`, `decorrelated`
    ");
    insta::assert_snapshot!(full_text("retry:\r  jitter: ä\r"), @r"
    error[WR012]: invalid-value: unknown kind of jitter `ä`
     --> p.yaml:2:11
      |
    2 |   jitter: ä
      |           ^
      |
      = help: it is one of `true`, `false`, `full`, `equal`, `decorrelated`
    ");
}
