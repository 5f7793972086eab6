//! One process with everything that it starts, and what it says.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

use crate::api::MAX_PAYLOAD_BYTES;

/// How much of the end of standard error is kept.
const STDERR_BYTES: usize = 16 * 1024;
/// How long the pipes may stay open after the process has ended: children of it may hold them.
const LINGER: Duration = Duration::from_secs(1);

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// By itself, with this status.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Code(code),
            (None, signal) => Self::Signal(signal.unwrap_or_default()),
        }
    }
}

/// What became of a process.
#[derive(Debug)]
pub(super) struct Finished {
    /// How it ended.
    pub(super) exit: Exit,
    /// Its standard output; nothing if it was longer than a result may be.
    pub(super) stdout: Option<Vec<u8>>,
    /// The end of its standard error.
    pub(super) stderr: Vec<u8>,
}

/// A running process. Dropping it kills its whole group.
#[derive(Debug)]
pub(super) struct Process {
    // Dropped first: while the child is not reaped, nobody else can have the group's id.
    group: Group,
    child: Child,
}

/// The group of a process; the group's id is the process's.
#[derive(Debug)]
struct Group(Option<Pid>);

impl Group {
    fn kill(&mut self) {
        if let Some(pid) = self.0.take() {
            // The group may be gone already, and then there is nothing to do.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// Lets the group go its way.
    fn release(&mut self) {
        self.0 = None;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Process {
    /// Starts a prepared command.
    pub(super) fn spawn(mut command: Command) -> io::Result<Self> {
        let child = command.spawn()?;
        let pid = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        Ok(Self { group: Group(pid), child })
    }

    /// Feeds it `payload` and waits for its end.
    pub(super) async fn finish(mut self, payload: &[u8]) -> io::Result<Finished> {
        let (stdin, stdout, stderr) =
            (self.child.stdin.take(), self.child.stdout.take(), self.child.stderr.take());
        let (mut head, mut tail) = (Head::default(), Tail::default());
        let feed = async {
            if let Some(mut stdin) = stdin {
                // A command need not read its input.
                let _ = stdin.write_all(payload).await;
            }
        };
        let exit = {
            let talk = async {
                tokio::join!(
                    feed,
                    read(stdout, |bytes| head.push(bytes)),
                    read(stderr, |bytes| tail.push(bytes))
                );
            };
            tokio::pin!(talk);
            let mut talking = true;
            let exit = loop {
                tokio::select! {
                    exit = self.child.wait() => break exit?,
                    () = &mut talk, if talking => talking = false,
                }
            };
            if talking && tokio::time::timeout(LINGER, &mut talk).await.is_err() {
                self.group.kill();
            }
            exit
        };
        self.group.release();
        let stdout = (!head.overflown).then_some(head.bytes);
        Ok(Finished { exit: exit.into(), stdout, stderr: tail.0 })
    }
}

async fn read(pipe: Option<impl AsyncRead + Unpin>, mut keep: impl FnMut(&[u8])) {
    let Some(mut pipe) = pipe else { return };
    let mut buffer = vec![0; 8 * 1024];
    while let Ok(length @ 1..) = pipe.read(&mut buffer).await {
        keep(&buffer[..length]);
    }
}

/// The start of a stream, up to what a result may have.
#[derive(Debug, Default)]
struct Head {
    bytes: Vec<u8>,
    overflown: bool,
}

impl Head {
    fn push(&mut self, bytes: &[u8]) {
        if self.overflown || self.bytes.len() + bytes.len() > MAX_PAYLOAD_BYTES {
            self.overflown = true;
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }
}

/// The end of a stream.
#[derive(Debug, Default)]
struct Tail(Vec<u8>);

impl Tail {
    fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
        let excess = self.0.len().saturating_sub(STDERR_BYTES);
        self.0.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;
    use std::time::Instant;

    fn shell(script: &str) -> Process {
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true);
        Process::spawn(command).unwrap()
    }

    #[tokio::test]
    async fn hears_what_the_process_says() {
        let payload = vec![b'x'; 300_000];
        let finished = shell("cat; echo first >&2; echo last >&2; exit 3").finish(&payload).await;
        let finished = finished.unwrap();
        assert_eq!(finished.exit, Exit::Code(3));
        assert_eq!(finished.stdout, Some(payload));
        assert_eq!(finished.stderr, b"first\nlast\n");
    }

    #[tokio::test]
    async fn is_bounded_in_both_directions() {
        let script = "head -c 1048577 /dev/zero; head -c 100000 /dev/zero >&2; echo end >&2";
        // The input is never read.
        let finished = shell(script).finish(&vec![b'x'; MAX_PAYLOAD_BYTES]).await.unwrap();
        assert_eq!(finished.exit, Exit::Code(0));
        assert_eq!(finished.stdout, None);
        assert_eq!(finished.stderr.len(), STDERR_BYTES);
        assert!(finished.stderr.ends_with(b"\0end\n"));
    }

    #[tokio::test]
    async fn a_child_that_holds_the_pipes_does_not_hold_the_attempt() {
        let started = Instant::now();
        let finished = shell("sleep 600 & echo done; kill -TERM $$").finish(b"").await.unwrap();
        assert_eq!(finished.exit, Exit::Signal(15));
        assert_eq!(finished.stdout.as_deref(), Some(&b"done\n"[..]));
        assert!(started.elapsed() < Duration::from_mins(1));
    }
}
