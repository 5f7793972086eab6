//! `policy lint` on files: configuration, fixes, formats.

use serde_json::Value;

use super::cli_command::{HOSTILE, code, document, stderr, stdout, wovyr};

const NOISY: &str = "retry:\n  jitter: false # in step\n  strategy: fixed\n  maxDelay: 9s\n";

struct Place(tempfile::TempDir);

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = directory.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self(directory)
    }

    fn lint(&self, args: &[&str]) -> std::process::Output {
        wovyr().current_dir(&self.0).args(["policy", "lint"]).args(args).output().unwrap()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap()
    }
}

/// The codes that concise lines tell of, by file.
fn codes(output: &std::process::Output) -> Vec<String> {
    let code = |line: &str| {
        let (place, rest) = line.split_once('[').unwrap();
        format!("{} {}", place.split(':').next().unwrap(), &rest[..5])
    };
    stdout(output).lines().map(code).collect()
}

#[test]
fn the_nearest_configuration_counts() {
    let place = Place::new(&[
        (
            "wovyr-retry.toml",
            "[lint]\nignore = [\"WR109\"]\n[lint.per-file-ignores]\n\"tests/**\" = [\"WR2\"]\n",
        ),
        ("p.yaml", NOISY),
        ("tests/a/p.yaml", NOISY),
        ("own/wovyr-retry.toml", "[lint]\nselect = [\"WR109\"]\nfail-on = \"error\"\n"),
        ("own/p.yaml", NOISY),
    ]);
    let output = place.lint(&["-o", "concise", "."]);
    assert_eq!(codes(&output), ["./own/p.yaml WR109", "./p.yaml WR204"]);
    assert_eq!(code(&place.lint(&["own"])), 0, "warnings pass there");
    assert_eq!(code(&place.lint(&["own", "--fail-on", "warning"])), 1);
    assert_eq!(
        codes(&place.lint(&["-o", "concise", "p.yaml", "--select", "WR109,WR204"])),
        ["p.yaml WR204", "p.yaml WR109"]
    );
    assert_eq!(
        codes(&place.lint(&["-o", "concise", "p.yaml", "--ignore", "no-jitter"])),
        Vec::<String>::new()
    );
    let config = ["-o", "concise", "p.yaml", "--config", "own/wovyr-retry.toml"];
    assert_eq!(codes(&place.lint(&config)), ["p.yaml WR109"]);
    let stdin = wovyr()
        .current_dir(&place.0)
        .args(["policy", "lint", "-", "--stdin-filename", "tests/x.yaml", "-o", "concise"])
        .write_stdin(NOISY)
        .output()
        .unwrap();
    assert_eq!(codes(&stdin), Vec::<String>::new(), "the name decides about the configuration");
}

#[test]
fn a_wrong_configuration_has_a_place() {
    for (config, expected) in [
        ("[lint]\nselct = []\n", "wovyr-retry.toml:2:1: unknown field `selct`"),
        ("[lint.rules.WR204]\nmax = 1\n", "wovyr-retry.toml:2:1: WR204 has no setting `max`"),
        ("[lint\n", "wovyr-retry.toml:1:"),
    ] {
        let place = Place::new(&[("wovyr-retry.toml", config), ("p.yaml", NOISY)]);
        let output = place.lint(&["p.yaml", "-o", "json"]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert_eq!(document(&output)["complete"], false);
    }
    let place = Place::new(&[("p.yaml", NOISY)]);
    assert_eq!(code(&place.lint(&["p.yaml", "--select", "WX"])), 2);
    assert_eq!(code(&place.lint(&["p.yaml", "--config", "nowhere.toml"])), 2);
}

#[test]
fn fixes_keep_the_rest_of_the_file() {
    let place = Place::new(&[("p.yaml", NOISY)]);
    let diff = place.lint(&["p.yaml", "--unsafe-fixes", "--diff"]);
    assert_eq!(code(&diff), 1);
    let expected = "--- a/p.yaml\n+++ b/p.yaml\n@@ -1,4 +1,3 @@\n retry:\n-  jitter: false # in step\n\
                    +  jitter: true # in step\n   strategy: fixed\n-  maxDelay: 9s\n";
    assert_eq!(stdout(&diff), expected);
    assert_eq!(place.text("p.yaml"), NOISY, "nothing is written");
    let safe = place.lint(&["p.yaml", "--fix", "-o", "concise"]);
    assert_eq!((code(&safe), codes(&safe)), (1, vec!["p.yaml WR204".to_owned()]));
    assert_eq!(stderr(&safe), "1 fix applied in 1 file\n1 warning in 1 file\n");
    assert_eq!(code(&place.lint(&["p.yaml", "--fix", "--unsafe-fixes"])), 0);
    assert_eq!(place.text("p.yaml"), "retry:\n  jitter: true # in step\n  strategy: fixed\n");
    assert_eq!(code(&place.lint(&["p.yaml", "--unsafe-fixes", "--diff"])), 0);
}

#[cfg(unix)]
#[test]
fn a_fixed_file_keeps_its_permissions_and_its_link() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new(&[("real/p.yaml", NOISY)]);
    let real = place.0.path().join("real/p.yaml");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&real, place.0.path().join("link.yaml")).unwrap();
    place.lint(&["link.yaml", "--unsafe-fixes"]);
    assert!(std::fs::symlink_metadata(place.0.path().join("link.yaml")).unwrap().is_symlink());
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(place.text("real/p.yaml").contains("jitter: true"));
    assert_eq!(
        std::fs::read_dir(place.0.path().join("real")).unwrap().count(),
        1,
        "no draft is left"
    );
}

