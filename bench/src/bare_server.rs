//! A minimal HTTP server: plain axum, with handlers that answer the same bytes each time.

use std::fs;
use std::path::Path;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// Headers that axum sets by itself.
const OWN: [&str; 3] = ["content-length", "date", "connection"];
const ADDRESS: &str = "address";

#[derive(Clone)]
struct Recorded {
    route: String,
    headers: HeaderMap,
    body: Bytes,
}

/// Sets the address that [`serve`] listens on: a file in its folder.
pub(crate) fn write_address(folder: &Path, address: &str) {
    fs::create_dir_all(folder).expect("a folder of our own");
    fs::write(folder.join(ADDRESS), address).expect("a file in it");
}

/// Adds an answer for [`serve`]: a file in its folder. `head` is that of an HTTP answer.
pub(crate) fn write(folder: &Path, name: &str, route: &str, head: &str, body: &[u8]) {
    let (_, headers) = head.split_once("\r\n").unwrap_or_default();
    let mut text = format!("{route}\r\n{headers}\r\n\r\n").into_bytes();
    text.extend_from_slice(body);
    fs::write(folder.join(name), text).expect("a file in it");
}

pub(crate) fn serve(folder: &Path) {
    let address = fs::read_to_string(folder.join(ADDRESS)).expect("an address");
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let mut router = Router::new();
    for file in files.filter(|file| !file.ends_with(ADDRESS)) {
        let recorded = read(&fs::read(file).expect("a file"));
        let route = recorded.route.clone();
        router = router.route(&route, get(answer).with_state(recorded));
    }
    Runtime::new().expect("threads can be started").block_on(async {
        let listener = TcpListener::bind(&address).await.expect("a free port");
        announce(&listener);
        axum::serve(listener, router).await.expect("it serves until it is killed");
    });
}

#[expect(clippy::print_stdout, reason = "as the product does")]
pub(crate) fn announce(listener: &TcpListener) {
    println!("http://{}", listener.local_addr().expect("it is bound"));
}

async fn answer(State(recorded): State<Recorded>, asked: HeaderMap) -> Response {
    if let (Some(tag), Some(known)) = (recorded.headers.get(ETAG), asked.get(IF_NONE_MATCH))
        && tag == known
    {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag.clone())]).into_response();
    }
    (recorded.headers, recorded.body).into_response()
}

fn read(text: &[u8]) -> Recorded {
    let end = text.windows(4).position(|window| window == b"\r\n\r\n").expect("a head and a body");
    let head = std::str::from_utf8(&text[..end]).expect("UTF-8");
    let mut lines = head.lines();
    let route = lines.next().expect("a route").to_owned();
    let mut headers = HeaderMap::new();
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        if !OWN.contains(&name) {
            let name: HeaderName = name.parse().expect("a header's name");
            headers.insert(name, HeaderValue::from_str(value).expect("a header's value"));
        }
    }
    Recorded { route, headers, body: Bytes::copy_from_slice(&text[end + 4..]) }
}
