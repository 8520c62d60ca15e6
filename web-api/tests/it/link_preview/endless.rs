//! Pages that do not end.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::sync::Notify;

use super::World;

#[tokio::test]
async fn a_preview_of_an_endless_gzip_page_ends_at_the_size_limit() {
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
async fn a_preview_of_a_page_that_arrives_too_slowly_is_given_up_within_ten_seconds() {
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
        // From here on the paused clock jumps ahead whenever all tasks wait.
        tokio::time::pause();
        tokio::time::Instant::now()
    });
    assert_eq!(answer.0, 422);
    assert!(took.elapsed() < Duration::from_secs(10), "{:?}", took.elapsed());
}
