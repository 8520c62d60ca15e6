//! The disk that servers write to: as it is, or one whose syncs take longer.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use crate::machine::kept_files;
use crate::table::note;

/// A library that delays `fsync` and `fdatasync`.
const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/slow_sync.c");

static SHIM: OnceLock<Option<PathBuf>> = OnceLock::new();

#[derive(Debug, Clone, Copy)]
pub(crate) enum Disk {
    AsItIs,
    /// Each sync takes two milliseconds longer.
    SlowToSync,
}

impl Disk {
    /// Has a server see this disk.
    pub(crate) fn mount(self, command: &mut Command) {
        if matches!(self, Self::SlowToSync) {
            command.env("LD_PRELOAD", shim().expect("whoever wants it has asked whether it is there"));
        }
    }

    /// The slow one needs a C compiler.
    pub(crate) fn is_there(self) -> bool {
        matches!(self, Self::AsItIs) || shim().is_some()
    }
}

fn shim() -> Option<&'static PathBuf> {
    SHIM.get_or_init(compile).as_ref()
}

fn compile() -> Option<PathBuf> {
    let library = kept_files().join("slow_sync.so");
    let mut command = Command::new("cc");
    command.args(["-shared", "-fPIC", "-O2", "-o"]).arg(&library).args([SOURCE, "-ldl"]);
    if command.status().is_ok_and(|status| status.success()) {
        return Some(library);
    }
    note("no C compiler: the slow disk is left out");
    None
}
