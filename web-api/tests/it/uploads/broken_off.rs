//! Uploads that are never completed.

use boostdesk_core::db::Dialect;
use boostdesk_core::testing::{Setup, TestApp, on_both};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{BOUNDARY, MP4, Place, form};
use crate::support::until;

/// A connection that has sent half a file, which the server has begun to write.
async fn half_an_upload(place: &Place) -> TcpStream {
    let mut wire = TcpStream::connect(place.site.address).await.expect("a connection");
    let head = format!(
        "POST /api/chat/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: {}\r\nContent-Type: multipart/form-data; \
         boundary={BOUNDARY}\r\nContent-Length: 5000\r\n\r\n",
        place.token
    );
    wire.write_all(head.as_bytes()).await.expect("it is sent");
    wire.write_all(&form(&[("file", "a.mp4", MP4)])[..130]).await.expect("it is sent");
    until("the file is begun", || !place.files().is_empty()).await;
    wire
}

#[tokio::test]
async fn an_aborted_upload_leaves_no_file() {
    on_both(async |app| {
        let place = Place::open(&app).await;
        drop(half_an_upload(&place).await);
        until("it is gone again", || place.files().is_empty()).await;
    })
    .await;
}

#[tokio::test]
async fn a_stalled_upload_gets_408_and_leaves_no_file() {
    // Nothing here depends on the database.
    let app = TestApp::new(Dialect::Sqlite, Setup::default()).await;
    let place = Place::open(&app).await;
    let mut wire = half_an_upload(&place).await;
    tokio::time::pause();
    let mut answer = Vec::new();
    let _ = wire.read_to_end(&mut answer).await;
    assert!(answer.starts_with(b"HTTP/1.1 408 "), "{}", String::from_utf8_lossy(&answer));
    assert_eq!(place.files(), [""; 0]);
}
