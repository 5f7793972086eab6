//! Floor 3: The only SQL: one contract, kept by every store.

mod memory;
mod sqlite;

pub use memory::MemoryStore;
pub use sqlite::SqliteStore;
