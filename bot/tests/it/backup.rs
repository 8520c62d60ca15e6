//! `boostdesk backup` and `boostdesk restore`.

use std::ffi::OsStr;
use std::fs::Permissions;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::json;

use crate::commands::{GUILD, ONE_MONTH, a_storefront, on_both};
use crate::process::{a_place, is_private};
use crate::restore::{a_shop, damage};

#[test]
fn backup_is_restored_completely_in_another_place() {
    on_both(|here, there| {
        a_storefront(&here);
        let keys = here.json(&["key", "create", GUILD, ONE_MONTH, "14", "--count", "3"]);
        let copy = here.path("copy");
        let folder = copy.to_str().expect("UTF-8");

        let made = here.json(&["backup", folder]);
        let database = if here.is_sqlite() { "boostdesk.db" } else { "boostdesk.sql" };
        assert_eq!(made, json!({ "folder": folder, "files": [database, "secret.key"] }));
        assert!(is_private(&copy.join(database)) && is_private(&copy.join("secret.key")));
        here.json(&["key", "create", GUILD, ONE_MONTH, "2"]);

        // The copy's mode is too open: this is fixed, and reported.
        let key_copy = copy.join("secret.key");
        std::fs::set_permissions(&key_copy, Permissions::from_mode(0o644)).expect("it is ours");
        let restored = there.run(&["restore", folder, "--json"]);
        restored.expect_code(0);
        let told =
            format!("boostdesk: {} could be read by others, and cannot any more\n", key_copy.display());
        assert!(restored.stderr.ends_with(&told), "{}", restored.stderr);
        let brought: serde_json::Value = serde_json::from_str(&restored.stdout).expect("JSON");
        assert_eq!(brought, json!({ "folder": folder, "files": [database, "secret.key"] }));
        assert!(is_private(&key_copy));
        assert_eq!(there.json(&["seller", "list"]), here.json(&["seller", "list"]));
        // Newest first; and sealed values can be read, so the key file was restored.
        let mut brought: Vec<_> =
            there.json(&["key", "list", GUILD])["keys"].as_array().cloned().unwrap_or_default();
        brought.reverse();
        let brought: Vec<_> = brought.into_iter().map(|key| key["key"].clone()).collect();
        assert_eq!(json!(brought), keys["keys"]);
    });
}

#[test]
fn backup_into_a_folder_that_its_group_can_read_makes_it_private_and_says_so() {
    let place = a_place();
    a_storefront(&place);
    let copy = place.path("copy");
    std::fs::create_dir(&copy).expect("it is new");
    std::fs::set_permissions(&copy, Permissions::from_mode(0o750)).expect("it is ours");
    let ended = place.run(&["backup", "copy"]);
    ended.expect_code(0);
    let told = "boostdesk: copy could be read by others, and cannot any more\n";
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
    let mode = std::fs::metadata(&copy).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn restore_refuses_to_replace_an_existing_database() {
    on_both(|here, there| {
        a_storefront(&here);
        let copy = here.path("copy");
        let folder = copy.to_str().expect("UTF-8");
        here.json(&["backup", folder]);
        a_storefront(&there);
        let before = there.json(&["seller", "list"]);
        there.run(&["restore", folder]).expect_code(1);
        std::fs::rename(there.path("data/secret.key"), there.path("secret.key")).expect("it was made");
        let database = if there.is_sqlite() {
            "data/boostdesk.db is there already, and a restore replaces nothing: move it away first (database.url)"
        } else {
            "the database has tables already, and a restore replaces nothing: drop it and make it anew, or name another one (database.url)"
        };
        there.run(&["restore", folder]).expect_refusal(1, database);
        assert!(!there.path("data/secret.key").exists());
        std::fs::rename(there.path("secret.key"), there.path("data/secret.key")).expect("it is there");
        assert_eq!(there.json(&["seller", "list"]), before);
    });
}

/// After a kill most recent writes are in the write-ahead log beside the database.
#[test]
fn write_ahead_log_without_its_database_is_neither_replaced_nor_used() {
    let (here, there) = (a_place(), a_place());
    a_storefront(&here);
    let copy = here.path("copy");
    let folder = copy.to_str().expect("UTF-8");
    here.json(&["backup", folder]);
    std::fs::create_dir(there.path("data")).expect("it is new");
    std::fs::write(there.path("data/boostdesk.db-wal"), "what was written last").expect("it can be written");
    there.run(&["restore", folder]).expect_refusal(
        1,
        "data/boostdesk.db-wal is there already, and a restore replaces nothing: move it away first (database.url)",
    );
    let refused = there.run(&["seller", "list"]);
    refused.expect_code(1);
    assert!(
        refused.stderr.contains("data/boostdesk.db-wal is there without its database"),
        "{}",
        refused.stderr
    );
    let findings = there.run(&["check", "--json"]).json();
    assert_eq!(findings[1]["ok"], false);
    let message = findings[1]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("data/boostdesk.db-wal is there without its database"), "{message}");
    assert!(!there.path("data/boostdesk.db").exists());
}

