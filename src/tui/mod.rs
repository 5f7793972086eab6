//! Floor 5: terminal views.

mod live;

pub use live::{LiveTerminal, Snapshot};
