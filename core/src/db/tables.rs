//! Compares a database's tables with this version, without changing them.

use std::cmp::Ordering;

use super::{Conn, Dialect, OpenError, connect, postgres, sqlite};

/// The version of a database's tables, compared with this program's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tables {
    Missing,
    Older,
    Current,
    Newer,
}

/// Whether older tables may be migrated, which cannot be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Upgrade {
    Refused,
    Allowed,
}

impl Upgrade {
    /// Errors: `Older`.
    pub(super) fn permit(self, tables: Tables) -> Result<(), OpenError> {
        if self == Self::Refused && tables == Tables::Older { Err(OpenError::Older) } else { Ok(()) }
    }
}

impl Tables {
    /// Looks at a database that is there. Another version may be using it.
    pub async fn of(url: &str) -> Result<Self, OpenError> {
        Self::seen_by(&mut connect(url).await?).await
    }

    /// Whether a database that is there has no tables, neither ours nor others': a restore would mix with them, or fail
    /// halfway. Views of extensions do no harm.
    pub async fn are_none(url: &str) -> Result<bool, OpenError> {
        let mut conn = connect(url).await?;
        let sql = match conn.dialect() {
            Dialect::Sqlite => "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table')",
            Dialect::Postgres => {
                "SELECT NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())"
            }
        };
        Ok(on_db!(conn, driver => sqlx::query_scalar(sql).fetch_one(driver))?)
    }

    pub(super) async fn seen_by(conn: &mut Conn) -> Result<Self, OpenError> {
        let sql = match conn.dialect() {
            Dialect::Sqlite => "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations')",
            Dialect::Postgres => "SELECT to_regclass('_sqlx_migrations') IS NOT NULL",
        };
        let is_there: bool = on_db!(conn, driver => sqlx::query_scalar(sql).fetch_one(driver))?;
        if !is_there {
            return Ok(Self::Missing);
        }
        let last: Option<i64> = on_db!(conn, driver => sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
            .fetch_one(driver))?;
        Ok(match last.map(|last| last.cmp(&newest(conn.dialect()))) {
            // On PostgreSQL the list of migrations is there before the first one has run.
            None => Self::Missing,
            Some(Ordering::Less) => Self::Older,
            Some(Ordering::Equal) => Self::Current,
            Some(Ordering::Greater) => Self::Newer,
        })
    }
}

/// The version that this program's migrations lead to.
fn newest(dialect: Dialect) -> i64 {
    let migrations = match dialect {
        Dialect::Sqlite => &sqlite::MIGRATIONS,
        Dialect::Postgres => &postgres::MIGRATIONS,
    };
    migrations.iter().map(|migration| migration.version).max().expect("there are migrations")
}
