//! The files of each of the dashboard's screens, which its document names so that nobody has to wait for a script to ask for them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

const HOME: &str = "/dashboard";
/// What Home is painted with before its script is there (`dashboard-ui/src/first-paint.ts`).
const PAINTED_HOME: &str = include_str!(concat!(env!("OUT_DIR"), "/painted-home.txt"));

/// What a document of each path has in its head.
static TAGS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let screens: HashMap<String, Vec<String>> =
        serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/screens.json"))).unwrap_or_default();
    let painted = format!(
        "<link rel=\"preload\" as=\"fetch\" crossorigin id=\"painted-home\" href=\"/{PAINTED_HOME}\" />\n"
    );
    let screens = screens.into_iter().map(|(path, files)| (path, tags(&files)));
    screens.chain([(HOME.to_owned(), painted)]).collect()
});

pub(crate) fn tags_of(path: &str) -> &'static str {
    TAGS.get(path.strip_suffix('/').unwrap_or(path)).map_or("", String::as_str)
}

/// The names are the builder's: letters, digits, dashes and dots.
fn tags(files: &[String]) -> String {
    let mut html = String::new();
    for file in files {
        let kind = if file.rsplit('.').next() == Some("css") { "stylesheet" } else { "modulepreload" };
        writeln!(html, "<link rel=\"{kind}\" crossorigin href=\"/{file}\" />").expect("a text grows");
    }
    html
}
