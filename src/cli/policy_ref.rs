//! Policies as commands name them: a file, a version on the engine, or the one active there.

use std::path::PathBuf;
use std::str::FromStr;

use super::engine::{self, Engine, until_interrupted};
use super::error::CliError;
use super::exit::Exit;
use super::policy_file::PolicyFile;
use super::session::Session;
use crate::policy::Policy;

/// Where a policy is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PolicyRef {
    /// In a file; `-` is standard input.
    File(PathBuf),
    /// On the engine: `NAME@3`, or `NAME@live` for the active version.
    Published {
        /// The policy.
        name: String,
        /// The version; absent: the active one.
        version: Option<u32>,
    },
}

impl FromStr for PolicyRef {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let published = text.rsplit_once('@').and_then(|(name, version)| {
            let version = match version {
                "live" => None,
                number => Some(number.parse().ok()?),
            };
            Some(Self::Published { name: name.to_owned(), version })
        });
        Ok(published.unwrap_or_else(|| Self::File(text.into())))
    }
}

impl PolicyRef {
    /// Reads the text, from the file or from the engine that the command line names.
    pub(crate) fn open(&self, session: &mut Session) -> Result<PolicyFile, CliError> {
        if let Self::File(path) = self {
            return PolicyFile::read(path);
        }
        let mut found = None;
        engine::call(session, async |_, engine| {
            found = Some(self.text(engine).await?);
            Ok(Exit::Done)
        })?;
        found.ok_or(CliError::Interrupted)
    }

    /// Reads the policy, and what to call it.
    pub(crate) async fn read(
        &self,
        engine: &Engine,
        policy: Option<&str>,
    ) -> Result<(String, Policy), CliError> {
        let file = self.text(engine).await?;
        // The name chooses among the policies of a file; a version is one.
        let policy = policy.filter(|_| matches!(self, Self::File(_)));
        let found = file.policy(policy)?;
        Ok((file.name, found))
    }

    async fn text(&self, engine: &Engine) -> Result<PolicyFile, CliError> {
        let (name, version) = match self {
            Self::File(path) => return PolicyFile::read(path),
            Self::Published { name, version } => (name, version),
        };
        let found = match version {
            Some(number) => {
                until_interrupted(engine.client.policy_version(name, *number)).await??
            }
            None => until_interrupted(engine.client.policy(name)).await??.active,
        };
        // The built-in policy has no text; an empty block means the same.
        let source = found.source.unwrap_or_else(|| "retry: {}\n".to_owned());
        Ok(PolicyFile { name: format!("{name}@{}", found.version), bytes: source.into_bytes() })
    }
}

/// A version on the engine, `NAME@3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VersionRef {
    pub(crate) name: String,
    pub(crate) version: u32,
}

impl FromStr for VersionRef {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.rsplit_once('@').and_then(|(name, version)| {
            Some(Self { name: name.to_owned(), version: version.parse().ok()? })
        });
        parts
            .filter(|parts| !parts.name.is_empty())
            .ok_or_else(|| "a version is written NAME@NUMBER, as in payments@3".to_owned())
    }
}
