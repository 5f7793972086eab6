//! Floor 3: what is wrong with a policy file, by place.

mod check;
mod config;
mod course;
mod explain;
mod mend;
mod path_glob;
mod registry;
mod rule;
mod rules;
mod settings;
mod sight;
mod suppression;

pub use check::{check, check_effective};
pub use config::{CONFIG_FILE, Config, ConfigError};
pub use mend::{Mended, mend};
pub use registry::{RULES, rule};
pub use rule::{Rule, Setting, Unit};
pub use settings::{Settings, UnknownRule};
