//! Floor 3: The only SQL: one contract, kept by every store.
