//! Link previews: what they show, and what they never reach.

use std::collections::HashMap;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, Shop, TestApp};
use boostdesk_web_api::{Names, PreviewNetwork, Web};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::support::{Site, body, header, picture_helper, refusal, send, unlimited};

/// Names that stand for what a test says; each answer after the last one is the last one again.
#[derive(Debug, Default)]
struct Book(Mutex<HashMap<String, Vec<Vec<SocketAddr>>>>);

impl Book {
    fn write(&self, name: &str, answers: Vec<Vec<SocketAddr>>) {
        self.0.lock().expect("nobody panicked").insert(name.to_owned(), answers);
    }
}

impl Names for Book {
    fn look_up<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        let mut book = self.0.lock().expect("nobody panicked");
        let answers = book.get_mut(name).ok_or_else(|| io::Error::other("no such name"));
        let answer =
            answers.map(|answers| if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() });
        async move { answer }.boxed()
    }
}

/// A site with one seller, and a web of its own to look at.
struct World {
    _app: TestApp,
    site: Site,
    token: String,
    book: Arc<Book>,
}

impl World {
    /// `web` is the whole internet, under the name `web.test`.
    async fn with(web: Router) -> Self {
        // Nothing here depends on the database.
        let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        tokio::spawn(async move { axum::serve(listener, web).await });
        let book = Arc::new(Book::default());
        book.write("web.test", vec![vec![address]]);
        let network = PreviewNetwork { names: book.clone(), any_port: true, exempt: vec![address] };
        let shop = Shop::open(&app, 1).await;
        let site =
            Site::serve(Web::with_preview_network(app.app.clone(), &unlimited(), picture_helper(), network))
                .await;
        let token = site.sign_in(&shop).await;
        Self { _app: app, site, token, book }
    }

    async fn preview(&self, url: &str) -> (u16, Value) {
        let call = self.site.get(&preview_of(url));
        body(call.header("Authorization", &self.token)).await
    }
}

fn preview_of(url: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("url", url).finish();
    format!("/api/link/preview?{query}")
}

fn page(head: &'static str) -> impl IntoResponse {
    ([("content-type", "text/html; charset=utf-8")], head)
}

fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = io::Cursor::new(Vec::new());
    image::RgbImage::new(width, height).write_to(&mut bytes, image::ImageFormat::Png).expect("it is encoded");
    bytes.into_inner()
}

const NOTHING: (u16, &str) = (422, "This link has no preview.");

#[tokio::test]
async fn a_preview_shows_what_a_page_says_and_its_picture_through_us() {
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
    let (code, sentence) = NOTHING;
    for url in ["hops/5", "data", "bare", "missing"] {
        let answer = world.preview(&format!("http://web.test/{url}")).await;
        assert_eq!(answer, refusal(code, sentence), "{url}");
    }
    for url in [
        "",
        "web.test",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "ftp://web.test/",
        "http://a:b@web.test/news",
    ] {
        assert_eq!(world.preview(url).await, refusal(code, sentence), "{url}");
    }
}

#[tokio::test]
async fn only_who_chats_sees_previews_and_only_so_many_without_a_session() {
    let world = World::with(Router::new()).await;
    assert_eq!(
        body(world.site.get("/api/link/preview?url=http://web.test/")).await,
        refusal(401, "You need to log in.")
    );
    let mut config = unlimited();
    config.chat.require_session = false;
    config.limits.preview_per_minute = 2;
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let network = PreviewNetwork { names: world.book.clone(), any_port: true, exempt: vec![] };
    let open =
        Site::serve(Web::with_preview_network(app.app.clone(), &config, picture_helper(), network)).await;
    for expected in [422, 422, 429] {
        assert_eq!(body(open.get("/api/link/preview?url=http://web.test/")).await.0, expected);
    }
}

/// 300 links of one user: what is fetched for them is bounded, and what is known costs nothing.
#[tokio::test]
async fn what_is_fetched_for_a_user_is_bounded() {
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
    assert_eq!(preview(&token, 0).await, 422, "a link that is known is shown again");
    assert_eq!(preview(&others, 300).await, 422, "another user has fetches of their own");
}

