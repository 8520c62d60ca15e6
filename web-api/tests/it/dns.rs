//! A real name server on loopback, with a zone that a test changes as it goes.

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use boostdesk_web_api::Dns;
use hickory_resolver::proto::op::{Message, MessageType, ResponseCode};
use hickory_resolver::proto::rr::rdata::{A, CNAME, SOA, TXT};
use hickory_resolver::proto::rr::{Name, RData, Record, RecordType};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::time::sleep;

/// The most aliases that one answer follows.
const LONGEST_CHAIN: usize = 8;

#[derive(Debug, Clone, Default)]
pub(crate) struct Zone(Arc<Mutex<Records>>);

#[derive(Debug, Default)]
struct Records {
    names: HashMap<String, Vec<RData>>,
    /// Names that get no answer.
    silent: Vec<String>,
    /// Names whose server is broken.
    broken: Vec<String>,
    /// The wait before each answer.
    delay: Duration,
}

/// A resolver that asks this server and waits even on a busy machine.
pub(crate) fn patient_dns(server: SocketAddr) -> Arc<Dns> {
    Arc::new(Dns::new(Some(server)).with_timeout(Duration::from_mins(1)))
}

/// Starts a name server on UDP and TCP, on the same port.
pub(crate) async fn name_server(zone: &Zone) -> SocketAddr {
    let (udp, tcp, address) = loop {
        let udp = UdpSocket::bind("127.0.0.1:0").await.expect("a free port");
        let address = udp.local_addr().expect("it is bound");
        // The port may be taken for TCP.
        if let Ok(tcp) = TcpListener::bind(address).await {
            break (udp, tcp, address);
        }
    };
    tokio::spawn(serve_udp(udp, zone.clone()));
    tokio::spawn(serve_tcp(tcp, zone.clone()));
    address
}

async fn serve_udp(socket: UdpSocket, zone: Zone) {
    let socket = Arc::new(socket);
    let mut buffer = [0; 4096];
    while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
        let Some(answer) = zone.answer(&buffer[..length]) else { continue };
        let (socket, delay) = (socket.clone(), zone.records().delay);
        tokio::spawn(async move {
            sleep(delay).await;
            // The client may have stopped waiting.
            let _ = socket.send_to(&answer, from).await;
        });
    }
}

async fn serve_tcp(listener: TcpListener, zone: Zone) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(converse(stream, zone.clone()));
    }
}

async fn converse(mut stream: TcpStream, zone: Zone) -> std::io::Result<()> {
    loop {
        let mut question = vec![0; usize::from(stream.read_u16().await?)];
        stream.read_exact(&mut question).await?;
        if let Some(answer) = zone.answer(&question) {
            let delay = zone.records().delay;
            sleep(delay).await;
            stream.write_u16(answer.len().try_into().expect("a short answer")).await?;
            stream.write_all(&answer).await?;
        }
    }
}

impl Zone {
    pub(crate) fn set(&self, name: &str, records: impl IntoIterator<Item = RData>) {
        self.records().names.insert(name.to_owned(), records.into_iter().collect());
    }

    pub(crate) fn clear(&self) {
        *self.records() = Records::default();
    }

    pub(crate) fn silence(&self, name: &str) {
        self.records().silent.push(name.to_owned());
    }

    /// Each answer takes this long from now on.
    pub(crate) fn slow_down(&self, delay: Duration) {
        self.records().delay = delay;
    }

    pub(crate) fn break_down(&self, name: &str) {
        self.records().broken.push(name.to_owned());
    }

    fn records(&self) -> MutexGuard<'_, Records> {
        self.0.lock().expect("not poisoned")
    }

    fn answer(&self, question: &[u8]) -> Option<Vec<u8>> {
        let question = Message::from_vec(question).expect("a DNS message");
        let mut answer = question.clone();
        answer.metadata.message_type = MessageType::Response;
        let query = question.queries.first().expect("a question").clone();
        let mut name = plain(query.name());
        let records = self.records();
        if records.silent.contains(&name) {
            return None;
        }
        if records.broken.contains(&name) {
            answer.metadata.response_code = ResponseCode::ServFail;
            return Some(answer.to_vec().expect("a DNS message"));
        }
        if !records.names.contains_key(&name) {
            answer.metadata.response_code = ResponseCode::NXDomain;
        }
        for _ in 0..LONGEST_CHAIN {
            let Some(found) = records.names.get(&name) else { break };
            let owner = Name::from_ascii(&name).expect("a name");
            let asked = found.iter().filter(|data| data.record_type() == query.query_type());
            let asked: Vec<_> = asked.cloned().collect();
            let alias = found.iter().find(|data| data.record_type() == RecordType::CNAME).cloned();
            match alias {
                Some(alias) if asked.is_empty() => {
                    let RData::CNAME(CNAME(next)) = &alias else { unreachable!("a CNAME was looked for") };
                    name = plain(next);
                    answer.add_answer(Record::from_rdata(owner, 0, alias));
                }
                _ => {
                    for data in asked {
                        answer.add_answer(Record::from_rdata(owner.clone(), 0, data));
                    }
                    break;
                }
            }
        }
        Some(answer.to_vec().expect("a DNS message"))
    }
}

fn plain(name: &Name) -> String {
    name.to_ascii().to_lowercase().trim_end_matches('.').to_owned()
}

pub(crate) fn alias(name: &str) -> RData {
    RData::CNAME(CNAME(Name::from_ascii(name).expect("a name")))
}

pub(crate) fn address(ip: [u8; 4]) -> RData {
    RData::A(A(Ipv4Addr::from(ip)))
}

pub(crate) fn text(value: &str) -> RData {
    RData::TXT(TXT::new(vec![value.to_owned()]))
}

/// Returns the SOA record of a zone.
pub(crate) fn authority() -> RData {
    let name = |text: &str| Name::from_ascii(text).expect("a name");
    RData::SOA(SOA::new(name("ns.example.com."), name("root.example.com."), 1, 1, 1, 1, 1))
}