#[test]
fn backup_and_restore_report_a_missing_key_file_and_an_unusable_folder() {
    on_both(|here, _| {
        let line = "there is no key file data/secret.key: nothing to back up (secrets.key_file)";
        here.run(&["backup", "copy"]).expect_refusal(1, line);
        a_storefront(&here);
        here.run(&["backup", "data"]).expect_refusal(1, "data: the folder is not empty. Name a new one");
        here.run(&["restore", "data2"])
            .expect_refusal(1, "data2 has no secret.key: it is no backup for this database.url");
    });
}

#[test]
fn backup_refuses_a_database_without_tables_or_with_a_foreign_key_file() {
    on_both(|here, there| {
        std::fs::create_dir(here.path("data")).expect("it is new");
        here.write_secret("data/secret.key", &"0".repeat(64));
        if here.is_sqlite() {
            here.write_secret("data/boostdesk.db", "");
        }
        here.run(&["backup", "copy"]).expect_refusal(
            1,
            "the database has none of Boostdesk's tables: nothing to back up. Correct database.url",
        );
        a_storefront(&there);
        there.write_secret("data/secret.key", &"0".repeat(64));
        there.run(&["backup", "copy"]).expect_refusal(
            1,
            "the key file data/secret.key does not belong to this database. \
             Restore the one that was in use with it (secrets.key_file)",
        );
        assert!(!here.path("copy").exists() && !there.path("copy").exists());
    });
}

/// The disk may be the live database's, so a failed backup must free it again.
#[test]
fn failed_backup_leaves_no_files_behind() {
    let broken_off = "#!/bin/sh\nfor last; do :; done\n\
                      while [ \"$1\" != --file ]; do shift; done\necho half > \"$2\"\necho full >&2\nexit 1\n";
    on_both(|here, _| {
        a_shop(&here);
        let told = if here.is_sqlite() {
            damage(&here.path("data/boostdesk.db"));
            "copy/boostdesk.db: "
        } else {
            std::fs::create_dir(here.path("programs")).expect("it is new");
            here.write("programs/pg_dump", broken_off);
            let runs = Permissions::from_mode(0o700);
            std::fs::set_permissions(here.path("programs/pg_dump"), runs).expect("it is ours");
            "pg_dump failed: full"
        };
        std::fs::create_dir(here.path("empty")).expect("it is new");
        for folder in ["copy", "empty"] {
            let path = format!("{}:/usr/bin:/bin", here.path("programs").display());
            let ended = here.command(&["backup", folder]).env("PATH", path).output().expect("it runs");
            let said = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(ended.status.code(), Some(1), "{said}");
            assert!(said.contains(&told.replace("copy", folder)), "{said}");
        }
        assert!(!here.path("copy").exists(), "{:?}", std::fs::read_dir(here.path("copy")));
        let left = std::fs::read_dir(here.path("empty")).expect("it is not the backup's").count();
        assert_eq!(left, 0);
    });
}

#[test]
fn backup_and_restore_refuse_a_folder_name_that_is_not_utf8() {
    let name = OsStr::from_bytes(b"copy\xff");
    on_both(|here, _| {
        a_storefront(&here);
        for command in ["backup", "restore"] {
            let ended = here.command(&[command, "--json"]).arg(name).output().expect("it runs");
            let said = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(said, "boostdesk: the name of the folder copy\u{fffd} is no UTF-8: give it another\n");
            assert_eq!(ended.status.code(), Some(2));
        }
        assert!(!here.path("").join(name).exists());
    });
}

/// It is neither reported as missing, nor replaced by a new one.
#[test]
fn key_file_that_cannot_be_read_is_reported_with_its_cause() {
    on_both(|here, there| {
        a_storefront(&here);
        std::fs::remove_file(here.path("data/secret.key")).expect("it was made");
        std::fs::create_dir(there.path("data")).expect("it is new");
        for place in [&here, &there] {
            symlink("secret.key", place.path("data/secret.key")).expect("a link to itself");
        }
        let why = "data/secret.key: Too many levels of symbolic links (os error 40)";
        here.run(&["backup", "copy"]).expect_refusal(1, why);
        for place in [&here, &there] {
            let line = format!("cannot use the key file: {why} (secrets.key_file)");
            place.run(&["seller", "list"]).expect_refusal(1, &line);
        }
        assert!(!there.path("data/boostdesk.db").exists());
        let findings = here.run(&["check", "--json"]).json();
        let message = findings[1]["message"].as_str().unwrap_or_default();
        assert!(message.contains(why), "{message}");
    });
}

#[test]
fn metrics_show_the_time_of_the_last_backup() {
    on_both(|here, _| {
        a_storefront(&here);
        let copy = here.path("copy");
        here.json(&["backup", copy.to_str().expect("UTF-8")]);
        let (running, _) = here.serve();
        let said = here.metrics();
        running.signal("TERM");
        running.wait().expect_code(0);
        let name = "boostdesk_last_backup_timestamp_seconds ";
        let figure = said.lines().find_map(|line| line.strip_prefix(name)).expect("it is there");
        assert!(figure.parse::<f64>().expect("a number") > 1.7e9, "{figure}");
    });
}
