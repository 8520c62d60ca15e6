//! A real Caddy in front, with the Caddyfile of `deploy/` and an authority of its own.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::get;
use boostdesk_core::db::Dialect;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::shop::custom_domain;
use boostdesk_core::testing::{Setup, Shop, TestApp, free_port};
use futures::{StreamExt, stream};
use http_body_util::StreamBody;
use hyper::Request;
use hyper::body::{Bytes, Frame};
use hyper::client::conn::http2::handshake;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::dns::{Zone, alias, name_server, patient_dns};
use crate::program::{Program, TIMEOUT};
use crate::support::{Site, assert_soon, listen, open_connections, send, unlimited};
use crate::tls_client::TlsClient;

const CADDYFILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/Caddyfile");
const DOMAIN: &str = "shop.example.com";
const DASHBOARD: &str = "dash.example.com";
const STRANGERS: usize = 1000;

/// Records what Caddy asked, and what the product answered.
#[derive(Clone)]
struct Recorder {
    client: reqwest::Client,
    operations: SocketAddr,
    asked: Arc<Mutex<Vec<(String, StatusCode)>>>,
}

impl Recorder {
    /// A proxy between Caddy and the product's own `/tls/ask`.
    async fn before(site: &Site) -> (Self, SocketAddr) {
        let recorder =
            Self { client: site.client.clone(), operations: site.operations, asked: Arc::default() };
        let router = Router::new().route("/tls/ask", get(Self::pass_on)).with_state(recorder.clone());
        let (listener, address) = listen().await;
        tokio::spawn(async move { axum::serve(listener, router).await });
        (recorder, address)
    }

    async fn pass_on(
        State(recorder): State<Self>,
        Query(query): Query<HashMap<String, String>>,
    ) -> StatusCode {
        let domain = query.get("domain").cloned().unwrap_or_default();
        let url = format!("http://{}/tls/ask?domain={domain}", recorder.operations);
        let status = send(recorder.client.get(url)).await.status();
        recorder.asked.lock().expect("not poisoned").push((domain, status));
        status
    }

    fn asked(&self) -> Vec<(String, StatusCode)> {
        self.asked.lock().expect("not poisoned").clone()
    }
}

async fn caddy(folder: &Path, site: &Site, ask: SocketAddr, ports: (u16, u16)) -> Program {
    let (http, https) = ports;
    let options =
        format!("admin off\nlocal_certs\nskip_install_trust\nhttp_port {http}\nhttps_port {https}\n");
    let home = folder.to_str().expect("a path of letters").to_owned();
    let caddy = Program::start(
        "caddy",
        &["run", "--adapter", "caddyfile", "--config", CADDYFILE],
        folder,
        &[
            ("HOME", home.clone()),
            ("XDG_DATA_HOME", home.clone()),
            ("XDG_CONFIG_HOME", home),
            ("DASHBOARD_HOST", DASHBOARD.to_owned()),
            ("BOOSTDESK_WEB", site.address.to_string()),
            ("BOOSTDESK_OPERATIONS", ask.to_string()),
            ("CADDY_GLOBAL_OPTIONS", options),
        ],
    );
    caddy.listens_on(https).await;
    caddy
}

