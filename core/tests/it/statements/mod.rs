//! Every SQL statement of core is prepared on the databases that it runs on, and has a bind for each of its parameters:
//! on SQLite a missing one would silently be NULL.
//!
//! The statements are read from the sources, so that new ones are tested automatically. What the test does not
//! understand makes it fail: teach `finder` or `text` the new shape, or write the statement like the others.

mod finder;
mod plans;
mod signs;
mod text;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, TestApp};
use sqlx::postgres::PgTypeInfo;
use sqlx::postgres::types::Oid;
use sqlx::{
    AssertSqlSafe, Connection, Either, Executor, PgConnection, SqlSafeStr, SqliteConnection, Statement as _,
};

use finder::{Found, Statement, find, sql_in};

/// Statements built at run time: how each opens, or else the function that builds it; and why.
const BUILT: &[(&str, &str)] = &[
    ("SELECT id, name FROM chat_authors WHERE id IN (", A_LIST),
    (
        "SELECT message_id, name, kind, media_type, original_name, size, width, height, thumbnail FROM chat_uploads WHERE message_id IN (",
        A_LIST,
    ),
    (
        "SELECT o.id, COALESCE(o.guild_id, s.guild_id) AS guild_id, s.guild_id AS storefront_guild_id, o.invite, o.stock, o.amount, o.state, o.succeeded, o.failed, o.email, p.purchase, o.created_at, o.done_at FROM orders o JOIN storefronts s ON s.id = o.storefront_id JOIN redeem_keys k ON k.id = o.key_id LEFT JOIN store_sales p ON p.id = k.sale_id WHERE o.user_id =",
        A_LIST,
    ),
    ("SELECT id FROM blocklist WHERE user_id =", A_LIST),
    (
        "SELECT a.action, a.details || COALESCE(' · by ' || h.username, '') AS details, a.at FROM activity a LEFT JOIN users h ON h.id = a.helper_id WHERE a.user_id =",
        "as long as the list of actions that are no business: the builder binds what it adds",
    ),
    ("SELECT name FROM chat_uploads WHERE name IN (", A_LIST),
    ("SELECT suggestion_id, user_id, vote FROM suggestion_votes WHERE suggestion_id IN (", A_LIST),
    ("SELECT token_fingerprint FROM tokens WHERE state <> 'exported' AND token_fingerprint IN (", A_LIST),
    ("SELECT sale_id, key_fingerprint, key_sealed, status FROM redeem_keys WHERE sale_id IN (", A_LIST),
    (
        "INSERT INTO store_products (storefront_id, provider, product, variant, position, stock, amount)",
        MANY_ROWS,
    ),
    (
        "INSERT INTO tokens (storefront_id, stock, token_fingerprint, token_sealed, state, created_at)",
        MANY_ROWS,
    ),
    ("fn run", "the statements of a script, of which each is looked at where it is put"),
    ("fn insert", "the same"),
    ("fn make", "the same"),
    ("fn run_each", "the same"),
    ("fn statement", "the words around a transaction, for SQLite's only writer"),
    ("fn create", "no parameter can stand for the name of a new test database"),
    ("fn empty_and_disable_triggers", "nor for that of a table, which PostgreSQL's catalog names"),
    ("fn enable_triggers_and_analyze", "the same"),
    ("fn last_number", "the same"),
    ("fn empty", "the same"),
    ("fn drop_triggers_and_indexes", "nor for that of what SQLite's catalog names"),
    ("fn make_again", "the statements of that catalog"),
    ("fn rows", "the same"),
];

/// How a statement opens, and which parameter PostgreSQL must be told is a BIGINT, as sqlx does for every `i64`: by
/// itself it infers a smaller type for `$4 - 1`.
const BIGINT: &[(&str, usize)] = &[("INSERT INTO orders (", 4)];

const A_LIST: &str = "as long as its input: the builder binds what it adds";
const MANY_ROWS: &str = "a row for each input: the builder binds what it adds";

static CORE: LazyLock<Found> = LazyLock::new(|| {
    let mut all = Found::default();
    for (path, source) in sources("core/src") {
        let found = find(&path, &source);
        all.statements.extend(found.statements);
        all.built.extend(found.built);
        all.unclear.extend(found.unclear);
    }
    all
});

