//! How the commands look to the platform: names, options, and who sees them by default.

use serde_json::{Value, json};

const MANAGE_GUILD: u64 = 1 << 5;
const ADMINISTRATOR: u64 = 1 << 3;

const SUBCOMMAND: u64 = 1;
const TEXT: u64 = 3;
const INTEGER: u64 = 4;
const USER: u64 = 6;
const CHANNEL: u64 = 7;
const ATTACHMENT: u64 = 11;

/// Text and announcement channels.
const POSTABLE: [u64; 2] = [0, 5];

#[expect(clippy::too_many_lines, reason = "one table")]
pub(super) fn all() -> Value {
    let stock = || choice("stock", "Which stock");
    json!([
        command("stock", "See what is in stock", None, &[]),
        command(
            "order",
            "See how an order is doing",
            None,
            &[required(completed(text("id", "The order: your redeem key", 64)))]
        ),
        command(
            "redeem",
            "Redeem a key for your server",
            None,
            &[
                required(text("key", "Your redeem key", 64)),
                required(text("invite", "A permanent invite to your server", 2048)),
                required(text("email", "Your email address", 320)),
                text("display_name", "The boosters' display name", 2048),
                text("bio", "The boosters' bio", 2048),
                text("avatar", "The boosters' avatar: a web address", 2048),
                text("banner", "The boosters' banner: a web address", 2048),
            ]
        ),
        command(
            "suggest",
            "Suggest something",
            None,
            &[
                required(text("title", "In a few words", 200)),
                required(text("description", "What you wish for, and why", 5000)),
            ]
        ),
        command(
            "bug",
            "Report a bug",
            None,
            &[
                required(text("title", "In a few words", 200)),
                required(text("description", "What happened, and what you expected", 5000)),
            ]
        ),
        command("help", "What this bot can do", None, &[]),
        command(
            "setup",
            "Open your storefront in this server, or change it",
            Some(MANAGE_GUILD),
            &[
                channel("log_channel", "Where orders, low stock and code resets are posted"),
                text("name", "The storefront's name", 100),
                text("embed_color", "A colour such as #ff82be", 7),
                text("footer", "Below the order status and the live stock", 2048),
                text("store_link", "Your store: a web address", 2048),
                text("community_link", "Your community: a web address", 2048),
            ]
        ),
        command(
            "restock",
            "Add tokens from a text file, a token a line",
            Some(MANAGE_GUILD),
            &[required(stock()), required(option(ATTACHMENT, "file", "A .txt file of at most 8 MiB"))]
        ),
        command(
            "keys",
            "Make or revoke redeem keys",
            Some(MANAGE_GUILD),
            &[
                subcommand(
                    "create",
                    "Make redeem keys",
                    &[
                        required(stock()),
                        required(number("amount", "Boosts a key is worth: even", 2, 100)),
                        required(number("count", "How many keys", 1, 1000)),
                    ]
                ),
                subcommand(
                    "revoke",
                    "Make an unused key worthless",
                    &[required(completed(text("key", "The key", 64)))]
                ),
            ]
        ),
        command(
            "stock-board",
            "Post a message that keeps itself up to date with your stock",
            Some(MANAGE_GUILD),
            &[required(channel("channel", "Where to post it"))]
        ),
        command(
            "deliver",
            "Mark an order's tokens as delivered",
            Some(MANAGE_GUILD),
            &[
                required(completed(text("order", "The order", 64))),
                number("failed", "How many of its tokens failed (0 by default)", 0, 50),
            ]
        ),
        command(
            "access-code",
            "Your access code for the dashboard",
            Some(MANAGE_GUILD),
            &[
                subcommand("show", "Show it, with a link that signs you in", &[]),
                subcommand("reset", "Make a new one; the old one and every session end", &[]),
            ]
        ),
        command(
            "seller",
            "Who may sell with this bot",
            Some(ADMINISTRATOR),
            &[
                subcommand("add", "Let somebody sell", &[required(option(USER, "user", "The new seller"))]),
                subcommand(
                    "remove",
                    "End a seller's access; orders stay",
                    &[required(option(USER, "user", "The seller"))]
                ),
                subcommand("list", "Everybody who may sell", &[]),
            ]
        ),
    ])
}

pub(crate) fn registered_names(commands: &[Value]) -> Vec<&str> {
    let mut names: Vec<&str> = commands.iter().filter_map(|command| command["name"].as_str()).collect();
    names.sort_unstable();
    names
}

fn command(name: &str, description: &str, permissions: Option<u64>, options: &[Value]) -> Value {
    let mut command = json!({
        "name": name,
        "description": description,
        "type": 1,
        // In guilds only.
        "contexts": [0],
        "options": options,
    });
    if let Some(permissions) = permissions {
        command["default_member_permissions"] = permissions.into();
    }
    command
}

fn subcommand(name: &str, description: &str, options: &[Value]) -> Value {
    json!({ "type": SUBCOMMAND, "name": name, "description": description, "options": options })
}

fn option(kind: u64, name: &str, description: &str) -> Value {
    json!({ "type": kind, "name": name, "description": description })
}

fn text(name: &str, description: &str, longest: u64) -> Value {
    let mut text = option(TEXT, name, description);
    text["max_length"] = longest.into();
    text
}

fn number(name: &str, description: &str, least: i64, most: i64) -> Value {
    let mut number = option(INTEGER, name, description);
    number["min_value"] = least.into();
    number["max_value"] = most.into();
    number
}

fn channel(name: &str, description: &str) -> Value {
    let mut channel = option(CHANNEL, name, description);
    channel["channel_types"] = POSTABLE.to_vec().into();
    channel
}

/// A text that is chosen from what there is.
fn choice(name: &str, description: &str) -> Value {
    completed(text(name, description, 64))
}

fn completed(mut option: Value) -> Value {
    option["autocomplete"] = true.into();
    option
}

fn required(mut option: Value) -> Value {
    option["required"] = true.into();
    option
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_as_the_platform_is_told() {
        insta::assert_snapshot!(serde_json::to_string_pretty(&all()).expect("plain data"));
    }
}
