//! Which dead letters are meant, and what is known of them before they are changed.

use std::fmt;

use crate::api::{DeadLetterView, ErrorCode};
use crate::cli::engine::{Engine, until_interrupted};
use crate::cli::error::CliError;
use crate::cli::list;
use crate::cli::predicate;
use crate::cli::target::DeadLetterTarget;
use crate::model::{DeadLetterId, DeadLetterStatus, Millis, Timestamp};

/// As many entries are looked at before somebody is asked about them.
pub(super) const LOOKED_AT: usize = 10_000;

/// As many ids are looked up one by one.
const MOST_IDS: usize = 100;

/// Downstreams forget idempotency keys after about this long.
const KEY_LIFE: Millis = Millis::from_secs(24 * 3600);

/// Which dead letters a command is about.
#[derive(Debug, clap::Args)]
pub(crate) struct SelectionArgs {
    /// Ids, or identities TENANT/WORKFLOW/EXECUTION/ACTIVITY[#GENERATION]
    #[arg(value_name = "ID", conflicts_with_all = ["predicate", "all"])]
    ids: Vec<DeadLetterTarget>,
    /// All that this holds for: `type = "ChargeCard" and age < 2h`
    #[arg(long = "where", value_name = "PREDICATE", conflicts_with = "all")]
    #[arg(value_parser = predicate::dead_letters)]
    predicate: Option<String>,
    /// Every dead letter of the tenant
    #[arg(long)]
    all: bool,
}

/// Which dead letters are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Selection {
    /// These, each once, in the order given.
    Ids(Vec<DeadLetterId>),
    /// Those that a predicate holds for.
    Where(String),
    /// Every one.
    All,
}

impl SelectionArgs {
    /// Settles what is meant; nothing at all is a mistake, never everything.
    pub(super) async fn resolve(&self, engine: &Engine) -> Result<Selection, CliError> {
        if self.all {
            return Ok(Selection::All);
        }
        if let Some(predicate) = &self.predicate {
            return Ok(Selection::Where(predicate.clone()));
        }
        if self.ids.is_empty() {
            return Err(CliError::usage(
                "no dead letter is selected",
                "name ids, or select with --where; --all is every one of the tenant",
            ));
        }
        let mut ids = Vec::with_capacity(self.ids.len());
        let mut seen = std::collections::HashSet::new();
        for target in &self.ids {
            let id = until_interrupted(engine.dead_letter_id(target)).await??;
            if seen.insert(id) {
                ids.push(id);
            }
        }
        Ok(Selection::Ids(ids))
    }
}

impl Selection {
    /// The predicate by which the list shows the selection.
    pub(super) fn predicate(&self) -> Option<&str> {
        match self {
            Self::Where(predicate) => Some(predicate),
            Self::Ids(_) | Self::All => None,
        }
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ids(ids) if ids.len() <= 3 => {
                let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
                f.write_str(&ids.join(", "))
            }
            Self::Ids(ids) => write!(f, "{} ids", ids.len()),
            Self::Where(predicate) => f.write_str(predicate),
            Self::All => f.write_str("every dead letter of the tenant"),
        }
    }
}

/// What is known of the selected entries before they are changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Census {
    /// How many there are.
    pub(super) count: u64,
    /// Whether each was looked at; if not, the count is the engine's estimate.
    pub(super) is_exact: bool,
    /// When the first of them died; known if each was looked at.
    pub(super) oldest: Option<Timestamp>,
    /// When the last of them died; known if each was looked at.
    pub(super) newest: Option<Timestamp>,
    /// How many last ran more than a day ago.
    pub(super) stale: u64,
}

impl Census {
    /// What is known without a look.
    pub(super) fn of_ids(ids: &[DeadLetterId]) -> Self {
        Self { count: ids.len() as u64, is_exact: true, ..Self::default() }
    }

    /// Looks at the entries one by one. Beyond `most` of them only their number is asked for.
    pub(super) async fn take(
        engine: &Engine,
        selection: &Selection,
        now: Timestamp,
        most: usize,
    ) -> Result<Self, CliError> {
        match selection {
            Selection::Ids(ids) if ids.len() > MOST_IDS => Ok(Self::of_ids(ids)),
            Selection::Ids(ids) => Self::look_up(engine, ids, now).await,
            Selection::Where(_) | Selection::All => {
                Self::walk(engine, selection.predicate(), now, most).await
            }
        }
    }

    async fn look_up(
        engine: &Engine,
        ids: &[DeadLetterId],
        now: Timestamp,
    ) -> Result<Self, CliError> {
        let mut census = Self::default();
        for id in ids {
            match until_interrupted(engine.client.dead_letter(&id.to_string())).await? {
                Ok(entry) => census.add(&entry, now),
                // What became of it is the result of its item.
                Err(error) if error.is(ErrorCode::NotFound) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Self { count: ids.len() as u64, is_exact: true, ..census })
    }

    async fn walk(
        engine: &Engine,
        predicate: Option<&str>,
        now: Timestamp,
        most: usize,
    ) -> Result<Self, CliError> {
        let mut census = Self { is_exact: true, ..Self::default() };
        let mut pages = engine.client.dead_letters(list::everything(predicate))?;
        let mut seen = 0;
        while let Some(page) = until_interrupted(pages.next()).await?? {
            for entry in page.data.iter().filter(|entry| entry.status == DeadLetterStatus::Dead) {
                census.add(entry, now);
            }
            seen += page.data.len();
            if seen >= most && page.has_more {
                let count = page.total_estimate.unwrap_or(census.count).max(census.count);
                return Ok(Self { count, ..Self::default() });
            }
        }
        Ok(census)
    }

    fn add(&mut self, entry: &DeadLetterView, now: Timestamp) {
        let died = entry.created_at;
        self.count += 1;
        self.oldest = Some(self.oldest.map_or(died, |oldest| oldest.min(died)));
        self.newest = Some(self.newest.map_or(died, |newest| newest.max(died)));
        let last_run = entry.last_attempt_at.unwrap_or(died);
        self.stale += u64::from(now.since(last_run) > KEY_LIFE);
    }

    /// `1 dead letter`, `250 dead letters`, `about 12000 dead letters`.
    pub(super) fn amount(&self) -> String {
        let about = if self.is_exact { "" } else { "about " };
        let noun = if self.count == 1 { "dead letter" } else { "dead letters" };
        format!("{about}{} {noun}", self.count)
    }
}
