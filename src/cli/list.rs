//! Lists of the engine, page by page.

use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::engine::until_interrupted;
use super::error::CliError;
use super::exit::Exit;
use super::output::{Printer, Shape, Tail};
use crate::api::{ListQuery, MAX_LIMIT};
use crate::client::{ClientError, Pages};

/// How much of a list is shown.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Every row, written as they come
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// The most rows
    #[arg(long, value_name = "N", default_value_t = ListArgs::SHORT.limit)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
}

impl ListArgs {
    /// As much as people look at.
    pub(crate) const SHORT: Self = Self { all: false, limit: 100 };

    fn most(&self) -> u64 {
        if self.all { u64::MAX } else { self.limit }
    }

    /// What is asked for: what `predicate` holds for, in pages no larger than needed.
    pub(crate) fn query(&self, predicate: Option<&str>) -> ListQuery {
        let limit = self.most().min(u64::from(MAX_LIMIT));
        ListQuery {
            predicate: predicate.map(str::to_owned),
            limit: u32::try_from(limit).ok(),
            cursor: None,
        }
    }
}

/// Everything there is, in the largest pages.
pub(crate) fn everything(predicate: Option<&str>) -> ListQuery {
    ListArgs { all: true, ..ListArgs::SHORT }.query(predicate)
}

/// Writes the rows of a list. An error half-way leaves a closed document behind.
pub(crate) async fn print<T: Serialize + DeserializeOwned>(
    printer: &mut Printer,
    shape: &'static Shape<T>,
    args: &ListArgs,
    pages: Result<Pages<T>, ClientError>,
) -> Result<Exit, CliError> {
    let mut pages = pages?;
    let mut left = args.most();
    let mut page = until_interrupted(pages.next()).await??;
    let mut rows = printer.rows(shape)?;
    let mut tail = Tail::default();
    while let Some(found) = page {
        let wanted = usize::try_from(left).unwrap_or(usize::MAX).min(found.data.len());
        for row in &found.data[..wanted] {
            rows.push(row)?;
        }
        left -= wanted as u64;
        tail = Tail {
            has_more: found.has_more || wanted < found.data.len(),
            estimate: found.total_estimate,
        };
        if left == 0 || !found.has_more {
            break;
        }
        rows.flush()?;
        page = until_interrupted(pages.next()).await??;
    }
    rows.note_if_empty();
    rows.finish(tail)?;
    Ok(Exit::Done)
}
