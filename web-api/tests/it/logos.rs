//! Storefronts' logos: which files are accepted, who may set one, and where it is shown.

use boostdesk_core::closing;
use boostdesk_core::shop::storefronts;
use boostdesk_core::testing::{Shop, details, on_both, tokens};
use image::{ImageFormat, RgbaImage};
use reqwest::Method;
use serde_json::Value;
use tempfile::TempDir;

use crate::members::helper;
use crate::seller::Desk;
use crate::support::{Site, body, header, send, unlimited};
use crate::uploads::{BOUNDARY, MP4, decoded, encoded, form, picture, png};

const SVG: &[u8] = br##"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#0a0"/></svg>"##;

/// The seller's desk, and the folder that uploads pass through.
async fn desk_of(shop: &Shop) -> (Desk, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = unlimited();
    config.chat.upload_dir = folder.path().to_owned();
    config.chat.max_upload_mb = 1;
    let site = Site::open_with(&shop.app, config).await;
    let token = site.sign_in(shop).await;
    (Desk { site, token }, folder)
}

fn path(shop: &Shop) -> String {
    format!("/api/storefronts/{}/logo", shop.guild)
}

async fn send_logo(desk: &Desk, shop: &Shop, name: &str, bytes: &[u8]) -> (u16, Value) {
    let request = desk.site.request(Method::PUT, &path(shop)).header("Authorization", &desk.token);
    let request = request.header("Content-Type", format!("multipart/form-data; boundary={BOUNDARY}"));
    body(request.body(form(&[("file", name, bytes)]))).await
}

async fn remove(desk: &Desk, shop: &Shop) -> (u16, Value) {
    body(desk.site.request(Method::DELETE, &path(shop)).header("Authorization", &desk.token)).await
}

async fn set(desk: &Desk, shop: &Shop, name: &str, bytes: &[u8]) -> String {
    let (status, saved) = send_logo(desk, shop, name, bytes).await;
    assert_eq!(status, 200, "{name}: {saved}");
    saved["logo"].as_str().unwrap_or_else(|| panic!("{saved}")).to_owned()
}

async fn shown(site: &Site, path: &str) -> RgbaImage {
    let answer = send(site.get(path)).await;
    assert_eq!((answer.status().as_u16(), header(&answer, "content-type")), (200, "image/png"), "{path}");
    decoded(&answer.bytes().await.expect("bytes")).to_rgba8()
}

async fn html(site: &Site, path: &str) -> String {
    send(site.get(path)).await.text().await.expect("a body")
}

#[tokio::test]
async fn a_logo_of_any_accepted_format_becomes_a_256_pixel_square_png() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (desk, _folder) = desk_of(&shop).await;
        let wide = picture(400, 200);
        for (name, format) in [
            ("a.png", ImageFormat::Png),
            ("a.JPG", ImageFormat::Jpeg),
            ("a.gif", ImageFormat::Gif),
            ("a.webp", ImageFormat::WebP),
        ] {
            let mut polyglot = encoded(&wide, format);
            polyglot.extend_from_slice(b"<script>alert(document.domain)</script>");
            let logo = shown(&desk.site, &set(&desk, &shop, name, &polyglot).await).await;
            assert_eq!(logo.dimensions(), (256, 256), "{name}");
            assert_eq!((logo.get_pixel(128, 20).0[3], logo.get_pixel(128, 128).0[3]), (0, 255), "{name}");
        }
        let drawn = shown(&desk.site, &set(&desk, &shop, "a.svg", SVG).await).await;
        assert_eq!(drawn.get_pixel(128, 128).0, [0, 0xaa, 0, 255]);
        assert_eq!(drawn.get_pixel(128, 20).0[3], 0);
    })
    .await;
}

#[tokio::test]
async fn a_logo_is_the_icon_of_the_storefronts_pages_until_it_is_removed() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (desk, _folder) = desk_of(&shop).await;
        shop.restock(&tokens("a", 2)).await;
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.expect("there is stock");
        let (guild, order) = (&shop.guild, key.expose());
        let pages = [
            format!("/redeem-order/{guild}"),
            format!("/{guild}/live-stock"),
            format!("/{guild}/order/{order}/status"),
        ];
        // Put live stock into memory before the logo is set.
        assert!(!html(&desk.site, &pages[1]).await.contains("\"logo\""));

        let first = set(&desk, &shop, "a.png", &png()).await;
        let logo = set(&desk, &shop, "b.png", &encoded(&picture(9, 9), ImageFormat::Png)).await;
        assert_ne!(first, logo, "another picture has another address");
        for page in &pages {
            let html = html(&desk.site, page).await;
            assert!(html.contains(&format!("\"logo\":\"{logo}\"")), "{html}");
            assert!(html.contains(&format!("<link rel=\"icon\" href=\"{logo}\" />")), "{html}");
            assert!(
                html.contains(&format!("{logo}\" />\n<meta property=\"og:image:width\" content=\"256\"")),
                "{html}"
            );
        }
        // Another process on the same database shows it too.
        let other = Site::open_with(&app, unlimited()).await;
        assert_eq!(shown(&other, &logo).await, shown(&desk.site, &logo).await);

        let (status, saved) = remove(&desk, &shop).await;
        assert_eq!((status, &saved["logo"]), (200, &Value::Null));
        for page in &pages {
            let html = html(&desk.site, page).await;
            assert!(!html.contains("\"logo\"") && html.contains("icon.png?"), "{html}");
        }
        let drawn = shown(&desk.site, &logo).await;
        assert_eq!(drawn.get_pixel(128, 20).0[3], 255, "the tile with the initial");
        assert_eq!(remove(&desk, &shop).await.0, 200, "there is none to take away");
    })
    .await;
}

