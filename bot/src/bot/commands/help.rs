//! `/help`: every command, by who may use it.

use crate::bot::context::Bot;
use crate::bot::embeds;
use crate::bot::interactions::Answer;
use crate::bot::platform::{Button, Embed, Field, Message};

const ANYONE: &str = "`/stock` what is in stock
`/redeem` redeem a key for your server
`/order` how an order is doing
`/suggest` suggest something
`/bug` report a bug";

const SELLERS: &str = "`/setup` open your storefront here, or change it
`/restock` add tokens from a file
`/keys create` · `/keys revoke` redeem keys
`/stock-board` a message that keeps itself up to date
`/deliver` mark an order as delivered
`/access-code show` · `/access-code reset` for the dashboard";

const OWNER: &str = "`/seller add` · `/seller remove` · `/seller list` who may sell";

pub(super) fn run(bot: &Bot) -> Answer {
    let embed = Embed {
        title: bot.product.name.clone(),
        description: "Server boosts and premium tokens, redeemed by key.".to_owned(),
        color: embeds::PINK,
        fields: vec![
            Field::wide("Everybody", ANYONE),
            Field::wide("Sellers", SELLERS),
            Field::wide("Owner", OWNER),
        ],
        ..Embed::default()
    };
    let dashboard = Button::Link { label: "Dashboard", url: bot.product.page("/") };
    Message { buttons: vec![dashboard], ..Message::of(embed) }.private().into()
}
