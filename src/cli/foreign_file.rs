//! Files of other systems as they are named on the command line.

use super::error::CliError;
use super::policy_file::PolicyFile;
use crate::policy::diagnostic::Source;
use crate::policy::import::{FormatChoice, Import, ImportError, ImportedPolicy, import};

/// Reads the retry rules of a file of another system.
pub(crate) fn read(file: &PolicyFile, from: FormatChoice) -> Result<Import, CliError> {
    import(&file.bytes, from).map_err(|error| refusal(file, &error))
}

/// The error that a file which cannot be imported is.
pub(crate) fn refusal(file: &PolicyFile, error: &ImportError) -> CliError {
    let name = &file.name;
    let (message, hint) = match error {
        ImportError::Unreadable(finding) => {
            let at = Source::new(name, &file.bytes).position(finding.span.start);
            (format!("{name}:{}:{}: {error}", at.line, at.column), finding.help.clone())
        }
        ImportError::OtherFormat { seems, .. } => {
            let hint = seems.map(|format| format!("it looks like --from {}", format.name));
            (format!("{name}: {error}"), hint)
        }
        ImportError::Ours => {
            (format!("{name}: {error}"), Some("leave --from out, or lint it as it is".to_owned()))
        }
        ImportError::Unclear => {
            (format!("{name}: {error}"), Some("name the format with --from FORMAT".to_owned()))
        }
    };
    CliError::Usage { message, hint }
}

/// The one rule of the file that is meant, by its name as a policy or by the one in its file.
pub(crate) fn policy(
    file: &PolicyFile,
    from: FormatChoice,
    name: Option<&str>,
) -> Result<ImportedPolicy, CliError> {
    let Import { policies, notes, .. } = read(file, from)?;
    let names = policies.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
    let wanted = |one: &ImportedPolicy| match name {
        Some(name) => one.name == name || one.original == name,
        None => true,
    };
    let mut found: Vec<ImportedPolicy> = policies.into_iter().filter(wanted).collect();
    // A name as a policy is unique; one in the file may not be.
    if let Some(exact) = name.and_then(|name| found.iter().position(|one| one.name == name)) {
        return Ok(found.swap_remove(exact));
    }
    let file = &file.name;
    match (found.pop(), found.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(_), false) => Err(CliError::usage(
            format!("{file} holds several retry rules: {names}"),
            "choose one with --policy NAME",
        )),
        (None, _) => Err(CliError::Usage {
            message: match name {
                Some(name) => format!("{file} holds no retry rule of the name `{name}`"),
                None => format!("{file} holds no retry rule that can be imported"),
            },
            hint: if names.is_empty() {
                notes.last().map(|note| note.message.clone())
            } else {
                Some(format!("it holds: {names}"))
            },
        }),
    }
}
