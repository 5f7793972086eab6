//! Committed files that are generated; `UPDATE_GENERATED=1 cargo test generated` writes them anew.

use std::fmt::Write as _;
use std::path::Path;

use assert_cmd::Command;
use wovyr_retry::lint::RULES;
use wovyr_retry::policy::diagnostic::Safety;

const SCRIPTS: [(&str, &str); 5] = [
    ("bash", "wovyr-retry.bash"),
    ("zsh", "_wovyr-retry"),
    ("fish", "wovyr-retry.fish"),
    ("powershell", "_wovyr-retry.ps1"),
    ("elvish", "wovyr-retry.elv"),
];

/// Compares a committed file with what it is generated as, or writes it.
#[track_caller]
fn assert_current(path: &str, content: &[u8]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, content).unwrap();
    }
    assert!(
        std::fs::read(&file).unwrap_or_default() == content,
        "{path} is stale: run `UPDATE_GENERATED=1 cargo test generated`"
    );
}

#[test]
fn rule_pages_are_current() {
    let mut index = String::from(
        "# The rules of `policy lint`\n\nWhat `wovyr-retry policy explain CODE` prints, a page each.\n\n\
         | Code | Name | Severity | Fix |\n| --- | --- | --- | --- |\n",
    );
    for rule in RULES.iter() {
        let (id, name) = (rule.code.id, rule.code.name);
        let fix = match rule.fix {
            Some(Safety::Safe) => "safe",
            Some(Safety::Unsafe) => "unsafe",
            None => "",
        };
        let severity = rule.code.severity;
        let _ = writeln!(index, "| [{id}]({id}.md) | {name} | {severity} | {fix} |");
        let page =
            Command::cargo_bin("wovyr-retry").unwrap().args(["policy", "explain", id]).unwrap();
        assert_current(&format!("docs/rules/{id}.md"), &page.stdout);
    }
    assert_current("docs/rules/README.md", index.as_bytes());
    let pages =
        std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules")).unwrap();
    assert_eq!(pages.count(), RULES.len() + 1, "a page without a rule");
}

#[test]
fn the_schema_is_current() {
    let schema = Command::cargo_bin("wovyr-retry").unwrap().args(["policy", "schema"]).unwrap();
    assert_current("docs/policy.schema.json", &schema.stdout);
}

#[test]
fn completions_are_current() {
    for (shell, file) in SCRIPTS {
        let output =
            Command::cargo_bin("wovyr-retry").unwrap().args(["completions", shell]).unwrap();
        assert_current(&format!("completions/{file}"), &output.stdout);
    }
}