#[test]
fn every_sql_statement_is_either_parsed_or_listed_as_built_at_run_time() {
    assert!(CORE.unclear.is_empty(), "{:#?}", CORE.unclear);
    let mut built: Vec<&str> = CORE.built.iter().map(|(name, _)| name.as_str()).collect();
    let mut listed: Vec<&str> = BUILT.iter().map(|(name, _)| *name).collect();
    built.sort_unstable();
    built.dedup();
    listed.sort_unstable();
    assert_eq!(built, listed, "{:#?}", CORE.built);
}

#[test]
fn every_sql_statements_binds_match_its_parameters() {
    assert!(CORE.statements.len() > 100, "the sources were read");
    let complaints: Vec<String> = CORE.statements.iter().filter_map(miscount).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[tokio::test]
async fn every_sql_statement_prepares_on_each_of_its_databases() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let other = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let mut sqlite = SqliteConnection::connect(&app.url).await.expect("the test database answers");
    let mut postgres = PgConnection::connect(&other.url).await.expect("the test database answers");

    let mut complaints = Vec::new();
    for Statement { place, only_on, sql, binds } in &CORE.statements {
        for dialect in [Dialect::Sqlite, Dialect::Postgres] {
            if only_on.is_some_and(|only| only != dialect) {
                continue;
            }
            let text = AssertSqlSafe(sql.clone()).into_sql_str();
            let parameters = match dialect {
                Dialect::Sqlite => sqlite.prepare(text).await.map(|prepared| count(prepared.parameters())),
                Dialect::Postgres => postgres
                    .prepare_with(text, &types(sql))
                    .await
                    .map(|prepared| count(prepared.parameters())),
            };
            match parameters {
                Ok(parameters) if parameters == *binds => {}
                Ok(parameters) => complaints.push(format!(
                    "{place}: {dialect:?} counts {parameters} parameters, the source has {binds} binds"
                )),
                Err(error) => complaints.push(format!("{place}: {dialect:?}: {error}")),
            }
        }
    }
    let openings = BIGINT.iter().map(|(opening, _)| *opening);
    let unused =
        openings.filter(|opening| !CORE.statements.iter().any(|known| known.sql.starts_with(opening)));
    complaints.extend(unused.map(|opening| format!("no statement opens with `{opening}` any more")));
    assert!(complaints.is_empty(), "{complaints:#?}");
}

/// What `walls` says about imports, said about tables.
#[test]
fn sql_of_people_and_developers_names_no_table_of_the_shop() {
    const SHOP: [&str; 6] = ["storefronts", "members", "orders", "redeem_keys", "tokens", "stock_levels"];
    let below = |wing: &str| format!("core/src/{wing}/");
    let among = |wings: &[&str]| {
        let of_wings = |place: &str| wings.iter().any(|wing| place.starts_with(&below(wing)));
        CORE.statements.iter().filter(move |found| of_wings(&found.place)).collect::<Vec<_>>()
    };
    let names_shop = |found: &&&Statement| {
        let mut words = found.sql.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        words.any(|word| SHOP.contains(&word))
    };
    let outside = among(&["people", "developers", "kept_answers"]);
    let found: Vec<_> = outside.iter().filter(names_shop).map(|found| &found.place).collect();
    assert!(!outside.is_empty() && found.is_empty(), "{found:#?}");
    assert!(among(&["shop"]).iter().any(|found| names_shop(&found)), "the shop's own do");
}

#[test]
fn sql_appears_only_in_queries_rs_files_and_the_db_and_testing_modules() {
    let places: Vec<String> = ["core/src", "web-api/src", "bot/src"]
        .into_iter()
        .flat_map(sources)
        .filter(|(path, _)| !is_home_of_sql(path))
        .flat_map(|(path, source)| sql_in(&path, &source))
        .collect();
    assert!(places.is_empty(), "{places:#?}");
}

fn is_home_of_sql(path: &str) -> bool {
    path.ends_with("/queries.rs") || path.starts_with("core/src/db/") || path.starts_with("core/src/testing/")
}

/// Returns why a statement's parameters are not `$1` to `$n` with a bind each, if so.
fn miscount(Statement { place, sql, binds, .. }: &Statement) -> Option<String> {
    let used = parameters(sql);
    let expected: BTreeSet<usize> = (1..=*binds).collect();
    (used != expected).then(|| format!("{place}: {binds} binds for the parameters {used:?}"))
}

/// Returns the numbers after `$`, except within SQL's own quotes.
fn parameters(sql: &str) -> BTreeSet<usize> {
    let unquoted = sql.split('\'').step_by(2);
    unquoted
        .flat_map(|part| part.split('$').skip(1))
        .filter_map(|part| part.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok())
        .collect()
}

