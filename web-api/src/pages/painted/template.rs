//! Templates, and how they are filled in.

use std::collections::HashMap;

use serde::Deserialize;

use crate::pages::html::escaped;

/// A template's texts, choices and rows, by name.
pub(super) type View = HashMap<&'static str, Filling>;

#[derive(Debug)]
pub(super) enum Filling {
    Text(String),
    /// Split where a line may break: after each dash.
    Breaking(String),
    Choice(String),
    Rows(Vec<View>),
}

#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Template(Vec<Part>);

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Part {
    Html(String),
    Hole { hole: String },
    Choice { choice: String, of: HashMap<String, Vec<Part>> },
    Each { each: String, of: Vec<Part> },
}

impl Template {
    /// Returns the HTML, or `None` when the view has nothing for one of its places.
    pub(super) fn filled(&self, view: &View) -> Option<String> {
        let mut html = String::new();
        fill(&self.0, view, &mut html)?;
        Some(html)
    }
}

fn fill(parts: &[Part], view: &View, html: &mut String) -> Option<()> {
    for part in parts {
        match part {
            Part::Html(text) => html.push_str(text),
            Part::Hole { hole } => match view.get(hole.as_str())? {
                Filling::Text(text) => html.push_str(&escaped(text)),
                Filling::Breaking(text) => html.push_str(&breaking(text)),
                Filling::Choice(_) | Filling::Rows(_) => return None,
            },
            Part::Choice { choice, of } => match view.get(choice.as_str())? {
                Filling::Choice(way) => fill(of.get(way)?, view, html)?,
                _ => return None,
            },
            Part::Each { each, of } => match view.get(each.as_str())? {
                Filling::Rows(rows) => rows.iter().try_for_each(|row| fill(of, row, html))?,
                _ => return None,
            },
        }
    }
    Some(())
}

fn breaking(text: &str) -> String {
    let pieces: Vec<String> = text.split_inclusive('-').map(escaped).collect();
    pieces.join("<wbr/>")
}
