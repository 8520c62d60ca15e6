//! Facts of SQLite's catalog. What it keeps only as text (conditions, defaults) is reworded by PostgreSQL.

use sqlx::{PgConnection, SqliteConnection};

use super::Facts;
use super::postgres::{word_condition, word_default};

/// Every query returns one column of facts.
const FACTS: &[&str] = &[
    "SELECT CASE type WHEN 'table' THEN 'TABLE ' WHEN 'trigger' THEN 'TRIGGER ' ELSE 'OTHER ' END || name
     FROM sqlite_schema WHERE type <> 'index' AND name NOT LIKE 'sqlite|_%' ESCAPE '|'",
    "SELECT t.name || '.' || c.name || ' ' || CASE upper(c.type)
         WHEN 'TEXT' THEN 'TEXT' WHEN 'BIGINT' THEN 'BIGINT' WHEN 'BOOLEAN' THEN 'BOOLEAN' WHEN 'BLOB' THEN 'BYTEA'
         WHEN 'INTEGER' THEN CASE WHEN c.pk THEN 'BIGINT' ELSE 'INTEGER, which PostgreSQL keeps in 32 bits' END
         ELSE c.type || ', which has no counterpart yet' END
     FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table'",
    // A key that is the rowid cannot be NULL.
    "SELECT t.name || '.' || c.name || ' NOT NULL' FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c
     WHERE t.type = 'table' AND (c.\"notnull\" OR (c.pk AND upper(c.type) = 'INTEGER'))",
    "SELECT t.name || '.' || c.name || CASE WHEN t.sql LIKE '%AUTOINCREMENT%' THEN ' NUMBERED, NEVER TWICE'
         ELSE ' NUMBERED' END
     FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c
     WHERE t.type = 'table' AND c.pk AND upper(c.type) = 'INTEGER'",
    "SELECT name || ' PRIMARY KEY (' || group_concat(key, ', ' ORDER BY place) || ')'
     FROM (SELECT t.name AS name, c.name AS key, c.pk AS place
           FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND c.pk)
     GROUP BY name",
    "SELECT name || ' FOREIGN KEY (' || group_concat(\"from\", ', ' ORDER BY seq) || ') REFERENCES ' || target || ' ('
         || group_concat(\"to\", ', ' ORDER BY seq) || ') ON UPDATE ' || on_update || ' ON DELETE ' || on_delete
     FROM (SELECT t.name AS name, k.id AS id, k.\"table\" AS target, k.\"from\", k.\"to\", k.seq, k.on_update, k.on_delete
           FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) k WHERE t.type = 'table')
     GROUP BY name, id",
    "SELECT t.name || ' UNIQUE (' || (
         SELECT group_concat(name, ', ' ORDER BY seqno) FROM pragma_index_info(i.name)) || ')'
     FROM sqlite_schema t JOIN pragma_index_list(t.name) i WHERE t.type = 'table' AND i.origin = 'u'",
];

const DEFAULTS: &str = "SELECT t.name, c.name, c.dflt_value
     FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND c.dflt_value IS NOT NULL";

const TABLES: &str =
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite|_%' ESCAPE '|'";

/// An index's table, its fact but for the condition, and its text when it has a condition.
const INDEXES: &str = "SELECT s.tbl_name, s.tbl_name || CASE WHEN i.\"unique\" THEN ' UNIQUE' ELSE '' END || ' INDEX '
         || i.name || ' (' || (
             SELECT group_concat(COALESCE(name, 'an expression') || CASE WHEN \"desc\" THEN ' DESC' ELSE '' END
                 || CASE WHEN coll <> 'BINARY' THEN ' COLLATE ' || coll ELSE '' END, ', ' ORDER BY seqno)
             FROM pragma_index_xinfo(i.name) WHERE key) || ')',
         CASE WHEN i.partial THEN s.sql END
     FROM sqlite_schema s JOIN pragma_index_list(s.tbl_name) i ON i.name = s.name
     WHERE s.type = 'index' AND i.origin = 'c'";

pub(super) async fn facts(sqlite: &mut SqliteConnection, postgres: &mut PgConnection) -> Facts {
    let mut facts = Facts::new();
    for query in FACTS {
        let found: Vec<String> =
            sqlx::query_scalar(*query).fetch_all(&mut *sqlite).await.expect("the catalog is readable");
        facts.extend(found);
    }
    let defaults: Vec<(String, String, String)> =
        sqlx::query_as(DEFAULTS).fetch_all(&mut *sqlite).await.expect("the catalog is readable");
    for (table, column, default) in defaults {
        let default = word_default(postgres, &table, &column, &default).await;
        facts.insert(format!("{table}.{column} DEFAULT {default}"));
    }
    let tables: Vec<(String, String)> =
        sqlx::query_as(TABLES).fetch_all(&mut *sqlite).await.expect("the catalog is readable");
    for (table, sql) in tables {
        for check in checks(&sql) {
            let check = with_lists(&check);
            facts.insert(format!("{table} CHECK {}", word_condition(postgres, &table, &check).await));
        }
    }
    let indexes: Vec<(String, String, Option<String>)> =
        sqlx::query_as(INDEXES).fetch_all(&mut *sqlite).await.expect("the catalog is readable");
    for (table, index, sql) in indexes {
        let condition = match sql.as_deref().and_then(|sql| sql.split_once("WHERE")) {
            Some((_, condition)) => {
                format!(" WHERE {}", word_condition(postgres, &table, &with_lists(condition)).await)
            }
            None => String::new(),
        };
        facts.insert(index + &condition);
    }
    facts.retain(|fact| !fact.contains("_sqlx_migrations") && !fact.contains("sqlite_sequence"));
    facts
}

/// The conditions behind `CHECK` in the text of a table, without their parentheses.
fn checks(sql: &str) -> Vec<String> {
    let sql: Vec<&str> = sql.lines().map(|line| line.split("--").next().unwrap_or_default()).collect();
    let sql = sql.join("\n");
    sql.split("CHECK").skip(1).map(|rest| first_parenthesis(rest).to_owned()).collect()
}

/// Says `a IN ('x', 'y', 'z')` where SQLite's schema says `a = 'x' OR a = 'y' OR a = 'z'`, which costs it less: decision 0051.
fn with_lists(condition: &str) -> String {
    let words: Vec<&str> = condition.split_whitespace().collect();
    let condition = words.join(" ");
    let alternatives: Option<Vec<(&str, &str)>> =
        condition.split(" OR ").map(|alternative| alternative.split_once(" = ")).collect();
    match alternatives.as_deref() {
        Some([(column, _), _, _, ..]) => {
            let alternatives = alternatives.iter().flatten();
            assert!(alternatives.clone().all(|(other, _)| other == column), "of one column: {condition}");
            let words: Vec<&str> = alternatives.map(|(_, word)| *word).collect();
            format!("{column} IN ({})", words.join(", "))
        }
        _ => condition,
    }
}

fn first_parenthesis(text: &str) -> &str {
    let mut depth = 0;
    let mut quoted = false;
    for (place, letter) in text.char_indices() {
        match letter {
            '\'' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => continue,
        }
        if depth == 0 && !quoted {
            return text[..place]
                .trim_start()
                .strip_prefix('(')
                .expect("the first letter that counts opens it");
        }
    }
    panic!("a CHECK without its end: {text}")
}
