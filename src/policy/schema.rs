//! The JSON Schema of policy documents, made from the table of their keys.

use serde_json::{Map, Value, json};

use super::keys::{DOCUMENT, JITTER, Key, Kind, MAX_COUNT};

/// Makes the JSON Schema (draft 7) of one policy document.
///
/// It knows what a schema can know: keys, types, ranges, and the contradictions that do not need
/// arithmetic on durations. `policy lint` knows the rest.
pub fn schema() -> Value {
    let mut schema = map(DOCUMENT, Scope::Execution);
    let root = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Retry policy",
        "description": "A retry policy of wovyr-retry.",
        "minProperties": 1,
        "dependencies": {"apiVersion": ["kind"], "kind": ["apiVersion"]},
        "if": {
            "required": ["retry"],
            "properties": {"retry": {
                "required": ["maxAttempts"],
                "properties": {"maxAttempts": {"const": "unlimited"}},
            }},
        },
        "then": {"anyOf": [
            {"required": ["retryBudget"]},
            {"required": ["timeouts"], "properties": {"timeouts": {
                "required": ["workflow"],
                "properties": {"retriesExtendWorkflow": {"const": false}},
            }}},
        ]},
        "definitions": {"duration": {
            "type": "string",
            "description": "Whole numbers with d, h, m, s and ms, largest first, such as 1h30m.",
            "minLength": 2,
            "allOf": [
                {"pattern": "^([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?$"},
                {"pattern": "[1-9]"},
            ],
        }},
    });
    extend(&mut schema, root);
    schema
}

/// Whose keys a map holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    Execution,
    Activity,
}

fn map(keys: &[Key], scope: Scope) -> Value {
    let here = keys.iter().filter(|key| scope == Scope::Execution || !key.of_execution);
    let properties: Map<String, Value> = here
        .map(|key| {
            let mut property = value(key.kind, scope);
            extend(&mut property, json!({"description": key.what}));
            extend(&mut property, together(key.name, scope));
            (key.name.to_owned(), property)
        })
        .collect();
    json!({"type": "object", "additionalProperties": false, "properties": properties})
}

fn value(kind: Kind, scope: Scope) -> Value {
    let whole = |max: u32| json!({"type": "integer", "minimum": 1, "maximum": max});
    let several = |one: Value| json!({"anyOf": [one.clone(), {"type": "array", "items": one, "minItems": 1}]});
    let text = json!({"type": "string", "minLength": 1});
    match kind {
        Kind::Boolean => json!({"type": "boolean"}),
        Kind::Text => text,
        Kind::Name => json!({"type": "string", "pattern": "^[a-z0-9.-]{1,63}$"}),
        Kind::Only(word) => json!({"const": word}),
        Kind::Word(words) => json!({"enum": words}),
        Kind::Duration => json!({"allOf": [{"$ref": "#/definitions/duration"}]}),
        Kind::Whole(max) => whole(max),
        Kind::Attempts => json!({"anyOf": [whole(MAX_COUNT), {"const": "unlimited"}]}),
        Kind::Multiplier => {
            json!({"anyOf": [{"const": 1}, {"type": "number", "minimum": 1.01, "maximum": 100}]})
        }
        Kind::Jitter => {
            let mut factor = map(JITTER, scope);
            extend(&mut factor, json!({"required": ["factor"]}));
            json!({"anyOf": [{"enum": [true, false, "full", "equal", "decorrelated"]}, factor]})
        }
        Kind::Share => json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
        Kind::BreakerKey => {
            json!({"type": "string", "pattern": "^(activityType|queue|metadata\\..+)$"})
        }
        Kind::Texts => json!({"type": "array", "items": text}),
        Kind::Patterns => several(text),
        Kind::Statuses => several(json!({"anyOf": [
            {"type": "integer", "minimum": 100, "maximum": 599},
            {"type": "string", "pattern": "^[1-5]xx$"},
        ]})),
        Kind::Map(keys) => map(keys, scope),
        Kind::Maps(keys) => json!({"type": "array", "items": {
            "type": "object",
            "additionalProperties": false,
            "required": keys.iter().map(|key| key.name).collect::<Vec<_>>(),
            "properties": map(keys, scope)["properties"],
        }}),
        Kind::Labels => json!({"type": "object", "additionalProperties": text}),
        Kind::Activities(keys) => json!({
            "type": "object",
            "propertyNames": {"minLength": 1},
            "additionalProperties": map(keys, Scope::Activity),
        }),
    }
}

/// What the keys of a map say together. What an override lacks it can inherit.
fn together(key: &str, scope: Scope) -> Value {
    let is_whole = scope == Scope::Execution;
    let one_of = |a: &str, b: &str| json!({"anyOf": [{"required": [a]}, {"required": [b]}]});
    let refused = |strategies: Value, jitter: Value| {
        json!({"not": {
            "required": ["strategy", "jitter"],
            "properties": {"strategy": {"enum": strategies}, "jitter": {"const": jitter}},
        }})
    };
    match key {
        "retry" => json!({"allOf": [
            refused(json!(["exponentialJitter"]), json!(false)),
            refused(json!(["fixed", "linear"]), json!("decorrelated")),
        ]}),
        "retryBudget" => one_of("maxAttempts", "maxDuration"),
        "circuitBreaker" if is_whole => one_of("consecutiveFailures", "failureRate"),
        "failureRate" if is_whole => json!({"required": ["percent"]}),
        "when" => json!({"minProperties": 1}),
        _ => json!({}),
    }
}

fn extend(schema: &mut Value, more: Value) {
    if let (Value::Object(members), Value::Object(more)) = (schema, more) {
        members.extend(more);
    }
}
