//! The policy that is simulated: from a file or from an engine.

use std::path::{Path, PathBuf};

use crate::cli::error::CliError;
use crate::cli::foreign_file;
use crate::cli::policy_file::{PolicyFile, STDIN};
use crate::cli::policy_ref::PolicyRef;
use crate::cli::session::Session;
use crate::policy::effective::EffectivePolicy;
use crate::policy::import::{ForeignSchedule, FormatChoice};
use crate::policy::{Origins, Policy};
use crate::simulate::PolicyLabel;

/// Which policy is simulated, and for which activity type.
#[derive(Debug, clap::Args)]
pub(super) struct PolicyArgs {
    /// A policy file, - for standard input, or NAME@VERSION of the engine; none: a policy of the
    /// defaults and the values given
    #[arg(value_name = "POLICY")]
    pub(super) file: Option<PathBuf>,
    /// Which policy, if the file holds several
    #[arg(long, value_name = "NAME")]
    pub(super) policy: Option<String>,
    /// What happens to this activity type
    #[arg(long, value_name = "TYPE")]
    pub(super) activity: Option<String>,
    /// Read the file as another system's, with that system's own rules: dapr, temporal,
    /// step-functions, argo-workflows, argo-cd, cloud-tasks, wovyr, or auto
    #[arg(long, value_name = "FORMAT", requires = "file", conflicts_with = "activity")]
    pub(super) from: Option<FormatChoice>,
}

/// A policy that was read for one activity type.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    /// What holds for the type.
    pub(super) effective: EffectivePolicy,
    /// Where its values come from.
    pub(super) origins: Origins,
    /// The rules of the system that it was imported from.
    pub(super) foreign: Option<ForeignSchedule>,
    /// What the policy is called in data.
    pub(super) label: PolicyLabel,
    /// What the policy is called in sentences and titles.
    pub(super) title: String,
}

impl PolicyArgs {
    /// Reads a policy for the activity type.
    pub(super) fn read(&self, session: &mut Session, from: &Path) -> Result<Subject, CliError> {
        if let Some(format) = self.from {
            return self.import(from, format);
        }
        let (policy, title) = if let Some((name, version)) = version_of_engine(from) {
            (fetch(session, name, version)?, None)
        } else {
            let file = PolicyFile::read(from)?;
            (file.policy(self.policy.as_deref())?, Some(file.name))
        };
        let activity = self.activity.as_deref();
        if let Some(activity) = activity.filter(|name| !policy.overrides.contains_key(*name)) {
            session.printer.note(&format!(
                "the policy has no override for `{activity}`: these are the values for every type"
            ));
        }
        let (effective, origins) = policy.effective(activity);
        let version = policy.version.map(|version| format!("@{version}"));
        let named = policy.name.as_ref().map(|name| name.clone() + &version.unwrap_or_default());
        Ok(Subject {
            effective: effective.clone(),
            origins: origins.clone(),
            foreign: None,
            label: PolicyLabel {
                name: policy.name.clone(),
                version: policy.version,
                digest: policy.set.digest(),
            },
            title: named.or(title).unwrap_or_default(),
        })
    }
}

impl PolicyArgs {
    /// Reads one retry rule of another system.
    fn import(&self, path: &Path, format: FormatChoice) -> Result<Subject, CliError> {
        let file = PolicyFile::read(path)?;
        let imported = foreign_file::policy(&file, format, self.policy.as_deref())?;
        let label = PolicyLabel {
            name: Some(imported.name.clone()),
            version: None,
            digest: imported.digest(),
        };
        Ok(Subject {
            effective: imported.policy,
            origins: Origins::new(),
            foreign: Some(imported.schedule),
            label,
            title: imported.name,
        })
    }
}

/// `payments@3`, unless a file has that name.
fn version_of_engine(from: &Path) -> Option<(&str, u32)> {
    let text = from.to_str().filter(|text| *text != STDIN && !from.exists())?;
    let (name, version) = text.rsplit_once('@')?;
    let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || b".-".contains(&b));
    Some((name, version.parse().ok()?)).filter(|_| is_name && !name.is_empty())
}

/// Asks the engine for a version.
fn fetch(session: &mut Session, name: &str, version: u32) -> Result<Policy, CliError> {
    let published = PolicyRef::Published { name: name.to_owned(), version: Some(version) };
    let mut policy = published.open(session)?.policy(None)?;
    (policy.name, policy.version) = (Some(name.to_owned()), Some(version));
    Ok(policy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_of_the_engine_is_told_from_a_file() {
        let read = |text: &'static str| version_of_engine(Path::new(text));
        assert_eq!(read("payments@3"), Some(("payments", 3)));
        assert_eq!(read("default@0"), Some(("default", 0)));
        for file in ["payments.yaml", "a@b.yaml", "dir/payments@3", "@3", "payments@", "-"] {
            assert_eq!(read(file), None, "{file}");
        }
    }
}
