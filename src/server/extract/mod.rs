//! What handlers take out of requests; every fault becomes an error of the one shape.

mod body;
mod field;
mod id;
mod idempotency;
mod principal;
mod query;
mod tenant;

pub(super) use body::{Body, Empty};
pub(super) use id::{ActivityRef, Id};
pub(super) use idempotency::IdempotencyKey;
pub(super) use principal::Principal;
pub(super) use query::Params;
pub(super) use tenant::Tenant;
