//! How a database's tables stand to this version, looked at without changing them.

use std::cmp::Ordering;

use super::{Dialect, OpenError, connect, postgres, sqlite};

/// How the tables of a database stand to this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tables {
    Missing,
    Older,
    Current,
    Newer,
}

impl Tables {
    /// Of a database that is there. Another version may be using it.
    pub async fn of(url: &str) -> Result<Self, OpenError> {
        let conn = &mut connect(url).await?;
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
        Ok(match last.cmp(&newest(conn.dialect())) {
            Ordering::Less => Self::Older,
            Ordering::Equal => Self::Current,
            Ordering::Greater => Self::Newer,
        })
    }
}

/// What this version's migrations make.
fn newest(dialect: Dialect) -> Option<i64> {
    let migrations = match dialect {
        Dialect::Sqlite => &sqlite::MIGRATIONS,
        Dialect::Postgres => &postgres::MIGRATIONS,
    };
    migrations.iter().map(|migration| migration.version).max()
}
