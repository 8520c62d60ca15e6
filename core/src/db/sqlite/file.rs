//! The database's file: made private to this user, opened, and migrated.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};
use tokio::time::{Instant, sleep};

use super::Watched;
use crate::db::{Conn, Failure, OpenError, Patience, Tables, Upgrade};
use crate::foundation::private_file::{is_private, keep_private};

/// How long a process waits for another that is opening a database in the same folder.
const LONGEST_TURN: Duration = Duration::from_secs(30);

/// Pages in the write-ahead log (32 MiB) at which they are copied into the database. Each checkpoint costs two syncs, and
/// copies a page once, however often it has changed.
const PAGES_IN_LOG: &str = "8000";

/// Bytes. A log that has grown beyond that, as in an upgrade, is cut to it when it has been copied.
const LARGEST_LOG: &str = "67108864";

/// The schema after all migrations, for a new database: SQLite reads the schema again after each change to a table.
const WHOLE_SCHEMA: &str = include_str!("../../../migrations/sqlite.sql");

pub(in crate::db) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations/sqlite");

/// The file that is open, and where it is.
#[derive(Debug)]
pub(super) struct Place {
    path: PathBuf,
    device: u64,
    inode: u64,
}

impl Place {
    fn of(path: &Path) -> std::io::Result<Self> {
        let file = std::fs::metadata(path)?;
        Ok(Self { path: path.to_owned(), device: file.dev(), inode: file.ino() })
    }

    /// Errors: `Unavailable`, when the file was deleted or moved, or cannot be looked at. SQLite itself would go on writing to it, and all of that would be
    /// gone at the next start.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let gone = match std::fs::metadata(&self.path) {
            Ok(file) if (file.dev(), file.ino()) == (self.device, self.inode) => return Ok(()),
            Err(error) if error.kind() != ErrorKind::NotFound => error,
            _ => {
                let gone = format!("{} was deleted or moved while it was open", self.path.display());
                std::io::Error::new(ErrorKind::NotFound, gone)
            }
        };
        Err(sqlx::Error::Io(gone).into())
    }
}

/// Returns the writer's connection, where its file is, and the options for readers' connections.
pub(super) async fn open(
    url: &str,
    upgrade: Upgrade,
    patience: Patience,
) -> Result<(Watched, Place, SqliteConnectOptions), OpenError> {
    let options =
        SqliteConnectOptions::from_str(url)?.busy_timeout(patience.connection).disable_statement_logging();
    let folder = options.get_filename().parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let _turn = take_turn(folder).await;
    refuse_a_log_without_its_database(options.get_filename())?;
    make_private(options.get_filename())?;
    let writer = options
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true);
    // From 64 KiB on, SQLite keeps the undo journal of a statement in a temporary file. Creating and deleting it is work
    // for the file system that the next sync has to wait for.
    let writer = writer.pragma("temp_store", "MEMORY").pragma("wal_autocheckpoint", PAGES_IN_LOG);
    let writer = writer.pragma("journal_size_limit", LARGEST_LOG);
    let mut conn = Conn::SqliteWriter(Box::new(Watched::new(writer.connect().await?)));
    upgrade.permit(Tables::seen_by(&mut conn).await?)?;
    let Conn::SqliteWriter(mut watched) = conn else { unreachable!("it is SQLite's writer") };
    migrate(&mut watched.connection).await?;
    let place = Place::of(options.get_filename())?;
    Ok((*watched, place, options.create_if_missing(false).pragma("query_only", "1")))
}

/// A database's file, and those that SQLite may have beside it: after a kill, most of what was written last is in them.
pub fn files_of_sqlite(file: &Path) -> [PathBuf; 3] {
    let beside = |end: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    [file.to_owned(), beside("-wal"), beside("-shm")]
}

/// Fails when a write-ahead log is there without its database, which was moved: SQLite would delete the log and its writes.
pub fn refuse_a_log_without_its_database(file: &Path) -> std::io::Result<()> {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |found| found.len());
    let [database, log, _] = files_of_sqlite(file);
    if size(&database) > 0 || size(&log) == 0 {
        return Ok(());
    }
    Err(std::io::Error::other(format!(
        "{} is there without its database {}: put it where the database is now, or bring that back",
        log.display(),
        database.display()
    )))
}

/// Keeps other processes from opening a database in this folder meanwhile: SQLite does not wait for one that sets up a new file.
/// Where the file system does not support such locks, or the other takes very long, this process goes on without the lock.
async fn take_turn(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    let deadline = Instant::now() + LONGEST_TURN;
    while matches!(folder.try_lock(), Err(TryLockError::WouldBlock)) && Instant::now() < deadline {
        sleep(Duration::from_millis(10)).await;
    }
    Some(folder)
}

/// Runs all missing migrations in one transaction: a failure leaves the database as before, and a new one waits for one sync.
pub(in crate::db) async fn migrate(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let mut all = connection.begin().await?;
    let is_new: bool =
        sqlx::query_scalar("SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)").fetch_one(&mut *all).await?;
    if is_new {
        all.execute(WHOLE_SCHEMA).await?;
    }
    MIGRATIONS.run(&mut *all).await?;
    Ok(all.commit().await?)
}

/// What each of SQLite's files begins with. <https://sqlite.org/fileformat.html#magic_header_string>
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Whether the file is a SQLite database, or empty. Any other file is left alone, for SQLite to refuse.
fn is_of_sqlite(path: &Path) -> std::io::Result<bool> {
    let mut head = Vec::new();
    std::fs::File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut head)?;
    Ok(head.is_empty() || head == MAGIC)
}

/// Makes the file readable by this user only: it holds customers' addresses. SQLite gives the files beside it the same mode.
fn make_private(path: &Path) -> std::io::Result<()> {
    match std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        // A file whose mode cannot be changed is accepted: somebody else may own it and share it. The key file, which opens the
        // sealed values in it, is not.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            // Closing the file would drop the locks of this process's other handles on it, so it is opened only where it must be.
            if is_private(path)? || !is_of_sqlite(path)? { Ok(()) } else { keep_private(path).map(drop) }
        }
        made => made.map(drop),
    }
}
