//! The client against a server that answers as it is told.

use std::time::Duration;

use serde_json::{Value, json};
use wiremock::matchers::{body_json, header, method, path, query_param, query_param_is_missing};
use wiremock::{Mock, MockServer, ResponseTemplate};
use wovyr_retry::api::{ErrorCode, HealthStatus, HistoryEvent, ListQuery, ReplayRequest};
use wovyr_retry::client::{ClientError, ClientOptions, EngineClient, Pages};
use wovyr_retry::model::{ActivityKey, LeaseToken, Millis};

fn client(server: &MockServer) -> EngineClient {
    EngineClient::new(&ClientOptions::new(server.uri())).unwrap()
}

async fn answers(server: &MockServer, response: ResponseTemplate) {
    Mock::given(wiremock::matchers::any()).respond_with(response).mount(server).await;
}

fn health() -> Value {
    json!({"status": "ok", "version": "0.1.0", "added_later": true})
}

fn event(index: u64) -> Value {
    json!({"index": index, "event": "Released", "generation": 1, "attempt": 1,
        "at": "2026-11-30T19:40:12.000Z", "details": {}})
}

#[tokio::test]
async fn says_who_asks() {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path("/engine/healthz"))
        .and(header("x-wovyr-tenant", "acme"))
        .and(header("authorization", "Bearer secret"))
        .respond_with(ResponseTemplate::new(200).set_body_json(health()))
        .expect(1)
        .mount(&server)
        .await;
    let options = ClientOptions {
        tenant: "acme".to_owned(),
        token: Some("secret".to_owned()),
        ..ClientOptions::new(format!("{}/engine/", server.uri()))
    };
    let client = EngineClient::new(&options).unwrap();
    assert_eq!(client.health().await.unwrap().status, HealthStatus::Ok);
    assert!(!format!("{client:?}").contains("secret"));
}

#[tokio::test]
async fn an_identity_is_one_part_of_the_path() {
    let server = MockServer::start().await;
    let key = ActivityKey::new("default", "a/b", "100%?#", "..").unwrap();
    // Encoded once within the identity and once more as a part of the path.
    Mock::given(method("GET"))
        .and(path("/api/v1/activities/default%2Fa%252Fb%2F100%2525%253F%2523%2F../history"))
        .respond_with(ResponseTemplate::new(200).set_body_json(
            json!({"data": [], "has_more": false, "next_cursor": null, "total_estimate": 0}),
        ))
        .expect(1)
        .mount(&server)
        .await;
    let mut pages =
        client(&server).activity_history(&key.to_string(), ListQuery::default()).unwrap();
    assert!(pages.next().await.unwrap().unwrap().data.is_empty());
    for name in ["", ".", ".."] {
        let error = client(&server).policy(name).await.unwrap_err();
        assert!(matches!(error, ClientError::Name { .. }), "{error}");
    }
}

#[tokio::test]
async fn sends_the_idempotency_key_and_the_body() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .and(path("/api/v1/dead-letters:replay"))
        .and(header("idempotency-key", "k1"))
        .and(header("content-type", "application/json"))
        .and(body_json(json!({"all": true, "rate": "unlimited", "same_policy": false,
            "force": false, "reason": null})))
        .respond_with(ResponseTemplate::new(202).set_body_json(json!({
            "operation_id": "op_aaaaaaaaaaaaaaaaaaaaaaaaaa", "status": "running", "targets": 250})))
        .expect(1)
        .mount(&server)
        .await;
    let request = ReplayRequest {
        all: true,
        rate: Some("unlimited".parse().unwrap()),
        ..ReplayRequest::default()
    };
    assert_eq!(client(&server).replay(&request, "k1").await.unwrap().targets, 250);
}

#[tokio::test]
async fn gives_the_engines_error_as_it_is() {
    let server = MockServer::start().await;
    let body = json!({"error": {"code": "lease_lost", "message": "the lease is over",
        "type": "conflict", "status": 409, "request_id": "req_1"}});
    answers(&server, ResponseTemplate::new(409).set_body_json(body)).await;
    let token = LeaseToken::new(ActivityKey::new("t", "w", "e", "a").unwrap().id(), [7; 24]);
    let error = client(&server).heartbeat(&token).await.unwrap_err();
    assert!(error.is(ErrorCode::LeaseLost));
    assert!(!error.may_pass());
    assert_eq!(error.to_string(), "the lease is over (lease_lost)");
}

#[tokio::test]
async fn an_overloaded_engine_says_when_again() {
    let server = MockServer::start().await;
    let body = json!({"error": {"code": "overloaded", "message": "busy",
        "type": "server_error", "status": 503}});
    let response = ResponseTemplate::new(503).insert_header("retry-after", "2");
    answers(&server, response.set_body_json(body)).await;
    let error = client(&server).metrics().await.unwrap_err();
    assert!(error.may_pass());
    let ClientError::Refused { retry_after, .. } = error else { panic!("{error}") };
    assert_eq!(retry_after, Some(Duration::from_secs(2)));
}

#[tokio::test]
async fn tells_another_server_from_an_engine() {
    for (status, body) in [
        (200, "<html>\u{1b}[2J welcome</html>"),
        (200, "{\"status\": \"fine\"}"),
        (404, "not here"),
        (500, "{\"error\": \"boom\"}"),
    ] {
        let server = MockServer::start().await;
        answers(&server, ResponseTemplate::new(status).set_body_string(body)).await;
        let error = client(&server).health().await.unwrap_err();
        assert!(matches!(&error, ClientError::NotOurs { status: s, .. } if *s == status));
        assert!(!error.to_string().contains('\u{1b}'), "{error}");
    }
}

