//! Runs the binary in a directory of its own, and never for longer than a test may take.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use boostdesk_core::testing::free_port;
use serde_json::Value;
use tempfile::TempDir;

pub(crate) use boostdesk_fake_platform::TIMEOUT;

use crate::http;

const PROGRAM: &str = env!("CARGO_BIN_EXE_boostdesk");

/// A directory that `boostdesk` is started in, with free ports and no database yet.
pub(crate) struct Place {
    dir: TempDir,
    variables: Vec<(String, String)>,
    pub(crate) web: SocketAddr,
    pub(crate) operations: SocketAddr,
}

pub(crate) fn a_place() -> Place {
    let (web, operations) = (free_address(), free_address());
    let place =
        Place { dir: tempfile::tempdir().expect("a directory"), variables: Vec::new(), web, operations };
    place.with("WEB__BIND", web).with("WEB__OPERATIONS_BIND", operations)
}

fn variable(key: &str) -> String {
    format!("BOOSTDESK__{key}")
}

/// Returns an address that nobody listens on yet.
pub(crate) fn free_address() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, free_port()).into()
}

impl Place {
    /// `WEB__BIND` sets `web.bind`.
    pub(crate) fn with(mut self, key: &str, value: impl std::fmt::Display) -> Self {
        self.variables.push((variable(key), value.to_string()));
        self
    }

    pub(crate) fn logging(mut self, filter: &str) -> Self {
        self.variables.push(("RUST_LOG".to_owned(), filter.to_owned()));
        self
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        !self.variables.iter().any(|(name, _)| name == "BOOSTDESK__DATABASE__URL")
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).expect("the file is written");
    }

    /// As [`Self::write`], readable by its owner only.
    pub(crate) fn write_secret(&self, name: &str, text: &str) {
        self.write(name, text);
        let owner_only = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(self.path(name), owner_only).expect("it is ours");
    }

    /// Returns the names of the files in the directory.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.dir.path()).expect("the directory is there");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.prepare(Command::new(PROGRAM), arguments)
    }

    /// As [`Place::command`], where a terminal that closes ends the program, also if it does not end the tests, as under `nohup`.
    pub(crate) fn command_in_terminal(&self) -> Command {
        let status = std::fs::read_to_string("/proc/self/status").expect("Linux says what is ignored");
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask");
        if !ignored.ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f']) {
            return self.command(&[]);
        }
        // Not every `env` can do this.
        self.prepare(Command::new("env"), &["--default-signal=HUP", PROGRAM])
    }

    fn prepare(&self, mut command: Command, arguments: &[&str]) -> Command {
        command.args(arguments).current_dir(self.dir.path()).env_clear();
        command
            .env("TMPDIR", self.dir.path())
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        Running::spawn(&mut self.command(arguments)).wait()
    }

    pub(crate) fn run_with_input(&self, arguments: &[&str], input: &str) -> Ended {
        let mut running = Running::spawn(self.command(arguments).stdin(Stdio::piped()));
        let mut stdin = running.child.stdin.take().expect("standard input is a pipe");
        stdin.write_all(input.as_bytes()).expect("it reads its input");
        drop(stdin);
        running.wait()
    }

    /// Returns a command's answer with `--json`.
    #[track_caller]
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let ended = self.run(&[arguments, &["--json"]].concat());
        ended.expect_code(0);
        ended.json()
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> Running {
        Running::spawn(&mut self.command(arguments))
    }

    /// Starts a process. Returns it once it answers, with the owner's access code.
    #[track_caller]
    pub(crate) fn serve(&self) -> (Running, String) {
        self.serve_with(&[])
    }

    /// As [`Place::serve`], with other values for these keys, as in [`Place::with`].
    #[track_caller]
    pub(crate) fn serve_with(&self, values: &[(&str, &str)]) -> (Running, String) {
        let mut command = self.command(&[]);
        command.envs(values.iter().map(|(key, value)| (variable(key), value)));
        let mut running = Running::spawn(&mut command);
        let code = running.line();
        let code =
            code.strip_prefix("Access code: ").unwrap_or_else(|| panic!("the access code, not: {code}"));
        let dashboard = running.line();
        assert_eq!(dashboard, format!("Dashboard: http://{}/", self.web));
        (running, code.to_owned())
    }
}

