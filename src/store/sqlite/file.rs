//! The file under a store: found or made, private, and held by one engine at a time.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{DirBuilderExt, MetadataExt as _, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::retry::persistence::StoreError;

/// Readable and writable by the owner alone.
const PRIVATE: u32 = 0o600;
/// What every SQLite file begins with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// A store's file with the lock that keeps other engines out, as long as this value lives.
#[derive(Debug)]
pub(super) struct StoreFile {
    path: PathBuf,
    is_new: bool,
    _lock: File,
}

impl StoreFile {
    /// Finds or makes the file at `path` and its directories, and takes its lock. A file that is
    /// refused is not changed.
    pub(super) fn claim(path: &Path) -> Result<Self, StoreError> {
        refuse_other_things(path)?;
        let path = canonical(path)?;
        // The lock comes before the file is opened: closing a file drops the locks that SQLite may
        // hold on it in this process.
        let lock = lock(&path)?;
        let is_new = create_or_recognise(&path)?;
        Ok(Self { path, is_new, _lock: lock })
    }

    /// Where it is, without symbolic links.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Tells whether it was empty: nothing was ever stored in it.
    pub(super) fn is_new(&self) -> bool {
        self.is_new
    }

    /// Takes everybody else's access to a file that was copied here with a wider mode.
    pub(super) fn make_private(&self) -> Result<(), StoreError> {
        fs::set_permissions(&self.path, Permissions::from_mode(PRIVATE)).map_err(|e| {
            refused(
                format!("cannot make {} private: {e}", self.path.display()),
                "the store must belong to the user that runs the engine",
            )
        })
    }
}

/// The error of a store that cannot be opened.
pub(super) fn refused(message: impl Into<String>, hint: impl Into<String>) -> StoreError {
    StoreError::Open { message: message.into(), hint: hint.into() }
}

fn unwritable(what: &str, path: &Path, error: &io::Error) -> StoreError {
    refused(
        format!("cannot {what} {}: {error}", path.display()),
        "name a path that the user who runs the engine may write, e.g. --store sqlite:./engine.db",
    )
}

fn refuse_other_things(path: &Path) -> Result<(), StoreError> {
    let shown = path.display();
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(refused(
            format!("{shown} is a directory, not a store file"),
            format!("name a file in it, e.g. --store sqlite:{}", path.join("engine.db").display()),
        )),
        Ok(metadata) if !metadata.is_file() => Err(refused(
            format!("{shown} is not a regular file"),
            "name a file, e.g. --store sqlite:./engine.db",
        )),
        // The lock and the log go by the name: two names would let two engines in.
        Ok(metadata) if metadata.nlink() > 1 => Err(refused(
            format!(
                "{shown} has {} names (hard links), and a store must have one",
                metadata.nlink()
            ),
            "remove the other names, or copy the file while no engine runs",
        )),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(unwritable("use", path, &error)),
    }
}

/// The path without symbolic links, so that one file has one lock; makes its directories.
fn canonical(path: &Path) -> Result<PathBuf, StoreError> {
    if let Ok(path) = fs::canonicalize(path) {
        return Ok(path);
    }
    let Some(name) = path.file_name() else {
        return Err(refused(
            format!("`{}` does not name a file", path.display()),
            "name a file, e.g. --store sqlite:./engine.db",
        ));
    };
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(parent)
        .and_then(|()| fs::canonicalize(parent))
        .map(|parent| parent.join(name))
        .map_err(|error| unwritable("make the directory", parent, &error))
}

/// Takes `PATH-lock`. The file stays when the lock ends: removing it would race with the next owner.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push("-lock");
    let name = PathBuf::from(name);
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(PRIVATE)
        .open(&name)
        .map_err(|error| unwritable("write", &name, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(refused(
            format!("another engine has {} open", path.display()),
            "stop that engine first, or give this one another --store",
        )),
        Err(TryLockError::Error(error)) => Err(refused(
            format!("cannot lock {}: {error}", name.display()),
            "keep the store on a local file system that supports file locks",
        )),
    }
}

/// Creates the file, or looks whether it is SQLite's; tells whether it is empty.
fn create_or_recognise(path: &Path) -> Result<bool, StoreError> {
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .mode(PRIVATE)
        .open(path)
        .map_err(|error| unwritable("write", path, &error))?;
    let mut start = Vec::with_capacity(MAGIC.len());
    (&mut file)
        .take(MAGIC.len() as u64)
        .read_to_end(&mut start)
        .map_err(|error| unwritable("read", path, &error))?;
    if !start.is_empty() && start != MAGIC {
        return Err(refused(
            format!("{} is not a store: it is not a SQLite file", path.display()),
            "name another file, or move this one away to start with an empty store",
        ));
    }
    Ok(start.is_empty())
}
