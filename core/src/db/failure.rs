//! Breakage of the machine, as opposed to a refusal: logged where it is handled, never shown in detail.

use crate::seal::SealError;

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("database: {0}")]
    Database(sqlx::Error),
    #[error("too many writes are waiting")]
    Overloaded,
    #[error("the commit failed: {0}")]
    Commit(String),
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
            sqlx::Error::PoolTimedOut => Self::Overloaded,
            sqlx::Error::PoolClosed => Self::Closed,
            sqlx::Error::Database(error) if error.code().is_some_and(|code| is_busy(&code)) => {
                Self::Overloaded
            }
            error => Self::Database(error),
        }
    }
}

/// `SQLITE_BUSY` and its extended codes: another process holds the write lock for longer than we wait.
fn is_busy(code: &str) -> bool {
    matches!(code, "5" | "261" | "517" | "773")
}

impl Failure {
    /// Whether a row that must be the only one of its kind has come first. On PostgreSQL the transaction is over with it.
    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(error)) if error.is_unique_violation())
    }

    /// Whether the same call may well succeed in a moment.
    pub fn is_overload(&self) -> bool {
        matches!(self, Self::Overloaded | Self::Closed)
    }
}

/// Why the database could not be opened. One line for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("the URL must start with sqlite:// or postgres://")]
    UnknownScheme,
    #[error("{0}")]
    Sqlx(#[from] sqlx::Error),
    #[error("migration failed: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    #[error("{0}")]
    Io(#[from] std::io::Error),
}
