//! Lists: from the caller's query to the store's, and back to a page.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::api;
use crate::model::{TenantId, Timestamp};
use crate::query::{FieldSet, Predicate};
use crate::retry::persistence;
use crate::server::cursor::List;
use crate::server::error::ApiError;

/// What a list without predicates is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PageQuery {
    /// Entries of the page: 25 if absent, at most 1,000.
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    cursor: Option<String>,
}

impl PageQuery {
    /// The number of entries to answer with.
    pub(super) fn page_size(&self) -> Result<usize, ApiError> {
        let limit = self.limit;
        page_size(&api::ListQuery { limit, ..api::ListQuery::default() })
    }

    /// The cursor's text.
    pub(super) fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }
}

fn page_size(query: &api::ListQuery) -> Result<usize, ApiError> {
    Ok(usize::try_from(query.page_size()?).unwrap_or(usize::MAX))
}

/// Reads a predicate.
pub(super) fn predicate(text: Option<&str>, set: FieldSet) -> Result<Option<Predicate>, ApiError> {
    let parse = |text| {
        Predicate::parse(text, set).map_err(|error| {
            let column = text[..error.offset].chars().count() + 1;
            let issue = api::FieldIssue::new("where", error.to_string()).at(1, column);
            ApiError::from(api::Invalid::from(issue))
        })
    };
    text.map(parse).transpose()
}

/// Makes the store's query of a list that takes predicates.
pub(super) fn store_query(
    query: &api::ListQuery,
    list: List,
    set: FieldSet,
    tenant: TenantId,
    now: Timestamp,
) -> Result<persistence::ListQuery, ApiError> {
    Ok(persistence::ListQuery {
        tenant,
        predicate: predicate(query.predicate.as_deref(), set)?,
        after: list.place_at(query.cursor.as_deref())?,
        limit: page_size(query)?,
        now,
    })
}

/// Shows a page of the store.
pub(super) fn page<R, V>(
    page: persistence::Page<R>,
    list: List,
    view: impl FnMut(R) -> V,
) -> api::Page<V> {
    api::Page {
        data: page.rows.into_iter().map(view).collect(),
        has_more: page.next.is_some(),
        next_cursor: page.next.map(|place| list.cursor_at(place)),
        total_estimate: page.total,
    }
}
