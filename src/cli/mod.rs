//! Floor 6: The command line: the one composition root.
