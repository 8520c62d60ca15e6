//! The product's own https, with certificates from a real authority: Pebble.

use boostdesk_core::db::Dialect;
use boostdesk_core::people::activity_log::Client;
use boostdesk_core::shop::custom_domain;
use boostdesk_core::testing::{Setup, Shop, TestApp, free_port};
use boostdesk_core::watching::outages::Trouble;
use boostdesk_web_api::Tls;

use crate::dns::{Zone, address, alias, name_server, patient_dns};
use crate::secure::{DASHBOARD, Pebble, Secure};
use crate::support::{header, send, unlimited};
use crate::tls_client::TlsClient;

const DOMAIN: &str = "shop.example.com";

#[tokio::test(flavor = "multi_thread")]
async fn acme_issues_certificates_for_the_dashboard_and_active_domains_only() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let zone = Zone::default();
    for host in [DASHBOARD, "stores.example.com"] {
        zone.set(host, [address([127, 0, 0, 1])]);
    }
    let dns = name_server(&zone).await;
    let setup = Setup { name_server: patient_dns(dns), ..Setup::default() };
    let app = TestApp::new(Dialect::Sqlite, setup).await;
    let shop = Shop::open(&app, 1).await;
    let folder = tempfile::tempdir().expect("a folder");
    let (port, redirect) = (free_port(), free_port());
    let pebble = Pebble::start(folder.path(), port, dns).await;
    let config = pebble.config(folder.path(), port);
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

    // Plain http redirects to https, for known hosts only.
    let plain =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let url = format!("http://127.0.0.1:{redirect}/a?b=c");
    let led = send(plain.get(&url).header("Host", DOMAIN)).await;
    let there = format!("https://{DOMAIN}:{port}/a?b=c");
    assert_eq!((led.status().as_u16(), header(&led, "location")), (308, there.as_str()));
    assert_eq!(send(plain.get(&url).header("Host", "stranger.example.net")).await.status(), 421);

    // Another start needs no authority: the certificates are stored, readable by this user only.
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
        tokio::time::timeout(crate::program::TIMEOUT, again).await.expect("a kept certificate");
    }

    // A domain's certificate is deleted with it.
    let domain = custom_domain::list(&app, &shop.user_id).await.expect("a list").remove(0);
    custom_domain::remove(&app, &shop.user_id, &domain.id, &Client::default()).await.expect("it is removed");
    let gone = async {
        while client.agrees_on(DOMAIN).await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::program::TIMEOUT, gone).await.expect("its certificate goes");
    assert!(client.agrees_on(DASHBOARD).await);
    secure.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unsaved_certificate_is_used_and_written_to_disk_once_the_cache_folder_works() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let zone = Zone::default();
    zone.set(DASHBOARD, [address([127, 0, 0, 1])]);
    let dns = name_server(&zone).await;
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let folder = tempfile::tempdir().expect("a folder");
    let (port, redirect) = (free_port(), free_port());
    let pebble = Pebble::start(folder.path(), port, dns).await;
    let config = pebble.config(folder.path(), port);
    let client = TlsClient::trusting(&pebble.root(folder.path()).await, &[DASHBOARD], port);
    // A file where the folder should be.
    std::fs::write(&config.web.acme_cache, "").expect("a file");
    let secure = Secure::open(&app, &config, port, redirect).await;

    let fails = |why: &str| {
        let ongoing = app.outages.ongoing();
        ongoing.iter().any(|outage| outage.trouble == Trouble::Certificates && outage.why.contains(why))
    };
    pebble.program.until("it is not written down", async || fails("cert cache store")).await;
    assert!(client.agrees_on(DASHBOARD).await, "it is used");
    std::fs::remove_file(&config.web.acme_cache).expect("it goes");
    pebble.program.until("it is written down", async || !fails("")).await;
    secure.close().await;
    drop(pebble);
    let secure = Secure::open(&app, &config, port, redirect).await;
    let again = async {
        while !client.agrees_on(DASHBOARD).await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::program::TIMEOUT, again).await.expect("a kept certificate");
    secure.close().await;
}

#[test]
fn an_unreadable_acme_ca_file_is_reported_with_its_path_and_setting() {
    let mut config = unlimited();
    config.web.acme_ca_file = Some("/nowhere/ca.pem".into());
    let told = Tls::new(&config.web).expect_err("there is no such file");
    assert!(told.starts_with("cannot use /nowhere/ca.pem: ") && told.ends_with("web.acme_ca_file"), "{told}");
}
