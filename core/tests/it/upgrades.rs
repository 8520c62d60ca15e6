//! What migrations do to rows of earlier versions.

use std::fmt::Debug;
use std::path::Path;

use boostdesk_core::db::{Db, OpenError, Patience, Tables, Upgrade};
use boostdesk_core::events::Events;
use boostdesk_core::foundation::clock::Clock;
use boostdesk_core::foundation::words::fold;
use boostdesk_core::testing::postgres_database;
use boostdesk_core::watching::outages::Outages;
use sqlx::migrate::{Migrate, Migrator};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Connection, FromRow, PgConnection, SqliteConnection};

/// Two shops from before keys were counted: one has keys of each status, the other none.
const BEFORE_KEYS_WERE_COUNTED: &str = "
    INSERT INTO users (id, username, admin, owner, created_at) VALUES ('u', 'u', FALSE, FALSE, 0);
    INSERT INTO storefronts (id, guild_id, user_id, name, embed_color, created_at)
    VALUES ('a', '1', 'u', 'A', '#FF73FA', 0), ('b', '2', 'u', 'B', '#FF73FA', 0);
    INSERT INTO redeem_keys (storefront_id, key_fingerprint, key_sealed, stock, amount, status, note, email, created_at)
    VALUES ('a', '1', '1', 'OneMonthTokens.txt', 2, 'unused', 'Spring', NULL, 0),
           ('a', '2', '2', 'OneMonthTokens.txt', 2, 'revoked', 'Spring', NULL, 0),
           ('a', '3', '3', 'OneMonthTokens.txt', 2, 'redeemed', NULL, 'Mika@Example.com', 0);";
/// After the upgrade one more key is revoked.
const AFTER: &str = "UPDATE redeem_keys SET status = 'revoked' WHERE key_fingerprint = '1'";
/// A status that no row may have.
const UNKNOWN_WORD: &str = "UPDATE redeem_keys SET status = 'sold' WHERE key_fingerprint = '1'";
const FOUND: &str = "SELECT CAST(SUM(made) AS BIGINT), CAST(SUM(revoked) AS BIGINT),
        (SELECT COUNT(*) FROM redeem_keys WHERE note_term = 'spring'),
        (SELECT COUNT(*) FROM redeem_keys WHERE email_term = 'mika@example.com')
    FROM key_counts WHERE storefront_id = 'a'";
const BEFORE: i64 = 22;
/// One shop is open and the other closed, each with a helper who is signed in; and an event was tried more often than allowed.
const BEFORE_HELPERS_ENDED: &str = "
    INSERT INTO users (id, username, admin, owner, helper, discord_id, code_fingerprint, code_sealed, created_at)
    VALUES ('u', 'u', FALSE, FALSE, FALSE, NULL, 'u', 'u', 0),
           ('h', 'h', FALSE, FALSE, TRUE, '3', 'h', 'h', 0),
           ('gone', 'gone', FALSE, FALSE, TRUE, '4', 'gone', 'gone', 0);
    INSERT INTO storefronts (id, guild_id, user_id, name, embed_color, created_at, closed_at)
    VALUES ('a', '1', 'u', 'A', '#FF73FA', 0, NULL), ('b', '2', 'u', 'B', '#FF73FA', 0, 7);
    INSERT INTO members (user_id, storefront_id, role, created_at)
    VALUES ('h', 'a', 'viewer', 0), ('gone', 'b', 'manager', 0);
    INSERT INTO sessions (token_digest, user_id, created_at, seen_at)
    VALUES ('u', 'u', 0, 0), ('h', 'h', 0, 0), ('gone', 'gone', 0, 0);
    INSERT INTO sign_in_tickets (token_digest, user_id, expires_at) VALUES ('h', 'h', 9), ('gone', 'gone', 9);
    INSERT INTO event_endpoints (id, user_id, url, events, secret_sealed, enabled, created_at)
    VALUES ('e', 'u', 'https://example.org', 'test', '', TRUE, 0);
    INSERT INTO event_deliveries (message_id, endpoint_id, event, body_sealed, state, attempts, at, next_at)
    VALUES ('1', 'e', 'test', '', 'pending', 15, 0, 0), ('2', 'e', 'test', '', 'pending', 3, 0, 0),
           ('3', 'e', 'test', '', 'failed', 12, 0, NULL);";
