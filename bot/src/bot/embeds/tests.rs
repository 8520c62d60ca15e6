use boostdesk_core::db::Dialect;
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::foundation::color::Color;
use boostdesk_core::foundation::rng::Rng;
use boostdesk_core::ids::UserId;
use boostdesk_core::people::auth::AccessCode;
use boostdesk_core::shop::stock::StockName;
use boostdesk_core::shop::storefronts;
use boostdesk_core::testing::{Setup, Shop, TestApp, guild};
use insta::assert_snapshot;
use url::Url;

use super::*;

fn product() -> Product {
    let public_url = Url::parse("https://boosts.example").expect("a literal address");
    Product { name: "Boostdesk".to_owned(), public_url }
}

/// The whole JSON that the platform gets for a message.
fn shown(message: &Message) -> String {
    let shown = if message.ephemeral {
        serde_json::to_string_pretty(&message.answer())
    } else {
        serde_json::to_string_pretty(&message.create())
    };
    shown.expect("plain data")
}

fn an_order(state: OrderState, succeeded: i64, failed: i64) -> PublicStatus {
    PublicStatus {
        order_id: "RX81P-V6NDK-10000-50000".parse().expect("an id"),
        guild_id: "112233445566778899".parse().expect("an id"),
        invite: "https://discord.gg/lofi-lounge".to_owned(),
        stock: StockName::OneMonth,
        amount: 14,
        succeeded,
        failed,
        state,
        embed_color: Color::parse("#f8b").expect("a colour"),
        embed_footer: Some("Thank you for your order".to_owned()),
        store_link: None,
        discord_link: None,
    }
}

fn announced(to: Recipient, content: Content) -> String {
    let at = Timestamp(1_795_166_040_000);
    let announcement = Announcement {
        id: "1".parse().expect("a number"),
        at,
        attempts: 0,
        attempted_channel: None,
        to,
        content,
    };
    shown(&super::announcement(&product(), &announcement))
}

fn storefronts_log() -> Recipient {
    Recipient::Storefront {
        user_id: UserId::random(&Rng::seeded(1)),
        guild_id: "112233445566778899".parse().expect("an id"),
        channel_id: "170000000000000002".parse().expect("an id"),
        name: "Mika's Boosts".to_owned(),
        color: Color::parse("ff82be").expect("a colour"),
        footer: None,
    }
}

#[test]
fn order_status_messages_match_their_snapshots() {
    let status =
        |state, succeeded, failed| shown(&order_status(&product(), &an_order(state, succeeded, failed)));
    assert_snapshot!("order_processing", status(OrderState::Queued, 3, 0));
    assert_snapshot!("order_partial", status(OrderState::Done, 5, 2));
}

#[test]
fn finished_order_is_completed_partial_or_failed_by_its_token_counts() {
    let word = |succeeded, failed| status(&an_order(OrderState::Done, succeeded, failed));
    assert_eq!((word(7, 0), word(5, 2), word(0, 7)), ("Completed", "Partial", "Failed"));
}

#[tokio::test]
async fn stock_answer_and_stock_board_match_their_snapshots() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let shop = Shop::open(&app, 1).await;
    shop.restock("one\ntwo\nthree").await;
    let storefront = storefronts::by_guild(&app, &guild(1)).await.expect("it reads").expect("it is open");
    let levels = [shop.level().await];
    assert_snapshot!("stock", shown(&stock(&product(), &storefront, &levels)));
    assert_snapshot!("stock_board", shown(&super::stock_board(&product(), &storefront, &levels)));
}

#[test]
fn log_channel_announcements_match_their_snapshots() {
    let order = || an_order(OrderState::Done, 5, 2);
    let code = AccessCode::generate(&Rng::seeded(1));
    assert_snapshot!("owner_code", announced(Recipient::Owner, Content::OwnerCode { code }));
    let redeemed = Content::OrderRedeemed { order: order(), email: "noor@example.com".into() };
    assert_snapshot!("order_redeemed", announced(storefronts_log(), redeemed));
    let finished = Content::OrderFinished { order: order() };
    assert_snapshot!("order_finished", announced(storefronts_log(), finished));
    let role_id = RoleId::parse("180000000000000009");
    let low = Content::StockLow { stock: StockName::OneMonth, available: 3, role_id };
    assert_snapshot!("stock_low", announced(storefronts_log(), low));
    let empty = Content::StockEmpty { stock: StockName::OneMonth, role_id: None };
    assert_snapshot!("stock_empty", announced(storefronts_log(), empty));
    let reset = Content::CodeReset { username: "mika".to_owned() };
    assert_snapshot!("code_reset", announced(storefronts_log(), reset));
    let disabled = Content::EndpointDisabled { host: "hooks.example.com".to_owned() };
    assert_snapshot!("endpoint_disabled", announced(storefronts_log(), disabled));
}

#[test]
fn private_answer_and_refusal_match_their_snapshots() {
    assert_snapshot!("said", shown(&said("The key is revoked: nobody can redeem it any more.")));
    assert_snapshot!("refused", shown(&refused("There is no such order in this server.")));
}

/// A customer's text appears in a message by the bot.
#[test]
fn customer_text_is_escaped_so_it_cannot_hide_a_link_or_end_its_spoiler() {
    let mut order = an_order(OrderState::Waiting, 0, 0);
    order.invite = "discord.gg/lofi-lounge?\n[Your bot was suspended](https://evil.example)".to_owned();
    let email = "a||[Verify](https://evil.example/?@x.y)";
    let told = announced(storefronts_log(), Content::OrderRedeemed { order, email: email.into() });
    let told: serde_json::Value = serde_json::from_str(&told).expect("it is JSON");
    let field = |name: &str| {
        let fields = told["embeds"][0]["fields"].as_array().expect("fields").iter();
        fields.filter(|field| field["name"] == name).map(|field| field["value"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(field("Invite"), ["https://discord.gg/lofi-lounge"]);
    assert_eq!(field("Email"), [r"||a\|\|\[Verify\]\(https://evil.example/?@x.y\)||"]);
    assert_eq!(plain("mika_x"), r"mika\_x");
}

#[test]
fn sellers_name_is_not_formatted_in_the_notice_of_a_new_code() {
    let told = announced(storefronts_log(), Content::CodeReset { username: "_mika_".to_owned() });
    let told: serde_json::Value = serde_json::from_str(&told).expect("it is JSON");
    let said = r"\_mika\_ has a new access code. Every other session has ended.";
    assert_eq!(told["embeds"][0]["description"], said);
}
