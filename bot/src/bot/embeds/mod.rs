//! What the bot's messages look like. Sentences used in several places are here.
//!
//! Builds messages from data alone: nothing here asks the database or the platform.

mod sellers_order;

use boostdesk_core::ids::RoleId;
use boostdesk_core::messenger::announcements::{Announcement, Content, Recipient};
use boostdesk_core::shop::orders::{OrderOutcome, OrderState, PublicStatus};
use boostdesk_core::shop::redeem;
use boostdesk_core::shop::stock::BOOSTS_PER_TOKEN;
use boostdesk_core::shop::stock::StockLevel;
use boostdesk_core::shop::storefronts::{CLOSED, Storefront};
use secrecy::ExposeSecret;
use sha2::{Digest, Sha256};

use crate::bot::platform::{Button, Embed, Field, Message};
use crate::bot::product::Product;

pub(crate) use sellers_order::{REPLACE, RETRY, sellers_order};

pub(crate) const PINK: u32 = 0x00ff_82be;
const RED: u32 = 0x00ed_4245;
const AMBER: u32 = 0x00fa_a61a;

/// Said when something is wrong on our side, whatever it is.
pub(crate) const BROKEN: &str = "Something went wrong on our side. Please try again in a moment.";

pub(crate) const REDEEM: &str = "board:redeem:";
pub(crate) const REFRESH: &str = "board:refresh:";

/// Returns a digest of what a message shows, to tell whether that has changed.
pub(crate) fn digest(message: &Message) -> String {
    let message = serde_json::to_string(&message.create()).expect("builders make plain data");
    data_encoding::HEXLOWER.encode(&Sha256::digest(message)[..16])
}

/// Escapes Markdown in others' text, so that it cannot disguise a link, end a spoiler or be formatted.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if r"\*_~|`[]()<>#".contains(letter) {
            plain.push('\\');
        }
        plain.push(letter);
    }
    plain
}

/// Keeps only the code of an invite: whatever follows a link's `?` is dropped.
fn invite_link(invite: &str) -> String {
    match redeem::invite_code(invite) {
        Some(code) => format!("https://discord.gg/{code}"),
        None => plain(invite),
    }
}

fn status(order: &PublicStatus) -> &'static str {
    if order.state != OrderState::Done {
        return "Processing";
    }
    match OrderOutcome::of(order.succeeded, order.amount) {
        OrderOutcome::Completed => "Completed",
        OrderOutcome::Partial => "Partial",
        OrderOutcome::Failed => "Failed",
    }
}

/// An order as the customer sees it, with the way to its page.
pub(crate) fn order_status(product: &Product, order: &PublicStatus) -> Message {
    let mut fields = vec![
        Field::wide("Order", format!("`{}`", order.order_id)),
        Field::new("Status", status(order)),
        Field::new("Stock", order.stock.title()),
        Field::new("Boosts", progress(order)),
    ];
    if order.failed > 0 {
        fields.push(Field::new("Failed", (order.failed * BOOSTS_PER_TOKEN).to_string()));
    }
    let embed = Embed {
        title: "Order Status".to_owned(),
        color: order.embed_color.rgb(),
        fields,
        footer: order.embed_footer.clone(),
        ..Embed::default()
    };
    Message { buttons: vec![status_page(product, order)], ..Message::of(embed) }.private()
}

fn progress(order: &PublicStatus) -> String {
    format!("{} of {} delivered", order.succeeded * BOOSTS_PER_TOKEN, order.amount)
}

fn status_page(product: &Product, order: &PublicStatus) -> Button {
    let path = format!("/{}/order/{}/status", order.guild_id, order.order_id);
    Button::Link { label: "View order status", url: product.page(&path) }
}

/// The answer to `/stock`.
pub(crate) fn stock(product: &Product, storefront: &Storefront, levels: &[StockLevel]) -> Message {
    let fields = levels
        .iter()
        .map(|level| {
            let boosts = level.available * BOOSTS_PER_TOKEN;
            Field::new(level.stock.title(), format!("**{}** tokens\n**{boosts}** boosts", level.available))
        })
        .collect();
    let embed = Embed {
        title: format!("{} · Live Stock", storefront.name),
        color: storefront.embed_color.rgb(),
        fields,
        footer: storefront.embed_footer.clone(),
        ..Embed::default()
    };
    let page = product.page(&format!("/{}/live-stock", storefront.guild_id));
    let mut buttons = vec![Button::Link { label: "Live page", url: page }];
    if let Some(store) = &storefront.store_link {
        buttons.push(Button::Link { label: "Store", url: store.clone() });
    }
    Message { buttons, ..Message::of(embed) }
}

