//! The chat room: who may enter, what they hear, and how it ends.

mod access;
mod endings;
mod limits;
mod messages;
mod people;

use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::config::Config;
use boostdesk_core::testing::Shop;
use futures::{SinkExt, StreamExt};
use reqwest::{RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::support::{Site, body, header, send, unlimited};

const PAGE: &str = "http://127.0.0.1:8080";

/// One end of a socket.
struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn try_open(site: &Site, query: &str, headers: &[(&'static str, &str)]) -> Result<Self, u16> {
        let url = format!("ws://{}/ws/chat?room=global{query}", site.address);
        let mut request = url.into_client_request().expect("a request");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header value"));
        }
        match connect_async(request).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Opens a socket as a browser does, with the cookie, and reads its first frame.
    async fn open(site: &Site, token: &str, query: &str) -> Self {
        let cookie = format!("other=1; boostdesk_session={token}");
        let query = format!("&presence=true{query}");
        let opened = Self::try_open(site, &query, &[("cookie", &cookie), ("origin", PAGE)]).await;
        let mut socket = opened.unwrap_or_else(|status| panic!("refused with {status}"));
        assert_eq!(socket.next().await["type"], "ready");
        socket
    }

    async fn say(&mut self, frame: &Value) {
        self.0.send(Message::text(frame.to_string())).await.expect("it is sent");
    }

    async fn next_message(&mut self) -> Option<Message> {
        let next = timeout(Duration::from_mins(2), self.0.next()).await;
        next.expect("something is heard").and_then(Result::ok)
    }

    async fn next(&mut self) -> Value {
        loop {
            match self.next_message().await {
                Some(Message::Text(text)) => return serde_json::from_str(&text).expect("JSON"),
                Some(Message::Ping(_) | Message::Pong(_)) => {}
                other => panic!("not a frame: {other:?}"),
            }
        }
    }

    /// Returns the next frame of this type; others may come before it.
    async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await;
            if frame["type"] == kind {
                return frame["data"].clone();
            }
        }
    }

    async fn close_code(&mut self) -> u16 {
        loop {
            match self.next_message().await {
                Some(Message::Close(Some(close))) => return close.code.into(),
                Some(_) => {}
                None => return 0,
            }
        }
    }
}

/// Reads frames off a stream of server-sent events.
struct Events(Response, String);

impl Events {
    async fn open(site: &Site, token: &str) -> Self {
        let stream = send(signed(site.get("/sse/chat?room=global&presence=true"), token)).await;
        assert_eq!(header(&stream, "content-type"), "text/event-stream");
        let mut events = Self(stream, String::new());
        assert_eq!(events.next().await.expect("a frame")["type"], "ready");
        events
    }

    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.1.find("\n\n") {
                let event: String = self.1.drain(..end + 2).collect();
                let event = event.trim_end();
                let data = event.strip_prefix("data: ").map(|data| serde_json::from_str(data).expect("JSON"));
                if data.is_some() {
                    return data;
                }
            }
            let chunk = timeout(Duration::from_mins(2), self.0.chunk()).await.expect("something is heard");
            self.1.push_str(&String::from_utf8_lossy(&chunk.ok()??));
        }
    }

    async fn end(&mut self) {
        while self.next().await.is_some() {}
    }

    async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await.expect("the stream goes on");
            if frame["type"] == kind {
                return frame["data"].clone();
            }
        }
    }
}

fn message(author: &str, content: &str) -> Value {
    json!({"room": "global", "authorId": author, "author": format!("Name {author}"), "content": content})
}

/// A site, a seller and their session.
async fn open_site(app: &App) -> (Site, Shop, String) {
    open_site_with(app, |_| {}).await
}

async fn open_site_with(app: &App, change: impl FnOnce(&mut Config)) -> (Site, Shop, String) {
    let (shop, mut config) = (Shop::open(app, 1).await, unlimited());
    change(&mut config);
    let site = Site::open_with(app, config).await;
    let token = site.sign_in(&shop).await;
    (site, shop, token)
}

/// Signs a request with a session.
fn signed(request: RequestBuilder, token: &str) -> RequestBuilder {
    request.header("Authorization", token)
}

async fn say(site: &Site, token: &str, message: &Value) -> (u16, Value) {
    body(signed(site.post("/api/chat/send", message), token)).await
}
