//! A service on this machine that gives every request the same answer, and keeps what it is sent.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

pub(crate) struct Sent {
    /// In lower case.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

pub(crate) struct Service {
    address: SocketAddr,
    sent: Arc<Mutex<Vec<Sent>>>,
}

/// `status`: such as `200 OK`. Its threads end with the process.
pub(crate) fn a_service(status: &'static str) -> Service {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let sent = Arc::<Mutex<Vec<Sent>>>::default();
    let kept = sent.clone();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let kept = kept.clone();
            thread::spawn(move || answer(stream, status, &kept));
        }
    });
    Service { address, sent }
}

/// Reads requests until the client closes.
fn answer(stream: TcpStream, status: &str, kept: &Mutex<Vec<Sent>>) {
    let mut answers = stream.try_clone().expect("a socket has two ends");
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if !reader.read_line(&mut head).is_ok_and(|read| read > 0) {
                return;
            }
        }
        let head = head.to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(0, |length| length.parse().expect("a number"))];
        reader.read_exact(&mut body).expect("all of it");
        kept.lock().expect("no test panics here").push(Sent { head, body });
        // The client may be gone: a killed process.
        if write!(answers, "HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n").is_err() {
            return;
        }
    }
}

impl Service {
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Looks at all that it was sent until now.
    pub(crate) fn looked_at<T>(&self, look: impl FnOnce(&[Sent]) -> T) -> T {
        look(&self.sent.lock().expect("no test panics here"))
    }
}
