//! The documents that run a seller's own live stock page, and their data.

use boostdesk_core::testing::{Shop, guild, on_both};
use serde_json::{Value, json};

use crate::support::{Site, body, header, send, unlimited};

const POLICY: &str = "sandbox allow-scripts; default-src 'none'; script-src 'self' 'unsafe-eval'; \
    style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; \
    media-src https: data: blob:; connect-src 'none'; frame-src 'none'; worker-src 'none'; object-src 'none'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

async fn save(site: &Site, shop: &Shop, code: &str) {
    let token = site.sign_in(shop).await;
    let request = site.post("/api/save-custom-code", &json!({ "code": code })).header("Authorization", token);
    assert_eq!(body(request).await.0, 200);
}

/// The JSON that a document carries.
fn carried(html: &str) -> Value {
    let (_, rest) = html.split_once(r#"id="boostdesk">"#).expect("it carries something");
    let (json, _) = rest.split_once("</script>").expect("the element ends");
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

#[tokio::test]
async fn a_sellers_own_page_is_served_in_a_sandboxed_document_without_an_origin() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let code = "const a = '</script><script>alert(1)</script><!--'; // \u{2028} \"é\"";
        save(&site, &shop, code).await;
        let path = format!("/frame/live-stock/{}", shop.guild.as_str());
        let response = send(site.get(&path)).await;
        assert_eq!(response.status(), 200);
        assert_eq!(header(&response, "content-security-policy"), POLICY);
        assert_eq!(header(&response, "content-type"), "text/html; charset=utf-8");
        assert_eq!(header(&response, "cache-control"), "no-cache");
        assert_eq!(header(&response, "referrer-policy"), "no-referrer");
        assert_eq!(header(&response, "x-content-type-options"), "nosniff");
        assert!(header(&response, "permissions-policy").contains("camera=()"));
        let html = response.text().await.expect("a body");
        assert_eq!(carried(&html), json!({ "code": code, "files": {} }));
        assert!(!html.contains("<script>alert"), "{html}");

        let preview = send(site.get("/frame/preview")).await;
        assert_eq!(preview.status(), 200);
        assert_eq!(header(&preview, "content-security-policy"), POLICY);
        assert_eq!(carried(&preview.text().await.expect("a body")), json!({ "code": "", "files": {} }));
    })
    .await;
}

#[tokio::test]
async fn the_public_page_knows_whether_the_seller_has_saved_a_live_page() {
    on_both(async |app| {
        let (shop, site) = (Shop::open(&app, 1).await, Site::open(&app).await);
        let guild_id = shop.guild.as_str();
        let custom = async || {
            let html = send(site.get(&format!("/{guild_id}/live-stock"))).await.text().await.expect("a body");
            carried(&html)["livePage"].clone()
        };
        assert_eq!(custom().await, false);
        save(&site, &shop, "mine").await;
        assert_eq!(custom().await, true, "at once");
        save(&site, &shop, " \n").await;
        assert_eq!(custom().await, false);

        for path in
            [format!("/frame/live-stock/{guild_id}"), format!("/frame/live-stock/{}", guild(9).as_str())]
        {
            let response = send(site.get(&path)).await;
            assert_eq!(response.status(), 404, "{path}");
            assert_eq!(header(&response, "content-security-policy"), POLICY, "{path}");
        }
        let html = send(site.get(&format!("/redeem-order/{guild_id}"))).await.text().await.expect("a body");
        assert_eq!(carried(&html).get("livePage"), None);
    })
    .await;
}

#[tokio::test]
async fn the_runtime_scripts_are_served_with_cors_for_documents_without_an_origin() {
    on_both(async |app| {
        let site = Site::open(&app).await;
        let html = send(site.get("/frame/preview")).await.text().await.expect("a body");
        for name in ["react", "tailwind", "transpiler", "frame"] {
            let path = format!("/vendor/{name}.js");
            assert!(html.contains(&format!("src=\"{path}\"")), "{html}");
            let response = send(site.get(&path)).await;
            assert_eq!(response.status(), 200, "{path}");
            assert_eq!(header(&response, "content-type"), "text/javascript; charset=utf-8");
            assert_eq!(header(&response, "access-control-allow-origin"), "*");
            // The name stays when the content changes.
            assert_eq!(header(&response, "cache-control"), "no-cache");
            let etag = header(&response, "etag").to_owned();
            let again = send(site.get(&path).header("If-None-Match", etag)).await;
            assert_eq!(again.status(), 304, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_runtime_scripts_are_loaded_from_the_configured_base_url() {
    on_both(async |app| {
        let mut config = unlimited();
        config.live_page.runtime_base = "https://cdn.example.com/boostdesk/v1".to_owned();
        let site = Site::open_with(&app, config).await;
        let response = send(site.get("/frame/preview")).await;
        let policy = header(&response, "content-security-policy").to_owned();
        assert!(policy.contains("script-src 'self' https://cdn.example.com 'unsafe-eval'; "), "{policy}");
        let html = response.text().await.expect("a body");
        for name in ["react", "tailwind", "transpiler"] {
            assert!(
                html.contains(&format!("src=\"https://cdn.example.com/boostdesk/v1/{name}.js\"")),
                "{html}"
            );
        }
        assert!(html.contains("src=\"/vendor/frame.js\""), "the app's own is its own: {html}");
    })
    .await;
}
