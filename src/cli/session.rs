//! What a command has at hand while it runs.

use std::io::IsTerminal as _;

use crate::model::Timestamp;

use super::app::{EngineArgs, GlobalArgs};
use super::logging::{LogFormat, LogOptions, Verbosity};
use super::output::{Color, Format, Notes, Printer, PrinterOptions, Viewpoint, Zone};

/// The variables of the environment that count, read once.
#[derive(Debug, Clone, Default)]
pub(super) struct Environment {
    /// `NO_COLOR`: any text but the empty one turns colours off.
    pub(super) no_color: Option<String>,
    /// `WOVYR_TOKEN`: who we are to the engine.
    pub(super) token: Option<String>,
    /// Who runs the command, as the system's environment says; told to the engine for its histories.
    pub(super) user: Option<String>,
    /// `WOVYR_LOG`: what is logged.
    pub(super) log: Option<String>,
    /// `WOVYR_LOG_FORMAT`: `json`, or text.
    pub(super) log_format: Option<String>,
}

impl Environment {
    /// Takes the variables from the process.
    pub(super) fn of_process() -> Self {
        let text = |name| std::env::var_os(name).map(|v| v.to_string_lossy().into_owned());
        let some_text = |name| text(name).filter(|text| !text.is_empty());
        Self {
            no_color: text("NO_COLOR"),
            user: some_text("USER").or_else(|| some_text("LOGNAME")),
            token: some_text("WOVYR_TOKEN"),
            log: some_text("WOVYR_LOG"),
            log_format: some_text("WOVYR_LOG_FORMAT"),
        }
    }
}

/// What a command has at hand while it runs.
pub(super) struct Session {
    /// The only writer.
    pub(super) printer: Printer,
    /// Where the engine is.
    pub(super) engine: EngineArgs,
    /// Who we are to it.
    pub(super) token: Option<String>,
    /// Who runs the command, as the system's environment says; told to the engine for its histories.
    pub(super) user: Option<String>,
    /// What is logged.
    pub(super) log: LogOptions,
    /// The questions of a command can be answered.
    pub(super) can_ask: bool,
}

impl Session {
    /// Settles how the command writes and whom it talks to.
    pub(super) fn new(global: &GlobalArgs, environment: Environment) -> Self {
        let no_color = environment.no_color.as_deref();
        let is_interactive = std::io::stderr().is_terminal();
        let log = LogOptions {
            verbosity: match (global.quiet, global.verbose) {
                (true, _) => Verbosity::Quiet,
                (false, 0) => Verbosity::Usual,
                (false, times) => Verbosity::More(times),
            },
            directives: environment.log,
            format: match environment.log_format.as_deref() {
                Some("json") => LogFormat::Json,
                Some(_) | None => LogFormat::Text,
            },
            is_styled: global.color.is_wanted(is_interactive, no_color),
        };
        let options = PrinterOptions {
            format: global.output,
            notes: match (global.quiet, is_interactive) {
                (true, _) => Notes::Silent,
                (false, false) => Notes::Lines,
                (false, true) => Notes::Live,
            },
            view: Viewpoint { now: present(), zone: global.tz.clone() },
            screen: screen(),
            styled_out: global.color.is_wanted(std::io::stdout().is_terminal(), no_color),
            styled_err: global.color.is_wanted(is_interactive, no_color),
        };
        Self {
            printer: Printer::new(options),
            engine: global.engine.clone(),
            user: environment.user,
            token: environment.token,
            log,
            can_ask: is_interactive && std::io::stdin().is_terminal(),
        }
    }
}

impl Printer {
    /// The printer of a command line that cannot be parsed: its options count for nothing, but
    /// whether it wants JSON.
    pub(super) fn for_refusals(is_json: bool, environment: &Environment) -> Self {
        let no_color = environment.no_color.as_deref();
        let wants = |is_terminal| Color::Auto.is_wanted(is_terminal, no_color);
        Self::new(PrinterOptions {
            format: if is_json { Format::Json } else { Format::Table },
            notes: Notes::Lines,
            view: Viewpoint { now: present(), zone: Zone::UTC },
            screen: None,
            styled_out: wants(std::io::stdout().is_terminal()),
            styled_err: wants(std::io::stderr().is_terminal()),
        })
    }
}

/// The present of this machine.
pub(super) fn present() -> Timestamp {
    Timestamp::from_millis(jiff::Timestamp::now().as_millisecond())
}

/// The columns and lines of the terminal on standard output, if it is one.
fn screen() -> Option<(u16, u16)> {
    let (width, height) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some((width.0, height.0))
}
