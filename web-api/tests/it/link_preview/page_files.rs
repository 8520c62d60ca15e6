//! Pictures and fonts of other hosts on sellers' own pages: served through us, if the page's code names them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use boostdesk_core::testing::{Shop, guild, in_no_time};
use boostdesk_web_api::{PictureHelper, PreviewNetwork};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::shown::picture;
use super::{Book, World};
use crate::support::{Canary, body, header, refusal, send};

async fn files(world: &World, code: &str) -> Value {
    files_of(world, &world.token, 1, code).await
}

/// Returns the addresses for the files in the code: in its document, once it is saved, and in its preview.
async fn files_of(world: &World, token: &str, number: u32, code: &str) -> Value {
    let code = json!({ "code": code });
    let call = async |path| body(world.site.post(path, &code).header("Authorization", token)).await;
    let (status, answer) = call("/api/custom-code/files").await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(call("/api/save-custom-code").await.0, 200);
    let html = send(world.site.get(&format!("/frame/live-stock/{}", guild(number).as_str()))).await;
    let html = html.text().await.expect("a body");
    let (_, rest) = html.split_once(r#"id="boostdesk">"#).expect("it carries something");
    let carried: Value =
        serde_json::from_str(rest.split_once("</script>").expect("it ends").0).expect("JSON");
    assert_eq!(carried["files"], answer["files"]);
    answer["files"].clone()
}

fn path(files: &Value, address: &str) -> String {
    files[address].as_str().unwrap_or_else(|| panic!("no {address}: {files}")).to_owned()
}

#[tokio::test]
async fn external_pictures_and_fonts_of_a_sellers_page_are_proxied_and_cached() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let web = Router::new()
        .route(
            "/picture.png",
            get(async move || {
                count.fetch_add(1, Ordering::SeqCst);
                // Its declared type does not matter.
                ([("content-type", "text/html")], picture(1300, 650))
            }),
        )
        .route("/drawing.svg", get(async || "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='7'/>"))
        .route("/font.woff2", get(async || b"wOF2 and so on".as_slice()))
        .route("/huge.woff2", get(async || [b"wOF2".to_vec(), vec![0; 2 * 1024 * 1024]].concat()))
        .route("/huge.png", get(async || [picture(2, 2), vec![0; 5 * 1024 * 1024]].concat()))
        .route("/page", get(async || ([("content-type", "image/png")], "<html><script>alert(1)</script>")));
    let world = World::with(web).await;
    let named = ["picture.png", "drawing.svg", "font.woff2", "huge.woff2", "huge.png", "page", "missing"];
    let code = named.map(|name| format!("<img src=\"http://web.test/{name}#x\" />")).concat();
    let files = files(&world, &code).await;
    let show =
        async |name: &str| send(world.site.get(&path(&files, &format!("http://web.test/{name}")))).await;

    // A customer has no session.
    for _ in 0..2 {
        let shown = show("picture.png").await;
        assert_eq!((shown.status().as_u16(), header(&shown, "content-type")), (200, "image/png"));
        assert_eq!(header(&shown, "access-control-allow-origin"), "*");
        assert_eq!(header(&shown, "x-content-type-options"), "nosniff");
        assert!(header(&shown, "content-security-policy").starts_with("sandbox"));
        let shown = image::load_from_memory(&shown.bytes().await.expect("bytes")).expect("a picture");
        assert_eq!((shown.width(), shown.height()), (1300, 650));
    }
    assert_eq!(asked.load(Ordering::SeqCst), 1, "it is remembered");
    let drawing = show("drawing.svg").await;
    assert_eq!((drawing.status().as_u16(), header(&drawing, "content-type")), (200, "image/png"));
    let font = show("font.woff2").await;
    assert_eq!((font.status().as_u16(), header(&font, "content-type")), (200, "font/woff2"));
    assert_eq!(font.text().await.expect("bytes"), "wOF2 and so on");
    for name in ["huge.woff2", "huge.png", "page", "missing"] {
        assert_eq!(show(name).await.status(), 404, "{name}");
    }
}

