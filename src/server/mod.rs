//! Floor 5: The HTTP API.

mod admission;
mod cursor;
mod envelope;
mod error;
mod exposition;
mod extract;
mod gate;
mod listing;
mod openapi;
mod options;
mod router;
mod routes;
mod serve;
mod view;

pub use openapi::openapi;
pub use options::ServerOptions;
pub use router::router;
pub use serve::{ServeError, serve};
