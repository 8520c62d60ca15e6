//! Moves a copy of a SQLite database into PostgreSQL, and copies PostgreSQL into a SQLite database. Tables and columns are the same:
//! `core/tests/it/schema` compares them.

use std::path::Path;
use std::str::FromStr;

use futures::TryStreamExt;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, PgConnection, Row, SqliteConnection};

use super::postgres_queries::Column;
use super::{open_copy, postgres_queries, sqlite_queries};
use crate::db::{OpenError, postgres, sqlite};

/// Bytes that are sent at once.
const PIECE: usize = 1 << 18;

/// Makes the tables in a PostgreSQL database that has none, and brings all rows of a SQLite copy of this version there, in one
/// transaction.
pub async fn move_into_postgres(copy: &Path, url: &str) -> Result<(), OpenError> {
    let mut source = open_copy(copy).await?;
    // A connection without time limits.
    let mut target = PgConnectOptions::from_str(url)?.disable_statement_logging().connect().await?;
    let mut transaction = target.begin().await?;
    postgres::MIGRATIONS.run(&mut *transaction).await?;
    for columns in by_table(&postgres_queries::columns(&mut transaction).await?) {
        move_table(&mut source, &mut transaction, columns).await?;
    }
    transaction.commit().await?;
    target.close().await?;
    Ok(())
}

/// Writes a PostgreSQL database of this version, as it is at one moment, into `target`, which is empty or not there. Others go on reading
/// and writing. What is written need not be on the disk yet.
pub async fn copy_postgres(url: &str, target: &Path) -> Result<(), OpenError> {
    // A connection without time limits.
    let mut source = PgConnectOptions::from_str(url)?.disable_statement_logging().connect().await?;
    let mut moment = source.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let columns = postgres_queries::columns(&mut moment).await?;
    let options = SqliteConnectOptions::new().filename(target).create_if_missing(true).foreign_keys(false);
    // Nobody uses the copy until it is whole.
    let options = options.synchronous(SqliteSynchronous::Off).disable_statement_logging();
    let mut copy = options.connect().await?;
    sqlite::migrate(&mut copy).await?;
    let mut transaction = copy.begin().await?;
    let triggers_and_indexes = sqlite_queries::drop_triggers_and_indexes(&mut transaction).await?;
    for columns in by_table(&columns) {
        copy_table(&mut moment, &mut transaction, columns).await?;
    }
    sqlite_queries::make_again(&mut transaction, triggers_and_indexes).await?;
    transaction.commit().await?;
    copy.close().await?;
    moment.rollback().await?;
    source.close().await?;
    Ok(())
}

fn by_table(columns: &[Column]) -> impl Iterator<Item = &[Column]> {
    columns.chunk_by(|one, next| one.of_table == next.of_table)
}

async fn move_table(
    source: &mut SqliteConnection,
    target: &mut PgConnection,
    columns: &[Column],
) -> Result<(), sqlx::Error> {
    let table = &columns[0].of_table;
    postgres_queries::empty_and_disable_triggers(target, table).await?;
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let mut copy = target.copy_in_raw(&format!("COPY {table} ({}) FROM STDIN", names.join(", "))).await?;
    let mut piece = Vec::with_capacity(PIECE);
    let mut rows = sqlite_queries::rows(source, columns);
    while let Some(row) = rows.try_next().await? {
        write_line(&row, &mut piece)?;
        if piece.len() >= PIECE {
            copy.send(&*piece).await?;
            piece.clear();
        }
    }
    drop(rows);
    copy.send(&*piece).await?;
    copy.finish().await?;
    for sequence in columns.iter().filter_map(|column| column.sequence.as_deref()) {
        // No number of a row that is gone is given again.
        if let Some(last) = sqlite_queries::last_number(source, table).await? {
            postgres_queries::number_after(target, sequence, last).await?;
        }
    }
    postgres_queries::enable_triggers_and_analyze(target, table).await
}

async fn copy_table(
    source: &mut PgConnection,
    target: &mut SqliteConnection,
    columns: &[Column],
) -> Result<(), sqlx::Error> {
    let table = &columns[0].of_table;
    sqlite_queries::empty(target, table).await?;
    let mut piece = String::with_capacity(PIECE);
    let mut rows = postgres_queries::rows(source, columns);
    while let Some(row) = rows.try_next().await? {
        piece.push(if piece.is_empty() { '[' } else { ',' });
        piece.push_str(&row);
        if piece.len() >= PIECE {
            piece.push(']');
            sqlite_queries::insert(target, columns, &piece).await?;
            piece.clear();
        }
    }
    drop(rows);
    if !piece.is_empty() {
        piece.push(']');
        sqlite_queries::insert(target, columns, &piece).await?;
    }
    for sequence in columns.iter().filter_map(|column| column.sequence.as_deref()) {
        // No number of a row that is gone is given again.
        if let Some(last) = postgres_queries::last_number(source, sequence).await? {
            sqlite_queries::number_after(target, table, last).await?;
        }
    }
    Ok(())
}

/// Writes a row in the [text format](https://www.postgresql.org/docs/current/sql-copy.html) of COPY.
fn write_line(row: &SqliteRow, line: &mut Vec<u8>) -> Result<(), sqlx::Error> {
    for column in 0..row.len() {
        if column > 0 {
            line.push(b'\t');
        }
        match row.try_get::<Option<&str>, _>(column)? {
            None => line.extend(b"\\N"),
            Some(value) => value.bytes().for_each(|byte| match byte {
                b'\\' => line.extend(b"\\\\"),
                b'\n' => line.extend(b"\\n"),
                b'\r' => line.extend(b"\\r"),
                b'\t' => line.extend(b"\\t"),
                byte => line.push(byte),
            }),
        }
    }
    line.push(b'\n');
    Ok(())
}
