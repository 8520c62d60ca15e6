//! Which host names the product answers.

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, TestApp};

use crate::support::{Site, unlimited};
use crate::wire::Wire;

/// Returns the status and body of the answer to these bytes.
async fn ask(site: &Site, head: &str) -> (String, String) {
    let mut wire = Wire::to(site).await;
    wire.send(head).await;
    let answer = wire.read_to_end().await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("an answer: {answer:?}"));
    let status = head.split(' ').nth(1).expect("a status");
    (status.to_owned(), body.to_owned())
}

async fn under(site: &Site, host: &str) -> String {
    ask(site, &format!("GET /api/config HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")).await.0
}

async fn app() -> TestApp {
    TestApp::new(Dialect::Sqlite, Setup::default()).await
}

#[tokio::test]
async fn a_request_that_does_not_name_exactly_one_known_host_gets_421() {
    let app = app().await;
    let site = Site::open(&app).await;
    let port = site.address.port();
    for own in ["localhost", "LocalHost.", "127.0.0.1", "127.1.2.3", "[::1]"] {
        for host in [own.to_owned(), format!("{own}:{port}"), format!("{own}:1")] {
            assert_eq!(under(&site, &host).await, "200", "{host}");
        }
    }
    for host in [
        "unknown.example.com",
        "localhost.example.com",
        "127.0.0.1.example.com",
        "a",
        "",
        "127.0.0.1@example.com",
        "127.0.0.1, example.com",
        "127.0.0.1:80:80",
        "10.1.2.3",
        "0.0.0.0",
        "[::1",
        "ex\u{e4}mple.com",
    ] {
        assert_eq!(under(&site, host).await, "421", "{host}");
    }
    let refused = [
        "GET /api/config HTTP/1.1\r\nConnection: close\r\n\r\n",
        "GET /api/config HTTP/1.0\r\n\r\n",
        "GET /api/config HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET /api/config HTTP/1.1\r\nHost: localhost\r\nHost: a.example.com\r\nConnection: close\r\n\r\n",
        "GET ftp://localhost/api/config HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET http://localhost/api/config HTTP/1.1\r\nHost: a.example.com\r\nConnection: close\r\n\r\n",
        "GET http://user@localhost/api/config HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET http://localhost/api/config HTTP/1.1\r\nConnection: close\r\n\r\n",
        "GET http://a.example.com/api/config HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\nConnection: close\r\n\r\n",
    ];
    for head in refused {
        let (status, body) = ask(&site, head).await;
        let expected = r#"{"code":421,"message":"There is nothing under this host.","requestId":""#;
        assert_eq!((status.as_str(), body.starts_with(expected)), ("421", true), "{head}: {body}");
    }
    let absolute = "GET http://LOCALHOST/api/config HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert_eq!(ask(&site, absolute).await.0, "200", "the absolute form names the same host");
    let old = ask(&site, "GET /api/config HTTP/1.0\r\nHost: localhost\r\n\r\n").await;
    assert_eq!(old.0, "200", "an old client that names its host");
}

#[tokio::test]
async fn only_the_configured_public_hosts_and_the_listening_address_are_answered() {
    let app = app().await;
    let mut config = unlimited();
    config.web.public_url = "https://Dash.example.com".parse().expect("a URL");
    config.chat.public_url = Some("https://chat.example.com".parse().expect("a URL"));
    config.web.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    let site = Site::open_with(&app, config).await;
    for own in ["dash.example.com", "DASH.EXAMPLE.COM.", "dash.example.com:8443", "chat.example.com"] {
        assert_eq!(under(&site, own).await, "200", "{own}");
    }
    assert_eq!(under(&site, "127.0.0.1").await, "200", "the address that it listens on");
    for other in ["localhost", "127.0.0.2", "[::1]", "example.com", "stores.example.com"] {
        assert_eq!(under(&site, other).await, "421", "{other}");
    }
    let forwarded = "GET /api/config HTTP/1.1\r\nHost: a.example.com\r\nX-Forwarded-Host: dash.example.com\r\n\
                     Forwarded: host=dash.example.com\r\nConnection: close\r\n\r\n";
    assert_eq!(ask(&site, forwarded).await.0, "421", "a proxy keeps the host");
}
