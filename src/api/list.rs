//! Lists: one envelope, keyset cursors.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::limits::Checks;
use super::{DEFAULT_LIMIT, Invalid, MAX_LIMIT};

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Page<T> {
    /// The entries, in the list's order.
    pub data: Vec<T>,
    /// Whether `next_cursor` leads further.
    pub has_more: bool,
    /// The opaque place after the last entry; stable while rows come and go.
    pub next_cursor: Option<String>,
    /// About how many entries the whole list has.
    pub total_estimate: Option<u64>,
}

/// What a list is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// A predicate, e.g. `type = "ChargeCard" and attempts > 3`.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub predicate: Option<String>,
    /// Entries of the page: 25 if absent, at most 1,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

impl ListQuery {
    /// The number of entries to answer with.
    pub fn page_size(&self) -> Result<u32, Invalid> {
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT);
        let mut checks = Checks::default();
        if !(1..=MAX_LIMIT).contains(&limit) {
            checks.refuse("limit", format!("{limit} is outside 1 to {MAX_LIMIT}"));
        }
        checks.finish().map(|()| limit)
    }
}
