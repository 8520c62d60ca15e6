//! Who serves a SQLite database: one process. A second one, on other ports or in a container that shares the folder, would end the
//! first one's access code and take over its deliveries while they are under way.

use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use boostdesk_core::config::Config;
use boostdesk_core::db::backup::sqlite_file;
use secrecy::ExposeSecret;

use crate::process::failed::Failed;

/// Claims the database's file, if it is there, until the returned lock is dropped or the process ends in whatever way. `None` for
/// PostgreSQL, whose processes agree on a leader; and where nothing can be locked or written.
///
/// Errors: another process serves it.
pub(crate) fn claim(config: &Config) -> Result<Option<File>, Failed> {
    let Ok(Some(database)) = sqlite_file(config.database.url.expose_secret()) else { return Ok(None) };
    if !database.exists() {
        return Ok(None);
    }
    let made = OpenOptions::new().create(true).append(true).mode(0o600).open(beside(&database));
    let Ok(lock) = made else { return Ok(None) };
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Err(Failed::trouble(format!(
            "another process serves {}. Stop it, or name another database (database.url)",
            database.display()
        ))),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Whether a process serves the database now. `None`: for PostgreSQL, and where nothing can be locked.
pub(crate) fn is_served(config: &Config) -> Option<bool> {
    let database = sqlite_file(config.database.url.expose_secret()).ok()??;
    let Ok(lock) = File::open(beside(&database)) else { return Some(false) };
    match lock.try_lock() {
        Ok(()) => Some(false),
        Err(TryLockError::WouldBlock) => Some(true),
        Err(TryLockError::Error(_)) => None,
    }
}

/// Not the database itself: closing a second handle of it would drop SQLite's own locks.
fn beside(database: &Path) -> PathBuf {
    // However the database is reached, it has one lock.
    let database = database.canonicalize().unwrap_or_else(|_| database.to_owned());
    let mut name = database.into_os_string();
    name.push("-served");
    PathBuf::from(name)
}
