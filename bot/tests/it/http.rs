//! A minimal HTTP client for these tests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::Value;

use crate::process::TIMEOUT;

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status line");
        Self { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

pub(crate) fn get(server: SocketAddr, path: &str, token: &str) -> Answer {
    let head = format!(
        "GET {path} HTTP/1.1\r\nhost: {server}\r\nauthorization: {token}\r\nconnection: close\r\n\r\n"
    );
    answer_to(server, &head)
}

pub(crate) fn post(server: SocketAddr, path: &str, token: &str, body: &Value) -> Answer {
    send(server, "POST", path, token, "application/json", &body.to_string())
}

pub(crate) fn put(server: SocketAddr, path: &str, token: &str, body: &Value) -> Answer {
    send(server, "PUT", path, token, "application/json", &body.to_string())
}

pub(crate) fn delete(server: SocketAddr, path: &str, token: &str) -> Answer {
    send(server, "DELETE", path, token, "application/json", "")
}

pub(crate) fn post_text(server: SocketAddr, path: &str, token: &str, body: &str) -> Answer {
    send(server, "POST", path, token, "text/plain", body)
}

fn send(server: SocketAddr, method: &str, path: &str, token: &str, kind: &str, body: &str) -> Answer {
    let length = body.len();
    answer_to(
        server,
        &format!(
            "{method} {path} HTTP/1.1\r\nhost: {server}\r\nauthorization: {token}\r\ncontent-type: {kind}\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        ),
    )
}
/// Sends a request whose answer is a stream, and reads the head.
pub(crate) fn open_stream(server: SocketAddr, path: &str, token: &str) -> BufReader<TcpStream> {
    let mut stream = connect(server);
    let head = format!("GET {path} HTTP/1.1\r\nhost: {server}\r\nauthorization: {token}\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("the server reads");
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).expect("the server answers");
    assert!(line.contains(" 200 "), "{line}");
    reader
}

pub(crate) fn connect(server: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(server).expect("the server listens");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a socket takes a timeout");
    stream
}

fn answer_to(server: SocketAddr, request: &str) -> Answer {
    let mut stream = connect(server);
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("the server answers, and closes");
    Answer::read(&text)
}

/// Waits for the next line of a stream.
pub(crate) fn next_line(stream: &mut BufReader<TcpStream>) -> String {
    let mut line = String::new();
    let read = stream.read_line(&mut line).expect("the stream goes on");
    assert!(read > 0, "the stream ended");
    line
}
