//! `serve`: the engine on a durable store, behind its HTTP API.

use std::net::SocketAddr;

use tracing::Level;

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::host::{self, HostError, StoreSpec};
use crate::cli::session::Session;
use crate::cli::{logging, signal};
use crate::server::{self, ServerOptions};

const EXAMPLES: &str = "\
Examples:
  wovyr-retry serve
  wovyr-retry serve --store sqlite:/var/lib/wovyr/engine.db --listen 127.0.0.1:7461
  WOVYR_LOG=debug WOVYR_LOG_FORMAT=json wovyr-retry serve 2> engine.log

The engine answers loopback callers only. It stops on SIGINT or SIGTERM: waiting polls are answered,
running requests end, and everything acknowledged is on disk at every moment.";

/// The arguments of `serve`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where everything is kept: sqlite:PATH; by default ~/.wovyr/retry/engine.db
    #[arg(long, value_name = "STORE")]
    store: Option<StoreSpec>,
    /// The loopback address to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7461")]
    listen: SocketAddr,
}

/// Runs the engine until a signal.
pub(crate) fn run(session: &mut Session, args: Args) -> Result<Exit, CliError> {
    logging::start(session, Level::INFO)?;
    let store = args.store.map_or_else(StoreSpec::by_default, Ok)?;
    host::runtime()?.block_on(serve(session, &store, args.listen))
}

async fn serve(
    session: &mut Session,
    store: &StoreSpec,
    listen: SocketAddr,
) -> Result<Exit, CliError> {
    let listener = host::bind(listen).await?;
    let address = host::address_of(&listener)?;
    let (engine, mut loops) = host::start_engine(store).await?;
    session.printer.note(&format!("wovyr-retry serves http://{address} from {store}"));
    let served = server::serve(engine, listener, ServerOptions::default(), signal::terminated());
    tokio::select! {
        ended = loops.ended() => Err(HostError::from(ended).into()),
        served = served => {
            served.map_err(|source| HostError::Serve { address, source })?;
            session.printer.note("wovyr-retry stopped; nothing acknowledged is lost");
            Ok(Exit::Done)
        }
    }
}
