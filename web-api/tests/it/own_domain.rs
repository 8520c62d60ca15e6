//! A seller's own domain as customers reach it.

use std::sync::Arc;
use std::time::Duration;

use boostdesk_core::people::activity_log::Client;
use boostdesk_core::shop::custom_domain;
use boostdesk_core::shop::live_page;
use boostdesk_core::shop::storefronts::{self, StorefrontInput};
use boostdesk_core::testing::{Setup, Shop, TestApp, details, guild, on_both_with, tokens};
use boostdesk_web_api::Dns;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::dns::{Zone, alias, name_server};
use crate::support::{Site, body, header, send, unlimited};

const DOMAIN: &str = "shop.example.com";

struct Street {
    shop: Shop,
    other: Shop,
    site: Site,
    zone: Zone,
}

impl Street {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.site.request(method, path).header("Host", DOMAIN)
    }

    fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    /// The status and HTML of a page.
    async fn page(&self, path: &str) -> (u16, String) {
        let response = send(self.get(path).header("Accept", "text/html")).await;
        assert_eq!(header(&response, "content-type"), "text/html; charset=utf-8", "{path}");
        (response.status().as_u16(), response.text().await.expect("a body"))
    }

    async fn bootstrap(&self, path: &str) -> (u16, Value) {
        let (status, html) = self.page(path).await;
        let (_, rest) = html.split_once(r#"id="boostdesk">"#).expect("a bootstrap");
        let (json, _) = rest.split_once("</script>").expect("the element ends");
        (status, serde_json::from_str(json).expect("JSON"))
    }
}

/// Two sellers, the first of them with an active domain.
async fn on_a_street(test: impl AsyncFn(&TestApp, Street)) {
    let zone = Zone::default();
    let server = name_server(&zone).await;
    let setup = Setup { name_server: Arc::new(Dns::new(Some(server))), ..Setup::default() };
    on_both_with(setup, async |app| {
        zone.clear();
        zone.set(DOMAIN, [alias("stores.example.com.")]);
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        custom_domain::add(&app, &shop.user_id, DOMAIN, &Client::default()).await.expect("it points here");
        let site = Site::open(&app).await;
        test(&app, Street { shop, other, site, zone: zone.clone() }).await;
    })
    .await;
}

async fn dress(app: &TestApp, shop: &Shop, name: &str) {
    let input = StorefrontInput {
        name: Some(name.to_owned()),
        embed_color: Some("#6d4aff".to_owned()),
        embed_footer: Some("Delivered around the clock".to_owned()),
        redeem_footer: Some("Questions? Ask us.".to_owned()),
        store_link: Some("https://nova.example.com/".to_owned()),
        discord_link: Some("https://discord.gg/nova".to_owned()),
        ..StorefrontInput::default()
    };
    storefronts::update(app, &shop.user_id, &shop.guild, input).await.expect("it is changed");
}

