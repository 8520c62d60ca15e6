//! Uploaded files: taken in, made harmless, kept and served.
//!
//! A file is written under a name that begins with `.part-` and gets its own, random one when it is whole and known to be
//! harmless; the database hears of it last. Whatever a crash leaves in between is swept.

mod drawing;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzing;
mod helper;
pub(crate) mod logo;
mod picture;
mod picture_error;
pub(crate) mod receive;
pub(crate) mod serve;
mod sniff;
mod space;
mod square;

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Seek, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use boostdesk_core::App;
use boostdesk_core::chat::uploads as known;
use boostdesk_core::config::Config;
use boostdesk_core::db::Failure;
use boostdesk_core::db::backup::here_since;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::watching::outages::Trouble;
use bytes::Bytes;
use tempfile::NamedTempFile;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::edge::concurrency::{Places, Turns};

pub(crate) use helper::NoPicture;
use helper::Task;
pub use helper::{PictureHelper, help};
use picture::Picture;
use picture_error::PictureError;
use sniff::Media;
use space::Space;

/// Pictures that are read at the same time, each by a helper of its own.
const AT_WORK: usize = 2;
/// Uploads of one user under way at the same time.
const EACH: u32 = 6;
const SWEEP: Duration = Duration::from_hours(1);
/// The pause after a failed sweep.
const SWEEP_AGAIN: Duration = Duration::from_mins(5);
/// How old a file that the database does not know must be to be swept: a younger one may still be on its way into it.
const UNKNOWN_LIFE: Duration = Duration::from_hours(1);
const UNFINISHED: &str = ".part-";

/// The upload directory.
#[derive(Debug)]
pub(crate) struct Uploads {
    directory: PathBuf,
    /// Bytes of one file.
    limit: u64,
    space: Arc<Space>,
    helper: PictureHelper,
    work: Semaphore,
    /// Leaves one of the places in `work` to uploads, which never wait for pictures of other sites.
    of_others: Semaphore,
    under_way: Places<Box<str>>,
    /// Of each user one picture is made at a time, so that those who send slow ones hold up only themselves.
    turns: Turns<Box<str>>,
}

impl Uploads {
    pub(crate) fn new(config: &Config, helper: PictureHelper) -> Self {
        Self {
            directory: config.chat.upload_dir.clone(),
            limit: u64::from(config.chat.max_upload_mb) * 1024 * 1024,
            space: Space::new(&config.chat),
            helper,
            work: Semaphore::new(AT_WORK),
            of_others: Semaphore::new(AT_WORK - 1),
            under_way: Places::new(EACH),
            turns: Turns::new(1),
        }
    }

    /// Makes a picture of this user's file.
    async fn make_for(&self, subject: &str, task: Task, file: File) -> Result<Picture, NoPicture> {
        let _turn = self.turns.take(subject.into()).await;
        self.make(task, file).await
    }

    /// Makes a picture of a file, as soon as fewer than `AT_WORK` helpers run.
    async fn make(&self, task: Task, file: File) -> Result<Picture, NoPicture> {
        let _place = self.work.acquire().await.expect("it is never closed");
        self.helper.make(task, Stdio::from(file), self.limit).await
    }

    /// Returns a small version of another site's picture, and its media type.
    pub(crate) async fn small_picture(
        self: &Arc<Self>,
        bytes: Vec<u8>,
    ) -> Result<(Bytes, &'static str), NoPicture> {
        self.picture_of_another(Task::Small, bytes).await
    }

    /// Returns another site's picture, encoded anew in its full size, and its media type.
    pub(crate) async fn whole_picture(
        self: &Arc<Self>,
        bytes: Vec<u8>,
    ) -> Result<(Bytes, &'static str), NoPicture> {
        let media = Media::sniff(&bytes).filter(|media| !media.is_video()).ok_or(PictureError::Damaged)?;
        self.picture_of_another(Task::Remake(media), bytes).await
    }

    async fn picture_of_another(
        self: &Arc<Self>,
        task: Task,
        bytes: Vec<u8>,
    ) -> Result<(Bytes, &'static str), NoPicture> {
        let _place = self.of_others.acquire().await.expect("it is never closed");
        let folder = self.clone();
        let file = spawn_blocking(move || {
            let mut file = folder.unfinished()?.into_file();
            file.write_all(&bytes)?;
            file.rewind()?;
            Ok(file)
        });
        let file = file.await.map_err(io::Error::other).and_then(|made| made);
        let picture = self.make(task, file.map_err(NoPicture::NoFile)?).await?;
        Ok((picture.bytes.into(), picture.format.media_type()))
    }

