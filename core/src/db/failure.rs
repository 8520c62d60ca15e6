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
    /// As `Overloaded`, but by another process.
    #[error("another process is writing to the database: try again in a moment")]
    Locked(#[source] Unavailable),
    /// The database is away, or all of its connections are in use: which of the two is not known.
    #[error("no connection to the database was to be had in time")]
    NoConnection,
    /// The database is cut off, stopping, out of space, or slower than its time limits.
    #[error("the database is not to be had: {0}")]
    Unavailable(#[source] Unavailable),
    #[error("the database has ended one of several transactions: {0}")]
    Contention(#[source] Contention),
    /// Nothing was written, unless the connection was cut during the commit: then the outcome is unknown.
    #[error("the commit failed: {0}")]
    Commit(#[source] Arc<Failure>),
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
            // A server that is out of processes, or what stands before it, answers a new connection with something else.
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::WorkerCrashed => Self::Unavailable(Unavailable(error)),
            sqlx::Error::Database(ref told) => {
                match told.code().map_or(Trouble::Other, |code| trouble(&code)) {
                    Trouble::Busy => Self::Locked(Unavailable(error)),
                    Trouble::Away => Self::Unavailable(Unavailable(error)),
                    Trouble::Contention => Self::Contention(Contention(error)),
                    Trouble::Other => Self::Database(error),
                }
            }
            error => Self::Database(error),
        }
    }
}

/// Why PostgreSQL aborted a transaction because of concurrent ones: the same transaction, tried again, may well go through. It is an
/// error source, so that [`cause`] finds it however a feature has wrapped the failure.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Contention(sqlx::Error);

/// Why the database is not to be had. An error source, as [`Contention`] is.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(sqlx::Error);

impl Unavailable {
    /// Whether one transaction took too long, as it does when it waits for another: the database itself may well be there.
    pub(super) fn is_about_one(&self) -> bool {
        // PostgreSQL's timeouts of a statement, a lock or an idle transaction.
        let code = self.0.as_database_error().and_then(sqlx::error::DatabaseError::code);
        code.is_some_and(|code| matches!(code.as_ref(), "57014" | "55P03" | "25P03"))
    }
}

/// The error itself, or the nearest of its sources, that is a `T`.
pub(super) fn cause<'e, T: Error + 'static>(error: &'e (dyn Error + 'static)) -> Option<&'e T> {
    let mut causes = std::iter::successors(Some(error), |&error| error.source());
    causes.find_map(|error| error.downcast_ref())
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
        late().into()
    }

    fn told(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Database(error)
            | Self::Unavailable(Unavailable(error))
            | Self::Locked(Unavailable(error)) => Some(error),
            Self::Commit(inner) => inner.told(),
            _ => None,
        }
    }

    /// Whether a unique constraint was violated. On PostgreSQL the transaction is aborted then.
    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(error)) if error.is_unique_violation())
    }

    /// Whether too many want something at once, of a database that is there.
    pub fn is_crowding(&self) -> bool {
        match self {
            Self::Overloaded | Self::Locked(_) | Self::Contention(_) => true,
            Self::Unavailable(why) => why.is_about_one(),
            _ => false,
        }
    }

    /// Whether the same call may well succeed in a moment.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Overloaded
                | Self::Locked(_)
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
    #[error("{}", without_its_source(.0))]
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

/// Why a database does not open, where an operator can do something particular about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hindrance {
    /// PostgreSQL has no connection left, in all or for this role.
    Crowded,
    /// PostgreSQL has no database of that name.
    NoSuchDatabase,
    /// PostgreSQL does not accept the user or the password.
    NotAdmitted,
    /// PostgreSQL's user may not use what is there.
    NotPermitted,
    /// Another process is writing to SQLite's file.
    Locked,
    /// The file is no SQLite database, or a damaged one.
    NotADatabase,
}

impl OpenError {
    pub fn hindrance(&self) -> Option<Hindrance> {
        // PostgreSQL's: <https://www.postgresql.org/docs/current/errcodes-appendix.html>, SQLite's: <https://sqlite.org/rescode.html>
        let code = self.told()?.as_database_error()?.code()?;
        match code.as_ref() {
            "53300" => Some(Hindrance::Crowded),
            "3D000" => Some(Hindrance::NoSuchDatabase),
            "28000" | "28P01" => Some(Hindrance::NotAdmitted),
            "42501" => Some(Hindrance::NotPermitted),
            code if code.len() < 5 => match code.parse::<u32>().ok()? & 0xff {
                5 | 6 => Some(Hindrance::Locked),
                11 | 26 => Some(Hindrance::NotADatabase),
                _ => None,
            },
            _ => None,
        }
    }

    fn told(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Sqlx(error) => Some(error),
            Self::Read(failure) => failure.told(),
            Self::Migrate(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
                Some(error)
            }
            _ => None,
        }
    }
}

/// The database's own words. sqlx adds the line of PostgreSQL's source code that they come from.
fn without_its_source(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |told| told.message().to_owned())
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
