//! Which backups `boostdesk restore` refuses, and what it restores from a PostgreSQL database that is not the product's alone.

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::process::Command;

use boostdesk_core::testing::postgres_database;
use rusqlite::Connection;
use serde_json::json;

use crate::commands::{GUILD, ONE_MONTH, a_storefront, on_both};
use crate::http;
use crate::process::{Place, Running, a_place, is_private};

/// Damages the end of a database, which a start does not read, as a disk does that loses pages.
pub(crate) fn damage(database: &Path) {
    let mut file = OpenOptions::new().write(true).open(database).expect("it is ours");
    let size = file.metadata().expect("it is there").len();
    file.seek(SeekFrom::Start(size - size / 8)).expect("it has an end");
    file.write_all(&vec![0; usize::try_from(size / 8).expect("it is small")]).expect("it is ours");
}

/// Makes a shop that is large enough to be damaged somewhere.
pub(crate) fn a_shop(here: &Place) {
    a_storefront(here);
    here.json(&["key", "create", GUILD, ONE_MONTH, "14", "--count", "300"]);
}

/// Makes a shop and a backup of it. Returns the backup's folder.
fn a_backup(here: &Place) -> String {
    a_shop(here);
    let folder = here.path("copy").to_str().expect("UTF-8").to_owned();
    here.json(&["backup", &folder]);
    folder
}

/// Expects that restoring the folder is refused, and that no file is created.
#[track_caller]
fn check_refusal(there: &Place, folder: &str, told: &str) {
    let ended = there.run(&["restore", folder]);
    ended.expect_code(1);
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
    assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
    let made = fs::read_dir(there.path("data")).map_or(0, Iterator::count);
    assert_eq!(made, 0, "{:?}", fs::read_dir(there.path("data")));
}

#[test]
fn restore_refuses_a_truncated_or_damaged_backup() {
    on_both(|here, there| {
        let folder = a_backup(&here);
        let copy = here.path("copy").join(if here.is_sqlite() { "boostdesk.db" } else { "boostdesk.sql" });
        let whole = fs::read(&copy).expect("it was made");
        let check = |content: &[u8], told: &str| {
            fs::write(&copy, content).expect("it is ours");
            check_refusal(&there, &folder, told);
        };
        if here.is_sqlite() {
            check(b"", "copy/boostdesk.db cannot be restored: it has none of Boostdesk's tables");
            check(
                &whole[..whole.len() / 2],
                "copy/boostdesk.db cannot be restored: it is damaged or cut short",
            );
            check(b"no database", "copy/boostdesk.db cannot be restored: it is damaged or cut short");
            fs::write(&copy, &whole).expect("it is ours");
            damage(&copy);
            check_refusal(
                &there,
                &folder,
                "copy/boostdesk.db cannot be restored: it is damaged or cut short",
            );
        } else {
            let cut = "copy/boostdesk.sql cannot be restored: it is cut short, or no dump of PostgreSQL's";
            check(&whole[..whole.len() / 2], cut);
            check(b"", cut);
            // All data, but neither indexes nor triggers.
            let text = String::from_utf8_lossy(&whole);
            let data = text.rfind("\n\\.\n").expect("it has data") + 4;
            check(&whole[..data], cut);
            let none = "copy/boostdesk.sql cannot be restored: it has none of Boostdesk's tables";
            check(b"--\n-- PostgreSQL database dump complete\n--\n\n", none);
            // Data with a gap, but a complete end.
            let hole = [&whole[..data - 200], &whole[data..]].concat();
            check(&hole, "psql failed: ");
        }
        fs::write(&copy, &whole).expect("it is ours");
        there.json(&["restore", &folder]);
        assert_eq!(there.json(&["seller", "list"]), here.json(&["seller", "list"]));
    });
}

#[test]
fn restore_refuses_an_invalid_or_foreign_key_file_and_leaves_no_files_behind() {
    on_both(|here, there| {
        let folder = a_backup(&here);
        let key = here.path("copy/secret.key");
        let whole = fs::read(&key).expect("it was made");
        fs::write(&key, "not a key").expect("it is ours");
        check_refusal(&there, &folder, "copy/secret.key: a key file holds 64 hexadecimal digits");
        fs::write(&key, "0".repeat(64)).expect("it is ours");
        let foreign = "the key file data/secret.key does not belong to this database. \
                       Restore the one that was in use with it (secrets.key_file). ";
        let left = if there.is_sqlite() {
            "Nothing was restored"
        } else {
            "The database has tables now: drop it and make it anew before you try again"
        };
        check_refusal(&there, &folder, &[foreign, left].concat());
        fs::write(&key, whole).expect("it is ours");
        let again = there.run(&["restore", &folder]);
        again.expect_code(i32::from(!there.is_sqlite()));
    });
}

