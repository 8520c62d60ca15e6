//! How much room uploads may take: a ceiling for all of them, and a floor of free space, which is for the database.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
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
    /// Bytes reserved for uploads under way.
    coming: AtomicU64,
}

/// Room reserved for an upload, until it is stored or has failed.
#[derive(Debug)]
pub(super) struct Kept {
    space: Arc<Space>,
    bytes: u64,
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.space.coming.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl Space {
    pub(super) fn new(config: &config::Chat) -> Arc<Self> {
        let space = Self {
            directory: config.upload_dir.clone(),
            most: u64::from(config.uploads_mb) * MIB,
            keep_free: u64::from(config.keep_free_mb) * MIB,
            used: AtomicU64::new(0),
            coming: AtomicU64::new(0),
        };
        space.look();
        Arc::new(space)
    }

    /// Counts the bytes in the directory.
    pub(super) fn look(&self) {
        self.used.store(size_of(&self.directory), Ordering::Relaxed);
    }

    pub(super) fn grew(&self, bytes: u64) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Whether `coming` bytes may be written, which include all uploads under way. Blocks for a moment.
    fn has_room_for(&self, coming: u64) -> io::Result<bool> {
        let is_over = || self.used.load(Ordering::Relaxed).saturating_add(coming) > self.most;
        if self.most > 0 && is_over() {
            // Files may have been removed since the last count.
            self.look();
            if is_over() {
                return Ok(false);
            }
        }
        Ok(self.keep_free == 0 || Disk::of(&self.directory)?.free.saturating_sub(coming) >= self.keep_free)
    }

    /// Reserves room for so many bytes. `None`: there is none. Blocks for a moment.
    pub(super) fn keep_room(self: &Arc<Self>, bytes: u64) -> io::Result<Option<Kept>> {
        let before = self.coming.fetch_add(bytes, Ordering::Relaxed);
        let kept = Kept { space: self.clone(), bytes };
        Ok(self.has_room_for(before.saturating_add(bytes))?.then_some(kept))
    }
}

/// Returns the bytes of all files in a directory, 0 if it does not exist.
fn size_of(directory: &Path) -> u64 {
    let files = std::fs::read_dir(directory).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|data| data.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_reserved_by_uploads_in_progress_counts_towards_the_limit() {
        let directory = tempfile::tempdir().expect("a directory");
        let space = Arc::new(Space {
            directory: directory.path().to_owned(),
            most: 10,
            keep_free: 0,
            used: AtomicU64::new(0),
            coming: AtomicU64::new(0),
        });
        let keep = |bytes| space.keep_room(bytes).expect("it can be looked");
        let first = keep(6).expect("there is room");
        assert!(keep(6).is_none(), "both would be too much");
        let second = keep(4).expect("what was refused keeps nothing");
        drop(first);
        std::fs::write(directory.path().join("it is there"), [0; 5]).expect("a file");
        space.grew(5);
        assert!(keep(2).is_none());
        drop(second);
        assert!(keep(5).is_some());
    }
}
