//! A message with its earlier versions, and what a reader sees of it.

use bytes::Bytes;
use serde_json::Value;

use crate::names::Id;

/// A message with its earlier versions.
#[derive(Debug, Clone)]
pub struct Message {
    pub id: Id,
    pub channel: Id,
    pub(super) author: Id,
    pub body: Body,
    /// What it said before its edits, the oldest first.
    pub earlier: Vec<Body>,
    pub(super) flags: u64,
    /// The only person who sees it, unless everybody does.
    pub only_for: Option<Id>,
    pub(super) nonce: Option<String>,
    /// The interaction that it answers.
    pub(super) interaction: Option<Id>,
    /// A deferred answer that says nothing yet.
    pub thinking: bool,
    pub deleted: bool,
    pub(super) created: String,
    pub(super) edited: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub struct Body {
    pub content: String,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub files: Vec<File>,
    pub allowed_mentions: Value,
}

#[derive(Debug, Clone)]
pub struct File {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) path: String,
    pub content: Bytes,
}

impl Body {
    /// All that a reader sees, a line each: what text, embeds, buttons and files say.
    pub fn text(&self) -> String {
        let mut lines = vec![self.content.clone()];
        for embed in &self.embeds {
            readable(embed, &mut lines);
        }
        for component in &self.components {
            readable(component, &mut lines);
        }
        lines.extend(self.files.iter().map(|file| String::from_utf8_lossy(&file.content).into_owned()));
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// Buttons, wherever they are.
    pub fn buttons(&self) -> Vec<Value> {
        let mut found = Vec::new();
        for component in &self.components {
            components_of_type(component, &[2], &mut found);
        }
        found
    }

    /// The URL of the first link button whose label has this word in it.
    #[track_caller]
    pub fn link(&self, word: &str) -> String {
        let word = word.to_lowercase();
        let buttons = self.buttons();
        let labelled = |button: &&Value| {
            button["label"].as_str().is_some_and(|label| label.to_lowercase().contains(&word))
        };
        let button = buttons.iter().filter(|button| button["url"].is_string()).find(labelled);
        let url = button.and_then(|button| button["url"].as_str());
        url.unwrap_or_else(|| panic!("no link button `{word}` in {buttons:?}")).to_owned()
    }
}

impl std::ops::Deref for Message {
    type Target = Body;

    fn deref(&self) -> &Body {
        &self.body
    }
}

impl Message {
    /// Everything that it says and ever said.
    pub fn text_ever(&self) -> String {
        let bodies = self.earlier.iter().chain([&self.body]);
        bodies.map(Body::text).collect::<Vec<_>>().join("\n")
    }
}

/// Components of these types, however deep.
pub(super) fn components_of_type(component: &Value, types: &[u64], found: &mut Vec<Value>) {
    if component["type"].as_u64().is_some_and(|kind| types.contains(&kind)) {
        found.push(component.clone());
    }
    for inner in component["components"].as_array().into_iter().flatten() {
        components_of_type(inner, types, found);
    }
    for inner in [&component["component"], &component["accessory"]] {
        if inner.is_object() {
            components_of_type(inner, types, found);
        }
    }
}

fn readable(value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text)
                        if ["title", "description", "name", "value", "text", "label", "url", "content"]
                            .contains(&name.as_str()) =>
                    {
                        lines.push(text.clone());
                    }
                    other => readable(other, lines),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| readable(item, lines)),
        _ => {}
    }
}