    /// Creates a file that is removed on drop, unless it is kept.
    fn unfinished(&self) -> io::Result<NamedTempFile> {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.directory)?;
        tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&self.directory)
    }

    /// Moves a complete file to its final name.
    fn keep(&self, file: NamedTempFile, name: &str, placed: &mut Placed) -> io::Result<()> {
        file.as_file().sync_all()?;
        self.space.grew(file.as_file().metadata()?.len());
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

    /// Removes files that the database has forgotten. What cannot be removed now is swept later, and reported then.
    pub(crate) async fn remove(&self, names: &[String]) {
        let _ = self.try_to_remove(names).await;
    }

    /// Removes as many as possible. Errors: that of the last file that failed.
    async fn try_to_remove(&self, names: &[String]) -> io::Result<()> {
        let mut done = Ok(());
        for name in names {
            match tokio::fs::remove_file(self.path(name)).await {
                Err(error) if error.kind() != io::ErrorKind::NotFound => done = Err(error),
                _ => {}
            }
        }
        done
    }

    /// Sweeps now and then until `shutdown`.
    pub(crate) async fn sweep_until(self: Arc<Self>, app: App, shutdown: CancellationToken) {
        let (mut pause, mut told) = (Duration::ZERO, 0);
        while shutdown.run_until_cancelled(sleep(pause)).await.is_some() {
            let swept = self.sweep(&app).await;
            app.outages.note(Trouble::Uploads, "", &swept);
            pause = if swept.is_ok() { SWEEP } else { SWEEP_AGAIN };
            if let Ok(Swept { removed, left }) = swept {
                if removed > 0 {
                    info!(removed, "removed {removed} uploaded files that no message holds");
                }
                if left != told {
                    warn!(
                        left,
                        "left {left} uploaded files alone: they are older than this database, which knows none of them"
                    );
                    told = left;
                }
            }
        }
    }

    /// Removes uploads that have waited too long for a message, and files that the database does not know. Files older than the
    /// database stay: another database, which may be restored, may know them.
    async fn sweep(self: &Arc<Self>, app: &App) -> Result<Swept, NotSwept> {
        let (mut forgotten, mut forgotten_went) = (0, Ok(()));
        loop {
            let piece = known::forget_orphans(app).await?;
            if piece.is_empty() {
                break;
            }
            forgotten += piece.len();
            forgotten_went = self.try_to_remove(&piece).await.and(forgotten_went);
        }
        let directory = self.directory.clone();
        let old = spawn_blocking(move || old_files(&directory)).await.map_err(io::Error::other)??;
        let (names, written): (Vec<_>, Vec<_>) = old.into_iter().unzip();
        let known: HashSet<String> = known::known(app, &names).await?.into_iter().collect();
        let here_since = time_of(here_since(&app.db).await?);
        let strangers = names.into_iter().zip(written).filter(|(name, _)| !known.contains(name));
        let is_ours =
            |(name, written): &(String, SystemTime)| name.starts_with(UNFINISHED) || *written >= here_since;
        let (ours, anothers): (Vec<_>, Vec<_>) = strangers.partition(is_ours);
        let ours: Vec<String> = ours.into_iter().map(|(name, _)| name).collect();
        let ours_went = self.try_to_remove(&ours).await;
        let uploads = self.clone();
        // If counting fails, the last count stands.
        let _ = spawn_blocking(move || uploads.space.look()).await;
        forgotten_went.and(ours_went)?;
        Ok(Swept { removed: forgotten + ours.len(), left: anothers.len() })
    }
}

/// How many files were removed, and how many stay since another database may know them.
struct Swept {
    removed: usize,
    left: usize,
}

fn time_of(timestamp: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(timestamp.0.try_into().unwrap_or_default())
}

#[derive(Debug, thiserror::Error)]
enum NotSwept {
    #[error(transparent)]
    Failure(#[from] Failure),
    #[error("the directory: {0}")]
    Directory(#[from] io::Error),
}

/// Files under their final names, which are removed on drop unless they are registered in the database.
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

/// Returns files with names of our making that are older than `UNKNOWN_LIFE`, and when they were written. Other files in the
/// directory are left alone. A missing directory has none.
fn old_files(directory: &Path) -> io::Result<Vec<(String, SystemTime)>> {
    let files = match std::fs::read_dir(directory) {
        Ok(files) => files,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let old = files.flatten().filter_map(|file| {
        let data = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
        let written = data.modified().ok()?;
        let is_old = SystemTime::now().duration_since(written).is_ok_and(|age| age > UNKNOWN_LIFE);
        let name = file.file_name().into_string().ok().filter(|name| is_old && is_ours(name))?;
        Some((name, written))
    });
    Ok(old.collect())
}

/// `.part-…`, or 32 hexadecimal digits, `t` for a thumbnail, and an extension.
fn is_ours(name: &str) -> bool {
    let is_whole = |(stem, _): (&str, &str)| {
        let stem = stem.strip_suffix('t').unwrap_or(stem);
        stem.len() == 32 && stem.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    };
    name.starts_with(UNFINISHED) || name.split_once('.').is_some_and(is_whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_file_names_made_by_the_upload_code_are_recognised_as_ours() {
        let stem = "0123456789abcdef0123456789abcdef";
        for ours in [format!("{stem}.png"), format!("{stem}t.jpg"), ".part-a1B2c3".to_owned()] {
            assert!(is_ours(&ours), "{ours}");
        }
        for another in ["secret.key", "boostdesk.db", "boostdesk.db-wal", stem, "README", ".gitkeep"] {
            assert!(!is_ours(another), "{another}");
        }
    }
}
