//! A keep-alive connection whose other end may vanish at any moment.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::Value;

use crate::http::Answer;
use crate::process::TIMEOUT;

pub(super) struct Connection {
    server: SocketAddr,
    stream: BufReader<TcpStream>,
}

/// A request that was not answered in full.
#[derive(Debug)]
pub(super) enum Lost {
    /// Not a byte came back.
    Unanswered(io::Error),
    /// An answer began.
    CutOff(io::Error),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unanswered(error) => write!(f, "no answer ({error})"),
            Self::CutOff(error) => write!(f, "half an answer ({error})"),
        }
    }
}

impl Connection {
    pub(super) fn open(server: SocketAddr) -> Result<Self, Lost> {
        let open = || {
            let stream = TcpStream::connect(server)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(TIMEOUT))?;
            Ok(Self { server, stream: BufReader::new(stream) })
        };
        open().map_err(Lost::Unanswered)
    }

    pub(super) fn get(&mut self, path: &str, token: &str) -> Result<Answer, Lost> {
        let server = self.server;
        self.ask(&format!("GET {path} HTTP/1.1\r\nhost: {server}\r\nauthorization: {token}\r\n\r\n"))
    }

    pub(super) fn post(&mut self, path: &str, token: &str, body: &Value) -> Result<Answer, Lost> {
        self.send(path, token, "application/json", &body.to_string())
    }

    pub(super) fn post_text(&mut self, path: &str, token: &str, body: &str) -> Result<Answer, Lost> {
        self.send(path, token, "text/plain", body)
    }

    /// `headers` have their line ends, and a signature.
    pub(super) fn post_signed(&mut self, path: &str, headers: &str, body: &str) -> Result<Answer, Lost> {
        let (server, length) = (self.server, body.len());
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nhost: {server}\r\n{headers}\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        ))
    }

    fn send(&mut self, path: &str, token: &str, media: &str, body: &str) -> Result<Answer, Lost> {
        let (server, length) = (self.server, body.len());
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nhost: {server}\r\nauthorization: {token}\r\ncontent-type: {media}\r\n\
             content-length: {length}\r\n\r\n{body}"
        ))
    }

    fn ask(&mut self, request: &str) -> Result<Answer, Lost> {
        // Even if not all of it could be sent there may be an answer, from a server about to close.
        let sent = self.stream.get_mut().write_all(request.as_bytes());
        match self.stream.fill_buf() {
            Ok([]) => {
                return Err(Lost::Unanswered(
                    sent.err().unwrap_or_else(|| io::ErrorKind::UnexpectedEof.into()),
                ));
            }
            Ok(_) => {}
            Err(error) => return Err(Lost::Unanswered(error)),
        }
        self.read().map_err(Lost::CutOff)
    }

    fn read(&mut self) -> io::Result<Answer> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.stream.read_line(&mut head)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let head = head.to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status line");
        let body = if head.contains("\r\ntransfer-encoding: chunked\r\n") {
            self.read_chunks()?
        } else {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length = length.and_then(|length| length.parse().ok());
            let mut body = vec![0; length.expect("an answer says its length, or comes in chunks")];
            self.stream.read_exact(&mut body)?;
            body
        };
        Ok(Answer { status, head, body: String::from_utf8(body).expect("UTF-8") })
    }

    /// RFC 9112, 7.1: each chunk has its length in a line before it, and the last is empty. Without that one the body
    /// was cut off.
    fn read_chunks(&mut self) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let mut length = String::new();
            self.stream.read_line(&mut length)?;
            let length = usize::from_str_radix(length.trim_end(), 16);
            let length = length.map_err(|_| io::ErrorKind::UnexpectedEof)?;
            let mut chunk = vec![0; length + 2];
            self.stream.read_exact(&mut chunk)?;
            if length == 0 {
                return Ok(body);
            }
            body.extend_from_slice(&chunk[..length]);
        }
    }
}

/// A list of texts.
pub(super) fn texts(list: &Value) -> Vec<String> {
    let texts = list.as_array().unwrap_or_else(|| panic!("a list, not {list}"));
    texts.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}
