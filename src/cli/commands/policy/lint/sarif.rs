//! Findings as SARIF 2.1.0, which code hosts show beside the code.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use super::inputs::{Input, Inputs};
use crate::lint::{RULES, Rule};
use crate::policy::diagnostic::{Finding, Mending, Severity, Source, Span};

/// The whole log.
#[derive(Debug, Serialize)]
pub(super) struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Value,
    column_kind: &'static str,
    invocations: [Value; 1],
    results: Vec<Outcome>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Value,
    locations: [Value; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Value>,
}

impl Log {
    /// Puts everything that was found into one run. What could not be read is a notification.
    pub(super) fn new(inputs: &Inputs) -> Self {
        let notifications: Vec<Value> = inputs
            .unreadable
            .iter()
            .map(|error| json!({"level": "error", "message": {"text": error.to_string()}}))
            .collect();
        let run = Run {
            tool: json!({"driver": {
                "name": "wovyr-retry",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": RULES.iter().map(descriptor).collect::<Vec<_>>(),
            }}),
            column_kind: "unicodeCodePoints",
            invocations: [json!({
                "executionSuccessful": notifications.is_empty(),
                "toolExecutionNotifications": notifications,
            })],
            results: inputs.files.iter().flat_map(outcomes).collect(),
        };
        Self {
            schema: "https://json.schemastore.org/sarif-2.1.0.json",
            version: "2.1.0",
            runs: [run],
        }
    }
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.code.id,
        "name": rule.code.name,
        "shortDescription": {"text": rule.code.why},
        "fullDescription": {"text": rule.what},
        "help": {"text": rule.what, "markdown": rule.page()},
        "defaultConfiguration": {"level": level(rule.code.severity)},
    })
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn outcomes(input: &Input) -> Vec<Outcome> {
    let source = input.source();
    let uri = uri(&input.file.name);
    let found = input.found.iter();
    found
        .map(|one| {
            let finding = Finding::new(&source, one);
            let help = finding.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
            let related = one.labels.iter().map(|label| {
                let region = region(&source, label.span);
                json!({"physicalLocation": physical(&uri, &region), "message": {"text": label.text}})
            });
            Outcome {
                rule_id: finding.code,
                rule_index: RULES.iter().position(|rule| rule.code.id == finding.code),
                level: level(finding.severity),
                message: json!({"text": format!("{}{help}", finding.message)}),
                locations: [location(&uri, &source, one.span, &finding.path)],
                related_locations: related.collect(),
                fixes: finding.fix.iter().map(|fix| change(&uri, fix)).collect(),
            }
        })
        .collect()
}

fn location(uri: &str, source: &Source<'_>, span: Span, path: &str) -> Value {
    let mut location = json!({"physicalLocation": physical(uri, &region(source, span))});
    if !path.is_empty() {
        location["logicalLocations"] = json!([{"fullyQualifiedName": path}]);
    }
    location
}

fn physical(uri: &str, region: &Value) -> Value {
    json!({"artifactLocation": {"uri": uri}, "region": region})
}

fn region(source: &Source<'_>, span: Span) -> Value {
    let (start, end) = (source.position(span.start), source.position(span.end));
    json!({
        "startLine": start.line, "startColumn": start.column,
        "endLine": end.line, "endColumn": end.column,
        "byteOffset": span.start, "byteLength": span.end - span.start,
    })
}

fn change(uri: &str, fix: &Mending) -> Value {
    let replacements = fix.edits.iter().map(|edit| {
        json!({
            "deletedRegion": {
                "startLine": edit.line, "startColumn": edit.column,
                "endLine": edit.end_line, "endColumn": edit.end_column,
            },
            "insertedContent": {"text": edit.text},
        })
    });
    let change = json!({
        "artifactLocation": {"uri": uri},
        "replacements": replacements.collect::<Vec<_>>(),
    });
    json!({"description": {"text": fix.message}, "artifactChanges": [change]})
}

/// A path as a URI reference: relative ones stay so.
fn uri(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            byte => {
                // Writing to a String cannot fail.
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
