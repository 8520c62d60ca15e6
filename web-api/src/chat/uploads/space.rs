//! How much room uploads may take: a ceiling for all of them, and a floor of free space, which is for the database.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use boostdesk_core::config;

use crate::disk::Disk;

const MIB: u64 = 1024 * 1024;

#[derive(Debug)]
pub(super) struct Space {
    directory: PathBuf,
    /// Bytes of all uploads. 0: no ceiling.
    most: u64,
    /// Bytes that stay free on the disk. 0: no floor.
    keep_free: u64,
    /// Bytes of all uploads, as far as this process knows: what others write is counted at the next look.
    used: AtomicU64,
}

impl Space {
    pub(super) fn new(config: &config::Chat) -> Self {
        let space = Self {
            directory: config.upload_dir.clone(),
            most: u64::from(config.uploads_mb) * MIB,
            keep_free: u64::from(config.keep_free_mb) * MIB,
            used: AtomicU64::new(0),
        };
        space.look();
        space
    }

    /// Counts what is there.
    pub(super) fn look(&self) {
        self.used.store(size_of(&self.directory), Ordering::Relaxed);
    }

    pub(super) fn grew(&self, bytes: u64) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Whether so many bytes more may be written. Blocks for a moment.
    pub(super) fn has_room_for(&self, bytes: u64) -> io::Result<bool> {
        if self.most > 0 && self.used.load(Ordering::Relaxed).saturating_add(bytes) > self.most {
            // Some of it may be gone by now.
            self.look();
            if self.used.load(Ordering::Relaxed).saturating_add(bytes) > self.most {
                return Ok(false);
            }
        }
        Ok(self.keep_free == 0 || Disk::of(&self.directory)?.free.saturating_sub(bytes) >= self.keep_free)
    }
}

/// A directory that is not there takes nothing.
fn size_of(directory: &Path) -> u64 {
    let files = std::fs::read_dir(directory).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|data| data.len()).sum()
}
