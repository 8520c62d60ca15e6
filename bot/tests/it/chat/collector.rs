//! A trace collector on this machine: receives OTLP over HTTP as protobuf, and keeps it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;

pub(super) struct Collector {
    address: SocketAddr,
    bodies: Arc<Mutex<Vec<Vec<u8>>>>,
}

pub(super) fn a_collector() -> Collector {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let bodies = Arc::<Mutex<Vec<Vec<u8>>>>::default();
    let taken = bodies.clone();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let taken = taken.clone();
            thread::spawn(move || take(stream, &taken));
        }
    });
    Collector { address, bodies }
}

/// Reads requests until the client closes.
fn take(stream: TcpStream, bodies: &Mutex<Vec<Vec<u8>>>) {
    let mut answers = stream.try_clone().expect("a socket has two ends");
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).is_ok_and(|read| read > 0) {
                continue;
            }
            return;
        }
        let head = head.to_ascii_lowercase();
        assert!(head.starts_with("post /v1/traces http/1.1\r\n"), "{head}");
        assert!(head.contains("content-type: application/x-protobuf"), "{head}");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body =
            vec![0; length.and_then(|length| length.parse().ok()).expect("it says how long it is")];
        reader.read_exact(&mut body).expect("all of it");
        bodies.lock().expect("no test panics here").push(body);
        answers.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").expect("the client reads");
    }
}

impl Collector {
    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Whether a text occurs anywhere in what was sent.
    pub(super) fn holds(&self, text: &str) -> bool {
        let bodies = self.bodies.lock().expect("no test panics here");
        bodies.iter().any(|body| body.windows(text.len()).any(|part| part == text.as_bytes()))
    }

    pub(super) fn spans(&self) -> Vec<Span> {
        let bodies = self.bodies.lock().expect("no test panics here");
        let requests =
            bodies.iter().map(|body| ExportTraceServiceRequest::decode(&body[..]).expect("it is OTLP"));
        let resources = requests.flat_map(|request| request.resource_spans);
        resources.flat_map(|resource| resource.scope_spans).flat_map(|scope| scope.spans).collect()
    }
}

/// Returns the value of a text attribute.
pub(super) fn text_of<'a>(attributes: &'a [KeyValue], key: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|attribute| attribute.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        any_value::Value::StringValue(text) => Some(text),
        _ => None,
    }
}
