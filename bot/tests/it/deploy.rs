//! The files of `deploy/` say what the binary understands.

use std::path::Path;

use crate::process::{Place, a_place};

fn deployed(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name);
    std::fs::read_to_string(path).expect("the file is there")
}

/// `KEY: value` of the compose file's `BOOSTDESK__` variables, with what its `.env` would give.
fn variables() -> Vec<(String, String)> {
    let compose = deployed("compose.yaml");
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
fn the_compose_file_gives_settings_that_are_known() {
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

#[test]
fn the_unit_starts_it_with_arguments_that_are_known() {
    let unit = deployed("boostdesk.service");
    let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("it starts something");
    let arguments: Vec<&str> = start.split(' ').skip(1).chain(["--help"]).collect();
    a_place().run(&arguments).expect_code(0);
}
