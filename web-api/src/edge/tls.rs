//! Serves https where no proxy in front does, with a certificate for each name that is served.

use std::io;
use std::sync::Arc;

use boostdesk_core::config;
use rustls_acme::acme::ACME_TLS_ALPN_NAME;
use rustls_acme::is_tls_alpn_challenge;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::server::Acceptor;
use tokio_rustls::server::TlsStream;

use crate::edge::certificates::Certificates;

#[derive(Debug, Clone)]
pub struct Tls {
    pub(crate) certificates: Arc<Certificates>,
    serving: Arc<ServerConfig>,
    /// Answers the authority's TLS-ALPN challenge, which checks that a name leads here.
    challenge: Arc<ServerConfig>,
}

impl Tls {
    /// Errors: a sentence for the operator, when the authority's file cannot be used.
    pub fn new(web: &config::Web) -> Result<Self, String> {
        let certificates = Arc::new(Certificates::new(web)?);
        let with_protocols = |names: &[&[u8]]| {
            let mut config = ServerConfig::builder_with_provider(ring::default_provider().into())
                .with_safe_default_protocol_versions()
                .expect("the provider has the usual versions")
                .with_no_client_auth()
                .with_cert_resolver(certificates.clone());
            config.alpn_protocols = names.iter().map(|name| name.to_vec()).collect();
            Arc::new(config)
        };
        let (serving, challenge) =
            (with_protocols(&[b"h2", b"http/1.1"]), with_protocols(&[ACME_TLS_ALPN_NAME]));
        Ok(Self { certificates, serving, challenge })
    }

    /// Returns the connection after its handshake, or `None` when the authority made it to check a name.
    ///
    /// Errors: the handshake fails, for example because there is no certificate for the name.
    pub(crate) async fn accept<S>(&self, stream: S) -> io::Result<Option<TlsStream<S>>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let handshake = LazyConfigAcceptor::new(Acceptor::default(), stream).await?;
        if is_tls_alpn_challenge(&handshake.client_hello()) {
            handshake.into_stream(self.challenge.clone()).await?.shutdown().await?;
            return Ok(None);
        }
        Ok(Some(handshake.into_stream(self.serving.clone()).await?))
    }
}