/// Every way that I know of to write an address of this machine, of a private network or of a cloud's insides.
fn hosts() -> Vec<String> {
    let mut hosts: Vec<String> = [
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "127.0.0.1.",
        "0x7f.0.0.1",
        "0x7f.1",
        "0x7f000001",
        "0X7F000001",
        "2130706433",
        "017700000001",
        "0177.0.0.1",
        "0177.1",
        "0177.0.0.01",
        "0x7f.0x0.0x0.0x1",
        "127.0x1",
        "0",
        "0.0.0.0",
        "0x0",
        "00000",
        "%31%32%37.0.0.1",
        "１２７.０.０.１",
        "①②⑦.⓪.⓪.①",
        "127。0。0。1",
        "127．0．0．1",
        "localhost.test",
        "[::1]",
        "[::]",
        "[0:0:0:0:0:0:0:1]",
        "[0000::0001]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:ffff:127.0.0.1]",
        "[::FFFF:0x7f000001]",
        "[::127.0.0.1]",
        "[::7f00:1]",
        "[64:ff9b::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b:1::7f00:1]",
        "[2002:7f00:1::]",
        "[2002:7f00:1::1]",
        "[2001:0:7f00:1::1]",
        "[2001::80ff:fffe]",
        "[fe80::1]",
        "[fc00::1]",
        "[fd00:ec2::254]",
        "[fec0::1]",
        "[ff02::1]",
        "[100::1]",
        "[::ffff:169.254.169.254]",
        "[64:ff9b::169.254.169.254]",
        "[2002:a9fe:a9fe::]",
        "[::ffff:0:127.0.0.1]",
        "[2001:db8::1]",
        "[::1%25lo]",
        "169.254.169.254",
        "0xa9fea9fe",
        "2852039166",
        "0251.0376.0251.0376",
        "169.254.170.2",
        "168.63.129.16",
        "100.100.100.200",
        "192.0.0.192",
        "10.0.0.1",
        "10.1",
        "0xa.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "192.168.1",
        "0xc0a80001",
        "100.64.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "198.51.100.1",
        "203.0.113.1",
        "192.88.99.1",
    ]
    .map(str::to_owned)
    .into();
    hosts.extend((0..60_u32).map(|number| format!("127.{}.{}.{}", number * 4, 255 - number, number + 1)));
    for interface in if_addrs::get_if_addrs().expect("this machine has interfaces") {
        hosts.push(match interface.ip() {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        });
    }
    hosts
}

#[tokio::test]
async fn nothing_inside_is_ever_reached() {
    // On every address of this machine, of both kinds.
    let canary = TcpListener::bind("[::]:0").expect("a free port");
    canary.set_nonblocking(true).expect("it does not wait");
    let port = canary.local_addr().expect("it is bound").port();
    let targets = Arc::new(Mutex::new(Vec::<String>::new()));
    let hop = async |State(targets): State<Arc<Mutex<Vec<String>>>>, Path(number): Path<usize>| {
        let target = targets.lock().expect("nobody panicked")[number].clone();
        (axum::http::StatusCode::FOUND, [("location", target)])
    };
    let world = World::with(Router::new().route("/to/{number}", get(hop)).with_state(targets.clone())).await;

    let mut urls: Vec<String> = hosts().iter().map(|host| format!("http://{host}:{port}/")).collect();
    urls.push(format!("https://127.0.0.1:{port}/"));
    // Names that stand for them, alone and beside an address that is allowed; and one that changes its mind.
    let allowed: SocketAddr = "93.184.216.34:1".parse().expect("an address");
    let insides = [
        "127.0.0.1",
        "127.8.8.8",
        "::1",
        "::ffff:127.0.0.1",
        "0.0.0.0",
        "::",
        "169.254.169.254",
        "10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::1",
        "::127.0.0.1",
        "fe80::1",
        "fd00:ec2::254",
        "192.168.0.1",
        "100.64.0.1",
    ];
    for (number, inside) in insides.into_iter().enumerate() {
        let inside = SocketAddr::new(inside.parse().expect("an address"), port);
        for (kind, answer) in
            [("one", vec![inside]), ("before", vec![inside, allowed]), ("after", vec![allowed, inside])]
        {
            let name = format!("{kind}{number}.test");
            world.book.write(&name, vec![answer]);
            urls.push(format!("http://{name}/"));
        }
    }
    world.book.write("localhost.test", vec![vec![SocketAddr::from(([127, 0, 0, 1], port))]]);
    world.book.write("localhost", vec![vec![SocketAddr::from(([127, 0, 0, 1], port))]]);
    urls.push(format!("http://localhost:{port}/"));
    urls.push(format!("http://LOCALHOST:{port}/"));
    // Each of them again, behind a redirect of a page that is allowed.
    targets.lock().expect("nobody panicked").clone_from(&urls);
    let redirects: Vec<String> =
        (0..urls.len()).map(|number| format!("http://web.test/to/{number}")).collect();
    urls.extend(redirects);
    assert!(urls.len() >= 300, "{}", urls.len());
    for url in &urls {
        let (status, answer) = world.preview(url).await;
        assert_eq!(status, 422, "{url}: {answer}");
        assert!(canary.accept().is_err(), "{url} reached the inside");
    }

    let site = world.book.0.lock().expect("nobody panicked")["web.test"][0].clone();
    let inside = SocketAddr::from(([127, 0, 0, 1], port));
    let turncoat = targets.lock().expect("nobody panicked").len();
    targets.lock().expect("nobody panicked").push("http://turncoat.test/inside".to_owned());
    world.book.write("turncoat.test", vec![site, vec![inside]]);
    assert_eq!(world.preview(&format!("http://turncoat.test/to/{turncoat}")).await.0, 422);
    assert!(canary.accept().is_err(), "a name that changed between two hops reached the inside");
}

