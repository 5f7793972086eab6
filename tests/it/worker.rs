//! The worker against a small engine.

mod fake_engine;

use std::collections::HashMap;
use std::path::Path;

use tokio_util::sync::CancellationToken;
use wovyr_retry::api::FailureBody;
use wovyr_retry::worker::{Summary, WorkerError};

use fake_engine::{Engine, lease, token, until};

fn is_alive(pid_file: &Path) -> bool {
    let pid: i32 = std::fs::read_to_string(pid_file).unwrap().trim().parse().unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::test_kill_process_group(pid).is_ok()
}

/// A script that leaves its process id and then runs, with a child, until it is killed.
fn endless(pid_file: &Path) -> String {
    format!("sleep 600 & echo $$ > {0}.new; mv {0}.new {0}; wait", pid_file.display())
}

#[tokio::test]
async fn feeds_the_command_and_reports_its_result() {
    let engine = Engine::start((0..200).map(|number| lease(number, 60_000))).await;
    let work = engine.work(
        "cat; echo \" $WOVYR_RETRY_TENANT/$WOVYR_RETRY_WORKFLOW_ID/$WOVYR_RETRY_EXECUTION_ID/\
         $WOVYR_RETRY_ACTIVITY_ID $WOVYR_RETRY_ACTIVITY_TYPE $WOVYR_RETRY_QUEUE \
         $WOVYR_RETRY_GENERATION $WOVYR_RETRY_ATTEMPT $WOVYR_RETRY_MAX_ATTEMPTS \
         $WOVYR_RETRY_IDEMPOTENCY_KEY $WOVYR_RETRY_LEASE_EXPIRES_AT\"",
    );
    until("all reported", || engine.notes().reports.len() == 200).await;
    assert_eq!(work.end().await, Summary { completed: 200, ..Summary::default() });
    let notes = engine.notes();
    let results: HashMap<&str, &str> = notes
        .reports
        .iter()
        .map(|item| {
            (item.token.as_str(), item.complete.as_ref().unwrap().result.as_deref().unwrap())
        })
        .collect();
    assert_eq!(results.len(), 200, "each once");
    assert_eq!(
        results[token(7).to_string().as_str()],
        "payload 7 default/w/e/a7 ChargeCard payments 1 2 unlimited wrk_1 2026-11-30T19:40:12.000Z\n"
    );
}

#[tokio::test]
async fn reports_a_failure_by_exit_and_last_line() {
    let engine = Engine::start([lease(1, 60_000)]).await;
    let work = engine.work("echo 'at line 3' >&2; echo 'SchemaError: no field' >&2; exit 65");
    until("reported", || engine.notes().reports.len() == 1).await;
    work.end().await;
    let expected = FailureBody {
        error_type: "SchemaError".to_owned(),
        message: "no field".to_owned(),
        non_retryable: true,
        stack_trace: Some("at line 3\nSchemaError: no field".to_owned()),
        ..FailureBody::default()
    };
    assert_eq!(engine.notes().reports[0].fail.as_ref().unwrap().failure, expected);
}

#[tokio::test]
async fn renews_the_lease_while_the_command_runs() {
    let directory = tempfile::tempdir().unwrap();
    let gate = directory.path().join("gate");
    let engine = Engine::start([lease(1, 600)]).await;
    let work = engine.work(&format!("until [ -e {} ]; do sleep 0.02; done", gate.display()));
    let name = token(1).to_string();
    // More of them than one lease lasts.
    until("five heartbeats", || engine.notes().beats.get(&name) >= Some(&5)).await;
    std::fs::write(&gate, "").unwrap();
    until("reported", || engine.notes().reports.len() == 1).await;
    assert_eq!(work.end().await, Summary { completed: 1, ..Summary::default() });
}

#[tokio::test]
async fn kills_the_whole_group_when_the_lease_is_lost() {
    let directory = tempfile::tempdir().unwrap();
    let pid_file = directory.path().join("pid");
    let engine = Engine::start([lease(1, 600)]).await;
    let work = engine.work(&endless(&pid_file));
    until("started", || pid_file.exists()).await;
    assert!(is_alive(&pid_file));
    engine.notes().lost.insert(token(1).to_string());
    until("killed", || !is_alive(&pid_file)).await;
    assert_eq!(work.end().await, Summary { lost: 1, ..Summary::default() });
    assert!(engine.notes().reports.is_empty());
}

