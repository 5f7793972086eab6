//! `--fix`, `--unsafe-fixes` and `--diff`.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use similar::TextDiff;

use super::inputs::{Input, Inputs};
use crate::cli::error::CliError;
use crate::cli::output::{Printer, visible};
use crate::lint::mend;
use crate::policy::diagnostic::Safety;

/// What becomes of mended texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mending {
    /// Files are replaced; of standard input the text is the output.
    Write,
    /// The differences are shown.
    Show,
}

/// What was mended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) fixes: usize,
    pub(super) files: usize,
}

/// Mends every input. What remains to be found is left in the inputs; with [`Mending::Show`] the
/// files are as they were.
pub(super) fn mend_all(
    printer: &mut Printer,
    inputs: &mut Inputs,
    up_to: Safety,
    how: Mending,
) -> Result<Tally, CliError> {
    let mut tally = Tally::default();
    for input in &mut inputs.files {
        let before = String::from_utf8_lossy(&input.file.bytes).into_owned();
        let mended = mend(&input.file.bytes, &input.settings, up_to);
        if let Some(mended) = &mended {
            tally.fixes += mended.fixes;
            tally.files += 1;
            input.replace(mended.text.clone());
        }
        match how {
            Mending::Show => printer.raw(difference(input, &before).as_bytes())?,
            Mending::Write => write(printer, input, mended.is_some())?,
        }
    }
    Ok(tally)
}

fn write(printer: &mut Printer, input: &Input, is_changed: bool) -> Result<(), CliError> {
    match &input.path {
        // Standard input is a filter: the text goes through, changed or not.
        None => printer.raw(&input.file.bytes)?,
        Some(path) if is_changed => replace(path, &input.file.bytes)
            .map_err(|source| CliError::UnwritableFile { what: input.file.name.clone(), source })?,
        Some(_) => {}
    }
    Ok(())
}

/// Puts new content in the place of a file, all or nothing, with the permissions it had.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    // A link stays a link.
    let path = fs::canonicalize(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&draft)?;
        file.set_permissions(fs::metadata(&path)?.permissions())?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&draft, &path)
    })();
    if written.is_err() {
        // The draft is of no use; that it cannot be removed is not worth a second error.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// A unified diff that `patch -p1` takes; control characters are shown as what they are.
fn difference(input: &Input, before: &str) -> String {
    let after = String::from_utf8_lossy(&input.file.bytes);
    let name = visible(&input.file.name);
    let (old, new) = (format!("a/{name}"), format!("b/{name}"));
    TextDiff::from_lines(before, &after).unified_diff().header(&old, &new).to_string()
}