#[tokio::test]
async fn ports_other_than_the_webs_are_not_tried() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let canary = TcpListener::bind("127.0.0.1:0").expect("a free port");
    canary.set_nonblocking(true).expect("it does not wait");
    let address = canary.local_addr().expect("it is bound");
    let network = PreviewNetwork { names: Arc::new(Book::default()), any_port: false, exempt: vec![address] };
    let shop = Shop::open(&app, 1).await;
    let site =
        Site::serve(Web::with_preview_network(app.app.clone(), &unlimited(), picture_helper(), network))
            .await;
    let token = site.sign_in(&shop).await;
    let call = site.get(&preview_of(&format!("http://{address}/")));
    assert_eq!(body(call.header("Authorization", &token)).await.0, 422);
    assert!(canary.accept().is_err());
}

#[tokio::test]
async fn a_bomb_ends_at_its_limit() {
    let bomb = async || {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(b"<title>Boom</title>").expect("memory takes it");
        // A megabyte in a few kilobytes, again and again.
        let endless = futures::stream::unfold(packer, async |mut packer| {
            packer.write_all(&vec![b' '; 1024 * 1024]).ok()?;
            packer.flush().ok()?;
            tokio::task::yield_now().await;
            let bytes = std::mem::take(packer.get_mut());
            Some((Ok::<_, io::Error>(bytes), packer))
        });
        let headers = [("content-type", "text/html"), ("content-encoding", "gzip")];
        (headers, Body::from_stream(endless))
    };
    let world = World::with(Router::new().route("/bomb", get(bomb))).await;
    let answer = tokio::time::timeout(Duration::from_mins(1), world.preview("http://web.test/bomb")).await;
    assert_eq!(answer.expect("it ends").1["title"], "Boom");
}

#[tokio::test]
async fn a_drip_is_given_up() {
    let begun = Arc::new(Notify::new());
    let told = begun.clone();
    let drip = async move || {
        told.notify_one();
        let endless = futures::stream::unfold((), async |()| {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Some((Ok::<_, io::Error>("<"), ()))
        });
        ([("content-type", "text/html")], Body::from_stream(endless))
    };
    let world = World::with(Router::new().route("/drip", get(drip))).await;
    let asked = world.preview("http://web.test/drip");
    let (answer, took) = tokio::join!(asked, async {
        begun.notified().await;
        // From here on, time passes only while everybody waits, and then at once.
        tokio::time::pause();
        tokio::time::Instant::now()
    });
    assert_eq!(answer.0, 422);
    assert!(took.elapsed() < Duration::from_secs(10), "{:?}", took.elapsed());
}
