//! The pages: their content security policies, and the data inside them.

use boostdesk_core::shop::storefronts::{self, StorefrontInput};
use boostdesk_core::testing::{Shop, guild, on_both, tokens};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{Site, body, header, send, unlimited};

/// The JSON that a page finds inside itself.
fn bootstrap(html: &str) -> Value {
    let (_, rest) = html
        .split_once(r#"<script type="application/json" id="boostdesk">"#)
        .expect("the page has a bootstrap");
    let (json, _) = rest.split_once("</script>").expect("the element ends");
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

async fn page(site: &Site, path: &str) -> (u16, Value) {
    let response = send(site.get(path).header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")).await;
    assert_eq!(header(&response, "content-type"), "text/html; charset=utf-8", "{path}");
    let status = response.status().as_u16();
    (status, bootstrap(&response.text().await.expect("a body")))
}

#[tokio::test]
async fn every_dashboard_path_serves_the_dashboard_page_and_unknown_paths_a_404_page() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let (_, config) = body(site.get("/api/config")).await;
        for path in [
            "/",
            "/dashboard",
            "/dashboard/",
            "/dashboard/orders",
            "/dashboard/settings/domain",
            "/dashboard?token=bds_a",
        ] {
            let (status, bootstrap) = page(&site, path).await;
            assert_eq!(status, 200, "{path}");
            assert_eq!(bootstrap, json!({"page": "dashboard", "config": config, "data": null}), "{path}");
        }
        for path in ["/nothing", "/dashboardx", "/a/b/c", "//", "/assets/nothing.js"] {
            let (status, bootstrap) = page(&site, path).await;
            assert_eq!((status, &bootstrap["page"]), (404, &json!("not-found")), "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn page_titles_show_the_configured_brand_name() {
    on_both(async |app| {
        let mut config = unlimited();
        config.brand.name = "Nova & Sons".to_owned();
        let site = Site::open_with(&app, config).await;
        for path in ["/", "/dashboard", "/dashboard/orders", "/nothing"] {
            let html = send(site.get(path).header("Accept", "text/html")).await.text().await.expect("a body");
            assert_eq!(html.matches("<title>").count(), 1, "{path}");
            assert!(html.contains("<title>Nova &amp; Sons</title>"), "{path}: {html}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_customers_page_contains_the_data_of_its_api_call() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        shop.restock(&tokens("a", 3)).await;
        let key = shop.key(4).await;
        shop.redeem(&key, boostdesk_core::testing::details("mika")).await.expect("the key is spent");
        let (guild, order) = (shop.guild.as_str(), key.expose());
        let table = [
            (format!("{guild}/live-stock"), format!("/api/fetch/{guild}/live-stock"), "live-stock"),
            (
                format!("{guild}/order/{order}/status"),
                format!("/api/fetch/{guild}/order/{order}/status"),
                "order-status",
            ),
            (format!("redeem-order/{guild}"), format!("/api/fetch/redeem-order/{guild}"), "redeem"),
        ];
        for (path, fetch, name) in table {
            let (status, data) = body(site.get(&fetch)).await;
            assert_eq!(status, 200, "{fetch}");
            for path in [format!("/{path}"), format!("/api/{path}")] {
                let (status, bootstrap) = page(&site, &path).await;
                assert_eq!(status, 200, "{path}");
                assert_eq!(bootstrap["page"], name, "{path}");
                assert_eq!(bootstrap["status"], 200, "{path}");
                assert_eq!(bootstrap["guildId"], guild, "{path}");
                assert_eq!(bootstrap["data"], data, "{path}");
            }
            let api = format!("/api/{path}");
            assert_eq!(body(site.get(&api).header("Accept", "application/json")).await, (200, data), "{api}");
            let negotiated = send(site.get(&api)).await;
            assert_eq!(header(&negotiated, "vary"), "accept");
            let plain = send(site.get(&format!("/{path}")).header("Accept", "application/json")).await;
            assert!(
                header(&plain, "content-type").starts_with("text/html"),
                "only the api-style paths have data"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn a_customers_page_shows_the_shops_name_icon_and_colour_in_its_head() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let mut config = unlimited();
        config.web.public_url = "https://desk.example.com".parse().expect("a URL");
        let site = Site::open_with(&app, config).await;
        let input = StorefrontInput {
            name: Some("Nova & Sons".to_owned()),
            embed_color: Some("#6d4aff".to_owned()),
            ..StorefrontInput::default()
        };
        storefronts::update(&app, &shop.user_id, &shop.guild, |settings| *settings = input)
            .await
            .expect("it is changed");
        shop.restock(&tokens("a", 1)).await;
        let key = shop.key(2).await;
        shop.redeem(&key, boostdesk_core::testing::details("mika")).await.expect("the key is spent");
        let (guild, order) = (shop.guild.as_str(), key.expose());
        let icon = format!("/{guild}/icon.png?6d4aff-n");

        for (path, title, listed) in [
            (format!("/{guild}/live-stock"), "Live Stock", true),
            (format!("/{guild}/order/{order}/status"), "Order Status", false),
            (format!("/redeem-order/{guild}"), "Redeem Your Order", false),
        ] {
            let html = send(site.get(&format!("/api{path}"))).await.text().await.expect("a body");
            for tag in [
                format!("<title>{title} · Nova &amp; Sons</title>"),
                r#"<meta property="og:site_name" content="Nova &amp; Sons" />"#.to_owned(),
                format!(r#"<meta property="og:title" content="{title}" />"#),
                format!(r#"<meta property="og:url" content="https://desk.example.com{path}" />"#),
                format!(r#"<meta property="og:image" content="https://desk.example.com{icon}" />"#),
                r#"<link rel="icon" href="data:image/svg+xml;base64,"#.to_owned(),
                r##"<meta name="theme-color" content="#6d4aff" />"##.to_owned(),
            ] {
                assert!(html.contains(&tag), "{tag}\n{html}");
            }
            assert!(html.contains(r#"<meta name="description""#), "{html}");
            assert_eq!(!html.contains("noindex"), listed, "{path}");
            assert_eq!(bootstrap(&html)["shop"], json!({"name": "Nova & Sons"}), "{path}");
        }
        let shown = send(site.get(&icon)).await;
        assert_eq!((shown.status().as_u16(), header(&shown, "content-type")), (200, "image/png"));

        let nobodys = send(site.get("/112233445566778800/live-stock")).await.text().await.expect("a body");
        assert!(nobodys.contains("noindex") && nobodys.contains("<title>Live Stock</title>"), "{nobodys}");
        assert_eq!(bootstrap(&nobodys)["shop"], Value::Null);
        let none = send(site.get("/112233445566778800/icon.png")).await;
        assert_eq!(none.status(), 404);
    })
    .await;
}

#[tokio::test]
async fn a_customers_page_without_data_carries_the_status_and_the_request_id() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let guild = guild(9);
        let guild = guild.as_str();
        let paths = [
            format!("/{guild}/live-stock"),
            format!("/{guild}/order/RX81P-V6NDK-94FMZ-TQ2CE/status"),
            format!("/redeem-order/{guild}"),
            "/redeem-order/abc".to_owned(),
        ];
        for path in paths {
            for path in [path.clone(), format!("/api{path}")] {
                let (status, bootstrap) = page(&site, &path).await;
                assert_eq!((status, &bootstrap["status"]), (404, &json!(404)), "{path}");
                assert_eq!(bootstrap["data"], Value::Null, "{path}");
                let answer = send(site.get(&path)).await;
                let id = header(&answer, "x-request-id").to_owned();
                let html = answer.text().await.expect("a page");
                assert!(html.contains(&format!(r#""requestId":"{id}""#)), "its script is told: {html}");
                assert!(html.contains(&format!(">Reference {id}<")), "and it is painted: {html}");
            }
            let (status, refusal) =
                body(site.get(&format!("/api{path}")).header("Accept", "application/json")).await;
            assert_eq!((status, &refusal["code"]), (404, &json!(404)), "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_sellers_text_cannot_break_out_of_the_script_element() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let footer = "</script><script>alert(1)</script><!-- \u{2028}\u{2029} & \"quotes\"";
        let input = StorefrontInput {
            name: Some("</script>".to_owned()),
            embed_footer: Some(footer.to_owned()),
            ..StorefrontInput::default()
        };
        storefronts::update(&app, &shop.user_id, &shop.guild, |settings| *settings = input)
            .await
            .expect("it is changed");
        let html = send(site.get(&format!("/{}/live-stock", shop.guild.as_str())))
            .await
            .text()
            .await
            .expect("a body");
        assert!(!html.contains("<script>alert"), "{html}");
        let (_, script) = html.split_once("id=\"boostdesk\">").expect("a bootstrap");
        let (script, _) = script.split_once("</script>").expect("its end");
        assert!(!script.contains('\u{2028}'), "{html}");
        assert_eq!(bootstrap(&html)["data"]["embedFooter"], footer);
    })
    .await;
}

#[tokio::test]
async fn the_dashboards_policy_allows_its_two_inline_scripts_by_hash() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        for path in ["/dashboard", "/dashboard/orders", "/nothing"] {
            let response = send(site.get(path).header("Accept", "text/html")).await;
            let policy = header(&response, "content-security-policy").to_owned();
            let html = response.text().await.expect("a body");
            let hashes = html.split("<script>").skip(1).map(|rest| {
                let (script, _) = rest.split_once("</script>").expect("the element ends");
                format!("'sha256-{}'", data_encoding::BASE64.encode(&Sha256::digest(script)))
            });
            let hashes: Vec<String> = hashes.collect();
            assert_eq!(hashes.len(), 2, "{path}");
            let allowed = format!("script-src 'self' {}; ", hashes.join(" "));
            assert!(policy.contains(&allowed), "{path}: {policy}");
        }
    })
    .await;
}

#[tokio::test]
async fn pages_have_a_strict_content_security_policy_and_security_headers() {
    on_both(async |app| {
        let mut config = unlimited();
        config.captcha.site_key.push_str("site");
        config.captcha.secret_key = Some("secret".to_owned().into());
        config.web.public_url = "https://shop.example.com".parse().expect("a URL");
        let (plain, full) = (Site::open(&app).await, Site::open_with(&app, config).await);

        let response = send(plain.get("/")).await;
        assert_eq!(
            header(&response, "content-security-policy"),
            "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
             img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; frame-src 'self'; \
             manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        );
        assert_eq!(header(&response, "x-content-type-options"), "nosniff");
        assert_eq!(header(&response, "referrer-policy"), "same-origin");
        assert_eq!(header(&response, "cross-origin-opener-policy"), "same-origin");
        assert!(header(&response, "permissions-policy").contains("camera=()"));
        assert_eq!(header(&response, "cache-control"), "no-cache");
        assert_eq!(header(&response, "strict-transport-security"), "");

        let response = send(full.get("/").header("Accept", "text/html")).await;
        let policy = header(&response, "content-security-policy");
        assert!(policy.contains("script-src 'self' https://www.google.com https://www.gstatic.com; "), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(header(&response, "strict-transport-security"), "max-age=31536000");
    })
    .await;
}