#[tokio::test]
async fn a_logos_versioned_address_is_immutable_only_while_it_is_the_current_logo() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (desk, _folder) = desk_of(&shop).await;
        let logo = set(&desk, &shop, "a.png", &png()).await;
        let (plain, _) = logo.split_once('?').expect("what it shows");
        let (named, now) = (send(desk.site.get(&logo)).await, send(desk.site.get(plain)).await);
        assert_eq!(header(&named, "cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(header(&now, "cache-control"), "public, max-age=300");
        let etag = header(&named, "etag").to_owned();
        assert_eq!(header(&now, "etag"), etag);
        assert_eq!(now.bytes().await.expect("bytes"), named.bytes().await.expect("bytes"));
        let ask = || desk.site.get(plain).header("If-None-Match", &etag);
        assert_eq!(send(ask()).await.status(), 304);
        set(&desk, &shop, "b.svg", SVG).await;
        assert_eq!(send(ask()).await.status(), 200);
        let old = send(desk.site.get(&logo)).await;
        assert_eq!(header(&old, "cache-control"), "public, max-age=300", "no longer what its address says");
    })
    .await;
}

#[tokio::test]
async fn an_invalid_logo_file_is_refused_and_the_current_logo_stays() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (desk, folder) = desk_of(&shop).await;
        let before = set(&desk, &shop, "a.png", &png()).await;
        let html = b"<!doctype html><script>alert(1)</script>".as_slice();
        let mut huge = Vec::new();
        let _ = png::Encoder::new(&mut huge, 50_000, 50_000).write_header().expect("a header");
        let wrong_type = "A logo is a picture (png, jpg, gif, webp, svg), and a file must be what its name says.";
        let damaged = "The picture cannot be read. It may be damaged.";
        let table: [(&str, &[u8], u16, &str); 9] = [
            ("a.png", html, 415, wrong_type),
            ("a.svg", html, 415, wrong_type),
            ("a.jpg", &png(), 415, wrong_type),
            ("a.mp4", MP4, 415, wrong_type),
            ("a.bmp", &encoded(&picture(4, 4), ImageFormat::Bmp), 415, wrong_type),
            ("a", &png(), 415, wrong_type),
            ("a.png", &png()[..40], 422, damaged),
            ("a.png", &huge, 422, "The picture is too large. At most 12,000 pixels a side and about 25 million in all are accepted."),
            ("a.png", &vec![0; 1024 * 1024 + 1], 413, "The file is too large. At most 1 MiB are accepted."),
        ];
        for (name, bytes, expected, why) in table {
            let (status, answer) = send_logo(&desk, &shop, name, bytes).await;
            assert_eq!((status, answer["message"].as_str()), (expected, Some(why)), "{name}");
        }
        let (_, now) = desk.get(&format!("/api/storefronts/{}", shop.guild)).await;
        assert_eq!(now["logo"], before);
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 0, "nothing is left");
    })
    .await;
}

#[tokio::test]
async fn a_manager_may_change_the_logo_and_a_packer_or_another_seller_may_not() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        let (mut desk, _folder) = desk_of(&shop).await;
        let stranger = desk.site.sign_in(&other).await;
        let (_, packer) = helper(&desk, &shop, "pia", "packer").await;
        let (_, manager) = helper(&desk, &shop, "mona", "manager").await;
        for (token, expected) in [(stranger, 404), (packer.token, 403), (manager.token, 200)] {
            desk.token = token;
            assert_eq!(send_logo(&desk, &shop, "a.png", &png()).await.0, expected);
            assert_eq!(remove(&desk, &shop).await.0, expected);
        }
    })
    .await;
}

#[tokio::test]
async fn a_closed_storefront_shows_no_logo_and_gets_it_back_when_it_reopens() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let (desk, _folder) = desk_of(&shop).await;
        let logo = set(&desk, &shop, "a.png", &png()).await;
        closing::delete_storefront(&app, &shop.user_id, &shop.guild).await.expect("it closes");
        assert_eq!(send(desk.site.get(&logo)).await.status(), 404);
        assert_eq!(send_logo(&desk, &shop, "a.png", &png()).await.0, 404);
        let name = Some("Again".to_owned());
        let input = storefronts::StorefrontInput { name, ..Default::default() };
        storefronts::add(&app, &shop.user_id, &shop.guild, input).await.expect("it opens");
        let (_, again) = desk.get(&format!("/api/storefronts/{}", shop.guild)).await;
        assert_eq!(again["logo"], logo);
        shown(&desk.site, &logo).await;
    })
    .await;
}
