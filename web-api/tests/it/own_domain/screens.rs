//! What customers see at a seller's own domain.

use std::time::Duration;

use boostdesk_core::closing;
use boostdesk_core::shop::storefronts::{self, StorefrontInput};
use boostdesk_core::testing::{guild, tokens};
use reqwest::Method;
use serde_json::{Value, json};

use super::{DOMAIN, dress, on_a_street};
use crate::support::{Site, body, header, send, unlimited};

#[tokio::test]
async fn the_front_page_carries_the_data_of_the_storefront_and_its_stock() {
    on_a_street(async |app, street| {
        dress(app, &street.shop, "Nova Boosts").await;
        street.shop.restock(&tokens("a", 3)).await;
        let guild = street.shop.guild.as_str();
        let stock = json!({"embedColor": "#6d4aff", "oneMonthNitroTokens": 3, "oneMonthServerBoosts": 6,
            "threeMonthNitroTokens": 0, "threeMonthServerBoosts": 0, "storeLink": "https://nova.example.com/",
            "discordLink": "https://discord.gg/nova", "embedFooter": "Delivered around the clock"});
        let expected = json!({"page": "front", "guildId": guild, "status": 200, "plainPaths": true,
            "data": {"name": "Nova Boosts", "stock": stock, "footerText": "Questions? Ask us.",
                "storefronts": [{"guildId": guild, "name": "Nova Boosts"}]}});
        assert_eq!(street.bootstrap("/").await, (200, expected.clone()));
        assert_eq!(street.bootstrap(&format!("/{guild}")).await, (200, expected));
        let folded = street.site.get("/").header("Host", "SHOP.Example.COM.:443");
        assert_eq!(send(folded).await.status(), 200);
    })
    .await;
}

