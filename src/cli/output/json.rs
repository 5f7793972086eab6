//! JSON that is safe to print: what would act on a terminal is a `\u` escape.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use super::visible::is_treacherous;
use crate::cli::error::CliError;

/// The value on one line.
pub(super) fn compact<T: Serialize>(value: &T) -> serde_json::Result<String> {
    serde_json::to_string(value).map(escape)
}

/// The value over several lines, each after the first behind `indent`.
pub(super) fn pretty<T: Serialize>(value: &T, indent: &str) -> serde_json::Result<String> {
    let text = serde_json::to_string_pretty(value)?;
    Ok(escape(if indent.is_empty() { text } else { text.replace('\n', &format!("\n{indent}")) }))
}

/// Escapes what the serializer leaves raw. Such characters occur inside strings only.
pub(super) fn escape(json: String) -> String {
    if !json.chars().any(|c| c != '\n' && is_treacherous(c)) {
        return json;
    }
    let mut safe = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if c == '\n' || !is_treacherous(c) {
            safe.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a String cannot fail.
            let _ = write!(safe, "\\u{unit:04x}");
        }
    }
    safe
}

/// An error as data.
pub(super) fn report(error: &CliError) -> Value {
    json!({
        "code": error.code(),
        "message": error.to_string(),
        "causes": error.causes(),
        "hint": error.hint(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_is_escaped_and_reads_back() {
        let text = "\u{1b}[2J\u{7f}\u{9b}\u{202e}\u{e0041}\n\t\0東👩\u{200d}🚀";
        for json in [compact(&[text]).unwrap(), pretty(&[text], "  ").unwrap()] {
            assert!(json.chars().all(|c| c == '\n' || !is_treacherous(c)), "{json}");
            assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), [text]);
        }
    }
}
