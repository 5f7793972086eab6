//! Floor 3: Policy rules and their registry.
