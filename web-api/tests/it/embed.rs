//! The dashboard's own files: caching, compression and revalidation.

use std::io::Read;

use boostdesk_core::testing::{Setup, TestApp};

use crate::support::{Site, header, send};

/// Returns the path of a script of the dashboard's page.
async fn a_script(site: &Site) -> String {
    let page = send(site.get("/")).await.text().await.expect("a body");
    let (_, rest) = page.split_once(r#"src="/assets/"#).expect("the page has a script");
    let (name, _) = rest.split_once('"').expect("the attribute ends");
    format!("/assets/{name}")
}

async fn a_site() -> Site {
    let app = TestApp::new(boostdesk_core::db::Dialect::Sqlite, Setup::default()).await;
    Site::open(&app).await
}

#[tokio::test]
async fn a_script_is_cached_as_immutable_and_sent_as_brotli_to_clients_that_accept_it() {
    let site = a_site().await;
    let path = a_script(&site).await;
    let plain = send(site.get(&path)).await;
    assert_eq!(plain.status(), 200);
    assert_eq!(header(&plain, "content-type"), "text/javascript; charset=utf-8");
    assert_eq!(header(&plain, "cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(header(&plain, "x-content-type-options"), "nosniff");
    assert_eq!(header(&plain, "vary"), "accept-encoding");
    assert_eq!(header(&plain, "content-encoding"), "");
    let plain_etag = header(&plain, "etag").to_owned();
    let plain = plain.bytes().await.expect("a body");

    let small = send(site.get(&path).header("accept-encoding", "gzip, deflate, br;q=0.9")).await;
    assert_eq!(header(&small, "content-encoding"), "br");
    assert_ne!(header(&small, "etag"), plain_etag, "other bytes, other tag");
    let small = small.bytes().await.expect("a body");
    assert!(small.len() < plain.len() / 2, "{} of {} bytes", small.len(), plain.len());
    let mut opened = Vec::new();
    brotli::Decompressor::new(&small[..], 4096).read_to_end(&mut opened).expect("it is brotli");
    assert!(opened == plain, "the same script");

    for refusing in ["br;q=0, gzip", "gzip, br; Q=0.0"] {
        let refused = send(site.get(&path).header("accept-encoding", refusing)).await;
        assert_eq!(header(&refused, "content-encoding"), "", "{refusing}");
    }
}

#[tokio::test]
async fn a_file_with_a_matching_etag_is_answered_with_304_and_no_body() {
    let site = a_site().await;
    let path = a_script(&site).await;
    for encoding in ["identity", "br"] {
        let first = send(site.get(&path).header("accept-encoding", encoding)).await;
        let etag = header(&first, "etag").to_owned();
        let request = site.get(&path).header("accept-encoding", encoding);
        let again = send(request.header("if-none-match", format!("\"other\", W/{etag}"))).await;
        assert_eq!(again.status(), 304, "{encoding}");
        assert_eq!(header(&again, "etag"), etag);
        assert_eq!(again.bytes().await.expect("no body").len(), 0);
    }
    let other = send(site.get(&path).header("if-none-match", "\"other\"")).await;
    assert_eq!(other.status(), 200);
}

#[tokio::test]
async fn page_templates_directories_and_paths_outside_the_assets_answer_404() {
    let site = a_site().await;
    for path in
        ["/index.html", "/public.html", "/assets/", "/assets", "/../Cargo.toml", "/assets/%2e%2e/index.html"]
    {
        let answer = send(site.get(path)).await;
        assert_eq!(answer.status(), 404, "{path}");
    }
}
