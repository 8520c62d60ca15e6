//! SQL of backups that SQLite alone knows.

use futures::stream::BoxStream;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, SqliteConnection};

use super::postgres_queries::Column;

pub(super) async fn copy_into(
    connection: &mut SqliteConnection,
    target: &str,
) -> std::result::Result<(), sqlx::Error> {
    sqlx::query("VACUUM INTO $1").bind(target).execute(connection).await?;
    Ok(())
}

/// `ok`, or the first thing that is wrong.
pub(super) async fn verdict(connection: &mut SqliteConnection) -> std::result::Result<String, sqlx::Error> {
    sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(connection).await
}

/// All rows of the columns' table as texts that PostgreSQL reads as the columns' own types.
pub(super) fn rows<'c>(
    connection: &'c mut SqliteConnection,
    columns: &[Column],
) -> BoxStream<'c, std::result::Result<SqliteRow, sqlx::Error>> {
    let text = |Column { name, is_binary, .. }: &Column| match is_binary {
        true => format!("'\\x' || hex({name})"),
        false => format!("CAST({name} AS TEXT)"),
    };
    let texts: Vec<String> = columns.iter().map(text).collect();
    let sql = format!("SELECT {} FROM {}", texts.join(", "), columns[0].of_table);
    sqlx::query(AssertSqlSafe(sql)).fetch(connection)
}

/// The last number that a row of a table was given, also if it is gone.
pub(super) async fn last_number(
    connection: &mut SqliteConnection,
    table: &str,
) -> std::result::Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = $1 AND seq > 0")
        .bind(table)
        .fetch_optional(connection)
        .await
}
