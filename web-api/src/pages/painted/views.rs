//! Turns a page's data into what fills its template: formatted figures, and which of its choices hold. The names are the
//! templates'.

use boostdesk_core::foundation::words::grouped;
use boostdesk_core::shop::orders::OrderOutcome;
use boostdesk_core::shop::stock::BOOSTS_PER_TOKEN;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::pages::painted::template::{Filling, View};
use crate::pages::painted::{Shop, Shown, links};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Redeem {
    footer_text: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stock {
    one_month_nitro_tokens: i64,
    one_month_server_boosts: i64,
    three_month_nitro_tokens: i64,
    three_month_server_boosts: i64,
    store_link: Option<String>,
    discord_link: Option<String>,
    embed_footer: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Order {
    order_id: String,
    guild_id: String,
    amount: i64,
    stock: String,
    successful_tokens: i64,
    failed_tokens: i64,
    invite: Option<String>,
    store_link: Option<String>,
    discord_link: Option<String>,
    embed_footer: Option<String>,
    state: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Front {
    name: String,
    logo: Option<String>,
    stock: Stock,
    footer_text: Option<String>,
    storefronts: Vec<Storefront>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Storefront {
    guild_id: String,
    name: String,
}

/// Returns a template's name and what goes into it.
pub(super) fn of(shown: &Shown, data: &Value) -> Option<(&'static str, View)> {
    let mut view = View::new();
    if shown.page == "front" {
        front(&read(data)?, &shown.guild_id, &mut view);
        return Some(("front", view));
    }
    let template = match (shown.page.as_str(), shown.live_page) {
        ("redeem", _) => {
            let Redeem { footer_text } = read(data)?;
            footer(footer_text, &mut view);
            "redeem"
        }
        ("live-stock", false) => {
            let stock: Stock = read(data)?;
            figures(
                &stock,
                |digits| {
                    if digits > 7 {
                        "small"
                    } else if digits > 5 {
                        "medium"
                    } else {
                        "large"
                    }
                },
                &mut view,
            );
            stock_links(&stock, &mut view);
            footer(stock.embed_footer, &mut view);
            "live-stock"
        }
        ("live-stock", true) => "live-page",
        ("order-status", _) => {
            order(read(data)?, &mut view);
            "order-status"
        }
        _ => return None,
    };
    sign(shown.shop.as_ref()?, &mut view);
    Some((template, view))
}

fn read<T: DeserializeOwned>(data: &Value) -> Option<T> {
    T::deserialize(data).ok()
}

fn sign(Shop { name, logo }: &Shop, view: &mut View) {
    view.insert("name", text(name));
    if let Some(logo) = logo {
        view.insert("logo", text(logo));
    }
    let letter = name.chars().find(|letter| letter.is_alphanumeric()).or_else(|| name.chars().next());
    view.insert("initial", text(letter.into_iter().flat_map(char::to_uppercase).collect::<String>()));
    view.insert("sign", choice(if logo.is_some() { "logo" } else { "initial" }));
}

fn footer(words: Option<String>, view: &mut View) {
    let words = words.filter(|words| !words.is_empty());
    view.insert("footer", choice(if words.is_some() { "some" } else { "none" }));
    if let Some(words) = words {
        view.insert("footerText", text(words));
    }
}

fn order(order: Order, view: &mut View) {
    let Order { amount, successful_tokens: successful, failed_tokens: failed, .. } = order;
    let delivered = amount.min(successful * BOOSTS_PER_TOKEN);
    let (left, settled) = (amount - delivered, successful + failed);
    let total = (amount + 1).div_euclid(BOOSTS_PER_TOKEN).max(settled);
    let sentence = if order.state == "done" {
        OrderOutcome::of(successful, amount).as_str()
    } else {
        match left {
            _ if settled == 0 => "untried",
            0 => "allTried",
            _ if settled * BOOSTS_PER_TOKEN >= amount => "retried",
            _ if failed > 0 => "moreOnTheWay",
            _ => "onTheWay",
        }
    };
    view.insert("sentence", choice(sentence));
    for (name, count) in [("amount", amount), ("delivered", delivered), ("left", left)] {
        view.insert(name, text(grouped(count)));
    }
    for (name, count) in
        [("total", total), ("settled", settled), ("successfulPlain", successful), ("failedPlain", failed)]
    {
        view.insert(name, text(count.to_string()));
    }
    for (name, figure, count) in
        [("successful", "successfulCount", successful), ("failed", "failedCount", failed)]
    {
        view.insert(
            name,
            choice(match count {
                0 => "none",
                1 => "one",
                _ => "many",
            }),
        );
        view.insert(figure, text(grouped(count)));
    }
    view.insert("orderId", Filling::Breaking(order.order_id));
    view.insert("guildId", Filling::Breaking(order.guild_id));
    view.insert("stock", choice(order.stock));
    let links = [
        ("invite", links::of_invite(order.invite.as_deref())),
        ("storeLink", links::of_seller(order.store_link.as_deref())),
        ("discordLink", links::of_seller(order.discord_link.as_deref())),
    ];
    shown_links(links, view);
    footer(order.embed_footer, view);
}

fn front(front: &Front, guild_id: &str, view: &mut View) {
    sign(&Shop { name: front.name.clone(), logo: front.logo.clone() }, view);
    figures(&front.stock, |digits| if digits > 7 { "small" } else { "large" }, view);
    stock_links(&front.stock, view);
    view.insert("guildId", text(guild_id));
    let several = front.storefronts.len() > 1;
    view.insert("several", choice(if several { "several" } else { "one" }));
    let rows = front.storefronts.iter().enumerate().map(|(at, storefront)| {
        let href = if at == 0 { "/".to_owned() } else { format!("/{}", storefront.guild_id) };
        let here = storefront.guild_id == guild_id;
        View::from([
            ("href", text(href)),
            ("storefrontName", text(&storefront.name)),
            ("link", choice(if here { "here" } else { "elsewhere" })),
        ])
    });
    view.insert("storefronts", Filling::Rows(rows.collect()));
    let words = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let first = words(&front.stock.embed_footer);
    let second = words(&front.footer_text).filter(|second| first.as_ref() != Some(second));
    let footers = match (&first, &second) {
        (Some(_), Some(_)) => "both",
        (Some(_), None) => "first",
        (None, Some(_)) => "second",
        (None, None) => "none",
    };
    view.insert("footer", choice(footers));
    for (name, words) in [("footerText", first), ("secondFooter", second)] {
        if let Some(words) = words {
            view.insert(name, text(words));
        }
    }
}

/// All four keep one size: that of the longest.
fn figures(stock: &Stock, size: impl Fn(usize) -> &'static str, view: &mut View) {
    let figures = [
        ("oneMonthNitroTokens", "oneMonthNitroTokensIs", stock.one_month_nitro_tokens),
        ("oneMonthServerBoosts", "oneMonthServerBoostsIs", stock.one_month_server_boosts),
        ("threeMonthNitroTokens", "threeMonthNitroTokensIs", stock.three_month_nitro_tokens),
        ("threeMonthServerBoosts", "threeMonthServerBoostsIs", stock.three_month_server_boosts),
    ];
    let digits = figures.iter().map(|(.., count)| grouped(*count).len()).max().unwrap_or_default();
    view.insert("figures", choice(size(digits)));
    for (hole, name, count) in figures {
        view.insert(hole, text(grouped(count)));
        view.insert(name, choice(if count == 0 { "zero" } else { "some" }));
    }
}

fn stock_links(stock: &Stock, view: &mut View) {
    let links = [
        ("storeLink", links::of_seller(stock.store_link.as_deref())),
        ("discordLink", links::of_seller(stock.discord_link.as_deref())),
    ];
    shown_links(links, view);
}

fn shown_links<const N: usize>(links: [(&'static str, Option<String>); N], view: &mut View) {
    let mut names = Vec::new();
    for (name, link) in links {
        if let Some(link) = link {
            names.push(name);
            view.insert(name, text(link));
        }
    }
    view.insert("links", choice(if names.is_empty() { "none".to_owned() } else { names.join(" ") }));
}

fn text(text: impl Into<String>) -> Filling {
    Filling::Text(text.into())
}

fn choice(way: impl Into<String>) -> Filling {
    Filling::Choice(way.into())
}