#[tokio::test]
async fn a_page_file_with_a_missing_or_forged_signature_is_not_served() {
    let html = "<title>A page</title><meta property=\"og:image\" content=\"/mine.png\">";
    let web = Router::new()
        .route("/{name}", get(async || picture(2, 2)))
        .route("/page", get(async move || ([("content-type", "text/html")], html)));
    let world = World::with(web).await;
    let code = "<img src=\"http://web.test/mine.png\" />";
    let mine = path(&files(&world, code).await, "http://web.test/mine.png");
    assert_eq!(send(world.site.get(&mine)).await.status(), 200);
    let missing = refusal(404, "There is no such file.");
    let (_, sig) = mine.split_once("&sig=").expect("a signature");
    let forged = [
        mine.replace("mine.png", "other.png"),
        mine.replace(sig, &sig.to_uppercase()),
        mine.replace(sig, &"0".repeat(64)),
        mine.replace("&sig=", "&sig=0"),
    ];
    for path in forged {
        assert_eq!(body(world.site.get(&path)).await, missing, "{path}");
    }
    for unsigned in [mine.replace(sig, ""), "/frame/file?url=http://web.test/mine.png".to_owned()] {
        assert_eq!(body(world.site.get(&unsigned)).await, refusal(422, "`sig` is missing."), "{unsigned}");
    }

    // A signature for a chat preview is not valid for a page.
    let (_, preview) = world.preview("http://web.test/page").await;
    let chats = preview["image"].as_str().expect("a picture").replace("/api/link/image", "/frame/file");
    assert_eq!(body(world.site.get(&chats)).await, missing);
}

#[tokio::test]
async fn a_picture_that_cannot_be_made_right_now_is_tried_again_at_the_next_request() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let picture = get(async move || {
        count.fetch_add(1, Ordering::SeqCst);
        picture(2, 2)
    });
    let web = Router::new().route("/picture.png", picture);
    let world = World::with_helper(web, PictureHelper::new("/nowhere", [])).await;
    let address = "http://web.test/picture.png";
    let shown = path(&files(&world, address).await, address);
    for tries in 1..=2 {
        let answer = body(world.site.get(&shown)).await;
        assert_eq!(answer, refusal(503, "The file cannot be shown right now."));
        assert_eq!(asked.load(Ordering::SeqCst), tries);
    }
}

#[tokio::test]
async fn a_sellers_slow_files_take_four_of_the_fetches_and_hold_up_no_other_sellers_file() {
    let (asked, ends) = (watch::Sender::new(0), CancellationToken::new());
    let (count, end) = (asked.clone(), ends.clone());
    let slow = async move || {
        count.send_modify(|asked| *asked += 1);
        end.cancelled().await;
        StatusCode::NOT_FOUND
    };
    let web = Router::new().route("/slow/{name}", get(slow)).route("/both.png", get(async || picture(2, 2)));
    let world = World::with(web).await;
    let names = (0..20).map(|number| format!("http://web.test/slow/{number}")).collect::<Vec<_>>();
    let both = "http://web.test/both.png";
    let slow_files = files(&world, &format!("{} {both}", names.join(" "))).await;
    // With a clock that stands, no fetch is given up.
    let statuses = in_no_time(async {
        let mut waiting = JoinSet::new();
        for name in names.iter().map(String::as_str).chain([both]) {
            waiting.spawn(send(world.site.get(&path(&slow_files, name))));
            let arrived = waiting.len().min(4);
            asked.subscribe().wait_for(|asked| *asked >= arrived).await.expect("it is not dropped");
        }
        let other = Shop::open(&world.app, 2).await;
        let token = world.site.sign_in(&other).await;
        // The first seller's page names it, too, and waits for it behind the slow ones.
        let fast = path(&files_of(&world, &token, 2, both).await, both);
        assert_eq!(send(world.site.get(&fast)).await.status(), 200);
        assert_eq!(*asked.borrow(), 4);
        ends.cancel();
        waiting.join_all().await
    })
    .await;
    let statuses: Vec<_> = statuses.iter().map(|answer| answer.status().as_u16()).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 404).count(), 20, "{statuses:?}");
}

#[tokio::test]
async fn page_files_at_internal_addresses_are_not_fetched() {
    let (canary, book) = (Canary::at("127.0.0.1:0"), Arc::new(Book::default()));
    book.write("inside.test", vec![vec![canary.address]]);
    let network = PreviewNetwork { names: book.clone(), any_port: true, exempt: vec![] };
    let world = World::looking_at(network, book).await;
    let port = canary.address.port();
    let addresses = [
        format!("http://127.0.0.1:{port}/x.png"),
        format!("http://localhost:{port}/x.png"),
        format!("http://inside.test:{port}/x.png"),
    ];
    let code = addresses.each_ref().map(|address| format!("<img src='{address}' />")).concat();
    let files = files(&world, &code).await;
    for address in addresses {
        assert_eq!(send(world.site.get(&path(&files, &address))).await.status(), 404, "{address}");
    }
    assert!(canary.sings());
}
