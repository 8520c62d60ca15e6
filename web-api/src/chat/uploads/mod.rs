//! Uploaded files: taken in, made harmless, kept and served.
//!
//! A file is written under a name that begins with `.part-` and gets its own, random one when it is whole and known to be
//! harmless; the database hears of it last. Whatever a crash leaves in between is swept.

mod picture;
pub(crate) mod receive;
pub(crate) mod serve;
mod sniff;

use std::collections::HashSet;
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use boostdesk_core::App;
use boostdesk_core::chat::uploads as known;
use boostdesk_core::config::Config;
use tempfile::NamedTempFile;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::edge::concurrency::Places;

pub(crate) use picture::small_picture;

/// Pictures that are decoded at the same time: each may take a few hundred megabytes for a moment.
const AT_WORK: usize = 2;
/// Uploads of one user under way at the same time.
const EACH: u32 = 6;
const SWEEP: Duration = Duration::from_hours(1);
/// How old a file that the database does not know must be to be swept: a younger one may still be on its way into it.
const UNKNOWN_LIFE: Duration = Duration::from_hours(1);
const UNFINISHED: &str = ".part-";

/// The upload directory.
#[derive(Debug)]
pub(crate) struct Uploads {
    directory: PathBuf,
    /// Bytes of one file.
    limit: u64,
    work: Arc<Semaphore>,
    under_way: Places<Box<str>>,
}

impl Uploads {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            directory: config.chat.upload_dir.clone(),
            limit: u64::from(config.chat.max_upload_mb) * 1024 * 1024,
            work: Arc::new(Semaphore::new(AT_WORK)),
            under_way: Places::new(EACH),
        }
    }

    /// Runs `work`, which decodes pictures, on a thread of its own, when there is room.
    pub(crate) async fn decode<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<T> {
        let place = self.work.clone().acquire_owned().await.map_err(io::Error::other)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        done.await.map_err(io::Error::other)
    }

    /// A file that goes away again unless it is kept.
    fn unfinished(&self) -> io::Result<NamedTempFile> {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.directory)?;
        tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&self.directory)
    }

    /// Puts a whole file in its place.
    fn keep(&self, file: NamedTempFile, name: &str, placed: &mut Placed) -> io::Result<()> {
        file.as_file().sync_all()?;
        file.persist_noclobber(self.path(name))?;
        placed.0.push(self.path(name));
        Ok(())
    }

    fn keep_bytes(&self, bytes: &[u8], name: &str, placed: &mut Placed) -> io::Result<()> {
        let mut file = self.unfinished()?;
        file.write_all(bytes)?;
        self.keep(file, name, placed)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// Removes files that the database has forgotten. What cannot be removed now is swept later.
    pub(crate) async fn remove(&self, names: &[String]) {
        for name in names {
            match tokio::fs::remove_file(self.path(name)).await {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    warn!(%error, "an uploaded file could not be removed");
                }
                _ => {}
            }
        }
    }

    /// Sweeps now and then until `shutdown`.
    pub(crate) async fn sweep_until(&self, app: &App, shutdown: CancellationToken) {
        let mut tick = tokio::time::interval(SWEEP);
        while shutdown.run_until_cancelled(tick.tick()).await.is_some() {
            match self.sweep(app).await {
                Ok(0) => {}
                Ok(swept) => info!(swept, "removed {swept} uploaded files that no message holds"),
                Err(error) => warn!(%error, "the uploads could not be swept, trying again later"),
            }
        }
    }

    /// Removes uploads that have waited too long for a message, and files that the database does not know. Returns how many
    /// files.
    async fn sweep(&self, app: &App) -> Result<usize, boostdesk_core::db::Failure> {
        let mut files = known::forget_orphans(app).await?;
        let directory = self.directory.clone();
        let old = tokio::task::spawn_blocking(move || old_files(&directory)).await.unwrap_or_default();
        let known: HashSet<String> = known::known(app, &old).await?.into_iter().collect();
        files.extend(old.into_iter().filter(|name| !known.contains(name)));
        self.remove(&files).await;
        Ok(files.len())
    }
}

/// Files in their places that go away again unless the database hears of them.
#[derive(Debug)]
struct Placed(Vec<PathBuf>);

impl Placed {
    fn stay(mut self) {
        self.0.clear();
    }
}

impl Drop for Placed {
    fn drop(&mut self) {
        for file in &self.0 {
            // What cannot be removed now is swept later.
            let _ = std::fs::remove_file(file);
        }
    }
}

/// Files that were written a while ago. A directory that is not there has none.
fn old_files(directory: &Path) -> Vec<String> {
    let files = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let old = files.filter(|file| {
        let data = file.metadata().ok().filter(std::fs::Metadata::is_file);
        let written = data.and_then(|data| data.modified().ok());
        written
            .and_then(|written| SystemTime::now().duration_since(written).ok())
            .is_some_and(|age| age > UNKNOWN_LIFE)
    });
    old.filter_map(|file| file.file_name().into_string().ok()).collect()
}
