//! The log, on standard error: what happens on the way, for whom it may concern.

use tracing::Level;
use tracing_subscriber::EnvFilter;

use super::error::CliError;
use super::session::Session;

/// Starts the log. `WOVYR_LOG` decides, then `-v` and `-q`, then `usual`.
pub(crate) fn start(session: &Session, usual: Level) -> Result<(), CliError> {
    let level = match (session.log.verbosity, usual) {
        (Verbosity::Quiet, _) => Level::ERROR,
        (Verbosity::Usual, usual) => usual,
        (Verbosity::More(1), usual) if usual < Level::INFO => Level::INFO,
        (Verbosity::More(_), _) => Level::DEBUG,
    };
    let by_level = level.to_string();
    let directives = session.log.directives.as_deref().unwrap_or(&by_level);
    let filter = EnvFilter::try_new(directives).map_err(|error| {
        CliError::usage(
            format!("WOVYR_LOG is `{directives}`: {error}"),
            "a level such as `info`, or directives such as `warn,wovyr_retry=debug`",
        )
    })?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(session.log.is_styled);
    let started = match session.log.format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => log.json().try_init(),
    };
    // Fails only if the process has a log already, and then that one serves.
    drop(started);
    Ok(())
}

/// What the command line says about the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verbosity {
    /// `-q`.
    Quiet,
    /// Nothing.
    Usual,
    /// `-v`, this many times.
    More(u8),
}

/// The form of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// All that is known about the log before it starts.
#[derive(Debug, Clone)]
pub(crate) struct LogOptions {
    /// `-q` and `-v`.
    pub(crate) verbosity: Verbosity,
    /// `WOVYR_LOG`.
    pub(crate) directives: Option<String>,
    /// `WOVYR_LOG_FORMAT`.
    pub(crate) format: LogFormat,
    /// Whether it may carry colours.
    pub(crate) is_styled: bool,
}
