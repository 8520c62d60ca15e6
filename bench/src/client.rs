//! A minimal HTTP/1.1 client for load: a keep-alive connection on a bare socket.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// The length of `HTTP/1.1 200`.
const STATUS: usize = 12;

pub(crate) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

pub(crate) struct Answer<'a> {
    pub(crate) status: u16,
    pub(crate) head: &'a str,
    pub(crate) body: &'a [u8],
}

impl Client {
    pub(crate) async fn connect(server: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(16 * 1024) })
    }

    /// Sends a whole request, and reads the whole answer.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> io::Result<Answer<'_>> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head = loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(at) = find(&self.buffer, b"\r\n\r\n") {
                break at;
            }
        };
        // A 304 has no body, whatever its content-length.
        let body = if self.buffer[..head].starts_with(b"HTTP/1.1 304") {
            None
        } else {
            content_length(&self.buffer[..head])
        };
        let end = head + 4 + body.unwrap_or_default();
        while self.buffer.len() < end {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let text = std::str::from_utf8(&self.buffer[..head]).map_err(io::Error::other)?;
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(text.to_owned()))?;
        Ok(Answer { status, head: text, body: &self.buffer[head + 4..] })
    }

    /// As [`Client::ask`], for an answer that must be 200.
    pub(crate) async fn expect(&mut self, request: &[u8]) -> Vec<u8> {
        let answer = self.ask(request).await.expect("the server answers");
        assert_eq!(answer.status, 200, "{}\n{}", answer.head, String::from_utf8_lossy(answer.body));
        answer.body.to_vec()
    }

    /// Sends the requests one after the other, over and over, until told to stop. All answers must be as long as
    /// `first`. Returns the number of answers.
    async fn repeat(&mut self, requests: &[Vec<u8>], first: &[u8], stop: &AtomicBool) -> io::Result<u64> {
        let mut answers = 0;
        let mut buffer = vec![0; first.len()];
        let status = &first[..STATUS];
        for request in requests.iter().cycle() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            self.stream.write_all(request).await?;
            self.stream.read_exact(&mut buffer).await?;
            assert!(buffer.starts_with(status), "{}", String::from_utf8_lossy(&buffer));
            answers += 1;
        }
        Ok(answers)
    }
}

/// Returns the number of answers within `time`. Each of `shares` has a connection of its own, and its requests are sent
/// over and over. All answers must have one length.
pub(crate) async fn load(server: SocketAddr, shares: Vec<Vec<Vec<u8>>>, time: Duration) -> u64 {
    let mut client = Client::connect(server).await.expect("the server listens");
    let answer = client.ask(&shares[0][0]).await.expect("the server answers");
    let length = answer.head.len() + 4 + answer.body.len();
    let first: Arc<[u8]> = client.buffer[..length].into();
    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = JoinSet::new();
    for share in shares {
        let (first, stop) = (first.clone(), stop.clone());
        tasks.spawn(async move {
            let mut client = Client::connect(server).await.expect("the server listens");
            client.repeat(&share, &first, &stop).await.expect("the server answers")
        });
    }
    tokio::time::sleep(time).await;
    stop.store(true, Ordering::Relaxed);
    tasks.join_all().await.into_iter().sum()
}

/// Sends the requests of each share once, on a connection per share. Returns the number of answers.
pub(crate) async fn each_once(server: SocketAddr, shares: Vec<Vec<Vec<u8>>>) -> u64 {
    let mut tasks = JoinSet::new();
    for share in shares {
        tasks.spawn(async move {
            let mut client = Client::connect(server).await.expect("the server listens");
            for request in &share {
                client.expect(request).await;
            }
            share.len() as u64
        });
    }
    tasks.join_all().await.into_iter().sum()
}

pub(crate) fn get(path: &str, headers: &[(&str, &str)]) -> Vec<u8> {
    let mut request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n");
    for (name, value) in headers {
        for part in [*name, ": ", *value, "\r\n"] {
            request.push_str(part);
        }
    }
    request.push_str("\r\n");
    request.into_bytes()
}

pub(crate) fn post(path: &str, token: &str, body: &str) -> Vec<u8> {
    with_body("POST", path, token, "application/json", body)
}

pub(crate) fn post_text(path: &str, token: &str, text: &str) -> Vec<u8> {
    with_body("POST", path, token, "text/plain", text)
}

pub(crate) fn put(path: &str, token: &str, body: &str) -> Vec<u8> {
    with_body("PUT", path, token, "application/json", body)
}

fn with_body(method: &str, path: &str, token: &str, kind: &str, body: &str) -> Vec<u8> {
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: {token}\r\ncontent-type: {kind}\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Returns the milliseconds until a server that may still be starting answers 200.
pub(crate) fn first_answer(server: SocketAddr, request: &[u8], since: Instant) -> f64 {
    use std::io::{Read, Write};
    loop {
        let mut answer = [0; 15];
        let asked = std::net::TcpStream::connect(server).and_then(|mut stream| {
            stream.write_all(request)?;
            stream.read_exact(&mut answer)
        });
        if asked.is_ok() {
            assert_eq!(&answer, b"HTTP/1.1 200 OK");
            return since.elapsed().as_secs_f64() * 1000.0;
        }
        assert!(since.elapsed() < Duration::from_secs(30), "no answer in 30 s");
        std::thread::sleep(Duration::from_micros(200));
    }
}

fn find(text: &[u8], sought: &[u8]) -> Option<usize> {
    text.windows(sought.len()).position(|window| window == sought)
}

fn content_length(head: &[u8]) -> Option<usize> {
    let head = std::str::from_utf8(head).ok()?;
    let mut fields = head.lines().filter_map(|line| line.split_once(": "));
    fields.find(|(name, _)| name.eq_ignore_ascii_case("content-length"))?.1.parse().ok()
}
