//! The reference store: everything in maps behind one lock, obviously right and gone with the
//! process.

mod change;
mod read;
mod state;
mod store;

pub use store::MemoryStore;
