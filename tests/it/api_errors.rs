//! What a caller gets for calls that cannot be: a status, a code and the place, in one shape.

use reqwest::Method;
use reqwest::header::{ALLOW, CONTENT_TYPE, HOST, ORIGIN};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use wovyr_retry::model::ActivityKey;

use crate::harness::{Harness, Reply, activity_of};

async fn posted(
    harness: &Harness,
    path: &str,
    kind: &str,
    body: impl Into<reqwest::Body>,
) -> Reply {
    let request = harness.request(Method::POST, path).header(CONTENT_TYPE, kind).body(body);
    Reply::of(request.send().await.unwrap()).await
}

#[tokio::test]
async fn routes_that_are_not_there() {
    let harness = Harness::in_memory().await;
    for path in ["/", "/api/v1", "/api/v1/nothing", "/api/v1/activities/", "/favicon.ico"] {
        let reply = Reply::of(harness.request(Method::GET, path).send().await.unwrap()).await;
        assert_eq!(reply.error(), (404, "not_found"), "{path}");
        assert_eq!(reply.headers["wovyr-api-version"], "1");
    }
    for (method, path) in
        [(Method::DELETE, "/api/v1/activities"), (Method::GET, "/api/v1/leases:acquire")]
    {
        let reply = Reply::of(harness.request(method, path).send().await.unwrap()).await;
        assert_eq!(reply.error(), (405, "method_not_allowed"), "{path}");
        assert!(reply.headers.contains_key(ALLOW), "{path}");
    }
    harness.stop().await;
}

#[tokio::test]
async fn bodies_that_cannot_be_read() {
    let harness = Harness::in_memory().await;
    let path = "/api/v1/activities";
    let json = activity_of("a", "default").to_string();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let reply = posted(&harness, path, kind, json.clone()).await;
        assert_eq!(reply.error(), (415, "unsupported_media_type"), "{kind}");
    }
    let reply =
        posted(&harness, path, "application/json", "{\"workflow_id\": \"w\",\n nonsense}").await;
    assert_eq!(reply.error(), (400, "malformed_body"));
    let detail = &reply.json["error"]["details"][0];
    assert_eq!((&detail["line"], &detail["column"]), (&json!(2), &json!(2)), "{detail}");
    let reply = posted(&harness, path, "application/json", "").await;
    assert_eq!(reply.error(), (400, "malformed_body"));
    let reply = posted(&harness, path, "application/json; charset=utf-8", json).await;
    assert_eq!(reply.status, 201);
    harness.stop().await;
}

#[tokio::test]
async fn fields_that_cannot_be() {
    let harness = Harness::in_memory().await;
    let with = |field: &str, value: Value| {
        let mut body = activity_of("a", "default");
        body[field] = value;
        body
    };
    let long = "x".repeat(257);
    let cases = [
        ("prioritee", with("prioritee", json!(1))),
        ("workflow_id", with("workflow_id", json!(""))),
        ("queue", with("queue", json!(long))),
        ("activity_type", with("activity_type", json!("a\u{1b}[2J"))),
        ("priority", with("priority", json!("urgent"))),
        ("run_at", with("run_at", json!("tomorrow"))),
        ("payload", with("payload", json!({"amount": 42}))),
        ("payload_base64", with("payload_base64", json!("%%%"))),
        ("metadata", with("metadata", json!([]))),
        ("workflow_id", json!({})),
    ];
    for (field, body) in cases {
        let reply = harness.post("/activities", &body).await;
        assert_eq!(reply.error(), (400, "validation_failed"), "{field}");
        assert_eq!(reply.fields(), [field], "{:#}", reply.json);
    }
    let acquire = json!({"worker_id": "w", "queues": [], "max": 0, "wait_ms": 60_001});
    let reply = harness.post("/leases:acquire", &acquire).await;
    assert_eq!(reply.fields(), ["queues", "max", "wait_ms"]);
    let reply = harness.post("/activities:batch", &json!({"activities": []})).await;
    assert_eq!(reply.error(), (400, "validation_failed"));
    harness.stop().await;
}

