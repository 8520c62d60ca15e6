//! Preload tags for the files of each dashboard screen, so that browsers need not wait for a script to request them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

const HOME: &str = "/dashboard";
/// The file that Home is painted from before its script has loaded (`dashboard-ui/src/first-paint.ts`).
const PAINTED_HOME: &str = include_str!(concat!(env!("OUT_DIR"), "/painted-home.txt"));

/// The tags in the head of each path's document.
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

/// Names come from the build and need no escaping: they have letters, digits, dashes and dots only.
fn tags(files: &[String]) -> String {
    let mut html = String::new();
    for file in files {
        let kind = if file.rsplit('.').next() == Some("css") { "stylesheet" } else { "modulepreload" };
        writeln!(html, "<link rel=\"{kind}\" crossorigin href=\"/{file}\" />").expect("a text grows");
    }
    html
}
