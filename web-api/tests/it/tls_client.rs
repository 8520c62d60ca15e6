//! A client that trusts one authority, and finds every name on loopback.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use reqwest::{Certificate, Client};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

#[derive(Clone)]
pub(crate) struct TlsClient {
    http: Client,
    connector: TlsConnector,
    port: u16,
}

impl TlsClient {
    /// `root` in PEM; `names` are those used with HTTP.
    pub(crate) fn trusting(root: &str, names: &[&str], port: u16) -> Self {
        let _ = ring::default_provider().install_default();
        let certificate = Certificate::from_pem(root.as_bytes()).expect("a certificate");
        let here = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let policy = reqwest::redirect::Policy::none();
        let builder =
            Client::builder().tls_certs_only([certificate]).redirect(policy).pool_max_idle_per_host(0);
        let builder = names.iter().fold(builder, |builder, name| builder.resolve(name, here));
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_slice(root.as_bytes()).expect("PEM")).expect("a root");
        let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        let connector = TlsConnector::from(Arc::new(config));
        Self { http: builder.build().expect("a client"), connector, port }
    }

    pub(crate) async fn get(&self, name: &str, path: &str) -> reqwest::Result<(u16, String)> {
        let answer = self.http.get(format!("https://{name}:{}{path}", self.port)).send().await?;
        Ok((answer.status().as_u16(), answer.text().await?))
    }

    /// Opens a connection that uses HTTP/2.
    pub(crate) async fn in_http2(&self, name: &str) -> TlsStream<TcpStream> {
        self.try_in_http2(name).await.expect("they agree")
    }

    /// Errors: the server accepts no more connections, or has no certificate.
    pub(crate) async fn try_in_http2(&self, name: &str) -> io::Result<TlsStream<TcpStream>> {
        let mut config = self.connector.config().as_ref().clone();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        let stream = self.connect(&Arc::new(config).into(), name).await?;
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        Ok(stream)
    }

    /// Whether there is a valid certificate for this name.
    pub(crate) async fn agrees_on(&self, name: &str) -> bool {
        let Ok(mut stream) = self.connect(&self.connector, name).await else { return false };
        // It counts as a connection until the server has closed it as well.
        let _ = stream.shutdown().await;
        let _ = stream.read_to_end(&mut Vec::new()).await;
        true
    }

    async fn connect(&self, connector: &TlsConnector, name: &str) -> io::Result<TlsStream<TcpStream>> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.expect("somebody listens");
        connector.connect(ServerName::try_from(name.to_owned()).expect("a name"), stream).await
    }
}
