//! The database's file: for this user alone, opened, and brought up to date.

use std::fs::{File, TryLockError};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};
use tokio::time::{Instant, sleep};

use super::Watched;
use crate::db::backup::refuse_a_log_without_its_database;
use crate::db::{Conn, OpenError, Tables, Upgrade};
use crate::seal::{is_private, keep_private};

/// How long one process waits for another.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is written goes to the log first, and into the database when the log has so many pages: 32 MiB. That takes two syncs, and
/// writes a page once that has changed often.
const PAGES_IN_LOG: &str = "8000";

/// What the migrations make of a new database, in one piece: SQLite reads the schema again after each change to a table.
const WHOLE_SCHEMA: &str = include_str!("../../../migrations/sqlite.sql");

pub(in crate::db) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations/sqlite");

/// The writer's connection, and how readers connect.
pub(super) async fn open(url: &str, upgrade: Upgrade) -> Result<(Watched, SqliteConnectOptions), OpenError> {
    let options = SqliteConnectOptions::from_str(url)?.busy_timeout(PATIENCE).disable_statement_logging();
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
    // What it takes to undo a large statement lies in a file from 64 KiB on: to make that file and to take it away is work for the
    // file system, which the next sync has to wait for.
    let writer = writer.pragma("temp_store", "MEMORY").pragma("wal_autocheckpoint", PAGES_IN_LOG);
    let mut conn = Conn::SqliteWriter(Box::new(Watched::new(writer.connect().await?)));
    upgrade.permit(Tables::seen_by(&mut conn).await?)?;
    let Conn::SqliteWriter(mut watched) = conn else { unreachable!("it is SQLite's writer") };
    migrate(&mut watched.connection).await?;
    Ok((*watched, options.create_if_missing(false).pragma("query_only", "1")))
}

/// Keeps other processes from opening a database of this folder meanwhile: SQLite does not wait for one that makes a file what it is to be.
/// Where the file system knows no such locks, or somebody takes very long, it goes on as it is.
async fn take_turn(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    let deadline = Instant::now() + PATIENCE;
    while matches!(folder.try_lock(), Err(TryLockError::WouldBlock)) && Instant::now() < deadline {
        sleep(Duration::from_millis(10)).await;
    }
    Some(folder)
}

/// All that are missing, or none: whoever cannot be brought up to date is as before, and a new database waits for one sync.
async fn migrate(connection: &mut SqliteConnection) -> Result<(), OpenError> {
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

/// Whether it is SQLite's, or may become so. Any other is somebody else's, and is left to SQLite to refuse.
fn is_of_sqlite(path: &Path) -> std::io::Result<bool> {
    let mut head = Vec::new();
    std::fs::File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut head)?;
    Ok(head.is_empty() || head == MAGIC)
}

/// Customers' addresses are in it: for this user's eyes only, and so are the files that SQLite makes beside it.
fn make_private(path: &Path) -> std::io::Result<()> {
    match std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        // One that cannot be mended may be somebody else's to share; the key file, which opens what is in it, may not.
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            // Closing a file that this process has open elsewhere would take that one's locks: it is looked into only where it must be.
            if is_private(path)? || !is_of_sqlite(path)? { Ok(()) } else { keep_private(path).map(drop) }
        }
        made => made.map(drop),
    }
}
