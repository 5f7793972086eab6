//! Talking to the engine: a client, a runtime for it, and leaving when the user says so.

use std::future::Future;

use super::error::CliError;
use super::exit::Exit;
use super::logging;
use super::session::Session;
use super::target::DeadLetterTarget;
use crate::client::{ClientError, ClientOptions, EngineClient};
use crate::model::DeadLetterId;

/// The engine that a command talks to.
pub(crate) struct Engine {
    pub(crate) client: EngineClient,
    /// Whose things the commands are about.
    pub(crate) tenant: String,
}

impl Engine {
    /// The engine that the command line names; nothing is sent yet.
    pub(crate) fn of(session: &Session) -> Result<Self, ClientError> {
        let options = ClientOptions {
            tenant: session.engine.tenant.clone(),
            principal: session.user.clone(),
            token: session.token.clone(),
            ..ClientOptions::new(&session.engine.url)
        };
        let client = EngineClient::new(&options)?;
        Ok(Self { client, tenant: options.tenant })
    }

    /// The id of the dead letter that is meant.
    pub(crate) async fn dead_letter_id(
        &self,
        target: &DeadLetterTarget,
    ) -> Result<DeadLetterId, ClientError> {
        match target {
            DeadLetterTarget::Id(id) => Ok(*id),
            DeadLetterTarget::Latest(activity) => {
                let found = self.client.activity(&activity.to_string(), None).await?;
                Ok(DeadLetterId { activity: *activity, generation: found.generation })
            }
        }
    }
}

/// Runs a command that talks to the engine.
pub(crate) fn call(
    session: &mut Session,
    command: impl AsyncFnOnce(&mut Session, &Engine) -> Result<Exit, CliError>,
) -> Result<Exit, CliError> {
    logging::start(session, tracing::Level::WARN)?;
    let engine = Engine::of(session)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(CliError::Runtime)?;
    let outcome = runtime.block_on(command(session, &engine));
    // A question that was left unanswered still waits for its line; nobody waits for it.
    runtime.shutdown_background();
    outcome
}

/// Waits for `work`, or for ctrl-C.
pub(crate) async fn until_interrupted<T>(work: impl Future<Output = T>) -> Result<T, CliError> {
    tokio::select! {
        biased;
        done = work => Ok(done),
        _ = tokio::signal::ctrl_c() => Err(CliError::Interrupted),
    }
}
