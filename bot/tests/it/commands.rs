//! The operator's commands, on both databases, with the shapes that `--json` promises.

use boostdesk_core::testing::postgres_database;
use serde_json::{Value, json};

use crate::process::{Place, a_place};
use crate::serving::check_clean_stop;

pub(crate) const GUILD: &str = "112233445566778899";
pub(crate) const ONE_MONTH: &str = "OneMonthTokens.txt";

/// Runs a test on SQLite and then on PostgreSQL, with two places that have a database of their own each.
pub(crate) fn on_both(test: impl Fn(Place, Place)) {
    test(a_place(), a_place());
    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    let on_postgres = || a_place().with("DATABASE__URL", runtime.block_on(postgres_database()));
    test(on_postgres(), on_postgres());
}

/// The names of an object's members, sorted.
#[track_caller]
fn members(value: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

pub(crate) fn a_storefront(place: &Place) {
    place.json(&["seller", "add", "mika"]);
    place.json(&["storefront", "add", GUILD, "--seller", "mika"]);
}

#[test]
fn sellers_are_added_listed_and_removed() {
    on_both(|place, _| {
        let mika = place.json(&["seller", "add", "mika", "--discord-id", "112233445566778899", "--admin"]);
        assert_eq!(members(&mika), ["accessCode", "id", "username"]);
        assert_eq!(mika["username"], "mika");

        let listed =
            json!({ "id": mika["id"], "username": "mika", "discordId": "112233445566778899", "admin": true });
        assert_eq!(place.json(&["seller", "list"]), json!([listed]));

        let fresh = place.json(&["seller", "reset-code", "mika"]);
        assert_eq!(members(&fresh), ["accessCode"]);
        assert_ne!(fresh["accessCode"], mika["accessCode"]);

        let removed = place.json(&["seller", "remove", mika["id"].as_str().expect("a text")]);
        assert_eq!(removed, json!({ "id": mika["id"], "username": "mika" }));
        assert_eq!(place.json(&["seller", "list"]), json!([]));
    });
}

#[test]
fn a_command_that_makes_a_database_says_so_in_case_it_is_the_wrong_folder() {
    let place = a_place();
    let said = place.run(&["seller", "list"]);
    said.expect_code(0);
    assert!(
        said.stderr.contains("there was no database data/boostdesk.db: it is a new one"),
        "{}",
        said.stderr
    );
    assert_eq!(place.run(&["seller", "list"]).stderr, "");
}

#[test]
fn refused_commands_exit_with_code_1_and_invalid_input_with_code_2() {
    let place = a_place();
    place
        .run(&["seller", "remove", "nobody"])
        .expect_refusal(1, "There is no seller `nobody`. `boostdesk seller list` shows who there is.");
    place.json(&["seller", "add", "mika"]);
    place
        .run(&["seller", "add", "mika"])
        .expect_refusal(1, "A seller named `mika` exists already. Choose another name.");
    let line = format!(
        "There is no storefront in guild `{GUILD}`. `boostdesk storefront list` shows which there are."
    );
    place.run(&["key", "list", GUILD]).expect_refusal(1, &line);
    // Input that is invalid by itself, not because of what exists.
    place.run(&["seller", "add", ""]).expect_code(2);
    place.run(&["storefront", "add", GUILD, "--seller", "mika", "--name", ""]).expect_code(2);
}

/// An access code that could not be printed must not look as if it was handed out.
#[test]
fn command_whose_output_cannot_be_written_says_so_and_exits_with_code_1() {
    let place = a_place();
    let full = std::fs::File::create("/dev/full").expect("a device that is always full");
    let ended = place.command(&["seller", "add", "mika"]).stdout(full).output().expect("it runs");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!((ended.status.code(), said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains("could not be written"), "{said}");
    assert_eq!(place.json(&["seller", "list"])[0]["username"], "mika");
}

#[test]
fn concurrent_commands_on_a_new_database_all_succeed() {
    on_both(|place, _| {
        let names = ["mika", "rita", "max", "noor"];
        let all = names.map(|name| place.start(&["seller", "add", name]));
        for running in all {
            running.wait().expect_code(0);
        }
        assert_eq!(place.json(&["seller", "list"]).as_array().map(Vec::len), Some(names.len()));
    });
}

/// `storefront list` prints one storefront a line, whatever the name is.
#[test]
fn storefront_name_with_a_line_break_is_refused() {
    let place = a_place();
    place.json(&["seller", "add", "mika"]);
    let add = ["storefront", "add", GUILD, "--seller", "mika", "--name", "Mika's\nBoosts"];
    place.run(&add).expect_refusal(2, "The name stands on one line, without invisible characters.");
}

#[test]
fn storefronts_are_added_and_listed() {
    on_both(|place, _| {
        place.json(&["seller", "add", "mika"]);
        let added = place.json(&["storefront", "add", GUILD, "--seller", "mika", "--name", "Mika's Boosts"]);
        assert_eq!(
            (&added["guildId"], &added["name"], &added["seller"]),
            (&json!(GUILD), &json!("Mika's Boosts"), &json!("mika"))
        );
        assert_eq!(place.json(&["storefront", "list"]), json!([added]));
        let again = place.run(&["storefront", "add", GUILD, "--seller", "mika"]);
        again.expect_refusal(
            1,
            "This server already has a storefront. `boostdesk storefront list` shows whose it is.",
        );
        let closed = place.json(&["storefront", "close", GUILD]);
        assert_eq!(closed, json!({ "guildId": GUILD, "name": "Mika's Boosts" }));
        assert_eq!(place.json(&["storefront", "list"]), json!([]));
        let nothing = format!(
            "There is no storefront in guild `{GUILD}`. `boostdesk storefront list` shows which there are."
        );
        place.run(&["storefront", "close", GUILD]).expect_refusal(1, &nothing);
        let reopened = place.json(&["storefront", "add", GUILD, "--seller", "mika"]);
        assert_eq!(reopened["name"], "Mika's Boosts", "as it was");
    });
}

#[test]
fn stock_import_reads_a_file_or_standard_input() {
    on_both(|place, _| {
        a_storefront(&place);
        place.write("tokens.txt", b"one\ntwo\n\nhas space\nnot-\xff-UTF-8\none\n");
        let imported = place.json(&["stock", "import", GUILD, ONE_MONTH, "tokens.txt"]);
        assert_eq!(imported, json!({ "added": 2, "duplicates": 1, "invalid": 2 }));
        let utf_16: Vec<u8> = "\u{feff}four\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        place.write("tokens.txt", utf_16);
        let imported = place.json(&["stock", "import", GUILD, ONE_MONTH, "tokens.txt"]);
        assert_eq!(imported, json!({ "added": 1, "duplicates": 0, "invalid": 0 }));
        let piped = place.run_with_input(&["stock", "import", GUILD, ONE_MONTH, "-", "--json"], "two\nthree");
        assert_eq!(piped.json(), json!({ "added": 1, "duplicates": 1, "invalid": 0 }));
    });
}

#[test]
fn stock_import_reports_an_unknown_stock_and_a_missing_file() {
    let place = a_place();
    a_storefront(&place);
    place.write("tokens.txt", "one");
    let line = "There is no such stock. Stock names are OneMonthTokens.txt and ThreeMonthTokens.txt.";
    place.run(&["stock", "import", GUILD, "Tokens.txt", "tokens.txt"]).expect_refusal(2, line);
    let line = "nowhere.txt: No such file or directory (os error 2). Name a text file that can be read, or `-` for standard input.";
    place.run(&["stock", "import", GUILD, ONE_MONTH, "nowhere.txt"]).expect_refusal(1, line);
}

#[test]
fn keys_are_made_listed_and_revoked() {
    on_both(|place, _| {
        a_storefront(&place);
        let made = place.json(&["key", "create", GUILD, ONE_MONTH, "14", "--count", "120"]);
        let keys: Vec<&str> =
            made["keys"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(keys.len(), 120);

        let revoked = place.json(&["key", "revoke", keys[0]]);
        assert_eq!(revoked, json!({ "key": keys[0], "status": "revoked" }));
        place.run(&["key", "revoke", keys[0]]).expect_refusal(1, "This key has already been revoked.");

        let unused = place.json(&["key", "list", GUILD, "--status", "unused"]);
        assert_eq!(unused["keys"].as_array().map(Vec::len), Some(119), "more than a page");
        let all = place.json(&["key", "list", GUILD]);
        assert_eq!(all["keys"].as_array().map(Vec::len), Some(120));
        let key = &all["keys"][0];
        assert_eq!(
            members(key),
            ["amount", "createdAt", "email", "key", "note", "redeemedAt", "status", "stock"]
        );
        assert_eq!((&key["amount"], &key["stock"]), (&json!(14), &json!(ONE_MONTH)));

        place
            .run(&["key", "create", GUILD, ONE_MONTH, "3"])
            .expect_refusal(2, "The amount is an even number of boosts between 2 and 100.");
    });
}

#[test]
fn commands_without_json_print_plain_lines() {
    let place = a_place();
    let added = place.run(&["seller", "add", "mika"]);
    added.expect_code(0);
    assert!(added.stdout.lines().any(|line| line.starts_with("Access code: ")), "{}", added.stdout);
    place.run(&["storefront", "add", GUILD, "--seller", "mika"]).expect_code(0);
    let made = place.run(&["key", "create", GUILD, ONE_MONTH, "4", "--count", "3"]);
    assert_eq!(made.stdout.lines().count(), 3, "a key a line, to be piped: {}", made.stdout);
    assert_eq!(made.stderr, "");
}

#[test]
fn check_passes_in_a_correctly_configured_place_and_creates_no_files() {
    on_both(|place, _| {
        let findings = place.json(&["check"]);
        let findings = findings.as_array().expect("a list");
        for finding in findings {
            assert_eq!(members(finding), ["mend", "message", "name", "ok"]);
            assert_eq!(finding["ok"], true, "{finding}");
        }
        let names: Vec<&str> = findings.iter().filter_map(|finding| finding["name"].as_str()).collect();
        // PostgreSQL's disk is elsewhere.
        let disks = if place.is_sqlite() { "disk of database, disk of uploads" } else { "disk of uploads" };
        let expected = format!(
            "configuration, database, listeners, delivery, address, dns, uploads, {disks}, bot token, clock, captcha"
        );
        assert_eq!(names.join(", "), expected);
        for (name, warning) in
            [("captcha", "the bot check is off"), ("address", "links lead to this machine")]
        {
            let found = findings.iter().find(|finding| finding["name"] == name).expect("it is there");
            assert!(found["mend"].is_string(), "warns that {warning}");
        }
        assert!(place.files().is_empty(), "makes nothing: {:?}", place.files());
    });
}

/// Expects `check` to fail because of the finding of this name. Returns its message.
#[track_caller]
fn failed(place: &Place, name: &str) -> String {
    let ended = place.run(&["check", "--json"]);
    ended.expect_code(1);
    let findings = ended.json();
    let found = findings.as_array().expect("a list").iter().find(|finding| finding["name"] == name);
    let found = found.unwrap_or_else(|| panic!("{name} in {findings}"));
    assert_eq!(found["ok"], false, "{found}");
    assert!(found["mend"].as_str().is_some_and(|mend| !mend.is_empty()), "{found}");
    found["message"].as_str().expect("a text").to_owned()
}

#[test]
fn check_reports_folders_that_cannot_be_written_and_an_unusable_certificate_authority() {
    let place = a_place().with("CHAT__UPLOAD_DIR", "/proc/none");
    assert!(failed(&place, "uploads").starts_with("Nothing can be made in /proc: "));
    let place = place.with("WEB__TLS", "acme").with("WEB__PUBLIC_URL", "https://shop.example.com");
    let place = place.with("WEB__ACME_CACHE", "/proc/acme").with("WEB__ACME_CA_FILE", "missing.pem");
    assert!(failed(&place, "certificate folder").starts_with("Nothing can be made in /proc: "));
    assert!(failed(&place, "certificates").starts_with("cannot use missing.pem: "));
    let place = a_place();
    std::fs::create_dir(place.path("folder")).expect("a folder");
    let place = place.with("DATABASE__URL", "sqlite://folder");
    assert!(failed(&place, "database").contains("folder: Is a directory"));
}

#[test]
fn check_reports_key_file_database_dns_and_configuration_problems() {
    let place = a_place();
    place.json(&["seller", "add", "mika"]);
    std::fs::remove_file(place.path("data/secret.key")).expect("it was made");
    assert_eq!(failed(&place, "database"), "It is there, and its key file data/secret.key is not.");

    let place = a_place().with("DATABASE__URL", "postgres://postgres@127.0.0.1:1/x");
    let message = failed(&place, "database");
    assert!(message.contains("Connection refused"), "{message}");

    // No resolver answers on a port that was closed a moment ago.
    let closed =
        std::net::UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port");
    let place = a_place().with("DOMAINS__CNAME_TARGET", "shop.example.com").with("DOMAINS__RESOLVER", closed);
    failed(&place, "dns");

    let place = a_place();
    let taken = std::net::TcpListener::bind(place.web).expect("it is free");
    let message = failed(&place, "listeners");
    assert_eq!(message, format!("Something else listens on {}.", place.web));
    drop(taken);
    let (running, _) = place.serve();
    let findings = place.json(&["check"]);
    assert_eq!(findings[2]["message"], format!("The shop is being served, and {} is in use.", place.web));
    let another = a_place().with("WEB__BIND", place.web).with("WEB__OPERATIONS_BIND", place.operations);
    let message = failed(&another, "listeners");
    assert_eq!(message, format!("Something else listens on {}.", place.web), "another shop");
    check_clean_stop(running, "TERM");

    let place = a_place().with("DATABASE__URL", "sqlite:///proc/none/shop.db");
    let ended = place.run(&["check"]);
    ended.expect_code(1);
    let unmade = "FAIL database: /proc/none/shop.db cannot be made in /proc: ";
    assert!(ended.stdout.lines().any(|line| line.starts_with(unmade)), "{}", ended.stdout);
    assert!(ended.stdout.lines().any(|line| line.starts_with("warn captcha: ")), "{}", ended.stdout);

    let place = a_place().with("WEB__BND", "x");
    let ended = place.run(&["check", "--json"]);
    ended.expect_code(1);
    let message = "BOOSTDESK__WEB__BND: unknown key `web.bnd`, did you mean `web.bind`?";
    assert_eq!(ended.json()[0]["message"], message);
}

#[test]
fn openapi_prints_the_document_without_a_database() {
    let place = a_place();
    let document = place.json(&["openapi"]);
    assert!(
        document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")),
        "{}",
        document["openapi"]
    );
    assert!(document["paths"]["/api/auth/login"].is_object());
    assert!(place.files().is_empty());
}
