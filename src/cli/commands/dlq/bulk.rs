//! Replay and purge alike: select, count, ask, send one request, follow what the engine does.

use super::selection::{Census, LOOKED_AT, Selection, SelectionArgs};
use super::shape::DEAD_LETTERS;
use crate::api::{OperationAccepted, PurgeRequest, Rate, ReplayRequest};
use crate::cli::confirm::confirm;
use crate::cli::engine::{self, Engine, until_interrupted};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::list::{self, ListArgs};
use crate::cli::output::{Cell, Page, Tail};
use crate::cli::session::Session;
use crate::cli::{follow, output};
use crate::client::ClientError;

/// As many may be changed without a word about the pace.
const UNPACED: usize = 1_000;

/// The arguments that replay and purge share.
#[derive(Debug, clap::Args)]
pub(crate) struct BulkArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// The pace: 50/s, or unlimited; needed above 1,000 dead letters
    #[arg(long, value_name = "N/s")]
    rate: Option<Rate>,
    /// Why, for the history
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// Do it without asking
    #[arg(short, long)]
    yes: bool,
    /// Show what it would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Return as soon as the engine has taken it
    #[arg(long)]
    no_wait: bool,
}

/// What is done to each.
#[derive(Debug, Clone, Copy)]
pub(super) enum Request {
    /// Its next generation starts.
    Replay {
        /// With the policy version it died under.
        same_policy: bool,
        /// Against the guards.
        force: bool,
    },
    /// It is put out of sight.
    Purge,
}

impl Request {
    fn verb(self) -> &'static str {
        match self {
            Self::Replay { .. } => "replay",
            Self::Purge => "purge",
        }
    }
}

/// Carries it out.
pub(super) fn run(
    session: &mut Session,
    args: &BulkArgs,
    request: Request,
) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let selection = args.selection.resolve(engine).await?;
        if args.dry_run {
            return rehearse(session, engine, &selection, request).await;
        }
        permit(session, engine, args, request, &selection).await?;
        let accepted = send(engine, args, request, &selection).await?;
        if accepted.targets == 0 {
            return Err(CliError::NothingMatched);
        }
        if args.no_wait {
            let id = accepted.operation_id.to_string();
            let page = Page::new()
                .fields(vec![("operation", Cell::text(&id)), ("targets", accepted.targets.into())]);
            session.printer.show(&accepted, &id, &page)?;
            return Ok(Exit::Done);
        }
        follow::to_its_end(session, engine, accepted.operation_id).await
    })
}

/// Finds out whether it may be done: not to nothing, not to many without a pace, and not without
/// a yes.
async fn permit(
    session: &mut Session,
    engine: &Engine,
    args: &BulkArgs,
    request: Request,
    selection: &Selection,
) -> Result<(), CliError> {
    let now = session.printer.view().now;
    let census = match selection {
        // In an emergency the count itself may be what fails: with a yes and a pace there is
        // nothing to count for.
        Selection::Where(_) | Selection::All if args.yes && args.rate.is_some() => return Ok(()),
        Selection::Where(_) | Selection::All if args.yes => {
            Census::take(engine, selection, now, UNPACED + 1).await?
        }
        Selection::Ids(ids) if args.yes => Census::of_ids(ids),
        Selection::Ids(_) | Selection::Where(_) | Selection::All => {
            Census::take(engine, selection, now, LOOKED_AT).await?
        }
    };
    if census.count == 0 {
        return Err(CliError::NothingMatched);
    }
    if census.count > UNPACED as u64 && args.rate.is_none() {
        return Err(CliError::usage(
            format!("{} are more than may go without a pace", census.amount()),
            "add --rate, such as --rate 50/s, or --rate unlimited",
        ));
    }
    if args.yes {
        return Ok(());
    }
    let question = question(session, engine, args, request, selection, &census);
    confirm(session, &question).await
}