impl Place {
    /// What `/metrics` says once the database's figures are among it. A slow machine leaves them out.
    #[track_caller]
    pub(crate) fn metrics(&self) -> String {
        let asked = Instant::now();
        loop {
            let said = http::get(self.operations, "/metrics", "").body;
            if said.contains("\nboostdesk_database_up 1\n") {
                return said;
            }
            assert!(asked.elapsed() < TIMEOUT, "{said}");
        }
    }
}

/// A process whose output is read as it comes; killed when a test gives up on it.
pub(crate) struct Running {
    child: Child,
    lines: Receiver<String>,
    stderr: Option<JoinHandle<String>>,
}

pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Running {
    pub(crate) fn spawn(command: &mut Command) -> Self {
        let mut child = command.spawn().expect("the binary starts");
        let stdout = child.stdout.take().expect("standard output is a pipe");
        let stderr = child.stderr.take().map(text_of);
        Self { child, lines: lines_of(stdout), stderr }
    }

    /// Returns the next line on standard output.
    #[track_caller]
    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(TIMEOUT).unwrap_or_else(|error| {
            let _ = self.child.kill();
            panic!("no line on standard output ({error}); standard error:\n{}", self.join_stderr())
        })
    }

    /// Returns the next line on standard output. `None`: there is none, because it has ended.
    pub(crate) fn line_or_end(&mut self) -> Option<String> {
        match self.lines.recv_timeout(TIMEOUT) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("it neither says anything nor ends"),
        }
    }

    /// Returns its resident memory.
    pub(crate) fn resident_kib(&self) -> u64 {
        self.memory_kib("VmRSS:")
    }

    /// Returns its peak resident memory.
    pub(crate) fn peak_kib(&self) -> u64 {
        self.memory_kib("VmHWM:")
    }

    fn memory_kib(&self, which: &str) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("a Linux machine");
        let line = status.lines().find_map(|line| line.strip_prefix(which)).expect("it holds memory");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// `TERM` or `INT`.
    pub(crate) fn signal(&self, name: &str) {
        // The shell's builtin: a minimal machine has no such program.
        let sent = Command::new("sh").arg("-c").arg(format!("kill -{name} {}", self.child.id())).status();
        assert!(sent.expect("a shell runs").success());
    }

    /// Waits for the end, which closes standard output.
    #[track_caller]
    pub(crate) fn wait(mut self) -> Ended {
        let deadline = Instant::now() + TIMEOUT;
        let mut stdout = Vec::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => stdout.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    panic!("still running after {TIMEOUT:?}; standard error:\n{}", self.join_stderr());
                }
            }
        }
        let status = self.child.wait().expect("the process can be waited for");
        Ended { code: status.code(), stdout: stdout.join("\n"), stderr: self.join_stderr() }
    }

    fn join_stderr(&mut self) -> String {
        self.stderr.take().map(|reader| reader.join().expect("standard error is read")).unwrap_or_default()
    }
}

impl Drop for Running {
    #[expect(clippy::print_stderr, reason = "says what the process had to say when its test fails")]
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            eprintln!("standard error:\n{}", self.join_stderr());
        }
    }
}

impl Ended {
    #[track_caller]
    pub(crate) fn expect_code(&self, code: i32) {
        assert_eq!(
            self.code,
            Some(code),
            "standard output:\n{}\nstandard error:\n{}",
            self.stdout,
            self.stderr
        );
    }

    /// Expects this exit code, one line on standard error, and nothing on standard output.
    #[track_caller]
    pub(crate) fn expect_refusal(&self, code: i32, line: &str) {
        self.expect_code(code);
        assert_eq!(self.stdout, "");
        assert_eq!(self.stderr, format!("boostdesk: {line}\n"));
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }
}

fn lines_of(stdout: ChildStdout) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

fn text_of(mut stderr: ChildStderr) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        let _ = stderr.read_to_string(&mut text);
        text
    })
}

/// Whether only a file's owner can read it.
pub(crate) fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).expect("the file is there").permissions().mode() & 0o777 == 0o600
}