const HELPERS_ENDED: i64 = 38;
const WHO_IS_LEFT: &str = "SELECT
        (SELECT string_agg(id, ' ' ORDER BY id) FROM users
         WHERE code_fingerprint IS NOT NULL AND code_sealed IS NOT NULL AND removed_at IS NULL),
        (SELECT removed_at FROM users WHERE id = 'gone' AND discord_id IS NULL),
        (SELECT string_agg(user_id, ' ' ORDER BY user_id) FROM members),
        (SELECT string_agg(user_id, ' ' ORDER BY user_id) FROM sessions),
        (SELECT string_agg(user_id, ' ' ORDER BY user_id) FROM sign_in_tickets),
        (SELECT string_agg(CAST(attempts AS TEXT), ' ' ORDER BY message_id) FROM event_deliveries)";
/// A seller's order and key whose words end in a sigma, from before final sigmas were folded; one term is there in both
/// spellings.
const BEFORE_SIGMAS_WERE_ONE: &str = "
    INSERT INTO users (id, username, admin, owner, created_at) VALUES ('u', 'u', FALSE, FALSE, 0);
    INSERT INTO storefronts (id, guild_id, user_id, name, embed_color, created_at)
    VALUES ('a', '1', 'u', 'A', '#FF73FA', 0);
    INSERT INTO redeem_keys (storefront_id, key_fingerprint, key_sealed, stock, amount, status, note_term, email_term,
                             created_at, redeemed_at)
    VALUES ('a', '1', '1', 'OneMonthTokens.txt', 2, 'redeemed', 'κωστας', 'νίκος@x.gr', 0, 0);
    INSERT INTO orders (id, storefront_id, user_id, seller_sequence, key_id, stock, amount, invite, email,
                        details_fingerprint, state, standing, created_at)
    VALUES ('o', 'a', 'u', 1, (SELECT id FROM redeem_keys), 'OneMonthTokens.txt', 2, 'i', 'e', 'f', 'queued', 'processing', 0);
    INSERT INTO order_terms (user_id, term, seller_sequence)
    VALUES ('u', 'νίκος@x.gr', 1), ('u', 'νίκοσ@x.gr', 1), ('u', 'o', 1);";
const TERMS: &str = "SELECT term FROM order_terms
    UNION ALL SELECT note_term FROM redeem_keys UNION ALL SELECT email_term FROM redeem_keys ORDER BY 1";
const SIGMAS_WERE_ONE: i64 = 39;
/// A seller's order and key with words that SQLite's `lower` left as they were; one term is there in both forms.
const BEFORE_ALL_LETTERS_WERE_FOLDED: &str = "
    INSERT INTO users (id, username, admin, owner, created_at) VALUES ('u', 'u', FALSE, FALSE, 0);
    INSERT INTO storefronts (id, guild_id, user_id, name, embed_color, created_at)
    VALUES ('a', '1', 'u', 'A', '#FF73FA', 0);
    INSERT INTO redeem_keys (storefront_id, key_fingerprint, key_sealed, stock, amount, status, note_term, email_term,
                             created_at, redeemed_at)
    VALUES ('a', '1', '1', 'OneMonthTokens.txt', 2, 'redeemed', 'Весна 2026 🌷', 'İ.Öz@x.tr', 0, 0),
           ('a', '2', '2', 'OneMonthTokens.txt', 2, 'revoked', 'plain', 'x', 0, NULL);
    INSERT INTO orders (id, storefront_id, user_id, seller_sequence, key_id, stock, amount, invite, email,
                        details_fingerprint, state, standing, created_at)
    VALUES ('o', 'a', 'u', 1, (SELECT MIN(id) FROM redeem_keys), 'OneMonthTokens.txt', 2, 'i', 'e', 'f', 'queued',
            'processing', 0);
    INSERT INTO order_terms (user_id, term, seller_sequence)
    VALUES ('u', 'Änna', 1), ('u', 'änna', 1), ('u', 'ΚΩΣ', 1), ('u', 'o', 1);";
const ALL_LETTERS_WERE_FOLDED: i64 = 44;
/// The last migration, and how many have not succeeded.
const LAST: &str = "SELECT MAX(version), COUNT(*) FILTER (WHERE NOT success) FROM _sqlx_migrations";

