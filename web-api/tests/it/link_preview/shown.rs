//! What a preview shows, and to whom.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, Shop, TestApp};
use boostdesk_web_api::{PreviewNetwork, Web};
use serde_json::json;

use super::{Book, World, preview_of};
use crate::support::{Site, body, header, picture_helper, refusal, send, unlimited};

fn page(head: &'static str) -> impl IntoResponse {
    ([("content-type", "text/html; charset=utf-8")], head)
}

pub(super) fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = io::Cursor::new(Vec::new());
    image::RgbImage::new(width, height).write_to(&mut bytes, image::ImageFormat::Png).expect("it is encoded");
    bytes.into_inner()
}

#[tokio::test]
async fn a_preview_shows_the_pages_metadata_and_serves_its_picture_through_our_proxy() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let head = r#"<title>x</title><meta property="og:title" content="Elevated latency: resolved">
        <meta property="og:description" content="A fix is in place."><meta property="og:site_name" content="Status">
        <meta property="og:image" content="/picture.png">"#;
    let counted = get(async move || {
        count.fetch_add(1, Ordering::SeqCst);
        page(head)
    });
    let web = Router::new()
        .route("/news", counted)
        .route("/picture.png", get(async || ([("content-type", "image/png")], picture(1300, 650))))
        .route("/film.mp4", get(async || ([("content-type", "video/mp4")], "a film")))
        .route("/data", get(async || ([("content-type", "application/json")], "{}")))
        .route("/bare", get(async || page("<p>nothing")))
        .route(
            "/hops/{left}",
            get(async |Path(left): Path<u32>| match left {
                0 => Redirect::temporary("/news"),
                left => Redirect::temporary(&format!("/hops/{}", left - 1)),
            }),
        );
    let world = World::with(web).await;
    let (status, preview) = world.preview("http://web.test/news#part").await;
    let image = preview["image"].as_str().unwrap_or_else(|| panic!("{status} {preview}")).to_owned();
    let mut expected = json!({
        "title": "Elevated latency: resolved", "description": "A fix is in place.", "site": "Status",
        "media_url": null, "media_type": null,
    });
    expected["image"] = json!(image);
    assert_eq!((status, &preview), (200, &expected));
    assert!(image.starts_with("/api/link/image?url=http%3A%2F%2Fweb.test%2Fpicture.png&sig="), "{image}");
    let shown = send(world.site.get(&image).header("Authorization", &world.token)).await;
    assert_eq!((shown.status().as_u16(), header(&shown, "content-type")), (200, "image/jpeg"));
    assert!(header(&shown, "content-security-policy").starts_with("sandbox"));
    let shown = image::load_from_memory(&shown.bytes().await.expect("bytes")).expect("a picture");
    assert_eq!((shown.width(), shown.height()), (640, 320));
    let forged = image.replace("picture.png", "other.png");
    assert_eq!(send(world.site.get(&forged).header("Authorization", &world.token)).await.status(), 404);

    assert_eq!(world.preview("http://web.test/news").await.1, preview);
    assert_eq!(asked.load(Ordering::SeqCst), 1, "it is remembered");
    assert_eq!(world.preview("http://web.test/hops/4").await.1["title"], preview["title"]);
    let direct = world.preview("http://web.test/picture.png").await.1;
    assert_eq!((&direct["media_type"], &direct["media_url"]), (&json!("image"), &json!(image)));
    let film = world.preview("http://web.test/film.mp4").await.1;
    assert_eq!(
        (&film["media_type"], &film["media_url"]),
        (&json!("video"), &json!("http://web.test/film.mp4"))
    );
    let nothing = refusal(422, "This link has no preview.");
    for url in ["hops/5", "data", "bare", "missing"] {
        let answer = world.preview(&format!("http://web.test/{url}")).await;
        assert_eq!(answer, nothing, "{url}");
    }
    assert_eq!(world.preview("").await, refusal(422, "`url` is missing."));
    for url in [
        "web.test",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "ftp://web.test/",
        "http://a:b@web.test/news",
    ] {
        assert_eq!(world.preview(url).await, nothing, "{url}");
    }
}

#[tokio::test]
async fn previews_require_a_session_unless_the_chat_does_not_and_are_then_rate_limited() {
    let world = World::with(Router::new()).await;
    assert_eq!(
        body(world.site.get("/api/link/preview?url=http://web.test/")).await,
        refusal(401, "You need to log in.")
    );
    let mut config = unlimited();
    config.chat.require_session = false;
    config.limits.preview_per_minute = 2;
    let network = PreviewNetwork { names: world.book.clone(), any_port: true, exempt: vec![] };
    let open =
        Site::serve(Web::with_preview_network(world.app.app.clone(), &config, picture_helper(), network))
            .await;
    for expected in [422, 422, 429] {
        assert_eq!(body(open.get("/api/link/preview?url=http://web.test/")).await.0, expected);
    }
}

/// For 300 links of one user, the number of fetches is limited.
#[tokio::test]
async fn link_previews_are_rate_limited_per_user() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let mut config = unlimited();
    config.limits.preview_per_minute = 10;
    let network = PreviewNetwork { names: Arc::new(Book::default()), any_port: true, exempt: vec![] };
    let site =
        Site::serve(Web::with_preview_network(app.app.clone(), &config, picture_helper(), network)).await;
    let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
    let (token, others) = (site.sign_in(&shop).await, site.sign_in(&other).await);
    let preview = async |token: &str, link: usize| {
        let call = site.get(&preview_of(&format!("http://web.test/{link}")));
        body(call.header("Authorization", token)).await.0
    };
    let mut refused = 0;
    for link in 0..300 {
        refused += usize::from(preview(&token, link).await == 429);
    }
    assert!((200..=290).contains(&refused), "{refused}");
    assert_eq!(preview(&token, 0).await, 429, "a link that is known counts, too");
    assert_eq!(preview(&others, 300).await, 422, "another user has fetches of their own");
}
