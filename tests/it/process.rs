//! The real binary as processes: an engine and workers that can be killed at any moment.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use wovyr_retry::client::{ClientOptions, EngineClient};

use crate::eventually::eventually;

/// How long a process may take to start or stop.
const PATIENCE: Duration = Duration::from_secs(30);

/// A command line of the binary, without the surroundings of whoever runs the tests.
pub(crate) fn wovyr_retry() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("wovyr-retry"));
    for name in ["WOVYR_RETRY_URL", "WOVYR_RETRY_TENANT", "WOVYR_TOKEN", "WOVYR_LOG", "NO_COLOR"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::null());
    command
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Output {
    command.output().unwrap()
}

/// Standard output of a command that must succeed.
pub(crate) fn stdout(command: &mut Command) -> String {
    let output = run(command);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert!(
        output.status.success(),
        "{command:?} ended with {}\n{}\n{}",
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// A process that does not outlive its test.
pub(crate) struct Process(Child);

impl Process {
    pub(crate) fn spawn(command: &mut Command) -> Self {
        Self(command.spawn().unwrap())
    }

    /// SIGKILL: no chance to tidy up.
    pub(crate) fn kill(&mut self) {
        // An error says that it is dead already.
        let _ = self.0.kill();
        self.0.wait().unwrap();
    }

    /// SIGTERM, and its exit code.
    pub(crate) fn terminate(&mut self) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.0);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        let child = &mut self.0;
        eventually("the process ends", PATIENCE, || child.try_wait().unwrap()).code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// An engine on a store in a directory of its own; restarts keep store and address.
pub(crate) struct EngineProcess {
    directory: tempfile::TempDir,
    process: Process,
    address: String,
}

impl EngineProcess {
    /// Starts an engine on an empty store and a free port.
    pub(crate) fn start() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let (process, address) = serve(&directory.path().join("engine.db"), "127.0.0.1:0");
        Self { directory, process, address }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.directory.path().join("engine.db")
    }

    pub(crate) fn client(&self) -> EngineClient {
        EngineClient::new(&ClientOptions::new(self.url())).unwrap()
    }

    /// A command line that talks to this engine.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = wovyr_retry();
        command.args(words).env("WOVYR_RETRY_URL", self.url());
        command
    }

    /// Kills the engine and starts it again.
    pub(crate) fn crash(&mut self) {
        self.process.kill();
        (self.process, self.address) = serve(&self.store(), &self.address);
    }

    /// Stops the engine as an operator would; gives its exit code.
    pub(crate) fn stop(&mut self) -> Option<i32> {
        self.process.terminate()
    }

    /// A worker that runs a shell command for each activity of a queue.
    pub(crate) fn worker(&self, queue: &str, script: &str) -> Process {
        let mut command = self.command(&["worker", "--queue", queue, "--concurrency", "8", "--"]);
        command.args(["sh", "-c", script]).stdout(Stdio::null()).stderr(Stdio::null());
        Process::spawn(&mut command)
    }
}

/// Starts `serve` and waits until it says where it listens.
fn serve(store: &Path, listen: &str) -> (Process, String) {
    let store = format!("sqlite:{}", store.display());
    let mut command = wovyr_retry();
    command.args(["serve", "--store", &store, "--listen", listen]).stderr(Stdio::piped());
    let mut process = Process::spawn(&mut command);
    let mut stderr = BufReader::new(process.0.stderr.take().unwrap());
    let mut said = String::new();
    loop {
        let before = said.len();
        assert!(stderr.read_line(&mut said).unwrap() > 0, "serve ended: {said}");
        if let Some((_, rest)) = said[before..].split_once("http://") {
            let address = rest.split_whitespace().next().unwrap().to_owned();
            // What it says from now on nobody reads; the pipe must not fill up.
            std::thread::spawn(move || stderr.read_to_end(&mut Vec::new()));
            return (process, address);
        }
    }
}