#[test]
fn postgresql_backup_skips_other_schemas_and_extensions_and_restores_as_an_ordinary_role() {
    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    let [from, to, old] = [(); 3].map(|()| runtime.block_on(postgres_database()));
    psql(&from, "CREATE EXTENSION pg_stat_statements; CREATE TABLE anothers (id INT); CREATE SCHEMA another");
    psql(&from, "CREATE TABLE another.secrets (id INT)");
    let role = format!("ordinary_{}", std::process::id());
    psql(&from, &format!("CREATE ROLE {role} LOGIN"));
    for url in [&to, &old] {
        psql(url, &format!("ALTER DATABASE {} OWNER TO {role}", name_of(url)));
    }
    let place = |url: &str| a_place().with("DATABASE__URL", url);
    // The driver knows these, and PostgreSQL's programs do not.
    let here = place(&format!("{from}&statement-cache-capacity=50&ssl-mode=prefer"));
    let folder = a_backup(&here);
    let dump = fs::read_to_string(here.path("copy/boostdesk.sql")).expect("it was made");
    assert!(!dump.contains("EXTENSION") && !dump.contains("another.secrets"), "its own schema alone");
    let ordinary = |url: &str| place(&url.replacen("postgres@", &format!("{role}@"), 1));
    let there = ordinary(&format!("{to}&statement-cache-capacity=50"));
    there.json(&["restore", &folder]);
    assert_eq!(there.json(&["seller", "list"]), here.json(&["seller", "list"]));

    // As earlier versions made backups: of the whole database.
    psql(&from, "DROP SCHEMA another CASCADE");
    let whole = Command::new("pg_dump")
        .args(["--no-owner", "--no-privileges", "--dbname", &from, "--file"])
        .arg(here.path("copy/boostdesk.sql"))
        .status();
    assert!(whole.expect("pg_dump is installed").success());
    let there = ordinary(&old);
    there.json(&["restore", &folder]);
    assert_eq!(there.json(&["seller", "list"]), here.json(&["seller", "list"]));
    psql(&from, &format!("DROP DATABASE {}; ", name_of(&to)));
    psql(&from, &format!("DROP DATABASE {}; ", name_of(&old)));
    psql(&from, &format!("DROP ROLE {role}"));
}

/// A schema of another name, which exists already or comes with the backup.
#[test]
fn postgresql_tables_in_a_custom_schema_are_restored_into_that_schema() {
    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    let [from, to, new] = [(); 3].map(|()| runtime.block_on(postgres_database()));
    let place =
        |url: &str| a_place().with("DATABASE__URL", format!("{url}&options=-c search_path=%22My.Shop%22"));
    for url in [&from, &to] {
        psql(url, "CREATE SCHEMA \"My.Shop\"");
    }
    let here = place(&from);
    let folder = a_backup(&here);
    for url in [&to, &new] {
        let there = place(url);
        there.json(&["restore", &folder]);
        assert_eq!(there.json(&["seller", "list"]), here.json(&["seller", "list"]));
    }
}

/// The demo's, which has rows of nearly every kind.
#[test]
fn backup_of_sqlite_restored_into_postgresql_serves_the_same_shop_and_sessions() {
    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    let here = a_place();
    let mut demo = here.start(&["demo"]);
    let code = demo.line();
    demo.line();
    let login = json!({ "captcha_key": "", "access_code": code.trim_start_matches("Access code: ") });
    let token = http::post(here.web, "/api/auth/login", "", &login).json()["token"].clone();
    let token = token.as_str().expect("a token");
    let seen = |place: &Place| {
        let shop = "/api/storefronts/112233445566778899";
        let paths = ["/keys", "/store-calls", "/fulfilment"].map(|path| format!("{shop}{path}"));
        let others =
            ["/api/chat/history?room=global", "/api/storefronts", "/api/api-keys"].map(str::to_owned);
        paths
            .into_iter()
            .chain(others)
            .map(|path| http::get(place.web, &path, token).json())
            .collect::<Vec<_>>()
    };
    let before = seen(&here);
    assert!(before.iter().all(|answer| answer["error"].is_null()), "{before:?}");

    let data = here.files().into_iter().find(|name| name.starts_with("boostdesk-demo-")).expect("its folder");
    let mut backup = here.command(&["backup", "copy"]);
    backup.env("BOOSTDESK__DATABASE__URL", format!("sqlite://{data}/demo.db"));
    backup.env("BOOSTDESK__SECRETS__KEY_FILE", format!("{data}/secret.key"));
    Running::spawn(&mut backup).wait().expect_code(0);
    demo.signal("TERM");
    demo.wait().expect_code(0);

    let there = a_place().with("DATABASE__URL", runtime.block_on(postgres_database()));
    let folder = here.path("copy").to_str().expect("UTF-8").to_owned();
    let brought = there.json(&["restore", &folder]);
    assert_eq!(brought["files"], json!(["boostdesk.db", "secret.key"]));
    let (running, _) = there.serve();
    for (answer, before) in seen(&there).iter().zip(&before) {
        assert_eq!(answer, before);
    }
    running.signal("TERM");
    running.wait().expect_code(0);
    let again = there.run(&["restore", &folder]);
    again.expect_code(1);
    assert!(again.stderr.contains("is there already"), "{}", again.stderr);
}

