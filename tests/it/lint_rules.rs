//! Every rule is held together: its declaration, its examples, its page, its fixture.

use std::fmt::Write as _;
use std::path::Path;

use wovyr_retry::lint::{RULES, Settings, check, rule};
use wovyr_retry::policy::diagnostic::{CODES, Diagnostic, Severity, Source, concise};

use crate::source;

fn found(text: &str) -> Vec<Diagnostic> {
    check(text.as_bytes(), &Settings::default())
}

fn lines(name: &str, text: &str) -> String {
    let source = Source::new(name, text.as_bytes());
    let mut out = String::new();
    for one in found(text) {
        out += &concise(&source, &one);
        out.push('\n');
        if let Some(help) = &one.help {
            let _ = writeln!(out, "  {help}");
        }
        for label in &one.labels {
            let at = source.position(label.span.start);
            let _ = writeln!(out, "  {}:{}: {}", at.line, at.column, label.text);
        }
    }
    out
}

#[test]
fn the_bad_example_has_just_this_finding_and_the_good_one_has_none() {
    for rule in RULES.iter() {
        let bad = found(rule.bad);
        let id = rule.code.id;
        assert!(!bad.is_empty(), "{id} finds nothing in its bad example");
        for one in &bad {
            assert_eq!(
                (one.code.id, one.severity),
                (id, rule.code.severity),
                "{}",
                lines(id, rule.bad)
            );
        }
        assert_eq!(found(rule.good), [], "{id}: {}", lines(id, rule.good));
    }
}

#[test]
fn each_code_has_one_rule() {
    assert!(RULES.windows(2).all(|pair| pair[0].code.id < pair[1].code.id));
    for code in CODES {
        assert_eq!(rule(code.id).unwrap().code, *code);
    }
    for one in RULES.iter() {
        assert_eq!(rule(one.code.name).unwrap().code, one.code);
        assert_eq!(rule(&one.code.id.to_lowercase()).unwrap().code, one.code);
        for setting in one.settings {
            assert!(one.page().contains(&format!(
                "\n{} = {}",
                setting.key,
                setting.default_text()
            )));
        }
    }
}

#[test]
fn what_claims_a_fix_brings_one() {
    for rule in RULES.iter() {
        let fixes: Vec<_> = found(rule.bad).into_iter().filter_map(|one| one.fix).collect();
        assert_eq!(fixes.first().map(|fix| fix.safety), rule.fix, "{}", rule.code);
    }
}

/// `tests/lint/CODE.yaml` with what is found in it beside it; `UPDATE_GENERATED=1` writes that.
#[test]
fn fixtures_come_to_what_is_written_beside_them() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lint");
    for rule in RULES.iter() {
        let name = format!("{}.yaml", rule.code.id);
        let text =
            std::fs::read_to_string(directory.join(&name)).unwrap_or_else(|_| panic!("{name}"));
        assert!(found(&text).iter().any(|one| one.code == rule.code), "{name} shows nothing of it");
        let expected = directory.join(format!("{}.txt", rule.code.id));
        let lines = lines(&name, &text);
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::write(&expected, &lines).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&expected).unwrap_or_default(), lines, "{name}");
    }
}

#[test]
fn the_policies_that_come_along_are_in_order() {
    for file in source::files("policies", &[".yaml"]) {
        let found = found(&file.text);
        let grave = found.iter().filter(|one| one.severity >= Severity::Warning);
        assert_eq!(grave.count(), 0, "{}", lines(&file.path, &file.text));
    }
}

#[test]
fn a_window_names_the_last_attempt_that_fits() {
    let text =
        "retry: {maxAttempts: 6, jitter: {factor: 0.5}}\ntimeouts: {activity: 1m, workflow: 5m}\n";
    let all = found(text);
    assert_eq!(all.len(), 1);
    // Delays 1.5, 3, 6, 12, 24 s at their longest; four runs and three delays fit into 5 m.
    assert_eq!(
        all[0].message,
        "6 attempts can take 6m46s500ms (46s500ms of delays at their longest, 6m of runs), longer \
         than the workflow timeout (5m); attempt 4 is the last that fits"
    );
}

#[test]
fn suppressions_have_their_place_and_their_faults() {
    let of = |text: &str| -> Vec<(&str, String)> {
        found(text).into_iter().map(|one| (one.code.id, one.message)).collect()
    };
    let ids = |text: &str| of(text).into_iter().map(|(id, _)| id).collect::<Vec<_>>();
    let none: [&str; 0] = [];
    assert_eq!(ids("retry:\n  jitter: false # wovyr-retry: ignore[WR204] one worker\n"), none);
    assert_eq!(ids("# wovyr-retry: ignore[no-jitter] one worker\nretry:\n  jitter: false\n"), none);
    assert_eq!(
        ids("retry:\n  # wovyr-retry: ignore[WR204] no\n\n  # more\n  jitter: false\n"),
        none
    );
    assert_eq!(
        ids("retry:\n  # wovyr-retry: ignore[WR204] not here\n  maxAttempts: 4\n  jitter: false\n"),
        ["WR902", "WR204"]
    );
    assert_eq!(
        ids("retry:\n  jitter: false # wovyr-retry: ignore[WR204]\n"),
        ["WR902"],
        "no reason"
    );
    assert_eq!(ids("retry:\n  jitter: false # wovyr-retry: ignore[WR204, WR999] x\n"), ["WR902"]);
    assert_eq!(ids("retry: {} # wovyr-retry: please\n"), ["WR902"]);
    assert_eq!(
        ids("retry:\n  maxAttempts: 0 # wovyr-retry: ignore[WR110] no\n"),
        ["WR110", "WR902"]
    );
    assert_eq!(
        ids("metadata: {description: 'x # wovyr-retry: ignore[WR204] y'}\nretry: {}\n"),
        none
    );
}

#[test]
fn rules_and_numbers_can_be_chosen() {
    let text = b"retry: {multiplier: 11, jitter: false}\n";
    let ids = |settings: &Settings| -> Vec<_> {
        check(text, settings).into_iter().map(|one| one.code.id).collect()
    };
    let all = Settings::default();
    assert_eq!(ids(&all), ["WR107", "WR204"]);
    let few = Settings { select: vec!["WR2".into()], ..all.clone() };
    assert_eq!(ids(&few), ["WR204"]);
    let one = Settings { ignore: vec!["WR".into()], select: vec!["WR204".into()], ..all.clone() };
    assert_eq!(ids(&one), ["WR204"]);
    let named = Settings { ignore: vec!["no-jitter".into()], ..all.clone() };
    assert_eq!(ids(&named), ["WR107"]);
    let mut numbers = all;
    numbers.numbers.insert(("WR107", "max"), 11);
    assert_eq!(ids(&numbers), ["WR204"]);
}

#[test]
fn schedules_without_end_cost_little() {
    let mut text = String::from("retry: {strategy: linear, maxDelay: 366d}\nactivities:\n");
    for n in 0..2_000 {
        let _ = writeln!(
            text,
            "  A{n}: {{retry: {{maxAttempts: {}, initialDelay: 1ms}}, timeouts: {{activity: 1ms}}}}",
            900_000 + n
        );
    }
    text += "timeouts: {workflow: 366d}\n";
    let found = found(&text);
    assert!(found.iter().any(|one| one.message.contains("too long to judge")), "{}", found.len());
}
