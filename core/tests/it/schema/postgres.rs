//! Facts of PostgreSQL's catalog, and how PostgreSQL words an expression.

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use super::Facts;

/// Every query returns one column of facts.
const FACTS: &[&str] = &[
    "SELECT CASE relkind WHEN 'r' THEN 'TABLE ' ELSE 'OTHER ' END || relname FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 'S')",
    "SELECT 'TRIGGER ' || tgname FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT t || '.' || attname || ' ' || fact FROM pg_attribute
     JOIN LATERAL (SELECT attrelid::regclass::text AS t) of_table ON true
     LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     JOIN LATERAL (VALUES
         (upper(format_type(atttypid, atttypmod))),
         (CASE WHEN attnotnull THEN 'NOT NULL' END),
         (CASE WHEN attidentity <> '' THEN 'NUMBERED, NEVER TWICE' END),
         ('DEFAULT ' || pg_get_expr(adbin, adrelid))) facts (fact) ON fact IS NOT NULL
     WHERE attnum > 0 AND NOT attisdropped AND attrelid IN (
         SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r')",
    "SELECT conrelid::regclass || CASE contype
         WHEN 'p' THEN ' PRIMARY KEY (' || columns || ')'
         WHEN 'u' THEN ' UNIQUE (' || columns || ')'
         WHEN 'c' THEN ' CHECK ' || pg_get_expr(conbin, conrelid)
         WHEN 'f' THEN ' FOREIGN KEY (' || columns || ') REFERENCES ' || confrelid::regclass || ' (' || targets
             || ') ON UPDATE ' || pg_temp.action(confupdtype) || ' ON DELETE ' || pg_temp.action(confdeltype)
             || CASE WHEN condeferrable THEN ' DEFERRABLE' ELSE '' END
         ELSE ' ' || pg_get_constraintdef(oid) END
     FROM pg_constraint
     JOIN LATERAL (SELECT pg_temp.names(conrelid, conkey) AS columns, pg_temp.names(confrelid, confkey) AS targets) keys ON true
     WHERE connamespace = 'public'::regnamespace AND contype <> 'n'",
    "SELECT indrelid::regclass || CASE WHEN indisunique THEN ' UNIQUE' ELSE '' END || ' INDEX '
         || indexrelid::regclass || ' (' || (
             SELECT string_agg(pg_get_indexdef(indexrelid, n, false)
                 || CASE WHEN pg_index_column_has_property(indexrelid, n, 'desc') THEN ' DESC' ELSE '' END, ', ' ORDER BY n)
             FROM generate_series(1, indnatts) n) || ')'
         || COALESCE(' WHERE ' || pg_get_expr(indpred, indrelid), '')
     FROM pg_index
     WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
       AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))",
];

/// Functions for the queries above; dropped with the connection.
const HELPERS: &str = "
    CREATE FUNCTION pg_temp.action(kind \"char\") RETURNS text LANGUAGE sql AS $$
        SELECT CASE kind WHEN 'a' THEN 'NO ACTION' WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE'
            WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' END $$;
    CREATE FUNCTION pg_temp.names(of_table oid, numbers int2[]) RETURNS text LANGUAGE sql AS $$
        SELECT string_agg(attname, ', ' ORDER BY place)
        FROM unnest(numbers) WITH ORDINALITY n (number, place)
        JOIN pg_attribute ON attrelid = of_table AND attnum = number $$";

pub(super) async fn facts(postgres: &mut PgConnection) -> Facts {
    postgres.execute(HELPERS).await.expect("anybody may make temporary functions");
    let mut facts = Facts::new();
    for query in FACTS {
        let found: Vec<String> =
            sqlx::query_scalar(*query).fetch_all(&mut *postgres).await.expect("the catalog is readable");
        facts.extend(found.into_iter().filter(|fact| !fact.contains("_sqlx_migrations")));
    }
    facts
}

/// `condition` on rows of `table`, as PostgreSQL words it; as it was when PostgreSQL does not understand it.
pub(super) async fn word_condition(postgres: &mut PgConnection, table: &str, condition: &str) -> String {
    let change = format!("ALTER TABLE {table} ADD CONSTRAINT worded CHECK ({condition}) NOT VALID");
    let look = "SELECT pg_get_expr(conbin, conrelid) FROM pg_constraint WHERE conname = 'worded'";
    word(postgres, change, look.to_owned()).await.unwrap_or_else(|_| condition.to_owned())
}

/// As [`word_condition`], for a column's default.
pub(super) async fn word_default(
    postgres: &mut PgConnection,
    table: &str,
    column: &str,
    default: &str,
) -> String {
    let change = format!("ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT {default}");
    let look = format!(
        "SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
         WHERE adrelid = '{table}'::regclass AND attname = '{column}'"
    );
    word(postgres, change, look).await.unwrap_or_else(|_| default.to_owned())
}

async fn word(postgres: &mut PgConnection, change: String, look: String) -> sqlx::Result<String> {
    let mut transaction = postgres.begin().await?;
    transaction.execute(AssertSqlSafe(change)).await?;
    let worded = sqlx::query_scalar(AssertSqlSafe(look)).fetch_one(&mut *transaction).await?;
    transaction.rollback().await?;
    Ok(worded)
}
