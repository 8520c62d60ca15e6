//! SQL of moving a copy into PostgreSQL. No parameter can stand for the name of a table.

use sqlx::{AssertSqlSafe, PgConnection};

type Result<T> = std::result::Result<T, sqlx::Error>;

#[derive(sqlx::FromRow)]
pub(super) struct Column {
    pub of_table: String,
    pub name: String,
    pub is_binary: bool,
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
                a.atttypid = CAST('bytea' AS REGTYPE) AS is_binary,
                pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
         FROM tables t JOIN pg_class c ON c.oid = t.id JOIN pg_attribute a ON a.attrelid = t.id
         WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY t.place, c.relname, a.attnum",
    )
    .fetch_all(conn)
    .await
}

/// Empties a table, and lets rows in that change nothing elsewhere.
pub(super) async fn open(conn: &mut PgConnection, table: &str) -> Result<()> {
    sqlx::query(AssertSqlSafe(format!("ALTER TABLE {table} DISABLE TRIGGER USER")))
        .execute(&mut *conn)
        .await?;
    sqlx::query(AssertSqlSafe(format!("DELETE FROM {table}"))).execute(conn).await?;
    Ok(())
}

/// Undoes [`open`], and has the planner look at the rows.
pub(super) async fn close(conn: &mut PgConnection, table: &str) -> Result<()> {
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
