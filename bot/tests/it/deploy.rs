//! The files of `deploy/` fit what the binary understands.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::commands::a_storefront;
use crate::http;
use crate::process::{Place, a_place};
use crate::watched::{Alertmanager, promtool, read};

/// Returns the compose file's `BOOSTDESK__` variables, with the values that its `.env` would give.
fn variables() -> Vec<(String, String)> {
    let compose = read("compose.yaml");
    let given = compose.lines().filter_map(|line| line.trim().strip_prefix("BOOSTDESK__")?.split_once(": "));
    given.map(|(key, value)| (key.to_owned(), filled_in(value))).collect()
}

fn filled_in(value: &str) -> String {
    let mut filled = String::new();
    let mut rest = value;
    while let Some((before, variable)) = rest.split_once("${") {
        let (inside, after) = variable.split_once('}').expect("a variable ends");
        let optional = inside.contains(":-");
        filled.push_str(before);
        filled.push_str(if optional { "" } else { "shop.example.com" });
        rest = after;
    }
    filled + rest
}

#[test]
fn compose_file_sets_only_known_settings() {
    let variables = variables();
    assert!(variables.len() > 5, "{variables:?}");
    let place = variables.iter().fold(a_place(), |place: Place, (key, value)| place.with(key, value));
    let findings = place.run(&["check", "--json"]).json();
    let configuration = &findings.as_array().expect("a list")[0];
    assert_eq!(
        (&configuration["name"], &configuration["ok"]),
        (&"configuration".into(), &true.into()),
        "{findings}"
    );
}

/// The image takes files from the repository one by one, and its `.dockerignore` says which are let through.
#[test]
fn dockerfile_copies_all_files_that_cargo_needs_to_load_the_workspace() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the repository");
    let (dockerfile, ignored) = (read("Dockerfile"), read("Dockerfile.dockerignore"));
    let let_through: Vec<&str> = ignored.lines().filter_map(|line| line.strip_prefix('!')).collect();
    let (_, build) = dockerfile.split_once(" AS build\n").expect("a stage that compiles");

    let stage = tempfile::tempdir().expect("a folder");
    let copies = build.lines().filter_map(|line| line.strip_prefix("COPY "));
    for copy in copies.filter(|copy| !copy.starts_with("--from=")) {
        let (sources, _) = copy.rsplit_once(' ').expect("it is copied to somewhere");
        for source in sources.split(' ').map(|source| source.trim_end_matches('/')) {
            let (top, _) = source.split_once('/').unwrap_or((source, ""));
            assert!(let_through.contains(&top), "{source} is not let through");
            let place = stage.path().join(source);
            fs::create_dir_all(place.parent().expect("it is in the stage")).expect("a folder");
            symlink(root.join(source), place).expect("it is copied once");
        }
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--locked", "--format-version", "1"]);
    let output = cargo.current_dir(stage.path()).output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn containers_start_and_check_boostdesk_with_valid_arguments() {
    let dockerfile = read("Dockerfile");
    let begun = |instruction: &str| {
        let line = dockerfile.lines().find(|line| line.starts_with(instruction));
        let (_, words) = line.and_then(|line| line.split_once('[')).expect("it has a list of words");
        serde_json::from_str::<Vec<String>>(&format!("[{words}")).expect("a list")
    };
    let (program, check) = (begun("ENTRYPOINT"), begun("HEALTHCHECK"));
    assert_eq!((&program[..], &check[..1]), (&["/usr/local/bin/boostdesk".to_owned()][..], &program[..]));
    for arguments in [&begun("CMD")[..], &check[1..]] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(["--help"]).collect();
        a_place().run(&arguments).expect_code(0);
    }
}

#[test]
fn systemd_unit_starts_boostdesk_with_valid_arguments() {
    let unit = read("boostdesk.service");
    let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("it starts something");
    let arguments: Vec<&str> = start.split(' ').skip(1).chain(["--help"]).collect();
    a_place().run(&arguments).expect_code(0);
}

#[test]
fn alert_rules_are_valid_and_pass_their_promtool_tests() {
    for arguments in [&["check", "config", "prometheus.yml"][..], &["test", "rules", "alerts.test.yml"]] {
        let done = promtool(arguments);
        let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "promtool {arguments:?}:\n{said}");
    }
}

