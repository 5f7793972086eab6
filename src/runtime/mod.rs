//! Floor 4: The loops of a running engine: group commit, dispatch, lease expiry, operations.
