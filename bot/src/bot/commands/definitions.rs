//! How the commands look to the platform: names, options, and who sees them by default.

use boostdesk_core::foundation::email::LONGEST_EMAIL;
use boostdesk_core::people::feedback;
use boostdesk_core::shop::stock::{BOOSTS_PER_TOKEN, LARGEST_AMOUNT, SMALLEST_AMOUNT};
use boostdesk_core::shop::{keys, redeem, storefronts};
use serenity::all::{
    ChannelType, CommandOptionType as Kind, CreateCommand, CreateCommandOption as CommandOption,
    InteractionContext, Permissions,
};

const MANAGE_GUILD: Option<Permissions> = Some(Permissions::MANAGE_GUILD);
const ADMINISTRATOR: Option<Permissions> = Some(Permissions::ADMINISTRATOR);

/// Room for a key in any spelling. An order's id is its key.
pub(super) const LONGEST_KEY: usize = 64;
/// For the optional details of a redeem; core sets no limit.
pub(super) const LONGEST_DETAIL: usize = 2048;

/// Room for a stock's name, or its label.
const LONGEST_STOCK: usize = 64;

#[expect(clippy::too_many_lines, reason = "one table")]
pub(super) fn all() -> Vec<CreateCommand> {
    let stock = || completed(text("stock", "Which stock", LONGEST_STOCK));
    vec![
        command("stock", "See what is in stock", None, vec![]),
        command(
            "order",
            "See how an order is doing",
            None,
            vec![required(completed(text("id", "The order: your redeem key", LONGEST_KEY)))],
        ),
        command(
            "redeem",
            "Redeem a key for your server",
            None,
            vec![
                required(text("key", "Your redeem key", LONGEST_KEY)),
                required(text("invite", "A permanent invite to your server", redeem::LONGEST_INVITE)),
                required(text("email", "Your email address", LONGEST_EMAIL)),
                text("display_name", "The boosters' display name", LONGEST_DETAIL),
                text("bio", "The boosters' bio", LONGEST_DETAIL),
                text("avatar", "The boosters' avatar: a web address", LONGEST_DETAIL),
                text("banner", "The boosters' banner: a web address", LONGEST_DETAIL),
            ],
        ),
        command(
            "suggest",
            "Suggest something",
            None,
            vec![
                required(text("title", "In a few words", feedback::LONGEST_TITLE)),
                required(text("description", "What you wish for, and why", feedback::LONGEST_TEXT)),
            ],
        ),
        command(
            "bug",
            "Report a bug",
            None,
            vec![
                required(text("title", "In a few words", feedback::LONGEST_TITLE)),
                required(text("description", "What happened, and what you expected", feedback::LONGEST_TEXT)),
            ],
        ),
        command("help", "What this bot can do", None, vec![]),
        command(
            "setup",
            "Open your storefront in this server, or change it",
            MANAGE_GUILD,
            vec![
                channel("log_channel", "Where orders, low stock and code resets are posted"),
                text("name", "The storefront's name", storefronts::LONGEST_NAME),
                text("embed_color", "A colour such as #ff82be", 7),
                text("footer", "Below the order status and the live stock", storefronts::LONGEST_TEXT),
                text("store_link", "Your store: a web address", storefronts::LONGEST_TEXT),
                text("community_link", "Your community: a web address", storefronts::LONGEST_TEXT),
            ],
        ),
        command(
            "restock",
            "Add tokens from a text file, a token a line",
            MANAGE_GUILD,
            vec![
                required(stock()),
                required(CommandOption::new(Kind::Attachment, "file", "A .txt file of at most 8 MiB")),
            ],
        ),
        command(
            "keys",
            "Make or revoke redeem keys",
            MANAGE_GUILD,
            vec![
                subcommand(
                    "create",
                    "Make redeem keys",
                    vec![
                        required(stock()),
                        required(number(
                            "amount",
                            "Boosts a key is worth: even",
                            SMALLEST_AMOUNT,
                            LARGEST_AMOUNT,
                        )),
                        required(number("count", "How many keys", 1, keys::MOST_AT_ONCE)),
                    ],
                ),
                subcommand(
                    "revoke",
                    "Make an unused key worthless",
                    vec![required(completed(text("key", "The key", LONGEST_KEY)))],
                ),
            ],
        ),
        command(
            "stock-board",
            "Post a message that keeps itself up to date with your stock",
            MANAGE_GUILD,
            vec![required(channel("channel", "Where to post it"))],
        ),
        command(
            "deliver",
            "Mark an order's tokens as delivered",
            MANAGE_GUILD,
            vec![
                required(completed(text("order", "The order", LONGEST_KEY))),
                number(
                    "failed",
                    "How many of its tokens failed (0 by default)",
                    0,
                    LARGEST_AMOUNT / BOOSTS_PER_TOKEN,
                ),
            ],
        ),
        command(
            "access-code",
            "Your access code for the dashboard",
            MANAGE_GUILD,
            vec![
                subcommand("show", "Show it, with a link that signs you in", vec![]),
                subcommand("reset", "Make a new one; the old one and every session end", vec![]),
            ],
        ),
        command(
            "seller",
            "Who may sell with this bot",
            ADMINISTRATOR,
            vec![
                subcommand(
                    "add",
                    "Let somebody sell",
                    vec![required(CommandOption::new(Kind::User, "user", "The new seller"))],
                ),
                subcommand(
                    "remove",
                    "End a seller's access; orders stay",
                    vec![required(CommandOption::new(Kind::User, "user", "The seller"))],
                ),
                subcommand("list", "Everybody who may sell", vec![]),
            ],
        ),
    ]
}

