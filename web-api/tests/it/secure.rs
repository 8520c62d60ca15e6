//! A web side that speaks https itself, and the certificate authority it uses.

use std::net::SocketAddr;
use std::path::Path;

use boostdesk_core::config::Config;
use boostdesk_core::testing::{TestApp, free_port};
use boostdesk_web_api::{Tls, Web};
use serde_json::json;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::program::Program;
use crate::support::{picture_helper, send, unlimited};

pub(crate) const DASHBOARD: &str = "dash.example.com";

pub(crate) struct Pebble {
    pub(crate) program: Program,
    directory: String,
    management: u16,
}

impl Pebble {
    /// Validates names on loopback at `tls_port`, by the test's DNS.
    pub(crate) async fn start(folder: &Path, tls_port: u16, dns: SocketAddr) -> Self {
        let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let write =
            |name: &str, text: String| std::fs::write(folder.join(name), text).expect("it is written");
        write("pebble.pem", own.cert.pem());
        write("pebble.key", own.key_pair.serialize_pem());
        let (port, management) = (free_port(), free_port());
        let config = json!({"pebble": {"listenAddress": format!("127.0.0.1:{port}"),
            "managementListenAddress": format!("127.0.0.1:{management}"), "certificate": "pebble.pem",
            "privateKey": "pebble.key", "httpPort": free_port(), "tlsPort": tls_port}});
        write("pebble.json", config.to_string());
        let arguments = ["-config", "pebble.json", "-dnsserver", &dns.to_string()];
        // By default Pebble also rejects one nonce in twenty, which makes an order begin again, later each time.
        let variables = [("PEBBLE_VA_NOSLEEP", "1"), ("PEBBLE_WFE_NONCEREJECT", "0")];
        let program = Program::start("pebble", &arguments, folder, &variables);
        program.listens_on(port).await;
        program.listens_on(management).await;
        Self { program, directory: format!("https://localhost:{port}/dir"), management }
    }

    /// The configuration of a dashboard that gets its certificates here.
    pub(crate) fn config(&self, folder: &Path, port: u16) -> Config {
        let mut config = unlimited();
        config.web.public_url = format!("https://{DASHBOARD}:{port}").parse().expect("a URL");
        config.web.acme_directory = self.directory.parse().expect("a URL");
        config.web.acme_contact = Some("admin@example.com".to_owned());
        config.web.acme_cache = folder.join("acme");
        config.web.acme_ca_file = Some(folder.join("pebble.pem"));
        config
    }

    /// Returns the root certificate of those that it signs.
    pub(crate) async fn root(&self, folder: &Path) -> String {
        let own = std::fs::read(folder.join("pebble.pem")).expect("its certificate");
        let own = reqwest::Certificate::from_pem(&own).expect("a certificate");
        let client = reqwest::Client::builder().tls_certs_only([own]).build().expect("a client");
        let root = send(client.get(format!("https://localhost:{}/roots/0", self.management))).await;
        root.text().await.expect("a certificate")
    }
}

/// A web side that speaks https, until dropped.
pub(crate) struct Secure {
    shutdown: CancellationToken,
    tasks: TaskTracker,
}

impl Secure {
    pub(crate) async fn open(app: &TestApp, config: &Config, port: u16, redirect: u16) -> Self {
        let web = Web::new(app.app.clone(), config, picture_helper())
            .with_tls(Tls::new(&config.web).expect("a usable authority"));
        let (shutdown, tasks) = (CancellationToken::new(), TaskTracker::new());
        let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("the port is free");
        let (server, token, tracker) = (web.clone(), shutdown.clone(), tasks.clone());
        tasks.spawn(async move { server.serve(listener, token, &tracker).await });
        let listener = TcpListener::bind(("127.0.0.1", redirect)).await.expect("the port is free");
        let (token, tracker) = (shutdown.clone(), tasks.clone());
        tasks.spawn(async move { web.serve_redirects(listener, token, &tracker).await });
        Self { shutdown, tasks }
    }

    pub(crate) async fn close(self) {
        self.shutdown.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}
