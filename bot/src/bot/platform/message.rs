//! A message as the bot writes it: within the platform's limits whatever its texts are, and mentioning nobody unless
//! it says whom.

use boostdesk_core::ids::RoleId;
use serde::Serialize;
use serde_json::{Value, json};

const CONTENT: usize = 2000;
const TITLE: usize = 256;
const DESCRIPTION: usize = 4096;
const FIELDS: usize = 25;
const FIELD_VALUE: usize = 1024;
const FOOTER: usize = 2048;
/// Of all texts of an embed together.
const EMBED: usize = 6000;
const LABEL: usize = 80;

const EPHEMERAL: u64 = 1 << 6;

#[derive(Debug, Clone, Default)]
pub(crate) struct Message {
    pub(crate) content: String,
    pub(crate) embed: Option<Embed>,
    pub(crate) buttons: Vec<Button>,
    /// For the eyes of one person only. Of answers.
    pub(crate) ephemeral: bool,
    /// The only role that may be mentioned.
    pub(crate) role_id: Option<RoleId>,
    pub(crate) file: Option<Attachment>,
}

#[derive(Debug, Clone)]
pub(crate) struct Attachment {
    pub(crate) name: String,
    pub(crate) text: String,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Embed {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) color: u32,
    pub(crate) fields: Vec<Field>,
    pub(crate) footer: Option<String>,
    /// RFC 3339.
    pub(crate) timestamp: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Field {
    name: String,
    pub(crate) value: String,
    inline: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum Button {
    Link { label: &'static str, url: String },
    Action { label: &'static str, custom_id: String, primary: bool },
}

impl Field {
    pub(crate) fn new(name: &'static str, value: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value: value.into(), inline: true }
    }

    pub(crate) fn wide(name: &'static str, value: impl Into<String>) -> Self {
        Self { inline: false, ..Self::new(name, value) }
    }
}

impl Message {
    pub(crate) fn of(embed: Embed) -> Self {
        Self { embed: Some(embed), ..Self::default() }
    }

    pub(crate) fn private(self) -> Self {
        Self { ephemeral: true, ..self }
    }

    /// The body of a new message, an answer or an edit: an edit takes away what is not in it.
    pub(crate) fn body(&self) -> Value {
        let mentions = match &self.role_id {
            Some(role) => json!({ "parse": [], "roles": [role] }),
            None => json!({ "parse": [] }),
        };
        let mut body = json!({
            "content": clipped(&self.content, CONTENT),
            "embeds": self.embed.iter().map(Embed::body).collect::<Vec<_>>(),
            "components": components(&self.buttons),
            "allowed_mentions": mentions,
        });
        if self.ephemeral {
            body["flags"] = EPHEMERAL.into();
        }
        if let Some(file) = &self.file {
            body["attachments"] = json!([{ "id": "0", "filename": file.name }]);
        }
        body
    }
}

fn components(buttons: &[Button]) -> Value {
    if buttons.is_empty() {
        return json!([]);
    }
    let buttons: Vec<Value> = buttons
        .iter()
        .map(|button| match button {
            Button::Link { label, url } => {
                json!({ "type": 2, "style": 5, "label": clipped(label, LABEL), "url": url })
            }
            Button::Action { label, custom_id, primary } => {
                let style = if *primary { 1 } else { 2 };
                json!({ "type": 2, "style": style, "label": clipped(label, LABEL), "custom_id": custom_id })
            }
        })
        .collect();
    json!([{ "type": 1, "components": buttons }])
}

impl Embed {
    fn body(&self) -> Value {
        let mut left = EMBED;
        let mut take = |text: &str, longest: usize| {
            let taken = clipped(text, longest.min(left));
            left -= taken.chars().count();
            taken
        };
        let title = take(&self.title, TITLE);
        let fields: Vec<Field> = self
            .fields
            .iter()
            .take(FIELDS)
            .map(|field| Field {
                name: take(&field.name, TITLE),
                // The platform refuses an empty one.
                value: take(if field.value.is_empty() { "–" } else { &field.value }, FIELD_VALUE),
                inline: field.inline,
            })
            .collect();
        let footer =
            self.footer.as_deref().map(|footer| take(footer, FOOTER)).filter(|text| !text.is_empty());
        let description = take(&self.description, DESCRIPTION);
        let mut body =
            json!({ "title": title, "description": description, "color": self.color, "fields": fields });
        if let Some(footer) = footer {
            body["footer"] = json!({ "text": footer });
        }
        if let Some(timestamp) = &self.timestamp {
            body["timestamp"] = timestamp.as_str().into();
        }
        body
    }
}

/// At most `longest` characters, the last of them an ellipsis where something is missing.
fn clipped(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let mut clipped: String = text.chars().take(longest.saturating_sub(1)).collect();
    if longest > 0 {
        clipped.push('…');
    }
    clipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_embed_stays_within_the_limits_whatever_its_texts_are() {
        let long = "ä".repeat(5000);
        let embed = Embed {
            title: long.clone(),
            description: long.clone(),
            fields: vec![Field::new("Name", long.clone()); 30],
            footer: Some(long),
            ..Embed::default()
        };
        let body = embed.body();
        let length = |value: &Value| value.as_str().unwrap_or_default().chars().count();
        let fields = body["fields"].as_array().unwrap();
        assert_eq!(fields.len(), FIELDS);
        let mut all = length(&body["title"]) + length(&body["description"]) + length(&body["footer"]["text"]);
        for field in fields {
            assert!(length(&field["value"]) <= FIELD_VALUE);
            all += length(&field["name"]) + length(&field["value"]);
        }
        assert!(all <= EMBED, "{all}");
        assert_eq!(length(&body["title"]), TITLE);
    }

    #[test]
    fn nobody_is_mentioned_unless_it_says_whom() {
        let mut message = Message { content: "@everyone".to_owned(), ..Message::default() };
        assert_eq!(message.body()["allowed_mentions"], json!({ "parse": [] }));
        message.role_id = Some("1".to_owned());
        assert_eq!(message.body()["allowed_mentions"], json!({ "parse": [], "roles": ["1"] }));
    }
}
