//! The one binary: parse, run, exit code.

fn main() -> std::process::ExitCode {
    wovyr_retry::cli::run(std::env::args_os())
}
