//! Asks a name server, the system's or the configured one, about custom domains. Nothing is cached: a seller who has just
//! changed a record wants to see it.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use boostdesk_core::ports::{Found, NameServer, NameServerError};
use futures::FutureExt;
use futures::future::BoxFuture;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::rr::{Name, RData, RecordType};
use hickory_resolver::{Resolver, ResolverBuilder, TokioResolver};
use tracing::debug;

/// Aliases followed, one after the other.
const LONGEST_CHAIN: usize = 8;
const TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub struct Dns {
    /// `None`: the system's.
    server: Option<SocketAddr>,
    timeout: Duration,
}

impl Dns {
    pub fn new(server: Option<SocketAddr>) -> Self {
        Self { server, timeout: TIMEOUT }
    }

    /// Sets how long one query waits for its answer.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Made for each look-up: they are rare, and the system's configuration may change.
    fn resolver(&self) -> Result<TokioResolver, NetError> {
        let mut builder: ResolverBuilder<TokioRuntimeProvider> = match self.server {
            None => Resolver::builder_tokio()?,
            Some(server) => {
                let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(|mut connection| {
                    connection.port = server.port();
                    connection
                });
                let server = NameServerConfig::new(server.ip(), true, connections.into());
                let config = ResolverConfig::from_parts(None, Vec::new(), vec![server]);
                Resolver::builder_with_config(config, TokioRuntimeProvider::default())
            }
        };
        let options = builder.options_mut();
        options.cache_size = 0;
        options.timeout = self.timeout;
        options.attempts = 1;
        builder.build()
    }
}

impl NameServer for Dns {
    fn look_up<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Found, NameServerError>> {
        async move {
            let resolver = self.resolver().map_err(unreachable)?;
            let aliases = follow(&resolver, name).await?;
            if !aliases.is_empty() {
                return Ok(Found::Alias(aliases));
            }
            let mut addresses = Vec::new();
            for kind in [RecordType::A, RecordType::AAAA] {
                addresses.extend(ask(&resolver, name, kind).await?.iter().filter_map(address));
            }
            if is_apex(&resolver, name).await? {
                return Ok(Found::Apex(addresses));
            }
            Ok(if addresses.is_empty() { Found::Nothing } else { Found::Addresses(addresses) })
        }
        .boxed()
    }

    fn texts<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Vec<String>, NameServerError>> {
        async move {
            let resolver = self.resolver().map_err(unreachable)?;
            let answer = ask(&resolver, name, RecordType::TXT).await?;
            Ok(answer.iter().filter_map(text).collect())
        }
        .boxed()
    }
}

async fn follow(resolver: &TokioResolver, name: &str) -> Result<Vec<String>, NameServerError> {
    let mut aliases: Vec<String> = Vec::new();
    while aliases.len() < LONGEST_CHAIN {
        let asked = aliases.last().map_or(name, String::as_str);
        let answer = match ask(resolver, asked, RecordType::CNAME).await {
            Ok(answer) => answer,
            // The first alias is known, and still holds if a later alias' name server is down.
            Err(_) if !aliases.is_empty() => break,
            Err(error) => return Err(error),
        };
        let next = answer.iter().find_map(|data| match data {
            RData::CNAME(alias) => Some(alias.0.to_ascii().trim_end_matches('.').to_ascii_lowercase()),
            _ => None,
        });
        match next {
            Some(next) if !aliases.contains(&next) => aliases.push(next),
            _ => break,
        }
    }
    Ok(aliases)
}

async fn ask(resolver: &TokioResolver, name: &str, kind: RecordType) -> Result<Vec<RData>, NameServerError> {
    // The final dot keeps the system's search domains from being appended. A text would be taken for an internationalized
    // name, whose labels may have no underscore.
    let name = Name::from_ascii(format!("{}.", name.trim_end_matches('.')));
    match resolver.lookup(name.map_err(|error| unreachable(error.into()))?, kind).await {
        Ok(answer) => Ok(answer.answers().iter().map(|record| record.data.clone()).collect()),
        Err(error) if error.is_no_records_found() || error.is_nx_domain() => Ok(Vec::new()),
        Err(error) => Err(unreachable(error)),
    }
}

/// Returns whether a zone begins at this name. A name of two labels counts as a bare domain, registered or not.
async fn is_apex(resolver: &TokioResolver, name: &str) -> Result<bool, NameServerError> {
    let answer = ask(resolver, name, RecordType::SOA).await?;
    Ok(name.split('.').count() == 2 || answer.iter().any(|data| matches!(data, RData::SOA(_))))
}

/// Returns the text of one record, which DNS cuts into parts of 255 bytes.
fn text(data: &RData) -> Option<String> {
    let RData::TXT(text) = data else { return None };
    Some(text.txt_data.iter().map(|part| String::from_utf8_lossy(part)).collect())
}

fn address(data: &RData) -> Option<IpAddr> {
    match data {
        RData::A(address) => Some(address.0.into()),
        RData::AAAA(address) => Some(address.0.into()),
        _ => None,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err asks for")]
fn unreachable(error: NetError) -> NameServerError {
    debug!(%error, "DNS could not be asked");
    NameServerError(match error {
        NetError::Dns(DnsError::ResponseCode(code)) => {
            format!("The domain's name server answers with an error ({code}).")
        }
        NetError::Timeout => "The domain's name server does not answer in time.".to_owned(),
        _ => "The name server does not answer.".to_owned(),
    })
}