#[tokio::test]
async fn migrations_count_and_index_keys_of_earlier_versions() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("old.db").display());
    let mut sqlite = SqliteConnection::connect(&url).await.unwrap();
    let migrations = migrations("sqlite").await;
    migrations.run_to(BEFORE, &mut sqlite).await.unwrap();
    sqlx::raw_sql(BEFORE_KEYS_WERE_COUNTED).execute(&mut sqlite).await.unwrap();
    migrations.run(&mut sqlite).await.unwrap();
    sqlx::raw_sql(AFTER).execute(&mut sqlite).await.unwrap();
    sqlx::raw_sql(UNKNOWN_WORD).execute(&mut sqlite).await.unwrap_err();
    let found: (i64, i64, i64, i64) = sqlx::query_as(FOUND).fetch_one(&mut sqlite).await.unwrap();
    assert_eq!(found, (3, 2, 2, 1));

    let url = postgres_database().await;
    assert_eq!(Tables::of(&url).await.unwrap(), Tables::Missing);
    let mut postgres = PgConnection::connect(&url).await.unwrap();
    postgres.ensure_migrations_table("_sqlx_migrations").await.unwrap();
    assert_eq!(Tables::of(&url).await.unwrap(), Tables::Missing, "a start was cut off before the first");
    let migrations = self::migrations("postgres").await;
    migrations.run_to(BEFORE, &mut postgres).await.unwrap();
    assert_eq!(Tables::of(&url).await.unwrap(), Tables::Older);
    sqlx::raw_sql(BEFORE_KEYS_WERE_COUNTED).execute(&mut postgres).await.unwrap();
    migrations.run(&mut postgres).await.unwrap();
    assert_eq!(Tables::of(&url).await.unwrap(), Tables::Current);
    sqlx::raw_sql(AFTER).execute(&mut postgres).await.unwrap();
    sqlx::raw_sql(UNKNOWN_WORD).execute(&mut postgres).await.unwrap_err();
    let found: (i64, i64, i64, i64) = sqlx::query_as(FOUND).fetch_one(&mut postgres).await.unwrap();
    assert_eq!(found, (3, 2, 2, 1));
}

/// Asserts what `question` returns once rows from before `migration` have gone through it and all later ones, on both databases.
async fn assert_found_after<T>(migration: i64, rows: &'static str, question: &'static str, expected: &[T])
where
    T: Debug + PartialEq + Send + Unpin,
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>,
{
    let mut sqlite = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    let migrations = self::migrations("sqlite").await;
    migrations.run_to(migration - 1, &mut sqlite).await.unwrap();
    sqlx::raw_sql(rows).execute(&mut sqlite).await.unwrap();
    migrations.run(&mut sqlite).await.unwrap();
    let found: Vec<T> = sqlx::query_as(question).fetch_all(&mut sqlite).await.unwrap();
    assert_eq!(found, expected);

    let mut postgres = PgConnection::connect(&postgres_database().await).await.unwrap();
    let migrations = self::migrations("postgres").await;
    migrations.run_to(migration - 1, &mut postgres).await.unwrap();
    sqlx::raw_sql(rows).execute(&mut postgres).await.unwrap();
    migrations.run(&mut postgres).await.unwrap();
    let found: Vec<T> = sqlx::query_as(question).fetch_all(&mut postgres).await.unwrap();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_migration_removes_helpers_of_closed_shops_and_caps_attempts_of_pending_events() {
    let [able, members, sessions, tickets, attempts] = ["h u", "h", "h u", "h", "11 3 12"].map(str::to_owned);
    let left = (able, 7_i64, members, sessions, tickets, attempts);
    assert_found_after(HELPERS_ENDED, BEFORE_HELPERS_ENDED, WHO_IS_LEFT, &[left]).await;
}

#[tokio::test]
async fn a_migration_folds_final_sigmas_in_existing_search_terms() {
    let terms = ["o", "κωστασ", "νίκοσ@x.gr", "νίκοσ@x.gr"].map(|term| (term.to_owned(),));
    assert_found_after(SIGMAS_WERE_ONE, BEFORE_SIGMAS_WERE_ONE, TERMS, &terms).await;
}

#[tokio::test]
async fn a_migration_folds_letters_beyond_ascii_in_existing_search_terms() {
    let terms = ["Весна 2026 🌷", "İ.Öz@x.tr", "plain", "x", "Änna", "ΚΩΣ", "o"].map(|term| (fold(term),));
    let mut terms = terms.to_vec();
    terms.sort();
    assert_found_after(ALL_LETTERS_WERE_FOLDED, BEFORE_ALL_LETTERS_WERE_FOLDED, TERMS, &terms).await;
}

/// So an operator whose upgrade fails can go back to the old version.
#[tokio::test]
async fn a_failed_sqlite_upgrade_is_rolled_back_and_can_be_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("old.db").display());
    let mut sqlite = SqliteConnection::connect(&url).await.unwrap();
    assert_eq!(Tables::of(&url).await.unwrap(), Tables::Missing);
    migrations("sqlite").await.run_to(BEFORE, &mut sqlite).await.unwrap();
    assert_eq!(Tables::of(&url).await.unwrap(), Tables::Older);
    // In conflict with the thirtieth migration.
    sqlx::raw_sql("ALTER TABLE storefronts ADD COLUMN visited_at").execute(&mut sqlite).await.unwrap();
    let open = |upgrade| {
        Db::open(
            &url,
            upgrade,
            Events::default(),
            Outages::new(Clock::system()),
            String::new(),
            Patience::default(),
        )
    };
    assert!(matches!(open(Upgrade::Refused).await, Err(OpenError::Older)));
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut sqlite).await.unwrap();
    assert!(matches!(open(Upgrade::Allowed).await, Err(OpenError::Busy)), "another process writes");
    sqlx::raw_sql("ROLLBACK").execute(&mut sqlite).await.unwrap();
    let Err(refused) = open(Upgrade::Allowed).await else { panic!("a column cannot be there twice") };
    assert!(refused.to_string().contains("visited_at"), "{refused}");

    let last: (i64, i64) = sqlx::query_as(LAST).fetch_one(&mut sqlite).await.unwrap();
    assert_eq!(last, (BEFORE, 0));
    sqlx::raw_sql("ALTER TABLE storefronts DROP COLUMN visited_at").execute(&mut sqlite).await.unwrap();
    open(Upgrade::Allowed).await.unwrap().close().await;
    let last: (i64, i64) = sqlx::query_as(LAST).fetch_one(&mut sqlite).await.unwrap();
    assert!(last.0 > 29 && last.1 == 0, "{last:?}");
    assert_eq!(Tables::of(&url).await.unwrap(), Tables::Current);
    sqlx::raw_sql("UPDATE _sqlx_migrations SET version = 9999 WHERE version = 1")
        .execute(&mut sqlite)
        .await
        .unwrap();
    assert_eq!(Tables::of(&url).await.unwrap(), Tables::Newer);
    assert!(matches!(open(Upgrade::Allowed).await, Err(OpenError::Newer)));
}

