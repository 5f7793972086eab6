//! Committed files that are generated; `UPDATE_GENERATED=1 cargo test generated` writes them anew.

use std::path::Path;

use assert_cmd::Command;

const SCRIPTS: [(&str, &str); 5] = [
    ("bash", "wovyr-retry.bash"),
    ("zsh", "_wovyr-retry"),
    ("fish", "wovyr-retry.fish"),
    ("powershell", "_wovyr-retry.ps1"),
    ("elvish", "wovyr-retry.elv"),
];

#[test]
fn completions_are_current() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("completions");
    for (shell, file) in SCRIPTS {
        let output =
            Command::cargo_bin("wovyr-retry").unwrap().args(["completions", shell]).unwrap();
        let path = directory.join(file);
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::create_dir_all(&directory).unwrap();
            std::fs::write(&path, &output.stdout).unwrap();
        }
        let committed = std::fs::read(&path).unwrap_or_default();
        assert!(
            committed == output.stdout,
            "completions/{file} is stale: run `UPDATE_GENERATED=1 cargo test generated`"
        );
    }
}
