//! Which field a reader complains about.

/// The field at fault: where the reader stood (`path`), and what it named as missing, unknown or
/// there twice. Absent: it complains about the whole.
pub(super) fn named_field(path: &str, issue: &str) -> Option<String> {
    let named = ["missing field `", "unknown field `", "duplicate field `"]
        .iter()
        .find_map(|start| issue.strip_prefix(start)?.split('`').next());
    match (path, named) {
        ("" | ".", named) => named.map(str::to_owned),
        (path, Some(name)) if path != name && !path.ends_with(&format!(".{name}")) => {
            Some(format!("{path}.{name}"))
        }
        (path, _) => Some(path.to_owned()),
    }
}
