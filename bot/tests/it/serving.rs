//! `boostdesk` alone: what it prints, when it refuses to start, how it ends.

use std::fs::File;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use boostdesk_core::testing::postgres_database;
use rusqlite::Connection;
use serde_json::json;
use sha2::{Digest, Sha384};
use url::Url;

use crate::http;
use crate::process::{Place, Running, TIMEOUT, a_place, free_address, is_private};

const LONGEST_STOP: Duration = Duration::from_secs(10);
/// Bytes of a page of SQLite.
const PAGE: usize = 4096;

#[track_caller]
pub(crate) fn check_clean_stop(running: Running, signal: &str) -> String {
    let asked = Instant::now();
    running.signal(signal);
    let ended = running.wait();
    let took = asked.elapsed();
    ended.expect_code(0);
    assert_eq!(ended.stdout, "", "two lines are all there is on standard output");
    assert!(took < LONGEST_STOP, "stopped after {took:?}");
    ended.stderr
}

fn sign_in(place: &Place, code: &str) -> String {
    let answer =
        http::post(place.web, "/api/auth/login", "", &json!({ "captcha_key": "", "access_code": code }));
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["token"].as_str().expect("a token").to_owned()
}

#[test]
fn printed_access_code_signs_in_at_the_printed_address() {
    let place = a_place();
    let (running, code) = place.serve();
    let token = sign_in(&place, &code);
    assert_eq!(http::get(place.web, "/api/auth/self", &token).json()["admin"], true);
    let page = http::get(place.web, "/", "");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("content-type: text/html"), "{}", page.head);
    assert!(is_private(&place.path("data/secret.key")));
    let logs = check_clean_stop(running, "TERM");
    assert!(!logs.contains(&code) && !logs.contains(&token), "logs carry no secret: {logs}");
    assert!(logs.contains("discord.token"), "says that the web side runs alone: {logs}");
}

/// The full disk also stands for a log that no process reads any more.
#[test]
fn process_keeps_serving_when_its_log_cannot_be_written() {
    let place = a_place();
    let full = File::options().write(true).open("/dev/full").expect("a device that is always full");
    let mut running = Running::spawn(place.command(&[]).stderr(full));
    let code = running.line();
    running.line();
    sign_in(&place, code.strip_prefix("Access code: ").expect("the access code"));
    check_clean_stop(running, "TERM");
}

#[test]
fn sigint_stops_the_process_cleanly() {
    let place = a_place();
    let (running, _) = place.serve();
    check_clean_stop(running, "INT");
}

#[test]
fn owners_access_code_changes_at_every_start_and_a_sellers_does_not() {
    let place = a_place();
    let (running, first) = place.serve();
    let seller = place.json(&["seller", "add", "mika"])["accessCode"].as_str().expect("a code").to_owned();
    check_clean_stop(running, "TERM");
    let (running, second) = place.serve();
    assert_ne!(first, second);
    let login = |code: &str| {
        http::post(place.web, "/api/auth/login", "", &json!({ "captcha_key": "", "access_code": code }))
            .status
    };
    assert_eq!((login(&first), login(&second), login(&seller)), (401, 200, 200));
    check_clean_stop(running, "TERM");
}

#[test]
fn event_streams_and_half_sent_requests_do_not_delay_the_stop() {
    let place = a_place();
    let (running, code) = place.serve();
    let token = sign_in(&place, &code);
    let stream = http::open_stream(place.web, "/api/dashboard/events", &token);
    let idle = http::connect(place.web);
    let mut half_sent = http::connect(place.web);
    half_sent
        .write_all(b"POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 90\r\n\r\n{")
        .expect("sent");
    check_clean_stop(running, "TERM");
    drop((stream, idle, half_sent));
}

#[test]
fn operations_listener_answers_healthz_readyz_metrics_and_tls_ask() {
    let place = a_place();
    let (running, _) = place.serve();
    for path in ["/healthz", "/readyz", "/metrics"] {
        assert_eq!(http::get(place.operations, path, "").status, 200, "{path}");
    }
    assert_eq!(place.run(&["ready"]).stdout, "Ready.");
    assert_eq!(place.json(&["ready"]), json!({ "ready": true }));
    assert_eq!(http::get(place.operations, "/tls/ask?domain=shop.example.com", "").status, 403);
    check_clean_stop(running, "TERM");
    let away = format!(
        "nothing answers at {} (web.operations_bind): Connection refused (os error 111)",
        place.operations
    );
    place.run(&["ready"]).expect_refusal(1, &away);
}