#[tokio::test]
async fn paths_and_queries_that_cannot_be() {
    let harness = Harness::in_memory().await;
    let unknown = ActivityKey::new("default", "w", "e", "a").unwrap();
    let known_form = unknown.to_string().replace('/', "%2F");
    for (path, status, field) in [
        ("/activities/act_x", 400, "id"),
        ("/activities/a%2Fb", 400, "id"),
        ("/activities/%FF", 400, "id"),
        ("/dead-letters/dl_x_1", 400, "id"),
        ("/operations/7", 400, "id"),
        ("/activities?limit=0", 400, "limit"),
        ("/activities?limit=1001", 400, "limit"),
        ("/activities?limit=many", 400, "limit"),
        ("/activities?limt=1", 400, "limt"),
        ("/activities?cursor=AQ", 400, "cursor"),
        ("/activities?cursor=%00", 400, "cursor"),
        ("/activities?where=typ%20%3D%20%22a%22", 400, "where"),
        ("/dead-letters?where=", 400, "where"),
        ("/operations?where=kind", 400, "where"),
    ] {
        let reply = harness.get(path).await;
        assert_eq!(reply.error(), (status, "validation_failed"), "{path}");
        assert_eq!(reply.fields(), [field], "{path} {:#}", reply.json);
    }
    let id = unknown.id();
    for path in [
        format!("/activities/{id}"),
        format!("/activities/{id}?wait=30s"),
        format!("/activities/{known_form}/history"),
        format!("/dead-letters/{}_1", id.to_string().replace("act_", "dl_")),
        format!("/operations/{}", id.to_string().replace("act_", "op_")),
        "/policies/nothing".to_owned(),
        "/policies/nothing/versions".to_owned(),
    ] {
        assert_eq!(harness.get(&path).await.error(), (404, "not_found"), "{path}");
    }
    let path = format!("/activities/{id}?wait=61s");
    assert_eq!(harness.get(&path).await.fields(), ["wait"]);
    harness.stop().await;
}

#[tokio::test]
async fn callers_that_are_not_on_this_machine() {
    let harness = Harness::in_memory().await;
    let get = |path| harness.request(Method::GET, path);
    for host in ["example.com", "localhost.example.com:80", "10.0.0.1", "127.0.0.1.nip.io"] {
        let reply = Reply::of(get("/healthz").header(HOST, host).send().await.unwrap()).await;
        assert_eq!(reply.error(), (403, "forbidden_host"), "{host}");
    }
    for host in ["localhost", "LOCALHOST:1", "127.0.0.1:9", "[::1]:7461"] {
        let reply = Reply::of(get("/healthz").header(HOST, host).send().await.unwrap()).await;
        assert_eq!(reply.status, 200, "{host}");
    }
    for origin in ["https://example.com", "http://localhost:7461", "null"] {
        let reply = Reply::of(get("/healthz").header(ORIGIN, origin).send().await.unwrap()).await;
        assert_eq!(reply.error(), (403, "forbidden_origin"), "{origin}");
    }
    harness.stop().await;
}

#[tokio::test]
async fn tenants_do_not_see_each_other() {
    let harness = Harness::in_memory().await;
    let id = harness.schedule("a", "default").await["id"].as_str().unwrap().to_owned();
    let get = |tenant: &str, path: String| {
        harness.request(Method::GET, &path).header("x-wovyr-tenant", tenant.to_owned())
    };
    let path = format!("/api/v1/activities/{id}");
    let reply = Reply::of(get("default", path.clone()).send().await.unwrap()).await;
    assert_eq!(reply.status, 200);
    for path in [path.clone(), format!("{path}/history"), format!("{path}?wait=1s")] {
        let reply = Reply::of(get("other", path).send().await.unwrap()).await;
        assert_eq!(reply.error(), (404, "not_found"));
    }
    let list = get("other", "/api/v1/activities".to_owned()).send().await.unwrap();
    assert_eq!(Reply::of(list).await.with(200)["data"], json!([]));
    let lease = harness.lease("a").await;
    let complete = format!("/api/v1{}", crate::harness::on(&lease, "complete"));
    let request = harness.request(Method::POST, &complete).header("x-wovyr-tenant", "other");
    let reply = Reply::of(request.json(&json!({})).send().await.unwrap()).await;
    assert_eq!(reply.error(), (404, "not_found"));
    let reply = Reply::of(get("", "/api/v1/activities".to_owned()).send().await.unwrap()).await;
    assert_eq!(reply.fields(), ["x-wovyr-tenant"]);
    harness.stop().await;
}

#[tokio::test]
async fn bodies_that_are_too_large() {
    let harness = Harness::in_memory().await;
    let mut body = activity_of("a", "default");
    body["payload"] = json!("x".repeat(1024 * 1024 + 1));
    let reply = harness.post("/activities", &body).await;
    assert_eq!(reply.fields(), ["payload"], "over the limit of a payload");
    body["payload"] = json!("\u{1}".repeat(1024 * 1024));
    let reply = harness.post("/activities", &body).await;
    assert_eq!(reply.status, 201, "a payload within its limit fits however it is written");
    let huge = vec![b' '; 9 * 1024 * 1024];
    let reply = posted(&harness, "/api/v1/activities", "application/json", huge).await;
    assert_eq!(reply.error(), (413, "payload_too_large"));
    harness.stop().await;
}

#[tokio::test]
async fn http_that_is_none() {
    let harness = Harness::in_memory().await;
    let address = harness.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\n\r\n").await.unwrap();
    let mut answer = [0; 16];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 403 For", "a call without a host");
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"hello\r\n\r\n").await.unwrap();
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 400 Bad");
    harness.stop().await;
}
