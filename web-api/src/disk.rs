//! How much room a disk has.

use std::io;
use std::path::Path;

/// In bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Disk {
    pub(crate) size: u64,
    /// What an ordinary user may still write.
    pub(crate) free: u64,
}

impl Disk {
    /// The disk that `place` is on, or will be on once it is made. Blocks for a moment.
    pub(crate) fn of(place: &Path) -> io::Result<Self> {
        let made = place.ancestors().find(|place| place.exists()).unwrap_or(Path::new("."));
        let disk = rustix::fs::statvfs(made)?;
        let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
        Ok(Self { size: bytes(disk.f_blocks), free: bytes(disk.f_bavail) })
    }
}
