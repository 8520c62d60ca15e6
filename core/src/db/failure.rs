//! Technical failures, as opposed to refusals: logged where they are handled, never shown in detail.

use std::error::Error;
use std::io;
use std::sync::Arc;

use sqlx::migrate::MigrateError;

use crate::seal::SealError;

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("database: {0}")]
    Database(sqlx::Error),
    #[error("others are writing to the database: try again in a moment")]
    Overloaded,
    /// The database is away, or all of its connections are in use: which of the two is not known.
    #[error("no connection to the database was to be had in time")]
    NoConnection,
    /// The database is cut off, stopping, out of space, or slower than its time limits.
    #[error("the database is not to be had: {0}")]
    Unavailable(sqlx::Error),
    #[error("the database has ended one of several transactions: {0}")]
    Contention(#[source] Contention),
    /// Nothing was written, unless the connection was cut during the commit: then the outcome is unknown.
    #[error("the commit failed: {0}")]
    Commit(Arc<Failure>),
    #[error("the database is closed")]
    Closed,
    #[error("a transaction panicked")]
    Panicked,
    #[error(transparent)]
    Sealed(#[from] SealError),
    #[error("{0}")]
    Inconsistent(&'static str),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolTimedOut => Self::NoConnection,
            sqlx::Error::PoolClosed => Self::Closed,
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::WorkerCrashed => Self::Unavailable(error),
            sqlx::Error::Database(ref told) => {
                match told.code().map_or(Trouble::Other, |code| trouble(&code)) {
                    Trouble::Busy => Self::Overloaded,
                    Trouble::Away => Self::Unavailable(error),
                    Trouble::Contention => Self::Contention(Contention(error)),
                    Trouble::Other => Self::Database(error),
                }
            }
            error => Self::Database(error),
        }
    }
}

/// Why PostgreSQL aborted a transaction because of concurrent ones. It is an error source, so that [`is_contention`] finds it
/// however a feature has wrapped the failure.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Contention(sqlx::Error);

/// Whether the same transaction, tried again, may well go through.
pub(super) fn is_contention(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.is::<Contention>() {
            return true;
        }
        cause = error.source();
    }
    false
}

enum Trouble {
    Busy,
    Away,
    Contention,
    Other,
}

/// What a database's error code says of the database itself. PostgreSQL's have five letters, SQLite's are numbers.
fn trouble(code: &str) -> Trouble {
    if code.len() == 5 {
        return match code {
            "40001" | "40P01" => Trouble::Contention,
            // Timeouts of a statement, a lock or an idle transaction; a read-only standby.
            "57014" | "55P03" | "25P03" | "25006" => Trouble::Away,
            // Lost connections; too little space, memory or connections; stopping or starting; disk errors.
            _ if ["08", "53", "57", "58"].iter().any(|class| code.starts_with(class)) => Trouble::Away,
            _ => Trouble::Other,
        };
    }
    // The lowest byte of an extended code is the code. <https://sqlite.org/rescode.html>
    match code.parse::<u32>().map(|code| code & 0xff) {
        // BUSY and LOCKED: another process holds the write lock for longer than we wait.
        Ok(5 | 6) => Trouble::Busy,
        // NOMEM, READONLY, IOERR, FULL and CANTOPEN.
        Ok(7 | 8 | 10 | 13 | 14) => Trouble::Away,
        _ => Trouble::Other,
    }
}

impl Failure {
    /// There was no answer in time.
    pub fn late() -> Self {
        Self::Unavailable(late())
    }

    /// Whether a unique constraint was violated. On PostgreSQL the transaction is aborted then.
    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(error)) if error.is_unique_violation())
    }

    /// Whether the same call may well succeed in a moment.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Overloaded
                | Self::NoConnection
                | Self::Closed
                | Self::Unavailable(_)
                | Self::Contention(_)
                | Self::Commit(_)
        )
    }
}

pub(super) fn late() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "it has not answered in time"))
}

/// Why the database could not be opened. One line for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("the URL must be sqlite:// and the path of a file, or start with postgres://")]
    UnknownScheme,
    #[error("{0}")]
    Sqlx(sqlx::Error),
    #[error("another process is writing to it, perhaps to upgrade it")]
    Busy,
    #[error(transparent)]
    Read(#[from] Failure),
    #[error("its tables are of an earlier version")]
    Older,
    #[error("a newer version made its tables")]
    Newer,
    #[error("migration failed: {0}")]
    Migrate(MigrateError),
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

impl OpenError {
    /// Whether PostgreSQL has no connection left, in all or for this role.
    pub fn is_crowded(&self) -> bool {
        matches!(self, Self::Sqlx(sqlx::Error::Database(told)) if told.code().as_deref() == Some("53300"))
    }
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        if is_busy(&error) { Self::Busy } else { Self::Sqlx(error) }
    }
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(_) => Self::Newer,
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) if is_busy(&error) => {
                Self::Busy
            }
            error => Self::Migrate(error),
        }
    }
}

fn is_busy(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| matches!(trouble(&code), Trouble::Busy))
}
