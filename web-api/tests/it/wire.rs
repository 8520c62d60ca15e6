//! Talks to a site byte by byte, below HTTP.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::Site;

/// A connection of one's own, below HTTP.
pub(crate) struct Wire(TcpStream);

impl Wire {
    pub(crate) async fn to(site: &Site) -> Self {
        Self::at(site.address).await
    }

    pub(crate) async fn at(address: SocketAddr) -> Self {
        Self(TcpStream::connect(address).await.expect("a connection"))
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.expect("it is sent");
    }

    /// Closes the sending half.
    pub(crate) async fn finish(&mut self) {
        self.0.shutdown().await.expect("it is said");
    }

    /// Returns what is received up to `end`, or until the other side closes.
    pub(crate) async fn read_until(&mut self, end: &str) -> String {
        let mut text = String::new();
        let mut bytes = [0; 4096];
        while !text.contains(end) {
            match self.0.read(&mut bytes).await {
                Ok(0) | Err(_) => return text,
                Ok(length) => text.push_str(&String::from_utf8_lossy(&bytes[..length])),
            }
        }
        text
    }

    pub(crate) async fn read_to_end(&mut self) -> String {
        self.read_until("\0").await
    }
}
