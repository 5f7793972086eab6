//! The one binary: parse, run, exit code.

fn main() {}
