//! `worker --queue QUEUE --exec COMMAND`.

use std::time::Duration;

use clap::ArgGroup;
use serde_json::json;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::cli::engine::Engine;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::logging;
use crate::cli::output::{Cell, Page};
use crate::cli::session::Session;
use crate::worker::{Summary, Worker, WorkerOptions};

const EXAMPLES: &str = "\
Examples:
  wovyr-retry worker --queue payments --exec './charge --live'
  wovyr-retry worker --queue payments --queue refunds --concurrency 16 -- python3 charge.py

The command gets the payload on standard input and WOVYR_RETRY_TENANT, _WORKFLOW_ID, _EXECUTION_ID,
_ACTIVITY_ID, _ACTIVITY_TYPE, _QUEUE, _GENERATION, _ATTEMPT, _MAX_ATTEMPTS, _IDEMPOTENCY_KEY and
_LEASE_EXPIRES_AT in its environment. Exit 0 completes with standard output as the result; 75 is a
transient failure, 64, 65, 77 and 78 are permanent ones, others are of type Exit<N>. A last line
`Type: message` on standard error names the failure.

SIGTERM and ctrl-C end the worker when the commands that run have ended; a second one kills them.";

/// The arguments of `worker`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("work").required(true).args(["exec", "command"]))]
pub(crate) struct Args {
    /// A queue to take from; several times for several
    #[arg(long = "queue", value_name = "QUEUE", required = true)]
    queues: Vec<String>,
    /// An activity type to take, all unless given; several times for several
    #[arg(long = "type", value_name = "TYPE")]
    activity_types: Vec<String>,
    /// Commands that run at a time
    #[arg(long, value_name = "N", default_value_t = 4)]
    concurrency: usize,
    /// The worker's name in history and logs; host and process id unless given
    #[arg(long, value_name = "NAME")]
    worker_id: Option<String>,
    /// The command, split into words as a shell does; no shell runs
    #[arg(long, value_name = "COMMAND")]
    exec: Option<String>,
    /// The command, word by word
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Works until it is told to end.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    logging::start(session, tracing::Level::WARN)?;
    let options = WorkerOptions {
        queues: args.queues.clone(),
        activity_types: args.activity_types.clone(),
        command: command(args)?,
        concurrency: args.concurrency,
        worker_id: args.worker_id.clone().unwrap_or_else(default_worker_id),
    };
    let engine = Engine::of(session)?;
    let told = format!(
        "worker {} takes from {} at {}",
        options.worker_id,
        options.queues.join(", "),
        engine.client.url()
    );
    let worker = Worker::new(engine.client, options)?;
    session.printer.note(&told);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(CliError::Runtime)?;
    let outcome = runtime.block_on(work(worker));
    // A dropped task kills its process group; it must come to that before this process ends.
    runtime.shutdown_timeout(Duration::from_secs(2));
    let summary = outcome?;
    session.printer.show(&as_data(&summary), "worker", &page(&summary))?;
    Ok(if summary.unreported > 0 { Exit::Partial } else { Exit::Done })
}

/// Works until the first signal and then drains; the second one kills what still runs.
async fn work(worker: Worker) -> Result<Summary, CliError> {
    let mut interrupts = signal(SignalKind::interrupt()).map_err(CliError::Runtime)?;
    let mut terminations = signal(SignalKind::terminate()).map_err(CliError::Runtime)?;
    let shutdown = CancellationToken::new();
    let work = worker.run(shutdown.clone());
    tokio::pin!(work);
    loop {
        tokio::select! {
            summary = &mut work => return Ok(summary?),
            _ = interrupts.recv() => {}
            _ = terminations.recv() => {}
        }
        if shutdown.is_cancelled() {
            return Err(CliError::Interrupted);
        }
        shutdown.cancel();
    }
}

fn command(args: &Args) -> Result<Vec<String>, CliError> {
    let Some(text) = &args.exec else { return Ok(args.command.clone()) };
    shlex::split(text).ok_or_else(|| {
        CliError::usage(
            format!("--exec `{text}` has a quote that is not closed"),
            "close it, or give the command word by word after --",
        )
    })
}

/// `host-1234`.
fn default_worker_id() -> String {
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    format!("{host}-{}", std::process::id())
}

fn as_data(summary: &Summary) -> serde_json::Value {
    let Summary { completed, failed, lost, refused, released, unreported } = summary;
    json!({
        "completed": completed, "failed": failed, "lost": lost, "refused": refused,
        "released": released, "unreported": unreported,
    })
}

fn page(summary: &Summary) -> Page {
    let Summary { completed, failed, lost, refused, released, unreported } = *summary;
    Page::new().fields(vec![
        ("completed", Cell::Count(completed)),
        ("failed", Cell::Count(failed)),
        ("lease lost", Cell::Count(lost)),
        ("report refused", Cell::Count(refused)),
        ("released", Cell::Count(released)),
        ("not reported", Cell::Count(unreported)),
    ])
}
