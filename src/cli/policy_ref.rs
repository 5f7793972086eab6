//! Policies as commands name them: a file, a version on the engine, or the one active there.

use std::path::PathBuf;
use std::str::FromStr;

use super::engine::{Engine, until_interrupted};
use super::error::CliError;
use super::policy_file::PolicyFile;
use crate::policy::{Policy, load};

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
    /// Reads the policy, and what to call it.
    pub(crate) async fn read(
        &self,
        engine: &Engine,
        policy: Option<&str>,
    ) -> Result<(String, Policy), CliError> {
        let (name, version) = match self {
            Self::File(path) => {
                let file = PolicyFile::read(path)?;
                let found = file.policy(policy)?;
                return Ok((file.name, found));
            }
            Self::Published { name, version } => (name, version),
        };
        let found = match version {
            Some(number) => {
                until_interrupted(engine.client.policy_version(name, *number)).await??
            }
            None => until_interrupted(engine.client.policy(name)).await??.active,
        };
        let label = format!("{name}@{}", found.version);
        // The built-in policy has no text; an empty document means the same.
        let source = found.source.unwrap_or_else(|| "retry: {}\n".to_owned());
        let policy = load(source.as_bytes()).policies.pop();
        let policy = policy.ok_or_else(|| {
            CliError::usage(
                format!(
                    "the text of {label} on the engine is not a policy that this version reads"
                ),
                "`wovyr-retry policy verify` checks every version",
            )
        })?;
        Ok((label, policy))
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
