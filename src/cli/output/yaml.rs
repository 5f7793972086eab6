//! YAML of a JSON value, in a form that every YAML 1.1 and 1.2 reader takes the same way.
//!
//! Written here because a general writer puts characters into plain text that act on a terminal.

use serde_json::Value;

use super::json;
use super::visible::is_treacherous;

/// Writes the value as a block; each line begins with `indent` and ends with a line feed.
pub(super) fn block(value: &Value, indent: usize) -> String {
    let mut text = String::new();
    write_block(&mut text, value, indent, true);
    text
}

/// One entry of a sequence, as a block.
pub(super) fn item(value: &Value, indent: usize) -> String {
    let mut text = String::new();
    write_item(&mut text, value, indent);
    text
}

fn write_block(out: &mut String, value: &Value, indent: usize, fresh_line: bool) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (index, (key, value)) in map.iter().enumerate() {
                if index > 0 || fresh_line {
                    pad(out, indent);
                }
                out.push_str(&scalar_text(key));
                out.push(':');
                write_nested(out, value, indent);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for (index, value) in items.iter().enumerate() {
                if index > 0 || fresh_line {
                    pad(out, indent);
                }
                out.push_str("- ");
                write_block(out, value, indent + 2, false);
            }
        }
        leaf => {
            if fresh_line {
                pad(out, indent);
            }
            out.push_str(&scalar(leaf));
            out.push('\n');
        }
    }
}

fn write_nested(out: &mut String, value: &Value, indent: usize) {
    let is_leaf = match value {
        Value::Object(map) => map.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    };
    if is_leaf {
        out.push(' ');
        out.push_str(&scalar(value));
        out.push('\n');
    } else {
        out.push('\n');
        write_block(out, value, indent + 2, true);
    }
}

fn write_item(out: &mut String, value: &Value, indent: usize) {
    pad(out, indent);
    out.push_str("- ");
    write_block(out, value, indent + 2, false);
}

fn pad(out: &mut String, indent: usize) {
    out.extend(std::iter::repeat_n(' ', indent));
}

fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => scalar_text(text),
        // A leaf of JSON, `[]` and `{}` included, is YAML as it stands.
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            value.to_string()
        }
    }
}

/// Plain where no reader could take it for anything but this text, else in double quotes.
fn scalar_text(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c))
        && !matches!(
            text.to_ascii_lowercase().as_str(),
            "y" | "n" | "yes" | "no" | "on" | "off" | "true" | "false" | "null"
        );
    if plain {
        return text.to_owned();
    }
    // Every escape of a JSON string but a surrogate pair means the same in YAML.
    let quoted = Value::from(text).to_string();
    let escaped = quoted.chars().map(|c| match u32::from(c) {
        code @ 0x1_0000.. if is_treacherous(c) => format!("\\U{code:08x}"),
        _ => json::escape(c.to_string()),
    });
    escaped.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_every_reader_takes_for_text_is_plain() {
        let value = json!({
            "plain": "ChargeCard", "no": "no", "number": "5", "empty": "", "date": "2026-11-30",
            "list": [1, "two words", [], {}, [3, [4]], {"a": {"b": null}, "c": [true]}],
        });
        assert_eq!(
            block(&value, 0),
            r#"plain: ChargeCard
"no": "no"
number: "5"
empty: ""
date: "2026-11-30"
list:
  - 1
  - "two words"
  - []
  - {}
  - - 3
    - - 4
  - a:
      b: null
    c:
      - true
"#
        );
    }

    #[test]
    fn what_would_act_is_an_escape() {
        let text = block(&json!("\u{1b}[2J\u{202e}\u{e0041}\u{7f}\t東👩\u{200d}🚀"), 0);
        assert_eq!(text, "\"\\u001b[2J\\u202e\\U000e0041\\u007f\\t東👩\u{200d}🚀\"\n");
    }
}