#[tokio::test]
async fn the_front_page_of_a_seller_with_two_storefronts_shows_the_first_and_lists_both() {
    on_a_street(async |app, street| {
        dress(app, &street.shop, "Nova Boosts").await;
        let (_, before) = street.bootstrap("/").await;
        assert_eq!(before["data"]["storefronts"].as_array().map(Vec::len), Some(1));
        let second = guild(7);
        app.clock.advance(Duration::from_secs(1));
        let input = StorefrontInput { name: Some("Nova Plus".to_owned()), ..StorefrontInput::default() };
        storefronts::add(app, &street.shop.user_id, &second, input).await.expect("it opens");
        let (_, front) = street.bootstrap("/").await;
        assert_eq!(front["data"]["name"], "Nova Boosts");
        let names: Vec<_> =
            front["data"]["storefronts"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
        assert_eq!(names, ["Nova Boosts", "Nova Plus"]);
        let (status, html) = street.page(&format!("/{}", second.as_str())).await;
        assert_eq!(status, 200);
        let canonical =
            format!(r#"<link rel="canonical" href="https://shop.example.com/{}" />"#, second.as_str());
        assert!(html.contains("<title>Nova Plus</title>") && html.contains(&canonical), "{html}");
        let (_, html) = street.page(&format!("/{}", street.shop.guild.as_str())).await;
        assert!(html.contains(r#"<link rel="canonical" href="https://shop.example.com/" />"#), "{html}");
    })
    .await;
}

/// A page that may be there in a moment is not reported as missing.
#[tokio::test]
async fn a_rate_limited_front_page_answers_429_and_is_not_reported_as_missing() {
    on_a_street(async |app, mut street| {
        let mut config = unlimited();
        config.limits.public_per_minute = 1;
        street.site = Site::open_with(app, config).await;
        let path = format!("/{}", street.shop.guild.as_str());
        for status in [200, 429] {
            let (told, front) = street.bootstrap(&path).await;
            assert_eq!((told, &front["page"]), (status, &json!("front")));
        }
    })
    .await;
}

#[tokio::test]
async fn a_closed_shop_answers_410_on_its_own_domain() {
    on_a_street(async |app, street| {
        street.shop.restock(&tokens("a", 4)).await;
        let (key, guild) = (street.shop.key(4).await, street.shop.guild.as_str());
        closing::delete_storefront(app, &street.shop.user_id, &street.shop.guild).await.expect("it closes");
        let closed = json!({"code": 410, "message": "This shop is closed."});
        for path in [format!("/api/fetch/{guild}/live-stock"), format!("/api/fetch/redeem-order/{guild}")] {
            assert_eq!(body(street.get(&path)).await, (410, closed.clone()), "{path}");
        }
        let order = json!({"redeemKey": key.expose(), "discordInvite": "lofi", "email": "mika@example.com"});
        let redeem = || street.request(Method::POST, &format!("/api/redeem/{guild}")).json(&order);
        assert_eq!(
            body(redeem()).await,
            (410, json!({"status": "error", "message": "This shop is closed."}))
        );
        for path in
            ["/", &format!("/{guild}"), &format!("/{guild}/live-stock"), &format!("/redeem-order/{guild}")]
        {
            let (status, page) = street.bootstrap(path).await;
            assert_eq!((status, &page["status"], &page["data"]), (410, &json!(410), &Value::Null), "{path}");
        }

        // A seller who has opened one in the guild since is not served at this domain.
        let taken = StorefrontInput { name: Some("Another".to_owned()), ..StorefrontInput::default() };
        storefronts::add(app, &street.other.user_id, &street.shop.guild, taken).await.expect("it opens");
        for path in [format!("/api/fetch/{guild}/live-stock"), format!("/api/fetch/redeem-order/{guild}")] {
            assert_eq!(body(street.get(&path)).await.0, 404, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn customers_can_redeem_and_follow_orders_on_an_own_domain() {
    on_a_street(async |_, street| {
        street.shop.restock(&tokens("a", 4)).await;
        let (key, guild) = (street.shop.key(4).await, street.shop.guild.as_str());
        let request =
            json!({"redeemKey": key.expose(), "discordInvite": "lofi-lounge", "email": "mika@example.com"});
        let redeemed = street.request(Method::POST, &format!("/api/redeem/{guild}")).json(&request);
        let (status, answer) = body(redeemed).await;
        assert_eq!((status, &answer["status"]), (200, &json!("success")), "{answer}");
        let order = format!("order/{}/status", key.expose());
        for path in [
            format!("/api/fetch/{guild}/live-stock"),
            format!("/api/fetch/redeem-order/{guild}"),
            format!("/api/fetch/{guild}/{order}"),
        ] {
            assert_eq!(body(street.get(&path)).await, body(street.site.get(&path)).await, "{path}");
        }
        for path in
            [format!("{guild}/live-stock"), format!("redeem-order/{guild}"), format!("{guild}/{order}")]
        {
            for path in [format!("/{path}"), format!("/api/{path}")] {
                let (status, page) = street.bootstrap(&path).await;
                assert_eq!((status, &page["plainPaths"]), (200, &json!(true)), "{path}");
                assert_eq!(page.get("config"), None, "{path}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_page_of_an_own_domain_has_its_canonical_url_and_link_preview_tags() {
    on_a_street(async |app, street| {
        dress(app, &street.shop, "Nova \"<Boosts>\" & Co").await;
        let guild = street.shop.guild.as_str();
        let (_, html) = street.page("/").await;
        let picture = format!("https://shop.example.com/{guild}/icon.png?6d4aff-n");
        let name = "Nova &quot;&lt;Boosts&gt;&quot; &amp; Co";
        for tag in [
            format!("<title>{name}</title>"),
            r#"<link rel="canonical" href="https://shop.example.com/" />"#.to_owned(),
            r#"<meta property="og:url" content="https://shop.example.com/" />"#.to_owned(),
            format!(r#"<meta property="og:title" content="{name}" />"#),
            format!(r#"<meta property="og:site_name" content="{name}" />"#),
            format!(r#"<meta property="og:image" content="{picture}" />"#),
            r##"<meta name="theme-color" content="#6d4aff" />"##.to_owned(),
            r#"<meta property="og:description" content="Redeem your key, see what is in stock and follow your order." />"#.to_owned(),
        ] {
            assert!(html.contains(&tag), "{tag}\n{html}");
        }
        assert!(!html.contains("noindex") && !html.contains("Boostdesk"), "{html}");

        let (_, html) = street.page(&format!("/api/redeem-order/{guild}?from=chat")).await;
        let canonical = format!(r#"<link rel="canonical" href="https://shop.example.com/redeem-order/{guild}" />"#);
        assert!(html.contains(&canonical), "{html}");
        assert!(html.contains(&format!("<title>Redeem Your Order · {name}</title>")), "{html}");

        let icon = send(street.get(&format!("/{guild}/icon.png?6d4aff-n"))).await;
        assert_eq!((icon.status().as_u16(), header(&icon, "content-type")), (200, "image/png"));

        let (_, missing) = street.page("/nothing/here").await;
        assert!(!missing.contains("canonical") && missing.contains("<title>Page not found</title>"), "{missing}");
    })
    .await;
}

#[tokio::test]
async fn a_trailing_slash_is_removed_by_a_redirect() {
    on_a_street(async |_, street| {
        let guild = street.shop.guild.as_str();
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build();
        let client = client.expect("a client");
        for host in [DOMAIN, "localhost"] {
            for (path, plain) in [
                (format!("/{guild}/live-stock/"), format!("/{guild}/live-stock")),
                (format!("/redeem-order/{guild}/?a=b"), format!("/redeem-order/{guild}?a=b")),
            ] {
                let url = format!("http://{}{path}", street.site.address);
                let answer = send(client.get(url).header("Host", host)).await;
                assert_eq!(
                    (answer.status().as_u16(), header(&answer, "location")),
                    (308, plain.as_str()),
                    "{host}"
                );
            }
        }
    })
    .await;
}
