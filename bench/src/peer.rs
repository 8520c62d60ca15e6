//! The peer: a small Node program on Fastify, better-sqlite3 and ws, in `bench/peer/`. Its packages are installed below
//! the target folder when it is first needed; if they cannot be, the rows have no peer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::disk::Disk;
use crate::machine::kept_files;
use crate::table::note;

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/peer");
/// These name the packages: when one changes, all are installed anew.
const PACKAGES: [&str; 2] = ["package.json", "package-lock.json"];
const PROGRAM: [&str; 2] = ["server.js", "shop.sql"];
/// better-sqlite3 is compiled with these if there is no prebuilt one.
const HEADERS: &str = "/usr/include/node/node.h";

static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();

/// Serves `database`, and makes it if it is missing. `None` if Node or its packages cannot be had.
pub(crate) fn command(database: &Path, port: u16, disk: Disk) -> Option<Command> {
    let folder = FOLDER.get_or_init(install).as_ref()?;
    let mut command = Command::new("node");
    command.arg(folder.join("server.js")).arg(database).arg(port.to_string());
    command.env("NODE_ENV", "production").stdin(Stdio::null()).stderr(Stdio::inherit());
    disk.mount(&mut command);
    Some(command)
}

fn install() -> Option<PathBuf> {
    let folder = kept_files().join("peer");
    fs::create_dir_all(&folder).expect("the target folder is ours");
    let unchanged = PACKAGES.iter().all(|file| {
        let [wanted, there] = [Path::new(SOURCES), &folder].map(|folder| fs::read(folder.join(file)).ok());
        wanted == there
    });
    for file in PACKAGES.iter().chain(&PROGRAM) {
        fs::copy(Path::new(SOURCES).join(file), folder.join(file)).expect("the target folder is ours");
    }
    // npm writes it last.
    if unchanged && folder.join("node_modules/.package-lock.json").exists() {
        return Some(folder);
    }
    note("the peer's packages are installed …");
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&folder);
    npm.stdin(Stdio::null()).stdout(Stdio::null());
    if Path::new(HEADERS).exists() {
        npm.env("npm_config_nodedir", "/usr");
    }
    if npm.status().is_ok_and(|status| status.success()) {
        return Some(folder);
    }
    // It may be incomplete.
    let _ = fs::remove_dir_all(folder.join("node_modules"));
    note("no Node, or its packages cannot be installed: the peer is left out");
    None
}
