//! A message as the bot writes it: within the platform's limits whatever its texts are, and mentioning nobody unless
//! it says whom.
//!
//! serenity's builders refuse texts that are too long, so they are clipped first; and an edit changes only the parts
//! that it sets, so it sets all of them.

use boostdesk_core::ids::RoleId;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateEmbed,
    CreateEmbedFooter, CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage,
    EditInteractionResponse, EditMessage, Timestamp,
};

use url::Url;

use super::{code, id};

const CONTENT: usize = 2000;
const TITLE: usize = 256;
pub(crate) const DESCRIPTION: usize = 4096;
const FIELDS: usize = 25;
const FIELD_VALUE: usize = 1024;
const FOOTER: usize = 2048;
/// The limit for all texts of an embed together.
const EMBED: usize = 6000;
const LABEL: usize = 80;
const LINK: usize = 512;

#[derive(Debug, Clone, Default)]
pub(crate) struct Message {
    pub(crate) content: String,
    pub(crate) embed: Option<Embed>,
    pub(crate) buttons: Vec<Button>,
    /// Only the caller sees it. Applies to answers alone.
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

#[derive(Debug, Clone)]
pub(crate) struct Field {
    name: &'static str,
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
        Self { name, value: value.into(), inline: true }
    }

    pub(crate) fn wide(name: &'static str, value: impl Into<String>) -> Self {
        Self { inline: false, ..Self::new(name, value) }
    }
}

impl Attachment {
    pub(super) fn build(&self) -> CreateAttachment {
        CreateAttachment::bytes(self.text.as_bytes(), &self.name)
    }
}

impl Message {
    pub(crate) fn of(embed: Embed) -> Self {
        Self { embed: Some(embed), ..Self::default() }
    }

    pub(crate) fn private(self) -> Self {
        Self { ephemeral: true, ..self }
    }

    /// The same without link buttons and the role, which others chose. `None`: it has neither.
    pub(super) fn plain(&self) -> Option<Self> {
        let is_ours = |button: &&Button| matches!(button, Button::Action { .. });
        let buttons: Vec<Button> = self.buttons.iter().filter(is_ours).cloned().collect();
        let is_plain = buttons.len() == self.buttons.len() && self.role_id.is_none();
        (!is_plain).then(|| Self { buttons, role_id: None, ..self.clone() })
    }

    /// The body of a new message in a channel.
    pub(crate) fn create(&self) -> CreateMessage {
        CreateMessage::new()
            .content(self.clipped_content())
            .embeds(self.embeds())
            .components(self.components())
            .allowed_mentions(self.mentions())
    }

    /// The body that edits a message in a channel.
    pub(crate) fn edit(&self) -> EditMessage {
        EditMessage::new()
            .content(self.clipped_content())
            .embeds(self.embeds())
            .components(self.components())
            .allowed_mentions(self.mentions())
    }

    /// The body of a first answer to an interaction.
    pub(crate) fn answer(&self) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .content(self.clipped_content())
            .embeds(self.embeds())
            .components(self.components())
            .allowed_mentions(self.mentions())
            .ephemeral(self.ephemeral)
    }

    /// The body of a message after the first answer.
    pub(crate) fn follow_up(&self) -> CreateInteractionResponseFollowup {
        CreateInteractionResponseFollowup::new()
            .content(self.clipped_content())
            .embeds(self.embeds())
            .components(self.components())
            .allowed_mentions(self.mentions())
            .ephemeral(self.ephemeral)
    }

    /// The body that edits an answer. Who sees it was fixed by the first answer.
    pub(crate) fn edit_answer(&self) -> EditInteractionResponse {
        EditInteractionResponse::new()
            .content(self.clipped_content())
            .embeds(self.embeds())
            .components(self.components())
            .allowed_mentions(self.mentions())
    }

    fn clipped_content(&self) -> String {
        clipped(&self.content, CONTENT)
    }

    fn embeds(&self) -> Vec<CreateEmbed> {
        self.embed.iter().map(Embed::build).collect()
    }

    fn mentions(&self) -> CreateAllowedMentions {
        let role = self
            .role_id
            .as_ref()
            .and_then(|role| id::<serenity::all::RoleId>(role.as_str(), code::UNKNOWN_ROLE).ok());
        CreateAllowedMentions::new().roles(role)
    }

    fn components(&self) -> Vec<CreateActionRow> {
        let buttons: Vec<CreateButton> = self.buttons.iter().filter_map(Button::build).collect();
        if buttons.is_empty() { Vec::new() } else { vec![CreateActionRow::Buttons(buttons)] }
    }
}

