//! Plans of statements that need an index, so that they do not get slower with more rows.

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, TestApp};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use super::CORE;

/// A part of a statement that identifies it, and the indexes of its plan.
const PLANS: &[(&str, &[&str])] = &[(
    "FROM redeem_keys WHERE id IN ( SELECT id FROM redeem_keys",
    &["redeem_keys_by_symbols", "redeem_keys_by_note", "redeem_keys_by_email"],
)];

/// Many keys of many shops, as bare rows.
const MANY: &str = "
    INSERT INTO users (id, username, admin, owner, created_at) VALUES ('u', 'u', FALSE, FALSE, 0);
    INSERT INTO storefronts (id, guild_id, user_id, name, embed_color, created_at)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
    SELECT 's' || i, 'g' || i, 'u', 'shop', '#FF73FA', 0 FROM n;
    INSERT INTO redeem_keys (storefront_id, key_fingerprint, key_sealed, key_veiled, stock, amount, status, note,
                             note_term, email, email_term, created_at)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    SELECT 's' || (i % 100 + 1), 'f' || i, 'sealed', 'V' || i, 'OneMonthTokens.txt', 2, 'unused', 'n' || i,
           'n' || i, 'e' || i, 'e' || i, 0 FROM n;";

#[tokio::test]
async fn the_key_search_uses_its_indexes_instead_of_scanning_redeem_keys() {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let app = TestApp::new(dialect, Setup::default()).await;
        for (known_by, indexes) in PLANS {
            let found: Vec<_> =
                CORE.statements.iter().filter(|known| one_line(&known.sql).contains(known_by)).collect();
            let [statement] = found[..] else { panic!("not one statement has `{known_by}`: {found:#?}") };
            let plan = match dialect {
                Dialect::Sqlite => on_sqlite(&app.url, &statement.sql).await,
                Dialect::Postgres => on_postgres(&app.url, &statement.sql, statement.binds).await,
            };
            for index in *indexes {
                assert!(plan.contains(index), "{dialect:?}, {}: without {index}: {plan}", statement.place);
            }
            assert!(
                !plan.contains("SCAN redeem_keys") && !plan.contains("Seq Scan on redeem_keys"),
                "{dialect:?}: {plan}"
            );
        }
    }
}

/// So for a prefix of very many terms the count reads no more rows than it counts.
#[tokio::test]
async fn an_order_search_counts_from_the_term_index_without_materializing() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let counts: Vec<_> = CORE
        .statements
        .iter()
        .filter(|known| known.sql.contains("COUNT(DISTINCT seller_sequence)"))
        .collect();
    assert_eq!(counts.len(), 2, "{counts:#?}");
    for statement in counts {
        let plan = on_sqlite(&app.url, &statement.sql).await;
        let reads: Vec<&str> = plan.lines().filter(|step| step.starts_with("SEARCH ")).collect();
        assert!(
            reads[0].starts_with("SEARCH order_terms USING PRIMARY KEY (user_id=? AND term>? AND term<?)"),
            "{plan}"
        );
        assert!(!plan.contains("MATERIALIZE") && !plan.contains("FOR DISTINCT"), "{plan}");
    }
}

/// Each statement is identified by a part of its text, and has this index in its plan.
#[tokio::test]
async fn queries_on_growing_tables_use_the_expected_index_on_sqlite() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    for (known_by, index) in [
        ("FROM chat_authors WHERE LOWER(id) = LOWER($1)", "chat_authors_by_spelling"),
        ("WITH busy AS MATERIALIZED", "SCAN b USING INDEX delivery_jobs_due"),
        ("UPDATE chat_messages SET reply_to = NULL", "chat_messages_by_reply (reply_to=?)"),
        ("FROM orders WHERE user_id = $1 AND seller_sequence > $2 AND", "(user_id=? AND seller_sequence>?)"),
        (
            "FROM orders WHERE user_id = $1 AND seller_sequence > $3 GROUP BY",
            "(user_id=? AND seller_sequence>?)",
        ),
        (
            "FROM orders WHERE storefront_id = $1 AND seller_sequence > $2",
            "orders_of_storefront (storefront_id=? AND seller_sequence>? AND seller_sequence<?)",
        ),
        (
            "FROM tokens WHERE storefront_id = $1 AND state = 'delivered'",
            "tokens_delivered (storefront_id=? AND settled_at>? AND settled_at<?)",
        ),
    ] {
        let statement = CORE.statements.iter().find(|known| one_line(&known.sql).contains(known_by));
        let plan =
            on_sqlite(&app.url, &statement.unwrap_or_else(|| panic!("none has `{known_by}`")).sql).await;
        assert!(plan.contains(index), "{known_by}: {plan}");
    }
}

/// A subquery of IN may be planned as one look-up for each row, each skipping the rows locked by the one before: then
/// all rows would be taken, whatever the limit.
#[test]
fn skip_locked_statements_select_their_ids_by_an_array_subquery() {
    let passing_over = CORE.statements.iter().filter(|known| known.sql.contains("SKIP LOCKED"));
    let statements: Vec<_> = passing_over.map(|known| one_line(&known.sql)).collect();
    assert!(!statements.is_empty());
    for statement in statements {
        assert!(statement.contains("WHERE id = ANY (ARRAY(SELECT "), "{statement}");
    }
}

fn one_line(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn on_sqlite(url: &str, sql: &str) -> String {
    let mut conn = SqliteConnection::connect(url).await.expect("the test database answers");
    let plan: Vec<(i64, i64, i64, String)> =
        sqlx::query_as(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")))
            .fetch_all(&mut conn)
            .await
            .expect("it has a plan");
    plan.into_iter().map(|(.., step)| step + "\n").collect()
}

/// Returns the statement's generic plan, on tables with enough rows to be worth an index.
async fn on_postgres(url: &str, sql: &str, binds: usize) -> String {
    let mut conn = PgConnection::connect(url).await.expect("the test database answers");
    let mut transaction = conn.begin().await.expect("it begins");
    let nulls = vec!["NULL"; binds].join(", ");
    for step in [
        MANY,
        "ANALYZE redeem_keys; SET LOCAL plan_cache_mode = force_generic_plan",
        &format!("PREPARE asked AS {sql}"),
    ] {
        sqlx::raw_sql(AssertSqlSafe(step.to_owned())).execute(&mut *transaction).await.expect("it runs");
    }
    let plan: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!("EXPLAIN EXECUTE asked({nulls})")))
        .persistent(false)
        .fetch_all(&mut *transaction)
        .await
        .expect("it has a plan");
    plan.join("\n")
}
