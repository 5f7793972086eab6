//! A fleet of activities against one downstream, decided about by the very planner of the engine.

mod agenda;
mod comparison;
mod downstream;
mod due_queue;
mod execution;
mod gate;
mod load;
mod moment;
mod outcome;
mod range;
mod run;
mod scenario;
mod switches;

pub use comparison::{Comparison, Figures, Study, Variant, compare};
pub use load::Load;
pub use outcome::{Outcome, Recovery};
pub use range::Range;
pub use scenario::{Fleet, FleetError};
pub use switches::{JitterSwitch, Switches};
