//! Floor 3: The HTTP client of the engine.