/// A new database is made from a file with the schema of all migrations. `make schema` writes it.
#[tokio::test]
async fn a_new_sqlite_database_is_what_the_migrations_make() {
    let mut migrated = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    migrations("sqlite").await.run(&mut migrated).await.unwrap();
    let expected = dump(&mut migrated).await;
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite.sql");
    if std::env::var_os("BOOSTDESK_WRITE_SCHEMA").is_some() {
        return std::fs::write(whole, expected).unwrap();
    }
    assert!(
        std::fs::read_to_string(whole).unwrap() == expected,
        "`make schema` writes migrations/sqlite.sql anew"
    );

    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("new.db").display());
    Db::open(
        &url,
        Upgrade::Allowed,
        Events::default(),
        Outages::new(Clock::system()),
        String::new(),
        Patience::default(),
    )
    .await
    .unwrap()
    .close()
    .await;
    let mut made = SqliteConnection::connect(&url).await.unwrap();
    assert!(dump(&mut made).await == expected, "it does not make what it says");
}

/// Dumps a SQLite database as statements that make it: the schema, then the rows.
async fn dump(connection: &mut SqliteConnection) -> String {
    let made: Vec<String> = sqlx::query_scalar(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
    )
    .fetch_all(&mut *connection)
    .await
    .unwrap();
    let mut text =
        "-- Written by `make schema`: what the migrations make of a new database, in one piece.\n".to_owned();
    text.extend(made.iter().map(|sql| format!("{sql};\n")));
    // The last statement has written to it by then.
    text.push_str("DELETE FROM sqlite_sequence;\n");
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name = 'sqlite_sequence', rowid",
    )
    .fetch_all(&mut *connection)
    .await
    .unwrap();
    for table in tables {
        // When a migration ran, and how long it took, differs between databases.
        let columns: Vec<String> = sqlx::query_scalar(
            "SELECT name FROM pragma_table_info($1) WHERE name NOT IN ('installed_on', 'execution_time') ORDER BY cid",
        )
        .bind(&table)
        .fetch_all(&mut *connection)
        .await
        .unwrap();
        let quoted: Vec<String> = columns.iter().map(|name| format!("quote({name})")).collect();
        let (mut names, mut values) = (columns.join(", "), quoted.join(" || ', ' || "));
        if table == "_sqlx_migrations" {
            names.push_str(", execution_time");
            values.push_str(" || ', 0'");
        }
        let rows = AssertSqlSafe(format!("SELECT {values} FROM {table}"));
        let rows: Vec<String> = sqlx::query_scalar(rows).fetch_all(&mut *connection).await.unwrap();
        text.extend(rows.iter().map(|row| format!("INSERT INTO {table} ({names}) VALUES ({row});\n")));
    }
    text
}

async fn migrations(database: &str) -> Migrator {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(database);
    Migrator::new(folder).await.expect("the migrations are readable")
}
