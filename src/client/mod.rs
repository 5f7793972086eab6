//! Floor 3: The HTTP client of the engine.

mod activities;
mod connection;
mod dead_letters;
mod error;
mod health;
mod leases;
mod operations;
mod pages;
mod policies;

pub use connection::{ClientOptions, EngineClient};
pub use error::ClientError;
pub use pages::Pages;