#[test]
fn standard_input_is_a_filter() {
    let filter = |text: &str| {
        wovyr().args(["policy", "lint", "-", "--fix"]).write_stdin(text).output().unwrap()
    };
    let output = filter(NOISY);
    assert_eq!(stdout(&output), NOISY.replace("  maxDelay: 9s\n", ""));
    assert!(stderr(&output).contains("WR204"), "{}", stderr(&output));
    assert_eq!(stdout(&filter("retry: {}\n")), "retry: {}\n", "unchanged text goes through");
}

#[test]
fn json_is_one_document_whatever_is_found() {
    let place = Place::new(&[("good.yaml", "retry: {}\n"), ("bad.yaml", NOISY)]);
    let good = place.lint(&["good.yaml", "-o", "json"]);
    assert_eq!(document(&good)["findings"], Value::Array(vec![]));
    let bad = document(&place.lint(&["bad.yaml", "-o", "json"]));
    let finding = &bad["findings"][1];
    assert_eq!((&finding["code"], &finding["path"]), (&"WR109".into(), &"retry.maxDelay".into()));
    assert_eq!(finding["fix"]["safety"], "safe");
    assert_eq!(finding["fix"]["edits"][0]["text"], "");
    let gone = place.lint(&["nowhere.yaml", "-o", "json"]);
    assert_eq!((code(&gone), &document(&gone)["complete"]), (2, &Value::Bool(false)));
}

#[test]
fn sarif_is_what_the_schema_says() {
    // One of its patterns has a bracket that strict engines want escaped.
    let schema = include_str!("../schemas/sarif-2.1.0.json").replace("{2}]?$", r"{2}\\]?$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::draft7::new(&schema).unwrap();
    let wide = "metadata: {name: p, labels: {東京: \"🚀\", x: 1}}\r\nretry: {jitter: false}\r\n";
    let place =
        Place::new(&[("good.yaml", "retry: {}\n"), ("a b/bäd.yaml", wide), ("c.yaml", NOISY)]);
    for (args, expected) in
        [(&["good.yaml"][..], 0), (&["a b", "c.yaml"], 0), (&["nowhere.yaml", "c.yaml"], 2)]
    {
        let output = place.lint(&[args, &["-o", "sarif"]].concat());
        assert_eq!(code(&output), expected);
        let log = document(&output);
        let errors: Vec<String> = validator.iter_errors(&log).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], expected == 0);
    }
    let log = document(&place.lint(&["a b", "-o", "sarif"]));
    let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "a%20b/b%C3%A4d.yaml");
    assert_eq!(location["region"]["startLine"], 1);
    // Columns are Unicode scalars: two letters and a rocket count as three.
    assert_eq!(location["region"]["startColumn"], 42);
}

#[test]
fn build_servers_get_their_forms() {
    let place = Place::new(&[("p.yaml", NOISY), ("good.yaml", "retry: {}\n")]);
    let github = place.lint(&["p.yaml", "-o", "github"]);
    assert_eq!(code(&github), 1);
    let first = stdout(&github).lines().next().unwrap().to_owned();
    assert!(
        first.starts_with("::warning file=p.yaml,line=2,endLine=2,col=11,endColumn=16,title=WR204 no-jitter::without jitter"),
        "{first}"
    );
    let junit = place.lint(&["p.yaml", "good.yaml", "nowhere.yaml", "-o", "junit"]);
    assert_eq!(code(&junit), 2);
    let xml = stdout(&junit);
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"policy lint\" tests=\"4\" failures=\"2\" errors=\"1\">"), "{xml}");
}

#[test]
fn hostile_text_acts_in_no_format() {
    let text = format!("retry: {{{HOSTILE:?}: 1, jitter: \"{}\"}}\n", HOSTILE.escape_default());
    for format in ["full", "concise", "github", "junit", "sarif", "json", "csv"] {
        let output = wovyr()
            .args(["policy", "lint", "-", "-o", format, "--stdin-filename", "a\u{1b}[2J:%,.yaml"])
            .write_stdin(text.as_str())
            .output()
            .unwrap();
        assert!(!stdout(&output).is_empty());
        let all = stdout(&output) + &stderr(&output);
        assert!(!all.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{format}: {all}");
    }
}

#[test]
fn rules_explain_themselves() {
    let explain = stdout(&wovyr().args(["policy", "explain", "wr204"]).unwrap());
    assert!(explain.starts_with("# WR204 no-jitter\n"), "{explain}");
    let json = document(&wovyr().args(["policy", "explain", "WR206", "-o", "json"]).unwrap());
    assert_eq!(json["settings"][0]["key"], "min");
    let rules = document(&wovyr().args(["policy", "rules", "-o", "json"]).unwrap());
    assert!(rules["data"].as_array().unwrap().len() > 40);
    let unknown = wovyr().args(["policy", "explain", "WR999"]).output().unwrap();
    assert_eq!(code(&unknown), 2);
}
