//! Floor 5: Terminal views.