#[test]
fn readyz_answers_503_while_the_process_stops() {
    let place = a_place();
    let (running, _) = place.serve();
    let stopping = || http::get(place.operations, "/readyz", "");
    assert_eq!(stopping().status, 200);
    let mut half_sent = http::connect(place.web);
    half_sent
        .write_all(
            b"POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
              content-length: 90\r\nexpect: 100-continue\r\n\r\n",
        )
        .expect("sent");
    // The server waits for its body, which delays the end for some seconds.
    let mut told = [0; 12];
    half_sent.read_exact(&mut told).expect("it is asked for its body");
    assert_eq!(&told, b"HTTP/1.1 100");
    running.signal("TERM");
    let asked = Instant::now();
    let answer = loop {
        assert!(asked.elapsed() < LONGEST_STOP, "nobody hears of it");
        let answer = stopping();
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!((answer.status, &answer.json()["message"]), (503, &json!("Stopping.")));
    assert_eq!(http::get(place.operations, "/healthz", "").status, 200, "it runs");
    drop(half_sent);
    running.wait().expect_code(0);
}

/// A terminal that closes says so twice: its shell, and then the system.
#[test]
fn closed_terminal_cuts_off_no_answer() {
    let place = a_place();
    let mut running = Running::spawn(&mut place.command_in_terminal());
    while !running.line().starts_with("Dashboard: ") {}
    let mut asking = http::connect(place.web);
    let body = "{}";
    let head = "POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                content-length: 2\r\nexpect: 100-continue\r\n\r\n";
    asking.write_all(head.as_bytes()).expect("sent");
    let mut told = [0; 12];
    asking.read_exact(&mut told).expect("it is asked for its body");
    for _ in 0..2 {
        running.signal("HUP");
        let asked = Instant::now();
        while http::get(place.operations, "/readyz", "").status == 200 {
            assert!(asked.elapsed() < LONGEST_STOP, "nobody hears of it");
        }
    }
    asking.write_all(body.as_bytes()).expect("sent");
    let mut answer = String::new();
    asking.read_to_string(&mut answer).expect("text");
    assert!(answer.contains("HTTP/1.1 422 "), "{answer}");
    running.wait().expect_code(0);
}

#[test]
fn port_in_use_is_reported_and_no_code_is_renewed_and_no_file_created() {
    let place = a_place();
    let (running, code) = place.serve();
    let place_of_both = &place;
    let ended = place_of_both.run(&[]);
    let line = format!(
        "cannot listen on {}: Address already in use (os error 98). Stop what listens there, or choose another port (web.bind)",
        place.web
    );
    ended.expect_refusal(1, &line);
    sign_in(&place, &code);
    check_clean_stop(running, "TERM");

    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let place = a_place().with("WEB__OPERATIONS_BIND", taken.local_addr().expect("bound"));
    let ended = place.run(&[]);
    ended.expect_code(1);
    assert!(ended.stderr.contains("(web.operations_bind)"), "{}", ended.stderr);
    assert!(place.files().is_empty(), "{:?}", place.files());
}

#[test]
fn a_second_process_on_the_same_sqlite_file_is_refused_and_ends_no_access_code() {
    let place = a_place();
    let (running, code) = place.serve();
    let mut second = place.command(&[]);
    second.env("BOOSTDESK__WEB__BIND", free_address().to_string());
    second.env("BOOSTDESK__WEB__OPERATIONS_BIND", free_address().to_string());
    let line = "another process serves data/boostdesk.db. Stop it, or name another database (database.url)";
    Running::spawn(&mut second).wait().expect_refusal(1, line);
    std::os::unix::fs::symlink(place.path("data/boostdesk.db"), place.path("link.db")).expect("it is made");
    second.env("BOOSTDESK__DATABASE__URL", "sqlite://link.db");
    let line = "another process serves link.db. Stop it, or name another database (database.url)";
    Running::spawn(&mut second).wait().expect_refusal(1, line);
    sign_in(&place, &code);
    assert_eq!(place.json(&["storefront", "list"]), json!([]), "commands go on beside it");
    running.signal("KILL");
    drop(running.wait());
    let (running, _) = place.serve();
    check_clean_stop(running, "TERM");
}

#[test]
fn unreachable_database_is_reported_without_its_password() {
    let closed = free_address();
    let place = a_place().with("DATABASE__URL", format!("postgres://shop:hunter2@{closed}/shop"));
    let ended = place.run(&[]);
    ended.expect_code(1);
    let begin = format!("boostdesk: cannot open the database postgres://shop@{closed}/shop: ");
    assert!(ended.stderr.starts_with(&begin), "{}", ended.stderr);
    assert_eq!(ended.stderr.lines().count(), 1);
    assert!(!ended.stderr.contains("hunter2"));
}

#[test]
fn a_database_that_does_not_open_is_reported_with_what_to_do() {
    let place = a_place().with("DATABASE__URL", "sqlite://shop.db");
    place.write_secret(
        "shop.db",
        "no database at all, and long enough to have a header of its own to be looked at",
    );
    let line = "cannot open the database sqlite://shop.db: file is not a database. \
                Restore a backup, or correct database.url";
    place.run(&[]).expect_refusal(1, line);

    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    let mut url = Url::parse(&runtime.block_on(postgres_database())).expect("it is one");
    url.set_path("nowhere");
    let ended = a_place().with("DATABASE__URL", url).run(&[]);
    ended.expect_code(1);
    let end =
        "/nowhere: database \"nowhere\" does not exist. Make it (CREATE DATABASE), or correct database.url\n";
    assert!(ended.stderr.ends_with(end), "{}", ended.stderr);
}

#[test]
fn a_damaged_database_is_found_by_check_and_by_a_start_which_makes_no_new_access_code() {
    let place = a_place();
    let (running, _) = place.serve();
    check_clean_stop(running, "TERM");
    let file = place.path("data/boostdesk.db");
    let database = Connection::open(&file).expect("a database");
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'delivery_jobs'";
    let page: u32 = database.query_row(sql, (), |row| row.get(0)).expect("a table");
    drop(database);
    let page = usize::try_from(page).expect("a few pages");
    let mut bytes = std::fs::read(&file).expect("a database");
    bytes[(page - 1) * PAGE..page * PAGE].fill(0xff);
    std::fs::write(&file, bytes).expect("it is closed");
    let ended = place.run(&[]);
    ended.expect_code(1);
    assert!(ended.stderr.contains("malformed. Restore a backup"), "{}", ended.stderr);
    assert_eq!(ended.stdout, "");
    let findings = place.run(&["check", "--json"]).json();
    assert_eq!((&findings[1]["name"], &findings[1]["ok"]), (&json!("database"), &json!(false)), "{findings}");
}

#[test]
fn with_a_json_log_the_line_that_says_why_a_start_failed_is_json_too() {
    let place = a_place().with("DATABASE__URL", "postgres://postgres@127.0.0.1:1/x");
    let ended = place.run(&["--log-format", "json"]);
    ended.expect_code(1);
    let line: serde_json::Value = serde_json::from_str(ended.stderr.trim()).expect("one line of JSON");
    let message = line["message"].as_str().unwrap_or_default();
    assert!(
        line["level"] == "ERROR" && message.starts_with("cannot open the database postgres://"),
        "{line}"
    );
}

#[test]
fn of_several_first_starts_on_one_database_only_those_with_its_key_run_and_all_show_one_code() {
    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    let url = runtime.block_on(postgres_database());
    let [one, other, stranger] = [(); 3].map(|()| a_place().with("DATABASE__URL", &url));
    let key = "42".repeat(32);
    for (place, key) in [(&one, &key), (&other, &key), (&stranger, &"43".repeat(32))] {
        std::fs::create_dir(place.path("data")).expect("it is new");
        place.write_secret("data/secret.key", key);
    }
    let mut running = [&one, &other].map(|place| place.start(&[]));
    let codes = running.each_mut().map(|process| process.line());
    assert_eq!(codes[0], codes[1]);
    let ended = stranger.run(&[]);
    ended.expect_code(1);
    assert!(ended.stderr.contains("does not belong to this database"), "{}", ended.stderr);
    for mut process in running {
        assert!(process.line().starts_with("Dashboard: "));
        check_clean_stop(process, "TERM");
    }
}

#[test]
fn of_two_first_starts_with_a_key_file_each_one_ends_and_says_so() {
    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    let url = runtime.block_on(postgres_database());
    let places = [(); 2].map(|()| a_place().with("DATABASE__URL", &url));
    let processes = places.each_ref().map(|place| place.start(&[]));
    let said = processes.map(|mut process| (process.line_or_end(), process));
    let (mut started, mut ended): (Vec<_>, Vec<_>) = said.into_iter().partition(|(line, _)| line.is_some());
    assert_eq!((started.len(), ended.len()), (1, 1));
    let ((_, mut started), (_, ended)) = (started.remove(0), ended.remove(0));
    let ended = ended.wait();
    ended.expect_code(1);
    assert!(ended.stderr.contains("key file"), "{}", ended.stderr);
    assert!(started.line().starts_with("Dashboard: "));
    check_clean_stop(started, "TERM");
}

/// The database may be busy for long: another process may be migrating it.
#[test]
fn a_start_that_waits_for_its_database_is_alive_but_not_ready_and_ends_on_sigterm() {
    let place = a_place();
    std::fs::create_dir(place.path("data")).expect("it can be made");
    let folder = File::open(place.path("data")).expect("it is there");
    folder.lock().expect("it is free");
    let running = place.start(&[]);
    let asked = Instant::now();
    while TcpStream::connect(place.operations).is_err() {
        assert!(asked.elapsed() < TIMEOUT, "it does not listen");
        thread::yield_now();
    }
    assert_eq!(http::get(place.operations, "/healthz", "").status, 200);
    let ready = http::get(place.operations, "/readyz", "");
    assert_eq!((ready.status, &ready.json()["message"]), (503, &json!("The database is being opened.")));
    place.run(&["ready"]).expect_refusal(1, "The database is being opened.");
    check_clean_stop(running, "TERM");
}

#[test]
fn invalid_key_file_is_reported() {
    let place = a_place().with("SECRETS__KEY_FILE", "secret.key");
    place.write_secret("secret.key", "not a key");
    let line = "cannot use the key file: secret.key: a key file holds 64 hexadecimal digits; \
                restore the right file, or move this one away (secrets.key_file)";
    place.run(&[]).expect_refusal(1, line);
    assert_eq!(place.files(), ["secret.key"]);
}

#[test]
fn key_file_of_another_database_is_reported() {
    let place = a_place();
    let (running, _) = place.serve();
    check_clean_stop(running, "TERM");
    place.write("data/secret.key", "0".repeat(64));
    let line = "the key file data/secret.key does not belong to this database. \
                Restore the one that was in use with it (secrets.key_file)";
    place.run(&[]).expect_refusal(1, line);
}

/// After the refusal, an operator can still go back to the version that made the tables.
#[test]
fn key_file_is_checked_before_an_older_database_is_migrated() {
    const FIRST: &str = include_str!("../../../core/migrations/sqlite/0001_the_main_job.sql");
    const ITS_OWNER: &str = "INSERT INTO users (id, username, admin, owner, code_sealed, created_at)
        VALUES ('o', 'owner', TRUE, TRUE, 'sealed under another key', 0);";
    const LIST: &str = "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL,
        installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, checksum BLOB NOT NULL,
        execution_time BIGINT NOT NULL);";
    const APPLIED: &str =
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (1, 'the main job', TRUE, $1, 0)";
    let place = a_place();
    std::fs::create_dir(place.path("data")).expect("it can be made");
    place.write_secret("data/secret.key", &"0".repeat(64));
    place.write_secret("data/boostdesk.db", "");
    let database = Connection::open(place.path("data/boostdesk.db")).expect("a database");
    database.execute_batch(&[FIRST, ITS_OWNER, LIST].concat()).expect("tables of the first version");
    database.execute(APPLIED, (Sha384::digest(FIRST).as_slice(),)).expect("a row");
    let newest = || {
        let version = database.query_row("SELECT MAX(version) FROM _sqlx_migrations", (), |row| row.get(0));
        version.unwrap_or(0)
    };

    let foreign = "the key file data/secret.key does not belong to this database. \
                   Restore the one that was in use with it (secrets.key_file)";
    place.run(&[]).expect_refusal(1, foreign);
    place.run(&["seller", "list"]).expect_refusal(1, foreign);
    let findings = place.run(&["check", "--json"]).json();
    assert_eq!(findings[1]["message"], foreign);
    std::fs::remove_file(place.path("data/secret.key")).expect("it was written");
    let missing = "there is no key file data/secret.key, and this database has one. \
                   Restore the one that was in use with it (secrets.key_file)";
    place.run(&[]).expect_refusal(1, missing);
    let findings = place.run(&["check", "--json"]).json();
    assert_eq!(findings[1]["message"], "It is there, and its key file data/secret.key is not.");
    assert_eq!(newest(), 1);
}

#[test]
fn missing_key_file_of_an_existing_database_is_reported_and_not_created() {
    let place = a_place();
    let (running, _) = place.serve();
    check_clean_stop(running, "TERM");
    std::fs::remove_file(place.path("data/secret.key")).expect("it was made");
    let line = "there is no key file data/secret.key, and this database has one. \
                Restore the one that was in use with it (secrets.key_file)";
    place.run(&[]).expect_refusal(1, line);
    assert!(!place.path("data/secret.key").exists());
}

#[test]
fn log_format_json_writes_each_log_line_as_a_json_object() {
    let place = a_place();
    let mut running = place.start(&["--log-format", "json"]);
    running.line();
    running.line();
    let logs = check_clean_stop(running, "TERM");
    assert!(!logs.is_empty());
    for line in logs.lines() {
        let log: serde_json::Value = serde_json::from_str(line).expect("a line is a JSON object");
        assert!(log["level"].is_string(), "{line}");
    }
}
