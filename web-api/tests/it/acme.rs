//! The product's own https, with certificates from a real authority: Pebble.

use std::path::Path;
use std::sync::Arc;

use boostdesk_core::config::Config;
use boostdesk_core::db::Dialect;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::shop::custom_domain;
use boostdesk_core::testing::{Setup, Shop, TestApp};
use boostdesk_web_api::{Dns, Tls, Web};
use serde_json::json;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::dns::{Zone, address, alias, name_server};
use crate::program::{Program, free_port};
use crate::support::{header, picture_helper, send, unlimited};
use crate::tls_client::TlsClient;

const DOMAIN: &str = "shop.example.com";
const DASHBOARD: &str = "dash.example.com";

struct Pebble {
    program: Program,
    directory: String,
    management: u16,
}

impl Pebble {
    /// Looks on loopback whether names lead to `tls_port`, by the DNS of the test.
    async fn start(folder: &Path, tls_port: u16, dns: std::net::SocketAddr) -> Self {
        let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let write =
            |name: &str, text: String| std::fs::write(folder.join(name), text).expect("it is written");
        write("pebble.pem", own.cert.pem());
        write("pebble.key", own.key_pair.serialize_pem());
        let (port, management) = (free_port(), free_port());
        let config = json!({"pebble": {"listenAddress": format!("127.0.0.1:{port}"),
            "managementListenAddress": format!("127.0.0.1:{management}"), "certificate": "pebble.pem",
            "privateKey": "pebble.key", "httpPort": free_port(), "tlsPort": tls_port}});
        write("pebble.json", config.to_string());
        let arguments = ["-config", "pebble.json", "-dnsserver", &dns.to_string()];
        let program = Program::start("pebble", &arguments, folder, &[("PEBBLE_VA_NOSLEEP", "1")]);
        program.listens_on(port).await;
        program.listens_on(management).await;
        Self { program, directory: format!("https://localhost:{port}/dir"), management }
    }

    /// The root of what it signs.
    async fn root(&self, folder: &Path) -> String {
        let own = std::fs::read(folder.join("pebble.pem")).expect("its certificate");
        let own = reqwest::Certificate::from_pem(&own).expect("a certificate");
        let client = reqwest::Client::builder().tls_certs_only([own]).build().expect("a client");
        let root = send(client.get(format!("https://localhost:{}/roots/0", self.management))).await;
        root.text().await.expect("a certificate")
    }
}

/// A web side that speaks https, until dropped.
struct Secure {
    shutdown: CancellationToken,
    tasks: TaskTracker,
}

impl Secure {
    async fn open(app: &TestApp, config: &Config, port: u16, redirect: u16) -> Self {
        let web = Web::new(app.app.clone(), config, picture_helper())
            .with_tls(Tls::new(&config.web).expect("a usable authority"));
        let (shutdown, tasks) = (CancellationToken::new(), TaskTracker::new());
        let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("the port is free");
        let (server, token, tracker) = (web.clone(), shutdown.clone(), tasks.clone());
        tasks.spawn(async move { server.serve(listener, token, &tracker).await });
        let listener = TcpListener::bind(("127.0.0.1", redirect)).await.expect("the port is free");
        let (token, tracker) = (shutdown.clone(), tasks.clone());
        tasks.spawn(async move { web.serve_redirects(listener, token, &tracker).await });
        Self { shutdown, tasks }
    }

    async fn close(self) {
        self.shutdown.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dashboard_and_active_domains_have_certificates() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let zone = Zone::default();
    for host in [DASHBOARD, "stores.example.com"] {
        zone.set(host, [address([127, 0, 0, 1])]);
    }
    let dns = name_server(&zone).await;
    let setup = Setup { name_server: Arc::new(Dns::new(Some(dns))), ..Setup::default() };
    let app = TestApp::new(Dialect::Sqlite, setup).await;
    let shop = Shop::open(&app, 1).await;
    let folder = tempfile::tempdir().expect("a folder");
    let (port, redirect) = (free_port(), free_port());
    let pebble = Pebble::start(folder.path(), port, dns).await;
    let mut config = unlimited();
    config.web.public_url = format!("https://{DASHBOARD}:{port}").parse().expect("a URL");
    config.web.acme_directory = pebble.directory.parse().expect("a URL");
    config.web.acme_contact = Some("admin@example.com".to_owned());
    config.web.acme_cache = folder.path().join("acme");
    config.web.acme_ca_file = Some(folder.path().join("pebble.pem"));
    let client = TlsClient::trusting(&pebble.root(folder.path()).await, &[DASHBOARD, DOMAIN], port);
    let secure = Secure::open(&app, &config, port, redirect).await;

    pebble.program.until("the dashboard has a certificate", async || client.agrees_on(DASHBOARD).await).await;
    let (status, page) = client.get(DASHBOARD, "/").await.expect("an answer");
    assert!(status == 200 && page.contains(r#""page":"dashboard""#), "{status} {page}");
    assert!(!client.agrees_on(DOMAIN).await, "not added yet");
    assert!(!client.agrees_on("stranger.example.net").await, "nobody's");

    zone.set(DOMAIN, [alias("stores.example.com.")]);
    custom_domain::add(&app, &shop.user_id, DOMAIN, &Client::default()).await.expect("it points here");
    pebble.program.until("the domain has a certificate", async || client.agrees_on(DOMAIN).await).await;
    let (status, page) = client.get(DOMAIN, "/").await.expect("an answer");
    assert!(status == 200 && page.contains(r#""page":"front""#), "{status} {page}");

    // Plain http leads there, for known hosts alone.
    let plain =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let url = format!("http://127.0.0.1:{redirect}/a?b=c");
    let led = send(plain.get(&url).header("Host", DOMAIN)).await;
    let there = format!("https://{DOMAIN}:{port}/a?b=c");
    assert_eq!((led.status().as_u16(), header(&led, "location")), (308, there.as_str()));
    assert_eq!(send(plain.get(&url).header("Host", "stranger.example.net")).await.status(), 421);

    // Another start needs no authority: the certificates are kept, for this user alone.
    secure.close().await;
    drop(pebble);
    for entry in std::fs::read_dir(&config.web.acme_cache).expect("a folder") {
        use std::os::unix::fs::PermissionsExt;
        let mode = entry.expect("an entry").metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let secure = Secure::open(&app, &config, port, redirect).await;
    for name in [DASHBOARD, DOMAIN] {
        let again = async {
            while !client.agrees_on(name).await {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(crate::program::PATIENCE, again).await.expect("a kept certificate");
    }

    // A domain that goes takes its certificate along.
    let domain = custom_domain::list(&app, &shop.user_id).await.expect("a list").remove(0);
    custom_domain::remove(&app, &shop.user_id, &domain.id, &Client::default()).await.expect("it is removed");
    let gone = async {
        while client.agrees_on(DOMAIN).await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::program::PATIENCE, gone).await.expect("its certificate goes");
    assert!(client.agrees_on(DASHBOARD).await);
    secure.close().await;
}

#[test]
fn an_authority_that_cannot_be_read_is_told() {
    let mut config = unlimited();
    config.web.acme_ca_file = Some("/nowhere/ca.pem".into());
    let told = Tls::new(&config.web).expect_err("there is no such file");
    assert!(told.starts_with("cannot use /nowhere/ca.pem: ") && told.ends_with("web.acme_ca_file"), "{told}");
}
