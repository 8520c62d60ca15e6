//! SQL of moving a shop into PostgreSQL and out of it. No parameter can stand for the name of a table.

use futures::stream::BoxStream;
use sqlx::{AssertSqlSafe, PgConnection};

type Result<T> = std::result::Result<T, sqlx::Error>;

#[derive(sqlx::FromRow)]
pub(super) struct Column {
    pub of_table: String,
    pub name: String,
    pub is_binary: bool,
    pub is_boolean: bool,
    /// Numbers the rows.
    pub sequence: Option<String>,
}

/// The columns of all tables but the migrations'. A table comes after those that it refers to.
pub(super) async fn columns(conn: &mut PgConnection) -> Result<Vec<Column>> {
    sqlx::query_as(
        "WITH RECURSIVE places (id, place) AS (
             SELECT oid, 0 FROM pg_class
             WHERE relkind = 'r' AND oid <> to_regclass('_sqlx_migrations')
                   AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('_sqlx_migrations'))
             UNION
             SELECT conrelid, place + 1 FROM places JOIN pg_constraint ON confrelid = id
             WHERE contype = 'f' AND conrelid <> confrelid),
         tables AS (SELECT id, MAX(place) AS place FROM places GROUP BY id)
         SELECT quote_ident(c.relname) AS of_table, quote_ident(a.attname) AS name,
                a.atttypid = CAST('bytea' AS REGTYPE) AS is_binary, a.atttypid = CAST('boolean' AS REGTYPE) AS is_boolean,
                pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
         FROM tables t JOIN pg_class c ON c.oid = t.id JOIN pg_attribute a ON a.attrelid = t.id
         WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY t.place, c.relname, a.attnum",
    )
    .fetch_all(conn)
    .await
}

/// Rows that come in then change nothing elsewhere.
pub(super) async fn empty_and_disable_triggers(conn: &mut PgConnection, table: &str) -> Result<()> {
    sqlx::query(AssertSqlSafe(format!("ALTER TABLE {table} DISABLE TRIGGER USER")))
        .execute(&mut *conn)
        .await?;
    sqlx::query(AssertSqlSafe(format!("DELETE FROM {table}"))).execute(conn).await?;
    Ok(())
}

/// Has the planner look at the rows, too.
pub(super) async fn enable_triggers_and_analyze(conn: &mut PgConnection, table: &str) -> Result<()> {
    sqlx::query(AssertSqlSafe(format!("ALTER TABLE {table} ENABLE TRIGGER USER")))
        .execute(&mut *conn)
        .await?;
    sqlx::query(AssertSqlSafe(format!("ANALYZE {table}"))).execute(conn).await?;
    Ok(())
}

pub(super) async fn number_after(conn: &mut PgConnection, sequence: &str, last: i64) -> Result<()> {
    sqlx::query("SELECT setval(CAST(CAST($1 AS TEXT) AS REGCLASS), $2)")
        .bind(sequence)
        .bind(last)
        .execute(conn)
        .await?;
    Ok(())
}

/// All rows of the columns' table, each a JSON array of texts that SQLite reads as the columns' own types; bytes are hexadecimal.
pub(super) fn rows<'c>(conn: &'c mut PgConnection, columns: &[Column]) -> BoxStream<'c, Result<String>> {
    let text = |Column { name, is_binary, is_boolean, .. }: &Column| match (is_binary, is_boolean) {
        (true, _) => format!("encode({name}, 'hex')"),
        (_, true) => format!("CAST(CAST({name} AS INT) AS TEXT)"),
        _ => format!("CAST({name} AS TEXT)"),
    };
    let texts: Vec<String> = columns.iter().map(text).collect();
    let sql =
        format!("SELECT CAST(json_build_array({}) AS TEXT) FROM {}", texts.join(", "), columns[0].of_table);
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch(conn)
}

/// The last number that a row was given, also if it is gone.
pub(super) async fn last_number(conn: &mut PgConnection, sequence: &str) -> Result<Option<i64>> {
    let sql = format!("SELECT last_value FROM {sequence} WHERE is_called");
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_optional(conn).await
}
