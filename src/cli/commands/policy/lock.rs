//! `policy lock PATH…`.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Cell, Grid, Page};
use crate::cli::policy_file::{PolicyFile, files_at};
use crate::cli::policy_lock::{LockState, Locked, NAMELESS, PolicyLock};
use crate::cli::session::Session;
use crate::policy::diagnostic::Severity;
use crate::policy::load;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy lock policies/
  wovyr-retry policy lock policies/ --check     # in CI

The lock holds the version and digest of every policy. A policy that changed must say a new version
(`metadata.version`); one that says none is counted on. With --check nothing is written, and
anything that is not as locked is exit 1.";

/// The arguments of `policy lock`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Policy files, or directories of them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// The lock file
    #[arg(long, value_name = "FILE", default_value = "policies.lock")]
    lock: PathBuf,
    /// Write nothing; say what is not as locked
    #[arg(long)]
    check: bool,
}

/// A policy against the lock, as data.
#[derive(Debug, Serialize)]
struct Entry {
    file: String,
    name: Option<String>,
    version: u32,
    digest: String,
    state: &'static str,
}

/// All of them.
#[derive(Debug, Serialize)]
struct Entries {
    lock: String,
    written: bool,
    policies: Vec<Entry>,
    complete: bool,
}

/// Compares policies with the lock, and brings it up to date.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let lock = read_lock(&args.lock)?;
    let compared = compare(&lock, &args.paths)?;
    let is_refused = compared.values().any(|(state, _)| *state == LockState::NotBumped);
    let is_same = compared.values().all(|(state, _)| *state == LockState::Same);
    let written = !args.check && !is_refused && !is_same;
    if written {
        let kept = compared.iter().filter(|(_, (state, _))| *state != LockState::Gone);
        let next =
            PolicyLock(kept.map(|(key, (_, locked))| (key.clone(), locked.clone())).collect());
        std::fs::write(&args.lock, next.render()).map_err(CliError::Unwritable)?;
    }
    let entries = Entries {
        lock: args.lock.display().to_string(),
        written,
        policies: compared.into_iter().map(entry).collect(),
        complete: true,
    };
    session.printer.show(&entries, &entries.lock, &page(&entries, is_refused))?;
    Ok(if is_refused || args.check && !is_same { Exit::Refused } else { Exit::Done })
}

fn read_lock(path: &Path) -> Result<PolicyLock, CliError> {
    let what = path.display().to_string();
    match std::fs::read_to_string(path) {
        Ok(text) => PolicyLock::parse(&text).map_err(|line| {
            CliError::usage(
                format!("{what}:{line}: not a line NAME VERSION DIGEST FILE"),
                "restore the file, or delete it and lock anew",
            )
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(PolicyLock::default()),
        Err(source) => Err(CliError::Unreadable { what, source }),
    }
}

type Compared = BTreeMap<(String, String), (LockState, Locked)>;

/// Every policy of the files, and what is locked of them without being there any more.
fn compare(lock: &PolicyLock, paths: &[PathBuf]) -> Result<Compared, CliError> {
    let mut compared = Compared::new();
    for path in paths {
        for path in files_at(path)? {
            let file = PolicyFile::read(&path)?;
            let loaded = load(&file.bytes);
            if loaded.diagnostics.iter().any(|found| found.severity == Severity::Error) {
                return Err(CliError::usage(
                    format!("{} has mistakes, so it has no digest", file.name),
                    format!("`wovyr-retry policy lint {}` shows them", file.name),
                ));
            }
            for policy in loaded.policies {
                let name = policy.name.unwrap_or_else(|| NAMELESS.to_owned());
                let key = (file.name.clone(), name);
                let found = lock.compare(&key, policy.version, policy.set.digest());
                compared.insert(key, found);
            }
        }
    }
    for (key, locked) in &lock.0 {
        compared.entry(key.clone()).or_insert_with(|| (LockState::Gone, locked.clone()));
    }
    Ok(compared)
}

fn entry(((file, name), (state, locked)): ((String, String), (LockState, Locked))) -> Entry {
    Entry {
        file,
        name: Some(name).filter(|name| name != NAMELESS),
        version: locked.version,
        digest: locked.digest,
        state: state.as_str(),
    }
}

fn page(entries: &Entries, is_refused: bool) -> Page {
    let mut grid = Grid::new("", &["POLICY", "VERSION", "STATE", "FILE"]);
    for entry in &entries.policies {
        grid.push([
            Cell::maybe(entry.name.clone(), Cell::Text),
            Cell::Count(entry.version.into()),
            Cell::text(entry.state),
            Cell::text(&entry.file),
        ]);
    }
    let lock = &entries.lock;
    let said = match (entries.written, is_refused) {
        (true, _) => format!("Wrote {lock}."),
        (false, true) => {
            "A changed policy needs a new metadata.version; nothing was written.".to_owned()
        }
        (false, false) => format!("{lock} was not changed."),
    };
    Page::new().grid(grid).sentence(said)
}
