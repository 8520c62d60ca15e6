//! The machine that is measured on: what it is, and what runs on which of its cores.
//!
//! Servers have one core, and the load another one, so that a server is judged by its own work and not by how it shares
//! a core with its clients. On a single core all share it.
//! Also where the files are that it is measured with.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::time::SystemTime;
use std::{fs, thread};

use core_affinity::CoreId;
use rustix::thread::{CpuSet, sched_setaffinity};

static CORES: OnceLock<Vec<CoreId>> = OnceLock::new();

/// Moves this process, and the threads it starts from now on, to the load's core. Called once, at its start.
pub(crate) fn leave_the_servers_core() {
    if let [_, load, ..] = cores() {
        core_affinity::set_for_current(*load);
    }
}

/// Starts something on the core of servers.
pub(crate) fn on_the_servers_core<T: Send>(start: impl FnOnce() -> T + Send) -> T {
    let [server, _, ..] = cores() else { return start() };
    let pinned = || {
        core_affinity::set_for_current(*server);
        start()
    };
    thread::scope(|scope| scope.spawn(pinned).join()).expect("it starts")
}

/// Starts something on all cores, if it has many processes on any machine, as a browser has.
pub(crate) fn on_all_cores<T: Send>(start: impl FnOnce() -> T + Send) -> T {
    let everywhere = || {
        let mut all = CpuSet::new();
        for core in cores() {
            all.set(core.id);
        }
        sched_setaffinity(None, &all).expect("these cores are there");
        start()
    };
    thread::scope(|scope| scope.spawn(everywhere).join()).expect("it starts")
}

fn cores() -> &'static [CoreId] {
    CORES.get_or_init(|| core_affinity::get_core_ids().unwrap_or_default())
}

/// Returns when and on what machine this runs, in a line.
pub(crate) fn describe() -> String {
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = processor.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let parts = [
        httpdate::fmt_http_date(SystemTime::now()),
        processor.map_or("a processor without a name", |(_, name)| name).to_owned(),
        format!("{} cores", cores().len().max(1)),
        format!("Linux {}", kernel.trim()),
        format!("Node {}", say("node", &["--version"]).unwrap_or_else(|| "missing".to_owned())),
        format!("commit {}", commit().unwrap_or_else(|| "unknown".to_owned())),
    ];
    parts.join(" · ")
}

/// The commit of the sources, or the binary that is measured instead.
fn commit() -> Option<String> {
    if let Some(binary) = std::env::var_os("BOOSTDESK_BIN") {
        return Some(format!("of {}", binary.display()));
    }
    say("git", &["-C", env!("CARGO_MANIFEST_DIR"), "describe", "--always", "--dirty", "--abbrev=12"])
}

/// The path of this program, to start it again as another process.
pub(crate) fn this_program() -> PathBuf {
    std::env::current_exe().expect("this program is somewhere")
}

/// A folder for files that the next run can use again, below the target folder.
pub(crate) fn kept_files() -> PathBuf {
    let target = this_program().ancestors().nth(2).expect("it is in target/dist").to_path_buf();
    let folder = target.join("tmp");
    fs::create_dir_all(&folder).expect("the target folder is ours");
    folder
}

/// Returns what a command prints, if it exists and succeeds.
pub(crate) fn say(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
