//! What is linted: files, directories, standard input.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::config::Configs;
use crate::cli::error::CliError;
use crate::cli::foreign_file;
use crate::cli::policy_file::{PolicyFile, STDIN, files_at};
use crate::lint::{Settings, check};
use crate::policy::diagnostic::{Diagnostic, Finding, Severity, Source};
use crate::policy::import::{FormatChoice, ImportError, import};

/// One file and what was found in it.
pub(super) struct Input {
    /// Where it is; none for standard input.
    pub(super) path: Option<PathBuf>,
    /// Its name and bytes.
    pub(super) file: PolicyFile,
    /// What counts in it.
    pub(super) settings: Settings,
    /// The mildest finding that fails it, if its configuration says so.
    pub(super) fail_on: Option<Severity>,
    /// What was found.
    pub(super) found: Vec<Diagnostic>,
}

impl Input {
    /// The text, ready to be pointed into.
    pub(super) fn source(&self) -> Source<'_> {
        Source::new(&self.file.name, &self.file.bytes)
    }

    /// The findings on the wire.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let source = self.source();
        self.found.iter().map(|one| Finding::new(&source, one)).collect()
    }

    /// Puts another text in the place of this one.
    pub(super) fn replace(&mut self, text: String) {
        self.file.bytes = text.into_bytes();
        self.found = check(&self.file.bytes, &self.settings);
    }
}

/// Everything that was read, and what could not be.
#[derive(Default)]
pub(super) struct Inputs {
    pub(super) files: Vec<Input>,
    pub(super) unreadable: Vec<CliError>,
}

impl Inputs {
    /// Reads and checks what the paths stand for. A file that is named twice is read once; what
    /// cannot be read is kept for the report. A wrong configuration ends everything.
    pub(super) fn read(
        paths: &[PathBuf],
        stdin_name: Option<&str>,
        from: Option<FormatChoice>,
        configs: &mut Configs,
    ) -> Result<Self, CliError> {
        let mut inputs = Self::default();
        let mut seen = BTreeSet::new();
        for path in paths {
            let files = match files_at(path) {
                Ok(files) => files,
                Err(error) => {
                    inputs.unreadable.push(error);
                    continue;
                }
            };
            for path in files.into_iter().filter(|path| seen.insert(path.clone())) {
                match PolicyFile::read(&path) {
                    Ok(file) => match input(path, file, stdin_name, from, configs)? {
                        Ok(input) => inputs.files.push(input),
                        Err(error) => inputs.unreadable.push(error),
                    },
                    Err(error) => inputs.unreadable.push(error),
                }
            }
        }
        Ok(inputs)
    }
}

/// Checks one file. The outer error is a wrong configuration, the inner one a file that is not what
/// `from` says.
fn input(
    path: PathBuf,
    mut file: PolicyFile,
    stdin_name: Option<&str>,
    from: Option<FormatChoice>,
    configs: &mut Configs,
) -> Result<Result<Input, CliError>, CliError> {
    let is_stdin = path == Path::new(STDIN);
    if let (Some(name), true) = (stdin_name, is_stdin) {
        name.clone_into(&mut file.name);
    }
    let (settings, fail_on) = configs.settings(Path::new(&file.name))?;
    let found = match from {
        None => check(&file.bytes, &settings),
        Some(from) => match foreign(&file, from, &settings) {
            Ok(found) => found,
            Err(error) => return Ok(Err(error)),
        },
    };
    Ok(Ok(Input { path: (!is_stdin).then_some(path), file, settings, fail_on, found }))
}

/// What happens to the rules of another system, and what is wrong with what they become.
fn foreign(
    file: &PolicyFile,
    from: FormatChoice,
    settings: &Settings,
) -> Result<Vec<Diagnostic>, CliError> {
    match import(&file.bytes, from) {
        Ok(imported) => Ok(imported.diagnostics(|text| check(text, settings))),
        Err(ImportError::Unreadable(finding)) => Ok(vec![*finding]),
        Err(
            error @ (ImportError::OtherFormat { .. } | ImportError::Unclear | ImportError::Ours),
        ) => Err(foreign_file::refusal(file, &error)),
    }
}
