//! SQL of backups that SQLite alone knows.

use futures::stream::BoxStream;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Executor, SqliteConnection};

use super::postgres_queries::Column;

type Result<T> = std::result::Result<T, sqlx::Error>;

pub(super) async fn copy_into(connection: &mut SqliteConnection, target: &str) -> Result<()> {
    sqlx::query("VACUUM INTO $1").bind(target).execute(connection).await?;
    Ok(())
}

/// `ok`, or the first thing that is wrong.
pub(super) async fn verdict(connection: &mut SqliteConnection) -> Result<String> {
    sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(connection).await
}

/// All rows of the columns' table as texts that PostgreSQL reads as the columns' own types.
pub(super) fn rows<'c>(
    connection: &'c mut SqliteConnection,
    columns: &[Column],
) -> BoxStream<'c, Result<SqliteRow>> {
    let text = |Column { name, is_binary, .. }: &Column| match is_binary {
        true => format!("'\\x' || hex({name})"),
        false => format!("CAST({name} AS TEXT)"),
    };
    let texts: Vec<String> = columns.iter().map(text).collect();
    let sql = format!("SELECT {} FROM {}", texts.join(", "), columns[0].of_table);
    sqlx::query(AssertSqlSafe(sql)).fetch(connection)
}

/// The last number that a row of a table was given, also if it is gone.
pub(super) async fn last_number(connection: &mut SqliteConnection, table: &str) -> Result<Option<i64>> {
    sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = $1 AND seq > 0")
        .bind(table)
        .fetch_optional(connection)
        .await
}

/// Rows that come in then change nothing elsewhere, and come in faster. Returns the statements that make triggers and indexes again.
pub(super) async fn drop_triggers_and_indexes(connection: &mut SqliteConnection) -> Result<Vec<String>> {
    let made: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL",
    )
    .fetch_all(&mut *connection)
    .await?;
    for (kind, name, _) in &made {
        connection.execute(AssertSqlSafe(format!("DROP {kind} {name}"))).await?;
    }
    Ok(made.into_iter().map(|(_, _, sql)| sql).collect())
}

pub(super) async fn make_again(connection: &mut SqliteConnection, statements: Vec<String>) -> Result<()> {
    for sql in statements {
        connection.execute(AssertSqlSafe(sql)).await?;
    }
    Ok(())
}

pub(super) async fn empty(connection: &mut SqliteConnection, table: &str) -> Result<()> {
    connection.execute(AssertSqlSafe(format!("DELETE FROM {table}"))).await?;
    Ok(())
}

/// Inserts rows, which are a JSON array of arrays of texts; bytes are hexadecimal.
pub(super) async fn insert(connection: &mut SqliteConnection, columns: &[Column], rows: &str) -> Result<()> {
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let value = |(place, column): (usize, &Column)| {
        let text = format!("value ->> {place}");
        if column.is_binary { format!("unhex({text})") } else { text }
    };
    let values: Vec<String> = columns.iter().enumerate().map(value).collect();
    let (table, names, values) = (&columns[0].of_table, names.join(", "), values.join(", "));
    let sql = format!("INSERT INTO {table} ({names}) SELECT {values} FROM json_each($1)");
    sqlx::query(AssertSqlSafe(sql)).bind(rows).execute(connection).await?;
    Ok(())
}

pub(super) async fn number_after(connection: &mut SqliteConnection, table: &str, last: i64) -> Result<()> {
    sqlx::query("DELETE FROM sqlite_sequence WHERE name = $1").bind(table).execute(&mut *connection).await?;
    sqlx::query("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)")
        .bind(table)
        .bind(last)
        .execute(connection)
        .await?;
    Ok(())
}