#[tokio::test]
async fn the_front_page_has_all_that_it_shows() {
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
async fn a_seller_with_two_storefronts_shows_the_first_and_leads_to_the_other() {
    on_a_street(async |app, street| {
        dress(app, &street.shop, "Nova Boosts").await;
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

#[tokio::test]
async fn a_seller_without_a_storefront_shows_none() {
    on_a_street(async |app, street| {
        storefronts::delete(app, &street.shop.user_id, &street.shop.guild).await.expect("it closes");
        let (status, front) = street.bootstrap("/").await;
        assert_eq!((status, &front["status"], &front["data"]), (404, &json!(404), &Value::Null));
    })
    .await;
}

#[tokio::test]
async fn customers_do_there_what_they_do_elsewhere() {
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
async fn there_is_no_way_to_the_dashboard_or_to_another_seller() {
    on_a_street(async |app, street| {
        for shop in [&street.shop, &street.other] {
            shop.restock(&tokens(shop.guild.as_str(), 4)).await;
            live_page::save(app, &shop.user_id, "<p>own</p>", &Client::default()).await.expect("it is saved");
        }
        let key = street.other.key(2).await;
        street.other.redeem(&key, details("mika")).await.expect("the key is spent");
        let unspent = street.other.key(2).await;
        let (own, foreign) = (street.shop.guild.as_str(), street.other.guild.as_str());
        let token = street.site.sign_in(&street.shop).await;
        let signed = |request: RequestBuilder| {
            request.header("Authorization", &token).header("Cookie", format!("boostdesk_session={token}"))
        };
        let dashboard = send(street.site.get("/")).await.text().await.expect("a body");
        let (_, rest) = dashboard.split_once(r#"src="/assets/"#).expect("a script");
        let script = format!("/assets/{}", rest.split('"').next().expect("its name"));
        let reads = [
            "/dashboard".to_owned(),
            "/dashboard/".to_owned(),
            "/dashboard/orders".to_owned(),
            "/api/config".to_owned(),
            "/api/openapi.json".to_owned(),
            "/api/auth/self".to_owned(),
            "/api/user/me".to_owned(),
            "/api/user/settings".to_owned(),
            "/api/storefronts".to_owned(),
            format!("/api/storefronts/{own}"),
            "/api/dashboard/domains/list".to_owned(),
            "/api/events".to_owned(),
            "/api/chat/history".to_owned(),
            "/frame/preview".to_owned(),
            "/metrics".to_owned(),
            "/tls/ask?domain=shop.example.com".to_owned(),
            "/index.html".to_owned(),
            script,
            format!("/{foreign}"),
            format!("/{foreign}/icon.png"),
            format!("/{foreign}/live-stock"),
            format!("/api/{foreign}/live-stock"),
            format!("/redeem-order/{foreign}"),
            format!("/api/redeem-order/{foreign}"),
            format!("/frame/live-stock/{foreign}"),
            format!("/{foreign}/order/{}/status", key.expose()),
            format!("/api/{foreign}/order/{}/status", key.expose()),
            format!("/{own}/order/{}/status", key.expose()),
            format!("/api/fetch/{foreign}/live-stock"),
            format!("/api/fetch/redeem-order/{foreign}"),
            format!("/api/fetch/{foreign}/order/{}/status", key.expose()),
            format!("/api/fetch/{own}/order/{}/status", key.expose()),
        ];
        for path in reads {
            let answer = send(signed(street.get(&path))).await;
            assert_eq!(answer.status(), 404, "{path}");
            let said = answer.text().await.expect("a body");
            assert!(
                !said.contains("Shop 2") && !said.contains(street.shop.user_id.as_str()),
                "{path}: {said}"
            );
        }
        let login = json!({"captcha_key": "", "access_code": street.shop.code.expose()});
        let redeem = json!({"redeemKey": unspent.expose(), "discordInvite": "x", "email": "a@example.com"});
        for (path, json) in [
            ("/api/auth/login".to_owned(), login),
            ("/api/auth/logout".to_owned(), json!({})),
            ("/api/dashboard/domains/add".to_owned(), json!({"domain": "x.example.com"})),
            (format!("/api/redeem/{foreign}"), redeem),
        ] {
            let answer = send(signed(street.request(Method::POST, &path).json(&json))).await;
            assert_eq!(answer.status(), 404, "{path}");
            assert_eq!(header(&answer, "set-cookie"), "", "{path}");
        }
        let live = send(street.get(&format!("/{own}/live-stock"))).await;
        assert_eq!(live.status(), 200, "the seller's own goes on");
    })
    .await;
}

#[tokio::test]
async fn a_domain_answers_while_it_is_active() {
    on_a_street(async |app, street| {
        let status = async || send(street.get("/")).await.status().as_u16();
        assert_eq!(status().await, 200);
        let domain = custom_domain::list(app, &street.shop.user_id).await.expect("a list").remove(0);
        street.zone.clear();
        for misses in 1..=3 {
            assert_eq!(status().await, 200, "before miss {misses}");
            custom_domain::check(app, &street.shop.user_id, &domain.id).await.expect("it is checked");
        }
        assert_eq!(status().await, 421, "it has failed");
        street.zone.set(DOMAIN, [alias("stores.example.com.")]);
        custom_domain::check(app, &street.shop.user_id, &domain.id).await.expect("it is checked");
        assert_eq!(status().await, 200, "back by itself");
        let removed = custom_domain::remove(app, &street.shop.user_id, &domain.id, &Client::default()).await;
        removed.expect("it is removed");
        assert_eq!(status().await, 421, "removed");
    })
    .await;
}

#[tokio::test]
async fn a_page_says_where_it_belongs_and_how_it_looks_in_a_chat() {
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
async fn its_pages_load_nothing_from_elsewhere_and_set_no_cookie() {
    on_a_street(async |app, mut street| {
        let mut config = unlimited();
        config.web.public_url = "https://dash.example.com".parse().expect("a URL");
        config.chat.public_url = Some("https://chat.example.com".parse().expect("a URL"));
        config.captcha.site_key = "site".to_owned();
        config.captcha.secret_key = Some("secret".to_owned().into());
        street.site = Site::open_with(app, config).await;
        let frame = format!("/frame/live-stock/{}", street.shop.guild.as_str());
        assert_eq!(header(&send(street.get(&frame)).await, "strict-transport-security"), "");
        for path in
            ["/".to_owned(), format!("/{}/live-stock", street.shop.guild.as_str()), "/nothing".to_owned()]
        {
            let page: Response = send(street.get(&path)).await;
            let policy = header(&page, "content-security-policy");
            assert!(
                policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"),
                "{policy}"
            );
            assert!(!policy.contains("http") && !policy.contains("unsafe"), "{policy}");
            for none in ["set-cookie", "access-control-allow-origin", "strict-transport-security"] {
                assert_eq!(header(&page, none), "", "{none} of {path}");
            }
            let html = page.text().await.expect("a body");
            for file in html.split('"').filter(|text| text.starts_with("/assets/")) {
                assert!(file.starts_with("/assets/public/"), "{file}");
                assert_eq!(send(street.get(file)).await.status(), 200, "{file}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn nobody_is_signed_in_there() {
    on_a_street(async |app, mut street| {
        let token = street.site.sign_in(&street.shop).await;
        let mut config = unlimited();
        config.limits.public_per_minute = 1;
        street.site = Site::open_with(app, config).await;
        let path = format!("/api/fetch/{}/live-stock", street.shop.guild.as_str());
        let signed = |request: RequestBuilder| request.header("Authorization", &token);
        // A session's calls fall under no address's limit, and here there is no session.
        for status in [200, 429] {
            assert_eq!(send(signed(street.get(&path))).await.status(), status);
        }
        assert_eq!(send(signed(street.site.get(&path))).await.status(), 200, "as on the product's own host");
    })
    .await;
}

#[tokio::test]
async fn a_slash_too_many_is_taken_away() {
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
