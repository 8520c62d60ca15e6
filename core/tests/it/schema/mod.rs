//! The migrated schemas of the two databases are the same.
//!
//! Each catalog is read into facts, a line each; the two sets of lines must be the same, but for [`MEANT`]. A change of
//! that list needs a reason, and a difference is fixed by a new migration, never by editing one that has landed.

mod postgres;
mod sqlite;

use std::collections::BTreeSet;
use std::path::Path;

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, TestApp};
use sqlx::{Connection, PgConnection, SqliteConnection};

/// The facts of a catalog, such as `users.username NOT NULL`.
type Facts = BTreeSet<String>;

struct Meant {
    only_on: Dialect,
    facts: &'static [&'static str],
    reason: &'static str,
}

const MEANT: &[Meant] = &[
    Meant {
        only_on: Dialect::Postgres,
        facts: &[
            "chat_authors.id NOT NULL",
            "chat_mutes.subject NOT NULL",
            "chat_presence.process NOT NULL",
            "chat_rooms.room NOT NULL",
            "chat_uploads.name NOT NULL",
            "custom_domains.id NOT NULL",
            "delivery_jobs.id NOT NULL",
            "delivery_texts.user_id NOT NULL",
            "orders.id NOT NULL",
            "registered_commands.application_id NOT NULL",
            "released_domains.domain NOT NULL",
            "sessions.token_digest NOT NULL",
            "sign_in_tickets.token_digest NOT NULL",
            "stock_boards.storefront_id NOT NULL",
            "storefronts.id NOT NULL",
            "unresolved_invites.order_id NOT NULL",
            "users.id NOT NULL",
        ],
        reason: "SQLite lets NULL into a primary key that is no INTEGER. What would put it there is a missing bind, which \
                 fails in `statements`. The key of a new table says NOT NULL too, and does not belong here",
    },
    Meant {
        only_on: Dialect::Sqlite,
        facts: &["chat_messages.id NUMBERED"],
        reason: "a message's id comes from its room's counter; as SQLite's rowid the key needs no index of its own",
    },
    Meant {
        only_on: Dialect::Sqlite,
        facts: &["chat_authors INDEX chat_authors_by_spelling (an expression)"],
        reason: "SQLite's catalog does not say which",
    },
    Meant {
        only_on: Dialect::Postgres,
        facts: &["chat_authors INDEX chat_authors_by_spelling (lower(id))"],
        reason: "what SQLite's catalog does not say",
    },
    Meant {
        only_on: Dialect::Postgres,
        facts: &["redeem_keys TRIGGER DEFERRABLE INITIALLY DEFERRED"],
        reason: "who revokes a key holds its count no longer than the commit takes; on SQLite there is one writer",
    },
    Meant {
        only_on: Dialect::Postgres,
        facts: &["activity TRIGGER DEFERRABLE INITIALLY DEFERRED"],
        reason: "the same, for who writes into the log",
    },
];

#[tokio::test]
async fn both_databases_have_the_same_schema_except_for_the_listed_differences() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let other = TestApp::new(Dialect::Postgres, Setup::default()).await;
    let mut sqlite = SqliteConnection::connect(&app.url).await.expect("the test database answers");
    let mut postgres = PgConnection::connect(&other.url).await.expect("the test database answers");

    let on_postgres = postgres::facts(&mut postgres).await;
    let on_sqlite = sqlite::facts(&mut sqlite, &mut postgres).await;

    assert!(
        on_sqlite.contains("TABLE users") && on_postgres.contains("TABLE users"),
        "the catalogs were read"
    );
    let differences = differences(&on_sqlite, &on_postgres);
    assert!(
        differences.is_empty(),
        "mend this by a new migration, or list it as meant, with the reason: {differences:#?}"
    );
}

/// Conditions on SQLite's tables and indexes must not build a table in memory for each row: decision 0051.
#[tokio::test]
async fn no_sqlite_table_or_index_condition_uses_in_with_three_or_more_values() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let mut sqlite = SqliteConnection::connect(&app.url).await.expect("the test database answers");
    let texts: Vec<String> = sqlx::query_scalar(
        "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL",
    )
    .fetch_all(&mut sqlite)
    .await
    .expect("the catalog is readable");
    let texts: Vec<&str> = texts.iter().flat_map(|text| text.split_whitespace()).collect();
    let texts = texts.join(" ");
    let lists: Vec<&str> = texts.split(" IN (").skip(1).collect();
    assert!(!lists.is_empty(), "the catalog was read: two words are compared anyway");
    for list in lists {
        let words = list.split(')').next().unwrap_or_default();
        assert!(words.matches(',').count() < 2, "say a = 'x' OR a = 'y' OR a = 'z' instead of: IN ({words})");
    }
    let sound: String =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut sqlite).await.expect("an answer");
    assert_eq!(sound, "ok");
}

fn differences(on_sqlite: &Facts, on_postgres: &Facts) -> Vec<String> {
    [(Dialect::Sqlite, on_sqlite, on_postgres), (Dialect::Postgres, on_postgres, on_sqlite)]
        .into_iter()
        .flat_map(|(dialect, here, there)| {
            let mut found: Facts = here.difference(there).cloned().collect();
            let mut complaints = Vec::new();
            for meant in MEANT.iter().filter(|meant| meant.only_on == dialect) {
                for fact in meant.facts.iter().filter(|fact| !found.remove(**fact)) {
                    complaints.push(format!("{fact}: no difference any more ({})", meant.reason));
                }
            }
            complaints.extend(found.iter().map(|fact| format!("only on {dialect:?}: {fact}")));
            complaints
        })
        .collect()
}

#[test]
fn both_databases_have_the_same_migrations() {
    assert_eq!(migrations("sqlite"), migrations("postgres"));
}

fn migrations(database: &str) -> BTreeSet<std::ffi::OsString> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(database);
    std::fs::read_dir(folder)
        .expect("each database has its migrations")
        .map(|file| file.expect("a readable folder").file_name())
        .collect()
}
