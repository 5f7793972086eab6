//! The configuration that holds for a file: the nearest above it, under the command line.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::cli::error::CliError;
use crate::lint::{CONFIG_FILE, Config, Settings};
use crate::policy::diagnostic::{Severity, Source};

/// What the command line says about the configuration.
#[derive(Debug, Clone, Default)]
pub(super) struct Choices {
    /// The one configuration file that counts.
    pub(super) config: Option<PathBuf>,
    /// Rules that count, whatever a configuration says.
    pub(super) select: Option<Vec<String>>,
    /// Rules that do not.
    pub(super) ignore: Vec<String>,
}

/// A configuration file and the directory it is for.
#[derive(Debug)]
struct Found {
    directory: PathBuf,
    config: Config,
}

/// The configurations that were met so far, by directory.
#[derive(Debug)]
pub(super) struct Configs {
    choices: Choices,
    by_directory: HashMap<PathBuf, Option<Rc<Found>>>,
}

impl Configs {
    /// Starts with a checked command line.
    pub(super) fn new(choices: Choices) -> Result<Self, CliError> {
        for prefix in choices.select.iter().flatten().chain(&choices.ignore) {
            Settings::known(prefix).map_err(|unknown| {
                CliError::usage(unknown.to_string(), "`wovyr-retry policy rules` lists them")
            })?;
        }
        Ok(Self { choices, by_directory: HashMap::new() })
    }

    /// What holds for a file.
    pub(super) fn settings(
        &mut self,
        file: &Path,
    ) -> Result<(Settings, Option<Severity>), CliError> {
        let path = std::path::absolute(file)
            .map_err(|source| CliError::Unreadable { what: file.display().to_string(), source })?;
        let found = match &self.choices.config {
            Some(config) => {
                let directory = config.parent().map(Path::to_owned).unwrap_or_default();
                let config = config.clone();
                self.explicit(&directory, &config)?
            }
            None => self.above(path.parent().unwrap_or(Path::new("/")))?,
        };
        let (mut settings, fail_on) = match &found {
            None => (Settings::default(), None),
            Some(found) => {
                let inside = path.strip_prefix(&found.directory).unwrap_or(&path);
                let inside = inside.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
                (found.config.settings_for(&inside), found.config.fail_on)
            }
        };
        if let Some(select) = &self.choices.select {
            settings.select.clone_from(select);
            settings.ignore.clear();
        }
        settings.ignore.extend(self.choices.ignore.iter().cloned());
        Ok((settings, fail_on))
    }

    fn explicit(&mut self, directory: &Path, config: &Path) -> Result<Option<Rc<Found>>, CliError> {
        if let Some(found) = self.by_directory.get(directory) {
            return Ok(found.clone());
        }
        let text = std::fs::read_to_string(config).map_err(|source| unreadable(config, source))?;
        let directory = std::path::absolute(directory.join("."))
            .map_err(|source| unreadable(config, source))?;
        let found = Some(Rc::new(Found { config: parse(config, &text)?, directory }));
        let key = config.parent().map(Path::to_owned).unwrap_or_default();
        self.by_directory.insert(key, found.clone());
        Ok(found)
    }

    /// The configuration of the nearest directory that has one.
    fn above(&mut self, directory: &Path) -> Result<Option<Rc<Found>>, CliError> {
        if let Some(found) = self.by_directory.get(directory) {
            return Ok(found.clone());
        }
        let path = directory.join(CONFIG_FILE);
        let found = match std::fs::read_to_string(&path) {
            Ok(text) => {
                let config = parse(&path, &text)?;
                Some(Rc::new(Found { directory: directory.to_owned(), config }))
            }
            Err(error) if is_absent(&error) => match directory.parent() {
                Some(parent) => self.above(parent)?,
                None => None,
            },
            Err(source) => return Err(unreadable(&path, source)),
        };
        self.by_directory.insert(directory.to_owned(), found.clone());
        Ok(found)
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn unreadable(path: &Path, source: io::Error) -> CliError {
    CliError::Unreadable { what: path.display().to_string(), source }
}

fn parse(path: &Path, text: &str) -> Result<Config, CliError> {
    Config::parse(text).map_err(|error| {
        let name = path.display().to_string();
        let at = Source::new(&name, text.as_bytes()).position(error.span.start);
        CliError::usage(
            format!("{name}:{}:{}: {}", at.line, at.column, error.message),
            "`wovyr-retry policy rules` lists the rules and `policy explain CODE` their settings",
        )
    })
}
