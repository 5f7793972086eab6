//! `policies.lock`: the versions of policy files, kept in git without an engine.
//!
//! One line a policy, `NAME VERSION DIGEST FILE`, sorted; a policy without a name is called `-`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The first line of a lock file.
const HEADER: &str = "# Written by `wovyr-retry policy lock`; commit it with the policies.\n";

/// The name of a policy that has none.
pub(crate) const NAMELESS: &str = "-";

/// What is locked of one policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Locked {
    /// Its version.
    pub(crate) version: u32,
    /// The digest of its canonical form.
    pub(crate) digest: String,
}

/// The locked policies, by file and name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PolicyLock(pub(crate) BTreeMap<(String, String), Locked>);

/// What a policy is, against the lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LockState {
    /// As locked.
    Same,
    /// Not locked yet.
    New,
    /// Changed, with a version of its own.
    Bumped,
    /// Changed, though its document still says the locked version.
    NotBumped,
    /// Changed; its document says no version, so the lock counts on.
    Counted,
    /// Locked, but there is no such policy any more.
    Gone,
}

impl LockState {
    /// The words on the screen.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Same => "unchanged",
            Self::New => "new",
            Self::Bumped | Self::Counted => "changed",
            Self::NotBumped => "changed without a new version",
            Self::Gone => "gone",
        }
    }
}

impl PolicyLock {
    /// Reads a lock file; a line that is none is told by its number.
    pub(crate) fn parse(text: &str) -> Result<Self, usize> {
        let mut lock = Self::default();
        for (index, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut parts = line.splitn(4, ' ');
            let mut part = || parts.next().ok_or(index + 1);
            let (name, version, digest, file) = (part()?, part()?, part()?, part()?);
            let version = version.parse().map_err(|_| index + 1)?;
            let locked = Locked { version, digest: digest.to_owned() };
            lock.0.insert((file.to_owned(), name.to_owned()), locked);
        }
        Ok(lock)
    }

    /// Writes a lock file.
    pub(crate) fn render(&self) -> String {
        let mut text = HEADER.to_owned();
        for ((file, name), Locked { version, digest }) in &self.0 {
            // Writing into a text cannot fail.
            let _ = writeln!(text, "{name} {version} {digest} {file}");
        }
        text
    }

    /// Compares one policy with the lock; gives what would be locked.
    pub(crate) fn compare(
        &self,
        key: &(String, String),
        written: Option<u32>,
        digest: String,
    ) -> (LockState, Locked) {
        let Some(locked) = self.0.get(key) else {
            return (LockState::New, Locked { version: written.unwrap_or(1), digest });
        };
        if locked.digest == digest && written.is_none_or(|version| version == locked.version) {
            return (LockState::Same, locked.clone());
        }
        match written {
            Some(version) if version > locked.version => {
                (LockState::Bumped, Locked { version, digest })
            }
            Some(_) => (LockState::NotBumped, locked.clone()),
            None => (LockState::Counted, Locked { version: locked.version + 1, digest }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> (String, String) {
        ("policies/a b.yaml".to_owned(), "payments".to_owned())
    }

    fn lock() -> PolicyLock {
        let locked = Locked { version: 3, digest: "sha256:aa".to_owned() };
        PolicyLock([(key(), locked)].into())
    }

    #[test]
    fn reads_what_it_writes() {
        assert_eq!(PolicyLock::parse(&lock().render()), Ok(lock()));
        assert_eq!(PolicyLock::parse("# only\n\n"), Ok(PolicyLock::default()));
        assert_eq!(PolicyLock::parse("# x\npayments three sha256:aa a.yaml\n"), Err(2));
        assert_eq!(PolicyLock::parse("payments 3\n"), Err(1));
    }

    #[test]
    fn a_change_needs_a_version_of_its_own() {
        let state = |written, digest: &str| {
            let (state, locked) = lock().compare(&key(), written, digest.to_owned());
            (state, locked.version)
        };
        assert_eq!(state(Some(3), "sha256:aa"), (LockState::Same, 3));
        assert_eq!(state(None, "sha256:aa"), (LockState::Same, 3));
        assert_eq!(state(Some(4), "sha256:bb"), (LockState::Bumped, 4));
        assert_eq!(state(Some(3), "sha256:bb"), (LockState::NotBumped, 3));
        assert_eq!(state(Some(2), "sha256:bb"), (LockState::NotBumped, 3));
        assert_eq!(state(None, "sha256:bb"), (LockState::Counted, 4));
        let other = ("b.yaml".to_owned(), "payments".to_owned());
        assert_eq!(lock().compare(&other, None, "d".into()).0, LockState::New);
    }
}
