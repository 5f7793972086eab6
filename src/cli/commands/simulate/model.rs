//! `simulate model`.

use std::ops::ControlFlow;

use serde::Serialize;

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{Cell, Column, Format, Grid, Page, Shape, Tail};
use crate::cli::session::Session;
use crate::simulate::model::{
    Backoff, Collapse, Contention, ContentionCase, Sample, collapse, contention,
};

const EXAMPLES: &str = "\
Examples:
  wovyr-retry simulate model
  wovyr-retry simulate model contention
  wovyr-retry simulate model collapse --trials 100 -o json

The models have formulas of their own; no policy takes part.";

/// The arguments of `simulate model`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Which model; without it they are listed
    #[arg(value_name = "NAME")]
    name: Option<Name>,
    /// Trials of each case; as many as were published unless given
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    trials: Option<u32>,
    /// Draws other random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Name {
    /// Clients that compete for one row, with five kinds of backoff (2015)
    Contention,
    /// A server that slows down under load, after a spike
    Collapse,
}

/// A model in the list.
#[derive(Debug, Serialize)]
struct Listed {
    name: &'static str,
    shows: &'static str,
    trials: u32,
}

const LISTED: [Listed; 2] = [
    Listed {
        name: "contention",
        shows: "clients that compete for one row, with five kinds of backoff (2015)",
        trials: 100,
    },
    Listed {
        name: "collapse",
        shows: "a server that slows down under load, after a spike",
        trials: 20,
    },
];

static SHAPE: Shape<Listed> = Shape {
    plural: "models",
    columns: &[
        Column::new("NAME", |model: &Listed| Cell::text(model.name)),
        Column::new("TRIALS", |model: &Listed| Cell::Count(model.trials.into())),
        Column::new("SHOWS", |model: &Listed| Cell::text(model.shows)),
    ],
    name: |model| model.name.to_owned(),
};

/// Reproduces a published model, or lists them.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let trials = |published: &Listed| args.trials.unwrap_or(published.trials);
    let [of_contention, of_collapse] = &LISTED;
    match args.name {
        None => list(session),
        Some(Name::Contention) => {
            let found =
                watched(session, |watch| contention(trials(of_contention), args.seed, watch))?;
            let is_csv = session.printer.format() == Format::Csv;
            let page = if is_csv { contention_rows(&found) } else { contention_page(&found) };
            show(session, &found, of_contention, &page, found.complete)
        }
        Some(Name::Collapse) => {
            let found = watched(session, |watch| collapse(trials(of_collapse), args.seed, watch))?;
            let is_csv = session.printer.format() == Format::Csv;
            let page = if is_csv { collapse_rows(&found) } else { collapse_page(&found) };
            show(session, &found, of_collapse, &page, found.complete)
        }
    }
}

fn list(session: &mut Session) -> Result<Exit, CliError> {
    let mut rows = session.printer.rows(&SHAPE)?;
    for model in &LISTED {
        rows.push(model)?;
    }
    rows.finish(Tail::default())?;
    Ok(Exit::Done)
}

type Watch<'a> = &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// Runs a model under a bar, until it is done or the user says stop.
fn watched<T>(session: &Session, model: impl FnOnce(Watch<'_>) -> T) -> Result<T, CliError> {
    let interrupt = Interrupt::watch()?;
    let bar = session.printer.progress(0);
    let found = model(&mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
        if interrupt.is_pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    Ok(found)
}

fn show<T: Serialize>(
    session: &mut Session,
    found: &T,
    model: &Listed,
    page: &Page,
    complete: bool,
) -> Result<Exit, CliError> {
    session.printer.show(found, model.name, page)?;
    if complete {
        return Ok(Exit::Done);
    }
    session.printer.say("interrupted: this is what was done so far");
    Ok(Exit::Interrupted)
}

/// Time and calls of each backoff, by number of clients.
fn contention_page(found: &Contention) -> Page {
    let mut columns = vec!["CLIENTS"];
    columns.extend(Backoff::ALL.map(Backoff::name));
    let mut grid = Grid::new("Time until all are done, and the writes that it took", &columns);
    for cases in found.cases.chunk_by(|a, b| a.clients == b.clients) {
        let mut row = vec![Cell::Count(cases[0].clients.into())];
        row.extend(
            cases.iter().map(|case| {
                Cell::Text(format!("{:.0} ms / {:.0}", case.time.mean, case.calls.mean))
            }),
        );
        row.resize(columns.len(), Cell::Empty);
        grid.push(row);
    }
    let trials = found.cases.first().map_or(0, |case| case.trials);
    Page::new()
        .grid(grid)
        .sentence(format!("Means of {trials} trials, seed {}.", found.seed))
        .sentence(
            "No backoff is the fastest in this model only, because the work of its server takes \
             no time; where work costs something, its calls are what counts.",
        )
}

/// Every figure of each case, for programs.
fn contention_rows(found: &Contention) -> Page {
    let columns = [
        "CLIENTS",
        "BACKOFF",
        "TRIALS",
        "TIME MEAN MS",
        "TIME DEVIATION MS",
        "TIME MIN MS",
        "TIME MAX MS",
        "CALLS MEAN",
        "CALLS DEVIATION",
        "CALLS MIN",
        "CALLS MAX",
    ];
    let mut grid = Grid::new("", &columns);
    for ContentionCase { clients, backoff, trials, time, calls } in &found.cases {
        let mut row = vec![
            Cell::Count((*clients).into()),
            backoff.name().into(),
            Cell::Count((*trials).into()),
        ];
        for Sample { mean, deviation, min, max } in [time, calls] {
            row.extend([mean, deviation, min, max].map(|value| Cell::Text(format!("{value:.2}"))));
        }
        grid.push(row);
    }
    Page::new().grid(grid)
}

/// How many runs stayed collapsed.
fn collapse_page(found: &Collapse) -> Page {
    let columns = ["VARIANT", "RUNS", "STAYED COLLAPSED", "SHARE", "ANSWERS PER REQUEST ELSE"];
    let mut grid = Grid::new("", &columns);
    for case in &found.cases {
        let runs = case.goodput.len();
        let others = case.recovered();
        grid.push([
            case.retries.name().into(),
            Cell::Count(runs as u64),
            Cell::Count(case.collapsed.into()),
            Cell::maybe(case.share, |share| Cell::Text(format!("{share:.2}"))),
            Cell::maybe(others, |(low, high)| Cell::Text(format!("{low:.2} to {high:.2}"))),
        ]);
    }
    Page::new().grid(grid).sentence(format!(
        "After a spike of five seconds, over the last 20 of 80 s; seed {}. A run recovers or stays \
         collapsed, so there is no mean.",
        found.seed
    ))
}

/// Each run, for programs.
fn collapse_rows(found: &Collapse) -> Page {
    let mut grid = Grid::new("", &["VARIANT", "RUN", "ANSWERS PER REQUEST"]);
    for case in &found.cases {
        for (run, goodput) in (0..).zip(&case.goodput) {
            let goodput = Cell::Text(format!("{goodput:.4}"));
            grid.push([case.retries.name().into(), Cell::Count(run), goodput]);
        }
    }
    Page::new().grid(grid)
}
