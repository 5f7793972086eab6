//! The interface describes itself, and the description is true.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::Value;

use crate::harness::{Harness, Reply};
use crate::source;

/// Every route, as it is promised.
const ROUTES: &[(&str, &[&str])] = &[
    ("/api/v1/activities", &["get", "post"]),
    ("/api/v1/activities/{id}", &["get"]),
    ("/api/v1/activities/{id}/history", &["get"]),
    ("/api/v1/activities:batch", &["post"]),
    ("/api/v1/dead-letters", &["get"]),
    ("/api/v1/dead-letters/{id}", &["get"]),
    ("/api/v1/dead-letters:purge", &["post"]),
    ("/api/v1/dead-letters:replay", &["post"]),
    ("/api/v1/leases/{token}/complete", &["post"]),
    ("/api/v1/leases/{token}/fail", &["post"]),
    ("/api/v1/leases/{token}/heartbeat", &["post"]),
    ("/api/v1/leases/{token}/release", &["post"]),
    ("/api/v1/leases:acquire", &["post"]),
    ("/api/v1/leases:report", &["post"]),
    ("/api/v1/metrics", &["get"]),
    ("/api/v1/operations", &["get"]),
    ("/api/v1/operations/{id}", &["get"]),
    ("/api/v1/operations/{id}/items", &["get"]),
    ("/api/v1/policies", &["get", "post"]),
    ("/api/v1/policies/{name}", &["get"]),
    ("/api/v1/policies/{name}/activate", &["post"]),
    ("/api/v1/policies/{name}/history", &["get"]),
    ("/api/v1/policies/{name}/versions", &["get"]),
    ("/api/v1/policies/{name}/versions/{version}", &["get"]),
    ("/api/v1/policies:verify", &["get"]),
    ("/healthz", &["get"]),
    ("/metrics", &["get"]),
    ("/openapi.json", &["get"]),
    ("/readyz", &["get"]),
];

async fn description(harness: &Harness) -> Value {
    let request = harness.request(Method::GET, "/openapi.json");
    Reply::of(request.send().await.unwrap()).await.with(200)
}

#[tokio::test]
async fn describes_every_route() {
    let harness = Harness::in_memory().await;
    let document = description(&harness).await;
    assert_eq!(document["info"]["title"], "wovyr-retry");
    let paths = document["paths"].as_object().unwrap();
    let described: Vec<(&str, Vec<&str>)> = paths
        .iter()
        .map(|(path, item)| {
            let methods = item.as_object().unwrap().keys().map(String::as_str);
            (path.as_str(), methods.filter(|key| matches!(*key, "get" | "post")).collect())
        })
        .collect();
    let promised: Vec<_> = ROUTES.iter().map(|(path, methods)| (*path, methods.to_vec())).collect();
    assert_eq!(described, promised);
    for (path, methods) in ROUTES {
        let path = path.replace("{id}", "x").replace("{token}", "x").replace("{name}", "x");
        for method in *methods {
            let method = method.to_uppercase().parse().unwrap();
            let reply = Reply::of(harness.request(method, &path).send().await.unwrap()).await;
            let message = reply.json["error"]["message"].as_str().unwrap_or_default();
            assert!(!message.contains("no such route"), "{path}");
        }
    }
    harness.stop().await;
}

#[tokio::test]
async fn every_reference_leads_somewhere() {
    let harness = Harness::in_memory().await;
    let document = description(&harness).await;
    let mut references = BTreeSet::new();
    collect(&document, &mut references);
    assert!(references.contains("#/components/schemas/ErrorEnvelope"), "{references:?}");
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
    let mut names = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            assert!(names.insert(operation["operationId"].as_str().unwrap()), "{path}");
            assert_eq!(operation["requestBody"].is_object(), method == "post", "{path}");
            assert!(operation["responses"]["default"].is_object(), "{path} says how it fails");
            assert!(operation["summary"].is_string(), "{path} says what it does");
        }
    }
    harness.stop().await;
}

fn collect<'a>(value: &'a Value, references: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(map) => {
            references.extend(map.get("$ref").and_then(Value::as_str));
            map.values().for_each(|value| collect(value, references));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, references)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A route that is registered past its description would be missing in it.
#[test]
fn no_route_is_registered_without_its_description() {
    let files = source::files("src/server", &[".rs"]);
    assert!(files.len() > 10);
    for file in files {
        for call in [".route(", ".route_service(", ".nest_service("] {
            assert!(!file.text.contains(call), "{}: {call}", file.path);
        }
    }
}