impl Button {
    /// `None`: the platform would refuse the address, and all of the message with it.
    fn build(&self) -> Option<CreateButton> {
        Some(match self {
            Self::Link { label, url } => {
                let url = String::from(Url::parse(url).ok()?);
                if url.len() > LINK {
                    return None;
                }
                CreateButton::new_link(url).label(clipped(label, LABEL))
            }
            Self::Action { label, custom_id, primary } => CreateButton::new(custom_id)
                .style(if *primary { ButtonStyle::Primary } else { ButtonStyle::Secondary })
                .label(clipped(label, LABEL)),
        })
    }
}

impl Embed {
    fn build(&self) -> CreateEmbed {
        let mut left = EMBED;
        let mut take = |text: &str, longest: usize| {
            let taken = clipped(text, longest.min(left));
            left -= taken.chars().count();
            taken
        };
        let mut embed = CreateEmbed::new().title(take(&self.title, TITLE)).color(self.color);
        for field in self.fields.iter().take(FIELDS) {
            // The platform refuses an empty one.
            let value = if field.value.is_empty() { "–" } else { &field.value };
            embed = embed.field(take(field.name, TITLE), take(value, FIELD_VALUE), field.inline);
        }
        let footer = self.footer.as_deref().map(|footer| take(footer, FOOTER));
        if let Some(footer) = footer.filter(|footer| !footer.is_empty()) {
            embed = embed.footer(CreateEmbedFooter::new(footer));
        }
        if let Some(at) = self.timestamp.as_deref().and_then(|at| Timestamp::parse(at).ok()) {
            embed = embed.timestamp(at);
        }
        embed.description(take(&self.description, DESCRIPTION))
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
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn embed_with_overlong_texts_is_cut_to_the_platforms_limits() {
        let long = "ä".repeat(5000);
        let embed = Embed {
            title: long.clone(),
            description: long.clone(),
            fields: vec![Field::new("Name", long.clone()); 30],
            footer: Some(long),
            ..Embed::default()
        };
        let body = serde_json::to_value(embed.build()).unwrap();
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
    fn link_button_with_an_overlong_or_invalid_url_is_left_out() {
        let link = |url: String| Button::Link { label: "Store", url };
        let address = |length: usize| format!("https://shop.example.com/{}", "s".repeat(length - 25));
        let buttons = |links: Vec<Button>| {
            let message = Message { buttons: links, ..Message::default() };
            let body = serde_json::to_value(message.create()).unwrap();
            let row = body["components"][0]["components"].as_array().cloned().unwrap_or_default();
            row.iter().map(|button| button["url"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(buttons(vec![link(address(512)), link(address(513))]), [address(512)]);
        assert_eq!(
            buttons(vec![link("https://shop.example.com/my store".to_owned())]),
            ["https://shop.example.com/my%20store"]
        );
        assert_eq!(buttons(vec![link("nowhere".to_owned())]), [""; 0]);
        let none = Message { buttons: vec![link(address(600))], ..Message::default() };
        assert_eq!(serde_json::to_value(none.create()).unwrap()["components"], json!([]), "no empty row");
    }

    #[test]
    fn message_allows_no_mention_except_of_its_own_role() {
        let mentions =
            |message: &Message| serde_json::to_value(message.create()).unwrap()["allowed_mentions"].clone();
        let mut message = Message { content: "@everyone".to_owned(), ..Message::default() };
        assert_eq!(mentions(&message), json!({ "parse": [], "users": [], "roles": [] }));
        message.role_id = RoleId::parse("180000000000000009");
        assert_eq!(mentions(&message), json!({ "parse": [], "users": [], "roles": ["180000000000000009"] }));
    }
}
