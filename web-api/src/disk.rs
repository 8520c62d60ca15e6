//! How much room a disk has.

use std::io;
use std::path::{Path, PathBuf};

use boostdesk_core::config::Config;
use boostdesk_core::db::backup;
use secrecy::ExposeSecret;

/// In bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disk {
    pub size: u64,
    /// What an ordinary user may still write.
    pub free: u64,
}

/// A file or folder whose disk must not run out of room.
#[derive(Debug, Clone)]
pub struct Place {
    pub name: &'static str,
    pub path: PathBuf,
}

/// SQLite's `database`, and `uploads`.
pub fn places(config: &Config) -> Vec<Place> {
    let url = config.database.url.expose_secret();
    let file = backup::sqlite_file(url).ok().flatten();
    let database = file.map(|path| Place { name: "database", path });
    let uploads = Place { name: "uploads", path: config.chat.upload_dir.clone() };
    database.into_iter().chain([uploads]).collect()
}

impl Disk {
    /// The disk that `place` is on, or will be on once it is made. Blocks for a moment.
    pub fn of(place: &Path) -> io::Result<Self> {
        let made = place.ancestors().find(|place| place.exists()).unwrap_or(Path::new("."));
        let disk = rustix::fs::statvfs(made)?;
        let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
        Ok(Self { size: bytes(disk.f_blocks), free: bytes(disk.f_bavail) })
    }
}