/// The same as `stock`, with buttons to redeem and to refresh.
pub(crate) fn stock_board(product: &Product, storefront: &Storefront, levels: &[StockLevel]) -> Message {
    let guild = &storefront.guild_id;
    let action = |label, custom_id, primary| Button::Action { label, custom_id, primary };
    let own = [
        action("Redeem", format!("{REDEEM}{guild}"), true),
        action("Refresh", format!("{REFRESH}{guild}"), false),
    ];
    let mut message = stock(product, storefront, levels);
    message.buttons.splice(0..0, own);
    message
}

/// What is left of a board when its shop is closed.
pub(crate) fn closed_board(storefront: &Storefront) -> Message {
    Message::of(Embed {
        title: format!("{} · Live Stock", storefront.name),
        description: CLOSED.to_owned(),
        color: storefront.embed_color.rgb(),
        footer: storefront.embed_footer.clone(),
        ..Embed::default()
    })
}

/// The message for a log channel.
pub(crate) fn announcement(product: &Product, announcement: &Announcement) -> Message {
    let mut message = match &announcement.content {
        Content::OwnerCode { code } => Message::of(Embed {
            title: format!("{} has started", product.name),
            description: format!(
                "Your new access code: ||{}||\nThe one before it works no more. Keep it to yourself.",
                code.expose()
            ),
            color: PINK,
            ..Embed::default()
        }),
        Content::OrderRedeemed { order, email } => Message {
            buttons: vec![status_page(product, order)],
            ..Message::of(Embed {
                title: "Key redeemed".to_owned(),
                fields: vec![
                    Field::wide("Order", format!("`{}`", order.order_id)),
                    Field::new("Stock", order.stock.title()),
                    Field::new("Boosts", order.amount.to_string()),
                    Field::new("Invite", invite_link(&order.invite)),
                    Field::new("Email", format!("||{}||", plain(email.expose_secret()))),
                ],
                ..Embed::default()
            })
        },
        Content::OrderFinished { order } => Message {
            buttons: vec![status_page(product, order)],
            ..Message::of(Embed {
                title: format!("Order {}", status(order).to_lowercase()),
                fields: vec![
                    Field::wide("Order", format!("`{}`", order.order_id)),
                    Field::new("Stock", order.stock.title()),
                    Field::new("Boosts", progress(order)),
                    Field::new("Failed", (order.failed * BOOSTS_PER_TOKEN).to_string()),
                ],
                ..Embed::default()
            })
        },
        Content::StockLow { stock, available, role_id } => mentioning(
            role_id.as_ref(),
            Embed {
                title: "Low stock".to_owned(),
                color: AMBER,
                fields: vec![
                    Field::new("Stock", stock.title()),
                    Field::new("Tokens left", available.to_string()),
                ],
                ..Embed::default()
            },
        ),
        Content::StockEmpty { stock, role_id } => mentioning(
            role_id.as_ref(),
            Embed {
                title: "Out of stock".to_owned(),
                description: "Keys for it stay valid until there is more.".to_owned(),
                color: RED,
                fields: vec![Field::new("Stock", stock.title())],
                ..Embed::default()
            },
        ),
        Content::CodeReset { username } => Message::of(Embed {
            title: "Access code reset".to_owned(),
            description: format!("{} has a new access code. Every other session has ended.", plain(username)),
            color: AMBER,
            ..Embed::default()
        }),
        Content::EndpointDisabled { host } => Message::of(Embed {
            title: "Event endpoint disabled".to_owned(),
            description: "It refused what it was sent, or failed for five days. What waits for it is sent once it is enabled again."
                .to_owned(),
            color: RED,
            fields: vec![Field::wide("Address", format!("`{host}`"))],
            ..Embed::default()
        }),
    };
    if let Some(embed) = &mut message.embed {
        embed.timestamp = Some(announcement.at.rfc3339());
        if let Recipient::Storefront { color: own, footer, name, .. } = &announcement.to {
            if embed.color == 0 {
                embed.color = own.rgb();
            }
            embed.footer = Some(footer.clone().unwrap_or_else(|| name.clone()));
        }
    }
    message
}

fn mentioning(role_id: Option<&RoleId>, embed: Embed) -> Message {
    Message {
        content: role_id.map(|role| format!("<@&{role}>")).unwrap_or_default(),
        role_id: role_id.cloned(),
        ..Message::of(embed)
    }
}

/// An answer that only the caller sees.
pub(crate) fn said(text: impl Into<String>) -> Message {
    Message::of(Embed { description: text.into(), color: PINK, ..Embed::default() }).private()
}

pub(crate) fn refused(text: impl Into<String>) -> Message {
    Message::of(Embed { description: text.into(), color: RED, ..Embed::default() }).private()
}

#[cfg(test)]
mod tests;