fn command(
    name: &str,
    description: &str,
    permissions: Option<Permissions>,
    options: Vec<CommandOption>,
) -> CreateCommand {
    let command = CreateCommand::new(name)
        .description(description)
        .contexts(vec![InteractionContext::Guild])
        .set_options(options);
    match permissions {
        Some(permissions) => command.default_member_permissions(permissions),
        None => command,
    }
}

fn subcommand(name: &str, description: &str, options: Vec<CommandOption>) -> CommandOption {
    CommandOption::new(Kind::SubCommand, name, description).set_sub_options(options)
}

fn text(name: &str, description: &str, longest: usize) -> CommandOption {
    let longest = u16::try_from(longest).expect("the platform takes texts up to 6000");
    CommandOption::new(Kind::String, name, description).max_length(longest)
}

fn number(name: &str, description: &str, least: i64, most: i64) -> CommandOption {
    CommandOption::new(Kind::Integer, name, description)
        .min_int_value(least.unsigned_abs())
        .max_int_value(most.unsigned_abs())
}

/// A channel that messages can be posted in.
fn channel(name: &str, description: &str) -> CommandOption {
    CommandOption::new(Kind::Channel, name, description)
        .channel_types(vec![ChannelType::Text, ChannelType::News])
}

fn completed(option: CommandOption) -> CommandOption {
    option.set_autocomplete(true)
}

fn required(option: CommandOption) -> CommandOption {
    option.required(true)
}

#[cfg(test)]
mod tests {
    use super::super::COMMANDS;
    use super::*;

    #[test]
    fn command_definitions_match_their_snapshot() {
        insta::assert_snapshot!(serde_json::to_string_pretty(&all()).expect("plain data"));
    }

    #[test]
    fn command_definitions_list_exactly_the_commands_that_are_handled() {
        let told = serde_json::to_value(all()).expect("plain data");
        let told: Vec<_> = told.as_array().expect("a list").iter().map(|command| &command["name"]).collect();
        let known: Vec<_> = COMMANDS.iter().map(|command| command.name).collect();
        assert_eq!(told, known);
    }
}