/// What the newest migration did, undone.
const OLDER: &str = "
    DROP INDEX users_removed_account;
    ALTER TABLE users DROP COLUMN removed_account_fingerprint;
    DELETE FROM _sqlx_migrations WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)";
const NEWER: &str = "
    INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', TRUE, X'', 0)";

#[test]
fn backup_of_sqlite_from_an_earlier_version_is_upgraded_on_its_way_into_postgresql() {
    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    let here = a_place();
    let folder = a_backup(&here);
    let copy = here.path("copy/boostdesk.db");
    let change =
        |sql: &str| Connection::open(&copy).expect("it was made").execute_batch(sql).expect("it is ours");
    change(OLDER);
    let before = fs::read(&copy).expect("it is there");
    let there = a_place().with("DATABASE__URL", runtime.block_on(postgres_database()));
    there.json(&["restore", &folder]);
    assert_eq!(there.json(&["key", "list", GUILD]), here.json(&["key", "list", GUILD]));
    assert_eq!(fs::read_dir(there.path("data")).expect("it was made").count(), 1, "the key file alone");
    assert!(fs::read(&copy).expect("it is there") == before, "the backup is as it was");

    change(NEWER);
    let third = a_place().with("DATABASE__URL", runtime.block_on(postgres_database()));
    check_refusal(
        &third,
        &folder,
        "a newer version made its tables. Restore it with that version, or a newer one",
    );
}

/// Programs are found in an empty folder only.
#[test]
fn postgresql_is_backed_up_without_pg_dump_and_restored_into_both_databases() {
    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    let [from, to] = [(); 2].map(|()| runtime.block_on(postgres_database()));
    let here = a_place().with("DATABASE__URL", &from);
    a_shop(&here);
    let back_up = |arguments: &[&str]| Running::spawn(here.command(arguments).env("PATH", "/nowhere")).wait();
    let missing = "pg_dump does not start: No such file or directory (os error 2). Install PostgreSQL's client programs \
                   (apt-get install postgresql-client), or back up with --sqlite, which needs none";
    back_up(&["backup", "copy"]).expect_refusal(1, missing);
    let made = back_up(&["backup", "copy", "--sqlite", "--json"]);
    made.expect_code(0);
    assert_eq!(made.json(), json!({ "folder": "copy", "files": ["boostdesk.db", "secret.key"] }));
    let copy = here.path("copy");
    assert!(is_private(&copy.join("boostdesk.db")));
    assert_eq!(fs::read_dir(&copy).expect("it was made").count(), 2);
    for there in [a_place(), a_place().with("DATABASE__URL", to)] {
        there.json(&["restore", copy.to_str().expect("UTF-8")]);
        assert_eq!(there.json(&["key", "list", GUILD]), here.json(&["key", "list", GUILD]));
    }

    psql(&from, "DELETE FROM _sqlx_migrations WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)");
    let older = "the database's tables are of another version. Back up with the version of Boostdesk that uses them, or without --sqlite";
    back_up(&["backup", "again", "--sqlite"]).expect_refusal(1, older);
    assert!(!here.path("again").exists());
}

fn psql(url: &str, sql: &str) {
    let done = Command::new("psql")
        .args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--dbname", url, "--command", sql])
        .output()
        .expect("psql is installed");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// `…/name?…`
fn name_of(url: &str) -> &str {
    let address = url.split('?').next().unwrap_or_default();
    address.rsplit_once('/').map_or(address, |(_, name)| name)
}