#[tokio::test]
async fn follows_no_redirect() {
    let server = MockServer::start().await;
    Mock::given(path("/healthz"))
        .respond_with(ResponseTemplate::new(307).insert_header("location", "/elsewhere"))
        .mount(&server)
        .await;
    Mock::given(path("/elsewhere"))
        .respond_with(ResponseTemplate::new(200).set_body_json(health()))
        .expect(0)
        .mount(&server)
        .await;
    let error = client(&server).health().await.unwrap_err();
    assert!(matches!(error, ClientError::NotOurs { status: 307, .. }), "{error}");
}

#[tokio::test]
async fn an_engine_that_cannot_work_says_so() {
    let server = MockServer::start().await;
    let body = json!({"status": "unavailable", "version": "0.1.0", "reason": "no store"});
    answers(&server, ResponseTemplate::new(503).set_body_json(body)).await;
    let health = client(&server).readiness().await.unwrap();
    assert_eq!(health.status, HealthStatus::Unavailable);
    assert_eq!(health.reason.as_deref(), Some("no store"));
}

#[tokio::test]
async fn tells_silence_from_absence() {
    let server = MockServer::start().await;
    let slow = ResponseTemplate::new(200).set_body_json(health());
    answers(&server, slow.set_delay(Duration::from_mins(1))).await;
    let timeout = Duration::from_millis(50);
    let options = ClientOptions { timeout, ..ClientOptions::new(server.uri()) };
    let error = EngineClient::new(&options).unwrap().health().await.unwrap_err();
    assert!(matches!(error, ClientError::TimedOut { .. }), "{error}");
    assert!(error.may_pass());

    // Nobody listens on a port that was just given back.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let options = ClientOptions::new(format!("http://{address}"));
    let error = EngineClient::new(&options).unwrap().health().await.unwrap_err();
    assert!(error.may_pass());
    let text = error.to_string();
    assert!(text.starts_with(&format!("cannot reach the engine at http://{address}")), "{text}");
    assert!(text.contains("refused"), "{text}");
}

#[tokio::test]
async fn waits_as_long_as_it_asked_the_engine_to() {
    let server = MockServer::start().await;
    let body = json!({"error": {"code": "not_found", "message": "no such activity",
        "type": "client_error", "status": 404}});
    Mock::given(query_param("wait", "1s"))
        .respond_with(
            ResponseTemplate::new(404).set_body_json(body).set_delay(Duration::from_millis(300)),
        )
        .mount(&server)
        .await;
    let timeout = Duration::from_millis(100);
    let options = ClientOptions { timeout, ..ClientOptions::new(server.uri()) };
    let client = EngineClient::new(&options).unwrap();
    let error = client.activity("act_x", Some(Millis(1000))).await.unwrap_err();
    assert!(error.is(ErrorCode::NotFound), "{error}");
}

async fn page(server: &MockServer, cursor: Option<&str>, next: Option<&str>, index: u64) {
    let body = json!({"data": [event(index)], "has_more": next.is_some(), "next_cursor": next,
        "total_estimate": 3});
    let mock = Mock::given(method("GET")).and(query_param("where", "a & b"));
    let mock = match cursor {
        Some(cursor) => mock.and(query_param("cursor", cursor)),
        None => mock.and(query_param_is_missing("cursor")),
    };
    mock.respond_with(ResponseTemplate::new(200).set_body_json(body)).mount(server).await;
}

fn history(server: &MockServer) -> Pages<HistoryEvent> {
    let query = ListQuery { predicate: Some("a & b".to_owned()), ..ListQuery::default() };
    client(server).activity_history("act_x", query).unwrap()
}

#[tokio::test]
async fn walks_a_list_to_its_end() {
    let server = MockServer::start().await;
    page(&server, None, Some("c 1"), 1).await;
    page(&server, Some("c 1"), Some("c2"), 2).await;
    page(&server, Some("c2"), None, 3).await;
    let mut pages = history(&server);
    let mut indexes = Vec::new();
    while let Some(page) = pages.next().await.unwrap() {
        indexes.extend(page.data.iter().map(|event| event.index));
    }
    assert_eq!(indexes, [1, 2, 3]);
}

#[tokio::test]
async fn refuses_a_list_that_goes_in_circles() {
    let server = MockServer::start().await;
    page(&server, None, Some("c1"), 1).await;
    page(&server, Some("c1"), Some("c2"), 2).await;
    page(&server, Some("c2"), Some("c1"), 3).await;
    let mut pages = history(&server);
    assert!(pages.next().await.unwrap().is_some());
    assert!(pages.next().await.unwrap().is_some());
    let error = pages.next().await.unwrap_err();
    assert!(matches!(error, ClientError::RepeatedCursor { .. }), "{error}");
}

#[test]
fn refuses_addresses_that_no_engine_has() {
    for url in [
        "",
        "localhost:7461",
        "ftp://localhost",
        "http://",
        "http://u:p@localhost",
        "http://localhost/?a=b",
        "http://localhost/#a",
    ] {
        let error = EngineClient::new(&ClientOptions::new(url)).unwrap_err();
        assert!(matches!(error, ClientError::Address { .. }), "{url}: {error}");
    }
    let tenant = "a\nb".to_owned();
    let options = ClientOptions { tenant, ..ClientOptions::new("https://localhost") };
    assert!(matches!(EngineClient::new(&options), Err(ClientError::Header { what: "tenant" })));
}