#[tokio::test]
async fn kills_the_command_when_the_lease_ends_in_silence() {
    let directory = tempfile::tempdir().unwrap();
    let pid_file = directory.path().join("pid");
    let mut engine = Engine::start([lease(1, 600)]).await;
    let work = engine.work(&endless(&pid_file));
    until("started", || pid_file.exists()).await;
    engine.die();
    until("killed", || !is_alive(&pid_file)).await;
    assert_eq!(work.end().await, Summary { lost: 1, ..Summary::default() });
}

#[tokio::test]
async fn a_result_outlives_the_engines_restart() {
    let directory = tempfile::tempdir().unwrap();
    let (gate, done) = (directory.path().join("gate"), directory.path().join("done"));
    let mut engine = Engine::start([lease(1, 60_000)]).await;
    let work = engine.work(&format!(
        "until [ -e {} ]; do sleep 0.02; done; echo ok; : > {}",
        gate.display(),
        done.display()
    ));
    until("leased", || engine.notes().due.is_empty()).await;
    engine.die();
    std::fs::write(&gate, "").unwrap();
    until("done", || done.exists()).await;
    // At first a proxy answers in the engine's place.
    engine.notes().broken_turns = 2;
    engine.serve().await;
    until("reported", || engine.notes().reports.len() == 1).await;
    assert_eq!(work.end().await, Summary { completed: 1, ..Summary::default() });
    assert!(engine.notes().turns >= 3);
}

#[tokio::test]
async fn one_bad_report_does_not_cost_the_others() {
    let engine = Engine::start((0..8).map(|number| lease(number, 60_000))).await;
    engine.notes().lost.insert(token(3).to_string());
    engine.notes().busy_items = 2;
    let work = engine.work("echo ok");
    until("reported", || engine.notes().reports.len() == 7).await;
    let summary = work.end().await;
    assert_eq!(summary, Summary { completed: 7, refused: 1, ..Summary::default() });
}

#[tokio::test]
async fn drains_and_gives_back_what_it_did_not_start() {
    let directory = tempfile::tempdir().unwrap();
    let gate = directory.path().join("gate");
    let engine = Engine::start([lease(1, 60_000)]).await;
    let work = engine.work(&format!("until [ -e {} ]; do sleep 0.02; done", gate.display()));
    until("a second poll", || engine.notes().polls == 2).await;
    engine.notes().closed = true;
    engine.notes().due.push_back(lease(2, 60_000));
    work.shutdown.cancel();
    // The poll under way still gets its answer, because a command runs.
    engine.notes().closed = false;
    let name = token(2).to_string();
    until("given back", || engine.notes().released.contains(&name)).await;
    assert!(engine.notes().reports.is_empty(), "the command still runs");
    std::fs::write(&gate, "").unwrap();
    let summary = work.end().await;
    assert_eq!(summary, Summary { completed: 1, released: 1, ..Summary::default() });
}

#[tokio::test]
async fn kills_what_runs_when_it_is_dropped() {
    let directory = tempfile::tempdir().unwrap();
    let pid_file = directory.path().join("pid");
    let engine = Engine::start([lease(1, 60_000)]).await;
    let work = engine.work(&endless(&pid_file));
    until("started", || pid_file.exists()).await;
    work.task.abort();
    until("killed", || !is_alive(&pid_file)).await;
}

#[tokio::test]
async fn a_command_that_is_not_there_takes_no_work() {
    let engine = Engine::start([lease(1, 60_000)]).await;
    let error = engine.worker(&["no-such-program-anywhere"]).unwrap_err();
    assert!(matches!(error, WorkerError::CommandNotFound { .. }), "{error}");
    let error = engine.worker(&[]).unwrap_err();
    assert!(matches!(error, WorkerError::Option { .. }), "{error}");
    assert_eq!(engine.notes().polls, 0);
}

#[tokio::test]
async fn a_command_that_vanishes_ends_the_worker_and_gives_the_lease_back() {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("program");
    std::fs::copy("/bin/sh", &program).unwrap();
    let engine = Engine::start([lease(1, 60_000)]).await;
    let worker = engine.worker(&[program.to_str().unwrap()]).unwrap();
    std::fs::remove_file(&program).unwrap();
    let error = worker.run(CancellationToken::new()).await.unwrap_err();
    assert!(matches!(error, WorkerError::Spawn { .. }), "{error}");
    assert!(engine.notes().released.contains(&token(1).to_string()));
}

#[tokio::test]
async fn an_engine_that_refuses_ends_the_worker() {
    let engine = Engine::start([]).await;
    engine.notes().forbidden = true;
    let worker = engine.worker(&["true"]).unwrap();
    let error = worker.run(CancellationToken::new()).await.unwrap_err();
    assert!(matches!(error, WorkerError::Refused(_)), "{error}");
}
