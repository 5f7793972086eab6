//! Connections: accepted within bounds, ended in good order.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time;
use tokio_util::sync::CancellationToken;

use crate::runtime::Engine;
use crate::server::{ServerOptions, router};

/// The pause after the machine refused to accept a connection, for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Without keys everybody who reaches the server may do everything.
    #[error(
        "without keys the engine listens on loopback only, and {0} is not; use 127.0.0.1 or [::1]"
    )]
    NotLoopback(SocketAddr),
    /// The listener is broken.
    #[error("the listener has no address")]
    Listener(#[source] io::Error),
}

/// Serves an engine until `shutdown`, then lets long polls answer and gives other requests
/// [`ServerOptions::drain`] to end.
pub async fn serve(
    engine: Engine,
    listener: TcpListener,
    options: ServerOptions,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let address = listener.local_addr().map_err(ServeError::Listener)?;
    if !address.ip().is_loopback() {
        return Err(ServeError::NotLoopback(address));
    }
    let conversation = Conversation {
        service: TowerToHyperService::new(router(engine.clone(), &options)),
        protocol: protocol(&options),
        patience: options.head_timeout,
        ending: CancellationToken::new(),
    };
    let open = Arc::new(Semaphore::new(options.max_connections));
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = async {
            let place = Arc::clone(&open).acquire_owned().await;
            (accept(&listener).await, place)
        };
        let (stream, place) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut shutdown => break,
        };
        let (conversation, watcher) = (conversation.clone(), graceful.watcher());
        connections.spawn(async move {
            conversation.hold(stream, watcher).await;
            drop(place);
        });
        while connections.try_join_next().is_some() {}
    }
    drop(listener);
    engine.end_polls();
    conversation.ending.cancel();
    if time::timeout(options.drain, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests were cut off: they took longer than the time to drain");
    }
    connections.shutdown().await;
    Ok(())
}

/// What every connection needs.
#[derive(Clone)]
struct Conversation {
    service: TowerToHyperService<Router>,
    protocol: Builder<TokioExecutor>,
    patience: Duration,
    ending: CancellationToken,
}

impl Conversation {
    /// Answers the requests of one connection, in good order if the server ends meanwhile.
    async fn hold(self, stream: TcpStream, watcher: Watcher) {
        // The protocol has no clock before the first byte, by which it tells its version.
        let mut first = [0];
        let begun = time::timeout(self.patience, stream.peek(&mut first));
        tokio::select! {
            begun = begun => match begun {
                Ok(Ok(1..)) => {}
                Ok(Ok(0) | Err(_)) | Err(_) => return,
            },
            () = self.ending.cancelled() => return,
        }
        let connection = self.protocol.serve_connection(TokioIo::new(stream), self.service);
        if let Err(error) = watcher.watch(connection).await {
            tracing::debug!(error, "a connection broke");
        }
    }
}

fn protocol(options: &ServerOptions) -> Builder<TokioExecutor> {
    let mut protocol = Builder::new(TokioExecutor::new());
    protocol.http1().timer(TokioTimer::new()).header_read_timeout(options.head_timeout);
    protocol
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(options.head_timeout)
        .keep_alive_timeout(options.head_timeout);
    protocol
}

/// Accepts a connection; what goes wrong concerns that one connection, or passes.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Answers are small and written at once.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "a connection stays slow");
                }
                return stream;
            }
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}