/// `deploy/compose.yaml` always passes `ACME_EMAIL` on, empty if none was given.
#[test]
fn the_caddyfile_is_valid_with_a_missing_or_empty_acme_email() {
    let folder = tempfile::tempdir().expect("a folder");
    for email in [None, Some(""), Some("you@example.com")] {
        let mut caddy = Command::new("caddy");
        caddy.args(["adapt", "--validate", "--adapter", "caddyfile", "--config", CADDYFILE]);
        caddy.env("DASHBOARD_HOST", DASHBOARD).env_remove("ACME_EMAIL");
        caddy.envs(email.map(|email| ("ACME_EMAIL", email)));
        caddy.envs(["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"].map(|home| (home, folder.path())));
        let done = caddy.output().expect("caddy starts: .ci/prepare installs it");
        assert!(done.status.success(), "{email:?}: {}", String::from_utf8_lossy(&done.stderr));
        let adapted = String::from_utf8_lossy(&done.stdout);
        let wanted = email == Some("you@example.com");
        assert_eq!(adapted.contains(r#""email":"you@example.com""#), wanted, "{adapted}");
        assert_eq!(adapted.contains(r#""email":"#), wanted, "{adapted}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn caddy_gets_certificates_for_active_domains_and_none_for_unknown_hosts() {
    let zone = Zone::default();
    let server = name_server(&zone).await;
    let setup = Setup { name_server: patient_dns(server), ..Setup::default() };
    let app = TestApp::new(Dialect::Sqlite, setup).await;
    let shop = Shop::open(&app, 1).await;
    let mut config = unlimited();
    config.web.public_url = format!("https://{DASHBOARD}").parse().expect("a URL");
    config.web.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    let site = Site::open_with(&app, config).await;
    let (recorder, ask) = Recorder::before(&site).await;
    let folder = tempfile::tempdir().expect("a folder");
    let (http, https) = (free_port(), free_port());
    let caddy = caddy(folder.path(), &site, ask, (http, https)).await;
    let root = folder.path().join("caddy/pki/authorities/local/root.crt");
    caddy.until("it has an authority", async || root.exists()).await;
    let root = std::fs::read_to_string(root).expect("its certificate");
    let client = TlsClient::trusting(&root, &[DASHBOARD, DOMAIN], https);

    // The dashboard's certificate needs no permission.
    caddy.until("the dashboard is served", async || client.agrees_on(DASHBOARD).await).await;
    let (status, page) = client.get(DASHBOARD, "/").await.expect("an answer");
    assert!(status == 200 && page.contains(r#""page":"dashboard""#), "{status} {page}");

    assert!(!client.agrees_on(DOMAIN).await, "not added yet");
    custom_domain::add(&app, &shop.user_id, DOMAIN, &Client::default()).await.expect("it is added");
    assert!(!client.agrees_on(DOMAIN).await, "not active yet");
    zone.set(DOMAIN, [alias("stores.example.com.")]);
    let domain = custom_domain::list(&app, &shop.user_id).await.expect("a list").remove(0);
    custom_domain::check(&app, &shop.user_id, &domain.id).await.expect("it is checked");
    let (status, page) =
        client.get(DOMAIN, "/").await.unwrap_or_else(|error| panic!("{error}\n{}", caddy.log()));
    assert!(status == 200 && page.contains(r#""page":"front""#), "{status} {page}");
    assert!(client.get(DOMAIN, "/dashboard").await.is_ok_and(|(status, _)| status == 404));
    let plain =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let led = send(plain.get(format!("http://127.0.0.1:{http}/")).header("Host", DOMAIN)).await;
    let to = led.headers().get("location").map(|to| to.to_str().expect("text").to_owned());
    assert!(
        led.status().is_redirection() && to.clone().is_some_and(|to| to.starts_with("https://shop.")),
        "{to:?}"
    );

    let before = recorder.asked().len();
    let strangers = (0..STRANGERS).map(|number| format!("stranger-{number}.example.net"));
    let agreed = stream::iter(strangers).map(|name| {
        let client = client.clone();
        async move { client.agrees_on(&name).await }
    });
    let agreed: Vec<bool> = agreed.buffer_unordered(16).collect().await;
    assert!(agreed.iter().all(|agreed| !agreed), "no stranger has a certificate");
    let asked = recorder.asked().split_off(before);
    assert_eq!(asked.len(), STRANGERS, "one question each");
    assert!(asked.iter().all(|(_, status)| *status == StatusCode::FORBIDDEN));
    let kept = folder.path().join("caddy/certificates/local");
    let mut kept: Vec<_> = std::fs::read_dir(kept)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    kept.sort();
    assert_eq!(kept, [DASHBOARD, DOMAIN]);
}

/// The most requests in flight.
const PLACES: u16 = 32;
/// More than there are places. These are streams of one connection.
const CROWD: usize = 100;
const REQUESTS: usize = 20;

#[tokio::test(flavor = "multi_thread")]
async fn requests_through_caddy_are_answered_promptly_while_many_slow_sign_ins_are_open() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let mut config = unlimited();
    config.web.public_url = format!("https://{DASHBOARD}").parse().expect("a URL");
    config.web.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    let site = Site::with_places(&app, &config, PLACES).await;
    let folder = tempfile::tempdir().expect("a folder");
    let https = free_port();
    let caddy = caddy(folder.path(), &site, site.operations, (free_port(), https)).await;
    let root = folder.path().join("caddy/pki/authorities/local/root.crt");
    caddy.until("it has an authority", async || root.exists()).await;
    let root = std::fs::read_to_string(root).expect("its certificate");
    let client = TlsClient::trusting(&root, &[DASHBOARD], https);
    caddy.until("the dashboard is served", async || client.agrees_on(DASHBOARD).await).await;

    // Caddy opens a connection to the product for each stream of a connection.
    let mut slow = JoinSet::new();
    let stream = TokioIo::new(client.in_http2(DASHBOARD).await);
    let (sender, connection) = handshake(TokioExecutor::new(), stream).await.expect("both begin");
    slow.spawn(async move { connection.await.expect("it goes on") });
    for _ in 0..CROWD {
        let mut sender = sender.clone();
        slow.spawn(async move {
            // After ten seconds the request times out, and another one is begun.
            loop {
                let begun = stream::iter([Ok::<_, Infallible>(Frame::data(Bytes::from_static(b"{")))]);
                let request = Request::post(format!("https://{DASHBOARD}:{https}/api/auth/login"))
                    .header("content-type", "application/json")
                    .header("content-length", 60)
                    .body(StreamBody::new(begun.chain(stream::pending())));
                let answer = sender.send_request(request.expect("a request")).await.expect("an answer");
                assert_eq!(answer.status(), StatusCode::REQUEST_TIMEOUT);
            }
        });
    }
    caddy.until("Caddy has handed all of them on", async || open_connections(&site).await >= CROWD).await;
    let mut waits = Vec::new();
    for _ in 0..REQUESTS {
        let began = Instant::now();
        let answer = timeout(TIMEOUT, client.get(DASHBOARD, "/api/config")).await.expect("it is answered");
        assert_eq!(answer.expect("an answer").0, 200);
        waits.push(began.elapsed());
    }
    assert!(slow.try_join_next().is_none(), "all of them go on");
    assert_soon(waits);
}
