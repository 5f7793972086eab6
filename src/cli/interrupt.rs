//! Leaving long computations when the user says so, with what is done so far.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::CliError;
use super::exit::Exit;

/// Whether the user pressed ctrl-C.
#[derive(Debug, Clone)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on the first ctrl-C is noted instead of ending the process; the second ends it.
    pub(crate) fn watch() -> Result<Self, CliError> {
        let interrupt = Self(Arc::default());
        let noted = interrupt.clone();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(CliError::Runtime)?;
        let watch = move || {
            runtime.block_on(async {
                // Without a handler ctrl-C ends the process as ever.
                if tokio::signal::ctrl_c().await.is_ok() {
                    noted.0.store(true, Ordering::Relaxed);
                    if tokio::signal::ctrl_c().await.is_ok() {
                        std::process::exit(i32::from(Exit::Interrupted.code()));
                    }
                }
            });
        };
        std::thread::Builder::new().spawn(watch).map_err(CliError::Runtime)?;
        Ok(interrupt)
    }

    /// Tells whether the computation should end.
    pub(crate) fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