/// Returns the types of the first parameters if PostgreSQL has to be told one; it infers all others.
fn types(sql: &str) -> Vec<PgTypeInfo> {
    const UNKNOWN: PgTypeInfo = PgTypeInfo::with_oid(Oid(0));
    const INT8: PgTypeInfo = PgTypeInfo::with_oid(Oid(20));
    let told = BIGINT.iter().find(|(opening, _)| sql.starts_with(opening));
    told.map_or_else(Vec::new, |(_, number)| {
        (1..=*number).map(|other| if other == *number { INT8 } else { UNKNOWN }).collect()
    })
}

fn count<T>(parameters: Option<Either<&[T], usize>>) -> usize {
    parameters.map_or(0, |parameters| parameters.either(<[T]>::len, |count| count))
}

/// Returns the Rust files below a folder of the workspace, with their text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let workspace =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("core is a folder of the workspace");
    let mut files = Vec::new();
    let mut folders = vec![workspace.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the workspace's folders are readable") {
            let path: PathBuf = entry.expect("the workspace's folders are readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = std::fs::read_to_string(&path).expect("the sources are text");
                let path = path.strip_prefix(workspace).expect("it was found below");
                files.push((path.display().to_string(), source));
            }
        }
    }
    files.sort();
    files
}

/// Returns the test's complaints about a function with this body, and its number of statements.
fn judge(body: &str) -> (Vec<String>, usize) {
    let found = find("example.rs", &format!("async fn example(conn: &mut Conn) {{ {body} }}"));
    let complaints = found.statements.iter().filter_map(miscount).chain(found.unclear);
    let built = found.built.into_iter().map(|(name, _)| format!("built: {name}"));
    (complaints.chain(built).collect(), found.statements.len())
}

#[test]
fn a_missing_or_extra_bind_or_a_gap_in_the_parameters_is_detected() {
    for (sql, binds, right) in [
        ("SELECT id FROM a WHERE b = $1 OR b = $1 AND c = '$2'", ".bind(1)", true),
        ("SELECT id FROM a WHERE b = $1 AND c = $2", ".bind(1)", false),
        ("SELECT id FROM a WHERE b = $1", ".bind(1).bind(2)", false),
        ("SELECT id FROM a WHERE b = $1 AND c = $3", ".bind(1).bind(2)", false),
    ] {
        let (complaints, count) =
            judge(&format!(r#"on_db!(conn, driver => sqlx::query("{sql}"){binds}.execute(driver))"#));
        assert_eq!((complaints.is_empty(), count), (right, 1), "{sql}: {complaints:?}");
    }
}

#[test]
fn faulty_statements_in_scripts_are_detected() {
    for (body, right) in [
        (r#"script.put("DELETE FROM a WHERE b = $1").bind(1);"#, true),
        (r#"script.put("DELETE FROM a WHERE b = $1").bind(1).changing(1, "other");"#, true),
        (r#"script.put("DELETE FROM a WHERE b = $1").changing(1, "other");"#, false),
        (r#"script.put("DELETE FROM a WHERE b = $1");"#, false),
        (r#"script.put("DELETE FROM a WHERE b = $1").bind(1).execute(driver);"#, false),
        (r"script.put(&text).bind(1);", false),
    ] {
        let (complaints, _) = judge(body);
        assert_eq!(complaints.is_empty(), right, "{body}: {complaints:?}");
    }
}

#[test]
fn sql_in_an_unknown_shape_is_reported() {
    for body in [
        r#"on_db!(conn, driver => async { let query = sqlx::query("SELECT 1"); query.execute(driver).await })"#,
        r"on_db!(conn, driver => sqlx::query(&text).execute(driver))",
        r#"on_db!(conn, driver => sqlx::query("SELECT 1").persistent(true).execute(driver))"#,
        r#"sqlx::query("SELECT 1").execute(connection)"#,
        r#"sqlx::raw_sql("SELECT 1").execute(connection)"#,
        r#"other!(a => sqlx::query("SELECT 1"))"#,
        r#"connection.execute("SELECT 1")"#,
        r"run(sqlx::query_as)",
        r#"sqlx::QueryBuilder::new("SELECT 1")"#,
    ] {
        let (complaints, count) = judge(body);
        assert_eq!((complaints.is_empty(), count), (false, 0), "{body}");
    }
}
