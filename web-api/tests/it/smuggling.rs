//! Requests that two servers could split differently. A proxy in front must not be made to take the end of one client's
//! request for the beginning of another's: each is refused, or read as one.

use std::time::Duration;

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, TestApp};
use tokio::time::timeout;

use crate::support::Site;
use crate::wire::Wire;

/// A hidden request that must never be answered.
const HIDDEN: &str = "GET /api/config HTTP/1.1\r\nHost: localhost\r\n\r\n";
const HEAD: &str = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Read {
    /// Refused before any handler: with 400 or 431, or without an answer.
    Refused,
    /// Read as one request, which its handler answers in its own way.
    AsOne,
}
use Read::{AsOne, Refused};

/// Returns how a message is read if nothing follows it.
async fn read(site: &Site, message: &str) -> Read {
    let mut wire = Wire::to(site).await;
    wire.send(message).await;
    wire.finish().await;
    let answers = timeout(Duration::from_mins(2), wire.read_to_end()).await.expect("it ends");
    let count = answers.matches("HTTP/1.1 ").count();
    assert!(count <= 1, "{message:?} is more than one: {answers}");
    assert!(!answers.contains(" 200 OK"), "{message:?}: {answers}");
    // Every handler's answer names its request.
    if answers.contains("\r\nx-request-id: ") { AsOne } else { Refused }
}

#[tokio::test]
async fn ambiguous_http_messages_are_refused_or_read_as_one_request() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let site = Site::open(&app).await;
    let hidden = HIDDEN.len();
    let chunk = format!("{hidden:x}\r\n{HIDDEN}\r\n0\r\n\r\n");
    for (lines, body, expected) in [
        // Both a length and chunks: the chunks count, and nothing after them is read.
        (
            format!("Content-Length: {}\r\nTransfer-Encoding: chunked\r\n", 5 + hidden),
            format!("0\r\n\r\n{HIDDEN}"),
            AsOne,
        ),
        (
            format!("Transfer-Encoding: chunked\r\nContent-Length: {}\r\n", 5 + hidden),
            format!("0\r\n\r\n{HIDDEN}"),
            AsOne,
        ),
        ("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n".to_owned(), chunk.clone(), AsOne),
        // Two lengths.
        (format!("Content-Length: 0\r\nContent-Length: {hidden}\r\n"), HIDDEN.to_owned(), Refused),
        (format!("Content-Length: {hidden}\r\nContent-Length: 0\r\n"), HIDDEN.to_owned(), Refused),
        (format!("Content-Length: {hidden}\r\nContent-Length: {hidden}\r\n"), HIDDEN.to_owned(), AsOne),
        (format!("Content-Length: 0, {hidden}\r\n"), HIDDEN.to_owned(), Refused),
        // Invalid lengths.
        ("Content-Length: +0\r\n".to_owned(), HIDDEN.to_owned(), Refused),
        ("Content-Length: -1\r\n".to_owned(), HIDDEN.to_owned(), Refused),
        ("Content-Length: 0x0\r\n".to_owned(), HIDDEN.to_owned(), Refused),
        ("Content-Length: \r\n".to_owned(), HIDDEN.to_owned(), Refused),
        ("Content-Length: 18446744073709551614\r\n".to_owned(), HIDDEN.to_owned(), Refused),
        ("Content-Length: 18446744073709551616\r\n".to_owned(), HIDDEN.to_owned(), Refused),
        ("Content-Length : 0\r\n".to_owned(), HIDDEN.to_owned(), Refused),
        // Codings that do not end with chunked, or not by that name.
        ("Transfer-Encoding: identity\r\n".to_owned(), HIDDEN.to_owned(), Refused),
        ("Transfer-Encoding: garbage\r\n".to_owned(), HIDDEN.to_owned(), Refused),
        ("Transfer-Encoding: xchunked\r\n".to_owned(), chunk.clone(), Refused),
        ("Transfer-Encoding: chunked, identity\r\n".to_owned(), chunk.clone(), Refused),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n".to_owned(), chunk.clone(), Refused),
        ("Transfer-Encoding : chunked\r\n".to_owned(), chunk.clone(), Refused),
        ("Transfer-Encoding: \u{b}chunked\r\n".to_owned(), chunk.clone(), Refused),
        ("Transfer-Encoding:\tchunked\r\n".to_owned(), chunk.clone(), AsOne),
        // Folded lines, and lines that end otherwise.
        ("X-Long: a\r\n b\r\n".to_owned(), HIDDEN.to_owned(), Refused),
        ("Transfer-Encoding:\r\n chunked\r\n".to_owned(), chunk.clone(), Refused),
        (format!("X-Bare: a\nContent-Length: {hidden}\r\n"), HIDDEN.to_owned(), AsOne),
        (format!("X-Bare: a\rContent-Length: {hidden}\r\n"), HIDDEN.to_owned(), Refused),
        ("X-Nul: \0\r\n".to_owned(), HIDDEN.to_owned(), Refused),
        // Chunks with extensions, and chunks with invalid lengths.
        (
            "Transfer-Encoding: chunked\r\n".to_owned(),
            format!("{hidden:x};a=b\r\n{HIDDEN}\r\n0;c\r\n\r\n"),
            AsOne,
        ),
    ] {
        let message = format!("{HEAD}{lines}\r\n{body}");
        assert_eq!(read(&site, &message).await, expected, "{message:?}");
    }
    for chunks in [
        format!("{hidden:x};\n{HIDDEN}\r\n0\r\n\r\n"),
        format!("{hidden:x}\n{HIDDEN}\r\n0\r\n\r\n"),
        format!("1\r\nab\r\n{HIDDEN}"),
        format!("0x{hidden:x}\r\n{HIDDEN}\r\n0\r\n\r\n"),
        format!("-1\r\n{HIDDEN}"),
        format!("fffffffffffffffff\r\n{HIDDEN}"),
        format!("0\r\nX: y\n\r\n{HIDDEN}").replace("\r\n\r\n", "\r\n \r\n"),
    ] {
        // Some are refused before the handler has begun, some while it reads.
        read(&site, &format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n{chunks}")).await;
    }
    let old = format!("{}Transfer-Encoding: chunked\r\n\r\n{chunk}", HEAD.replace("1.1", "1.0"));
    assert_eq!(read(&site, &old).await, Refused, "such codings came with HTTP/1.1");
}

/// Checks that the test above would count a second answer.
#[tokio::test]
async fn two_pipelined_requests_get_two_answers() {
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let site = Site::open(&app).await;
    let mut wire = Wire::to(&site).await;
    wire.send(&format!("{HIDDEN}{HIDDEN}")).await;
    wire.finish().await;
    let answers = timeout(Duration::from_mins(2), wire.read_to_end()).await.expect("it ends");
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 2);
}
