//! An engine inside this process: store, clock, randomness and loops put together.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use etcetera::home_dir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::cli::error::CliError;
use crate::retry::persistence::{RetryStore as _, StoreError};
use crate::runtime::{Engine, EngineClock, EngineOptions, LoopEnded, Loops};
use crate::server::ServeError;
use crate::store::SqliteStore;

/// Where an engine keeps everything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StoreSpec {
    /// One SQLite file.
    Sqlite(PathBuf),
}

impl StoreSpec {
    /// The file in the user's home.
    pub(crate) fn by_default() -> Result<Self, CliError> {
        let home = home_dir().map_err(|error| {
            CliError::usage(
                format!("there is no home directory to keep the store in: {error}"),
                "name a file: --store sqlite:PATH",
            )
        })?;
        Ok(Self::Sqlite(home.join(".wovyr/retry/engine.db")))
    }
}

impl FromStr for StoreSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => Ok(Self::Sqlite(path.into())),
            _ => Err("a store is written sqlite:PATH".to_owned()),
        }
    }
}

impl fmt::Display for StoreSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
        }
    }
}

/// The threads that asynchronous commands run on.
pub(crate) fn runtime() -> Result<Runtime, HostError> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|source| HostError::System { what: "threads", source })
}

/// Listens on a loopback address.
pub(crate) async fn bind(address: SocketAddr) -> Result<TcpListener, CliError> {
    if !address.ip().is_loopback() {
        return Err(CliError::usage(
            format!("{address} is not a loopback address, and there is no authentication yet"),
            "listen on 127.0.0.1 or [::1]",
        ));
    }
    let bound = TcpListener::bind(address).await;
    Ok(bound.map_err(|source| HostError::Listen { address, source })?)
}

/// Where a listener listens.
pub(crate) fn address_of(listener: &TcpListener) -> Result<SocketAddr, HostError> {
    let what = "the address of the listener";
    listener.local_addr().map_err(|source| HostError::System { what, source })
}

/// Opens a store and starts an engine on it.
pub(crate) async fn start_engine(spec: &StoreSpec) -> Result<(Engine, Loops), HostError> {
    let StoreSpec::Sqlite(path) = spec;
    let store: Arc<SqliteStore> = Arc::new(SqliteStore::open(path)?);
    let mark = store.engine_time().await?;
    let clock = Arc::new(EngineClock::new(mark));
    let options = EngineOptions { store, clock, entropy: Arc::new(random_bytes) };
    Ok(Engine::start(options).await?)
}

fn random_bytes() -> [u8; 24] {
    let mut bytes = [0; 24];
    if let Err(error) = getrandom::fill(&mut bytes) {
        // Without randomness no lease can be fenced; the process must not go on.
        panic!("the system gives no random bytes: {error}");
    }
    bytes
}

/// Why there is no engine in this process, or no more.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HostError {
    /// The store does not open or does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address is taken or not allowed.
    #[error("cannot listen on {address}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// The server ended by itself.
    #[error("the server on {address} failed")]
    Serve {
        /// Where.
        address: SocketAddr,
        /// Why.
        source: ServeError,
    },
    /// A loop of the engine ended.
    #[error(transparent)]
    Ended(#[from] LoopEnded),
    /// Somebody who acts in the demo ended.
    #[error("an actor of the demo stopped; please report this as a bug")]
    Actor,
    /// The system does not give what an engine needs.
    #[error("cannot get {what}")]
    System {
        /// What.
        what: &'static str,
        /// Why.
        source: io::Error,
    },
}

impl HostError {
    /// Tells a taken port from other reasons.
    pub(crate) fn is_port_taken(&self) -> bool {
        matches!(self, Self::Listen { source, .. } if source.kind() == io::ErrorKind::AddrInUse)
    }

    /// The word for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Store(_) => "store",
            Self::Listen { .. } => "listen",
            Self::Serve { .. } => "serve",
            Self::Ended(_) | Self::Actor => "internal",
            Self::System { .. } => "system",
        }
    }

    /// What to do next, where that is known.
    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Self::Store(StoreError::Open { hint, .. }) => Some(hint.clone()),
            Self::Listen { address, .. } if self.is_port_taken() => Some(format!(
                "another process listens on port {}; choose one with --listen, or 0 for a free one",
                address.port()
            )),
            Self::Store(_)
            | Self::Listen { .. }
            | Self::Serve { .. }
            | Self::Ended(_)
            | Self::Actor
            | Self::System { .. } => None,
        }
    }
}
