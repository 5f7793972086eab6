//! Policy files as they are named on the command line.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::error::CliError;
use crate::policy::diagnostic::{Severity, Source};
use crate::policy::{Loaded, Policy, load, read_bounded};

/// The name of standard input as a path.
pub(crate) const STDIN: &str = "-";

/// The bytes of one file and the name that people know it by.
#[derive(Debug)]
pub(crate) struct PolicyFile {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl PolicyFile {
    /// Reads a file, or standard input for `-`; never more than the largest policy file.
    pub(crate) fn read(path: &Path) -> Result<Self, CliError> {
        let name = path.display().to_string();
        let bytes = if path == Path::new(STDIN) {
            read_bounded(io::stdin().lock())
        } else {
            File::open(path).and_then(read_bounded)
        };
        match bytes {
            Ok(bytes) => Ok(Self { name, bytes }),
            Err(source) => Err(CliError::Unreadable { what: name, source }),
        }
    }

    /// The one policy of the file that is meant; mistakes anywhere in it are an error.
    pub(crate) fn policy(&self, name: Option<&str>) -> Result<Policy, CliError> {
        let Loaded { policies, diagnostics } = load(&self.bytes);
        let errors = diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let count = errors.clone().count();
        if let Some(first) = errors.clone().next() {
            let at = Source::new(&self.name, &self.bytes).position(first.span.start);
            let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
            let file = &self.name;
            return Err(CliError::Usage {
                message: format!("{file}:{}:{}: {}{more}", at.line, at.column, first.message),
                hint: Some(format!("`wovyr-retry policy lint {file}` shows every mistake")),
            });
        }
        choose(policies, name, &self.name)
    }

    /// The text of one policy of this file, with the comments around it.
    pub(crate) fn text_of(&self, policy: &Policy) -> String {
        let text = Source::new(&self.name, &self.bytes).text();
        document_around(text, policy.span.start).to_owned()
    }
}

/// The document that `offset` lies in. At the start of a line `---` is always a marker.
fn document_around(text: &str, offset: usize) -> &str {
    let markers = || {
        let is_start = |at: &usize| *at == 0 || text.as_bytes()[at - 1] == b'\n';
        text.match_indices("---").map(|(at, _)| at).filter(is_start)
    };
    let start = markers().take_while(|at| *at < offset).last().unwrap_or(0);
    let end = markers().find(|at| *at > offset).unwrap_or(text.len());
    &text[start..end]
}

fn choose(mut policies: Vec<Policy>, name: Option<&str>, file: &str) -> Result<Policy, CliError> {
    let names = || {
        let names = policies.iter().map(|policy| policy.name.as_deref().unwrap_or("(no name)"));
        names.collect::<Vec<_>>().join(", ")
    };
    let Some(name) = name else {
        if policies.len() > 1 {
            return Err(CliError::usage(
                format!("{file} holds several policies: {}", names()),
                "choose one with --policy NAME",
            ));
        }
        return policies.pop().ok_or_else(|| {
            CliError::usage(format!("{file} holds no policy"), "see `policy lint`")
        });
    };
    let mut found = policies.iter().filter(|policy| policy.name.as_deref() == Some(name));
    match (found.next(), found.next()) {
        (Some(policy), None) => Ok(policy.clone()),
        (Some(_), Some(_)) => Err(CliError::usage(
            format!("{file} holds several policies of the name `{name}`"),
            "give each a name of its own",
        )),
        (None, _) => Err(CliError::usage(
            format!("{file} holds no policy of the name `{name}`"),
            format!("it holds: {}", names()),
        )),
    }
}

/// The policy files that a path stands for: itself, or what lies below a directory with the
/// extension `yaml` or `yml`, in the order of their names. Hidden ones are left out, and files of
/// expectations.
pub(crate) fn files_at(path: &Path) -> Result<Vec<PathBuf>, CliError> {
    yaml_at(path, |path| !is_test(path))
}

/// The files of expectations that a path stands for: itself, or `*.test.yaml` and `*.test.yml`
/// below a directory.
pub(crate) fn tests_at(path: &Path) -> Result<Vec<PathBuf>, CliError> {
    yaml_at(path, is_test)
}

fn is_test(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem.as_encoded_bytes().ends_with(b".test"))
}

fn yaml_at(path: &Path, wants: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, CliError> {
    if path == Path::new(STDIN) || !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    let mut directories = vec![path.to_owned()];
    while let Some(directory) = directories.pop() {
        let unreadable =
            |source| CliError::Unreadable { what: directory.display().to_string(), source };
        for entry in std::fs::read_dir(&directory).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = entry.path();
            // The kind of the entry itself: a link to a directory is not followed, so no loop.
            let kind = entry.file_type().map_err(unreadable)?;
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if kind.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|e| e == "yaml" || e == "yml") && wants(&path) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "# first\nmetadata: {name: a}\nretry: {maxAttempts: 2}\n---\n# second\n\
                       metadata: {name: b}\nretry: {maxAttempts: 3}\n";

    fn file(text: &str) -> PolicyFile {
        PolicyFile { name: "p.yaml".into(), bytes: text.as_bytes().to_vec() }
    }

    #[test]
    fn one_of_several_policies_has_to_be_chosen() {
        let two = file(TWO);
        let refusal = two.policy(None).unwrap_err();
        assert_eq!(refusal.to_string(), "p.yaml holds several policies: a, b");
        assert_eq!(two.policy(Some("c")).unwrap_err().hint().unwrap(), "it holds: a, b");
        let second = two.policy(Some("b")).unwrap();
        assert_eq!(second.name.as_deref(), Some("b"));
        assert!(two.text_of(&second).starts_with("---\n# second\n"));
        let first = two.policy(Some("a")).unwrap();
        assert!(two.text_of(&first).starts_with("# first\n"));
        assert!(two.text_of(&first).ends_with("2}\n"));
        for policy in [first, second] {
            let alone = load(two.text_of(&policy).as_bytes());
            assert_eq!(alone.policies[0].set, policy.set);
        }
    }

    #[test]
    fn a_mistake_anywhere_is_told_with_its_place() {
        let broken = file("retry: {maxAttempts: 2}\n---\nretry: {maxAtempts: 3, jitter: 7}\n");
        let error = broken.policy(None).unwrap_err();
        assert!(error.to_string().starts_with("p.yaml:3:9: unknown key"), "{error}");
        assert!(error.to_string().ends_with("(and 1 more)"), "{error}");
        assert!(file("").policy(None).is_err());
    }
}
