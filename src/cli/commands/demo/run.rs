//! Sets the stage, lets the story run, and closes the books.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::Level;

use super::cast::{self, Record};
use super::downstream::PaymentApi;
use super::script::Script;
use super::show::Show;
use super::tally::Tally;
use crate::api::{PublishRequest, ReplayRequest};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::host::{self, HostError, StoreSpec};
use crate::cli::session::Session;
use crate::cli::{logging, signal};
use crate::client::{ClientOptions, EngineClient};
use crate::model::Millis;
use crate::runtime::Engine;
use crate::server::{self, ServerOptions};

const EXAMPLES: &str = "\
Examples:
  wovyr-retry demo                  until Ctrl-C; look around with the other commands meanwhile
  wovyr-retry demo --for 20s        ends by itself with a summary
  wovyr-retry demo --for 20s -o json";

/// Where `serve` would listen; taken if it is free, so that other commands find the demo.
const USUAL_ADDRESS: &str = "127.0.0.1:7461";

/// Workers at a time.
const WORKERS: usize = 4;

/// How often the view is drawn and the operator looks at the clock.
const FRAME: Duration = Duration::from_millis(250);

/// The arguments of `demo`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// End after this time, e.g. 20s or 1m30s
    #[arg(long = "for", value_name = "DURATION", value_parser = Millis::parse)]
    length: Option<Millis>,
}

/// Runs the demo.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    logging::start(session, Level::WARN)?;
    // An error says that somebody installed one before, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let directory = temporary_directory()?;
    let store = StoreSpec::Sqlite(directory.join("engine.db"));
    let result = host::runtime()?.block_on(play(session, &store, args.length));
    // The store of a demo is of no use after it; what cannot be removed the system will.
    let _ = std::fs::remove_dir_all(directory);
    result
}

fn temporary_directory() -> Result<PathBuf, CliError> {
    let path = std::env::temp_dir().join(format!("wovyr-retry-demo-{}", std::process::id()));
    std::fs::create_dir_all(&path)
        .map_err(|source| CliError::Unreadable { what: path.display().to_string(), source })?;
    Ok(path)
}

async fn play(
    session: &mut Session,
    store: &StoreSpec,
    length: Option<Millis>,
) -> Result<Exit, CliError> {
    let (engine, mut loops) = host::start_engine(store).await?;
    let (listener, address) = listen().await?;
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async move {
        // An error says that the sender is gone, which is the end, too.
        let _ = stopped.await;
    };
    let served = server::serve(engine.clone(), listener, ServerOptions::default(), stopped);
    let served = tokio::spawn(served);
    let url = format!("http://{address}");
    let client = EngineClient::new(&ClientOptions::new(&url))?;
    publish(&client).await?;

    let script = Script::new(length.map(Duration::from));
    let started = Instant::now();
    let mut stage = Stage::set(script, started, client).await?;
    let mut show = Show::open(session, url, script);
    tokio::select! {
        told = stage.tell(session, &mut show, &engine) => told?,
        () = signal::terminated() => {}
        ended = loops.ended() => return Err(HostError::from(ended).into()),
    }
    show.close();
    let record = Arc::clone(&stage.record);
    let books = stage.payments.books();
    drop(stage);
    // Everybody is gone: what the engine acknowledged must be in the store.
    let _ = stop.send(());
    let _ = served.await;
    let tally = Tally::take(engine.store(), &record).await.map_err(HostError::from)?;
    super::show::summary(session, &tally, books)?;
    Ok(if tally.lost == 0 && tally.duplicated == 0 { Exit::Done } else { Exit::Refused })
}

/// Listens where `serve` would, or anywhere if somebody is there already.
async fn listen() -> Result<(TcpListener, SocketAddr), CliError> {
    let usual: SocketAddr = USUAL_ADDRESS.parse().unwrap_or_else(|_| ([127, 0, 0, 1], 0).into());
    let listener = match host::bind(usual).await {
        Err(CliError::Host(error)) if error.is_port_taken() => {
            host::bind(([127, 0, 0, 1], 0).into()).await?
        }
        bound => bound?,
    };
    let address = host::address_of(&listener)?;
    Ok((listener, address))
}

async fn publish(client: &EngineClient) -> Result<(), CliError> {
    let request = PublishRequest {
        name: Some(super::POLICY_NAME.to_owned()),
        source: super::POLICY.to_owned(),
        message: Some("the demo's own policy".to_owned()),
        if_version: None,
        activate: true,
    };
    client.publish_policy(&request).await?;
    Ok(())
}

/// Everybody who acts; they stop when this is dropped.
struct Stage {
    script: Script,
    started: Instant,
    client: EngineClient,
    payments: PaymentApi,
    record: Arc<Record>,
    actors: JoinSet<()>,
}

impl Stage {
    async fn set(script: Script, started: Instant, client: EngineClient) -> Result<Self, CliError> {
        let what = "a free port for the payment service";
        let payments = PaymentApi::start(script, started)
            .await
            .map_err(|source| HostError::System { what, source })?;
        let record = Arc::new(Record::default());
        let mut actors = JoinSet::new();
        actors.spawn(cast::shop(client.clone(), script, started, Arc::clone(&record)));
        for place in 1..=WORKERS {
            let (client, payments) = (client.clone(), payments.clone());
            actors.spawn(cast::workplace(place, client, payments, Arc::clone(&record)));
        }
        Ok(Self { script, started, client, payments, record, actors })
    }

    /// Shows the story and plays the operator, until its end.
    async fn tell(
        &mut self,
        session: &mut Session,
        show: &mut Show,
        engine: &Engine,
    ) -> Result<(), CliError> {
        let mut frames = interval(FRAME);
        frames.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut replayed = 0;
        loop {
            tokio::select! {
                _ = frames.tick() => {}
                // Actors act for ever; one that ended has a bug.
                _ = self.actors.join_next() => return Err(HostError::Actor.into()),
            }
            let elapsed = self.started.elapsed();
            if self.script.length().is_some_and(|length| elapsed >= length) {
                return Ok(());
            }
            let cycle = self.script.cycle(elapsed) + 1;
            if cycle > replayed && self.script.in_cycle(elapsed) >= self.script.replay_at() {
                replayed = cycle;
                self.replay().await?;
            }
            show.frame(session, elapsed, engine, &self.payments, &self.record).await?;
        }
    }

    /// What an operator would do now: replay what died of the outage, and nothing else.
    async fn replay(&self) -> Result<(), CliError> {
        let predicate = "error.type = \"HttpError\" and http = 503".to_owned();
        let request = ReplayRequest {
            predicate: Some(predicate),
            reason: Some("the payment service has recovered".to_owned()),
            ..ReplayRequest::default()
        };
        let key = format!("demo-replay-{}", self.started.elapsed().as_millis());
        let operation = self.client.replay(&request, &key).await?;
        let targets = operation.targets;
        self.record.tell(format!("operator: dlq replay of {targets} dead letters of the outage"));
        Ok(())
    }
}
