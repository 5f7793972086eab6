//! Floor 5: The HTTP API.
