//! How a database's tables stand to this version, looked at without changing them.

use std::cmp::Ordering;

use super::{Conn, Dialect, OpenError, connect, postgres, sqlite};

/// How the tables of a database stand to this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tables {
    Missing,
    Older,
    Current,
    Newer,
}

/// Whether older tables may be brought up to date, which nobody takes back.
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
    /// Of a database that is there. Another version may be using it.
    pub async fn of(url: &str) -> Result<Self, OpenError> {
        Self::seen_by(&mut connect(url).await?).await
    }

    /// Whether a database that is there has none, of ours or of others: what is brought into one that has would stand beside them, or
    /// fail halfway. Views of extensions are in nobody's way.
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
            // PostgreSQL has the list of migrations before the first one.
            None => Self::Missing,
            Some(Ordering::Less) => Self::Older,
            Some(Ordering::Equal) => Self::Current,
            Some(Ordering::Greater) => Self::Newer,
        })
    }
}

/// What this version's migrations make.
fn newest(dialect: Dialect) -> i64 {
    let migrations = match dialect {
        Dialect::Sqlite => &sqlite::MIGRATIONS,
        Dialect::Postgres => &postgres::MIGRATIONS,
    };
    migrations.iter().map(|migration| migration.version).max().expect("there are migrations")
}