/// Shows the entries that would be changed.
async fn rehearse(
    session: &mut Session,
    engine: &Engine,
    selection: &Selection,
    request: Request,
) -> Result<Exit, CliError> {
    let now = session.printer.view().now;
    let census = Census::take(engine, selection, now, LOOKED_AT).await?;
    if let Selection::Ids(ids) = selection {
        let mut rows = session.printer.rows(&DEAD_LETTERS)?;
        for id in ids {
            rows.push(&until_interrupted(engine.client.dead_letter(&id.to_string())).await??)?;
        }
        rows.finish(Tail::default())?;
    } else {
        let pages = engine.client.dead_letters(ListArgs::SHORT.query(selection.predicate()));
        list::print(&mut session.printer, &DEAD_LETTERS, &ListArgs::SHORT, pages).await?;
    }
    let verb = request.verb();
    session.printer.note(&format!("dry run: would {verb} {}; changed nothing", census.amount()));
    Ok(Exit::Done)
}

/// What is asked before anything is changed.
fn question(
    session: &Session,
    engine: &Engine,
    args: &BulkArgs,
    request: Request,
    selection: &Selection,
    census: &Census,
) -> String {
    let view = session.printer.view();
    let mut lines = vec![
        format!("About to {} {}", request.verb(), census.amount()),
        format!("  engine    {}", engine.client.url()),
        format!("  tenant    {}", engine.tenant),
        format!("  selected  {selection}"),
    ];
    if let (Some(oldest), Some(newest)) = (census.oldest, census.newest) {
        lines.push(format!("  oldest    {}", view.event(oldest)));
        lines.push(format!("  newest    {}", view.event(newest)));
    }
    if let Some(rate) = args.rate {
        lines.push(format!("  rate      {rate}"));
    }
    if !census.is_exact {
        lines.push("  The engine counts and fixes the exact set when it takes this.".to_owned());
    }
    match request {
        Request::Replay { .. } if census.stale > 0 => lines.push(format!(
            "  {} last ran more than 24h ago: a downstream may no longer know their idempotency \
             keys.",
            census.stale
        )),
        Request::Replay { .. } | Request::Purge => {}
    }
    lines.iter().map(|line| output::visible(line)).collect::<Vec<_>>().join("\n")
}

/// Sends the one request. An answer that got lost is asked for again, under the same key.
async fn send(
    engine: &Engine,
    args: &BulkArgs,
    request: Request,
    selection: &Selection,
) -> Result<OperationAccepted, CliError> {
    let key = fresh_key().map_err(CliError::Random)?;
    let first = until_interrupted(ask(engine, args, request, selection, &key)).await?;
    let answer = match first {
        Err(ClientError::Unreachable { .. } | ClientError::TimedOut { .. }) => {
            until_interrupted(ask(engine, args, request, selection, &key)).await?
        }
        answer => answer,
    };
    Ok(answer?)
}

/// A key that no other request has.
fn fresh_key() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("cli-{}", data_encoding::HEXLOWER.encode(&bytes)))
}

async fn ask(
    engine: &Engine,
    args: &BulkArgs,
    request: Request,
    selection: &Selection,
    key: &str,
) -> Result<OperationAccepted, ClientError> {
    let predicate = selection.predicate().map(str::to_owned);
    let ids = match selection {
        Selection::Ids(ids) => ids.iter().map(ToString::to_string).collect(),
        Selection::Where(_) | Selection::All => Vec::new(),
    };
    let all = *selection == Selection::All;
    let (rate, reason) = (args.rate, args.reason.clone());
    match request {
        Request::Replay { same_policy, force } => {
            let body = ReplayRequest { predicate, ids, all, rate, same_policy, force, reason };
            engine.client.replay(&body, key).await
        }
        Request::Purge => {
            let body = PurgeRequest { predicate, ids, all, rate, reason };
            engine.client.purge(&body, key).await
        }
    }
}
