//! The processes that are measured, and what the system reports about them.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::disk::Disk;
use crate::machine::{on_the_servers_core, this_program};
use crate::peer;

/// A server as a child process, killed when this is dropped.
pub(crate) struct Server {
    child: Child,
    /// Kept open: a server that cannot write to it would end.
    _stdout: BufReader<ChildStdout>,
    pub(crate) web: SocketAddr,
}

/// Nanoseconds by thread.
pub(crate) struct ProcessorTime(HashMap<PathBuf, u64>);

impl ProcessorTime {
    /// Leaves out threads that have ended meanwhile, of which there are next to none.
    pub(crate) fn since(&self, before: &Self) -> Duration {
        let spent = |(thread, now): (&PathBuf, &u64)| {
            now.saturating_sub(before.0.get(thread).copied().unwrap_or_default())
        };
        Duration::from_nanos(self.0.iter().map(spent).sum())
    }
}

/// Kilobytes of 1024 bytes.
pub(crate) struct Memory {
    pub(crate) resident: u64,
    /// The proportional set size: shared pages count in parts.
    pub(crate) proportional: u64,
}

impl Server {
    /// Starts the product in `folder`, and waits until it listens.
    pub(crate) fn product(folder: &Path, settings: &[(String, String)], disk: Disk) -> Self {
        let mut command = product_command(folder, settings);
        disk.mount(&mut command);
        Self::spawn(&mut command, "Dashboard: http://")
    }

    /// Starts this executable as a server that gives the answers in `folder`.
    pub(crate) fn bare(folder: &Path) -> Self {
        Self::spawn(&mut bare_command(folder), "http://")
    }

    /// Starts this executable as a server that sells at the storefronts of a copy of the product's database.
    pub(crate) fn bare_sales(database: &Path) -> Self {
        Self::again("serve-bare-sales", database, Disk::AsItIs)
    }

    /// Starts this executable as a minimal shop.
    pub(crate) fn bare_shop(database: &Path, disk: Disk) -> Self {
        Self::again("serve-bare-shop", database, disk)
    }

    fn again(what: &str, database: &Path, disk: Disk) -> Self {
        let mut command = Command::new(this_program());
        command.arg(what).arg(database).stdin(Stdio::null()).stderr(Stdio::inherit());
        disk.mount(&mut command);
        Self::spawn(&mut command, "http://")
    }

    /// Starts the peer. `None` if it cannot be had.
    pub(crate) fn peer(database: &Path, disk: Disk) -> Option<Self> {
        Some(Self::spawn(&mut peer::command(database, 0, disk)?, "http://"))
    }

    /// Starts this executable as a minimal chat.
    pub(crate) fn bare_chat() -> Self {
        let mut command = Command::new(this_program());
        command.arg("serve-bare-chat").stdin(Stdio::null()).stderr(Stdio::inherit());
        Self::spawn(&mut command, "http://")
    }

    #[expect(clippy::zombie_processes, reason = "Drop waits for it; a panic ends the whole run")]
    fn spawn(command: &mut Command, prefix: &str) -> Self {
        command.stdout(Stdio::piped());
        let mut child = on_the_servers_core(|| command.spawn()).expect("the binary starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        loop {
            let mut line = String::new();
            assert!(stdout.read_line(&mut line).expect("text") > 0, "it ended instead of answering");
            if let Some(web) = line.trim().strip_prefix(prefix) {
                let web =
                    web.trim_end_matches('/').parse().unwrap_or_else(|_| panic!("an address, not {line}"));
                return Self { child, _stdout: stdout, web };
            }
        }
    }

    /// Returns the processor time of each thread so far, in user mode and in the kernel.
    pub(crate) fn processor_time(&self) -> ProcessorTime {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("it has not ended");
        // In nanoseconds, while the figure for the whole process is in hundredths of a second.
        let threads = tasks.filter_map(|task| {
            let path = task.ok()?.path();
            let stat = fs::read_to_string(path.join("schedstat")).ok()?;
            Some((path, stat.split(' ').next()?.parse().expect("a number")))
        });
        ProcessorTime(threads.collect())
    }

    pub(crate) fn memory(&self) -> Memory {
        let rollup = self.proc("smaps_rollup");
        let field = |name: &str| {
            let line = rollup.lines().find_map(|line| line.strip_prefix(name)).expect("Linux 4.14 or newer");
            line.trim().trim_end_matches(" kB").parse().expect("a number")
        };
        Memory { resident: field("Rss:"), proportional: field("Pss:") }
    }

    fn proc(&self, file: &str) -> String {
        fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).expect("a Linux machine")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a command for the product in `folder`, with `settings` such as `WEB__BIND` and no other environment.
pub(crate) fn product_command(folder: &Path, settings: &[(String, String)]) -> Command {
    let mut command = Command::new(binary());
    command.current_dir(folder).env_clear().stdin(Stdio::null()).stderr(Stdio::null());
    command.envs(settings.iter().map(|(key, value)| (format!("BOOSTDESK__{key}"), value)));
    command
}

pub(crate) fn bare_command(folder: &Path) -> Command {
    let mut command = Command::new(this_program());
    command.arg("serve-bare").arg(folder).stdin(Stdio::null()).stderr(Stdio::inherit());
    command
}

/// Returns an address that was free a moment ago.
pub(crate) fn free_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port")
}

/// Returns the path of the product that is measured.
pub(crate) fn binary() -> PathBuf {
    std::env::var_os("BOOSTDESK_BIN")
        .map_or_else(|| this_program().with_file_name("boostdesk"), PathBuf::from)
}