#[test]
fn alertmanager_posts_in_a_channel_what_fires_without_its_consequences() {
    let manager = Alertmanager::start();
    let of = |name: &str| format!("**{name}** It fails. See the log.");
    let has = |text: &str, line: String| text.lines().any(|said| said == line);
    let (down, gateway, redeems) = ("BoostdeskDatabaseDown", "BoostdeskGatewayDown", "BoostdeskRedeemsFail");
    manager.hear(&[down, "BoostdeskErrors", redeems], true);
    manager.wait_until("the cause is posted", |posted| !posted.is_empty());
    manager.hear(&[gateway], true);
    manager.wait_until("what has another cause is posted", |posted| {
        posted
            .iter()
            .any(|(title, text)| title == "🔴 2 firing" && has(text, of(down)) && has(text, of(gateway)))
    });
    let posted = manager.messages();
    assert_eq!(posted[0], ("🔴 1 firing".to_owned(), of(down)));
    assert!(!posted.iter().any(|(_, text)| text.contains("Errors") || text.contains(redeems)), "{posted:?}");
    // What goes on without the database's outage is none of its consequences.
    manager.hear(&[down, "BoostdeskErrors", gateway], false);
    manager.wait_until("what goes on is posted", |posted| {
        posted.iter().any(|(_, text)| has(text, of(redeems)))
            && posted.iter().any(|(_, text)| has(text, format!("Over: {}", of(down))))
    });
    manager.hear(&[redeems], false);
    manager.wait_until("that all is over is posted", |posted| {
        posted.last() == Some(&("🟢 Over".to_owned(), format!("Over: {}", of(redeems))))
    });
}

#[test]
fn alertmanager_leaves_out_only_alerts_that_exist() {
    let settings = read("prometheus/alertmanager.yml");
    let (_, after) = settings.split_once("inhibit_rules:").expect("there are some");
    let (rules, _) = after.split_once("receivers:").expect("something follows");
    let patterns = rules.split('"').filter(|text| text.starts_with("Boostdesk"));
    let names = patterns.flat_map(|pattern| {
        let ends = pattern.trim_start_matches("Boostdesk").trim_matches(['(', ')']);
        ends.split('|').map(|end| format!("Boostdesk{end}")).collect::<Vec<_>>()
    });
    let names: BTreeSet<String> = names.collect();
    assert!(names.len() > 10, "{names:?}");
    let alerts = alerts();
    let unknown: Vec<_> = names.iter().filter(|name| !alerts.contains(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// Returns the alerts of `alerts.yml`.
fn alerts() -> Vec<String> {
    let rules = read("prometheus/alerts.yml");
    let names = rules.lines().filter_map(|line| line.trim().strip_prefix("- alert: "));
    names.map(str::to_owned).collect()
}

/// Returns the names of metrics in a text.
fn figures(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with("boostdesk_") || word.starts_with("process_")).collect()
}

#[test]
fn alert_rules_and_grafana_dashboard_name_only_exported_metrics() {
    let place = a_place();
    a_storefront(&place);
    let (running, _) = place.serve();
    // A request, so that requests are counted.
    assert_eq!(http::get(place.web, "/", "").status, 200);
    let said = place.metrics();
    running.signal("TERM");
    running.wait().expect_code(0);
    let there: BTreeSet<&str> =
        said.lines().filter_map(|line| line.split([' ', '{']).next()).filter(|name| *name != "#").collect();
    let (rules, board) = (read("prometheus/alerts.yml"), read("grafana/boostdesk.json"));
    let wanted: BTreeSet<&str> = figures(&rules).union(&figures(&board)).copied().collect();
    assert!(wanted.len() > 30, "{wanted:?}");
    let missing: Vec<_> = wanted.difference(&there).collect();
    assert!(missing.is_empty(), "{missing:?} of\n{said}");
}

#[test]
fn each_alert_has_a_promtool_test_case_in_which_it_fires() {
    let cases = read("prometheus/alerts.test.yml");
    let mut silent = alerts();
    silent.retain(|name| !cases.contains(&format!("alertname: {name}\n        exp_alerts:")));
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn grafana_panels_have_unique_ids_and_fit_the_width_of_the_grid() {
    let board: Value = serde_json::from_str(&read("grafana/boostdesk.json")).expect("JSON");
    let panels = board["panels"].as_array().expect("a list");
    let ids: BTreeSet<_> = panels.iter().map(|panel| panel["id"].as_u64()).collect();
    assert_eq!(ids.len(), panels.len(), "each has an id of its own");
    for panel in panels {
        let place = &panel["gridPos"];
        let right = place["x"].as_u64().zip(place["w"].as_u64()).map(|(x, width)| x + width);
        assert!(right.is_some_and(|right| right <= 24), "{}", panel["title"]);
    }
}
