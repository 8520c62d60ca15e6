//! Certificates from an ACME authority: one for each of the product's own hosts and each active domain, obtained when the
//! name appears, renewed in time, and given up when it goes.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io;
use std::path::Path;
use std::slice;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use boostdesk_core::App;
use boostdesk_core::config;
use boostdesk_core::events::Topic;
use boostdesk_core::foundation::backoff::Backoff;
use boostdesk_core::shop::custom_domain;
use boostdesk_core::watching::outages::{Outages, Trouble};
use futures::StreamExt;
use rustls_acme::{AcmeConfig, AcmeState, CertCache, EventError, EventOk, ResolvesServerCertAcme};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use crate::edge::certificate_news::{in_words, trouble_in_words};
use crate::edge::certificate_store::CertificateStore;

/// The names are checked at least this often, even without events.
const ROUND: Duration = Duration::from_mins(1);

const BETWEEN_WRITES: Backoff = Backoff { first: Duration::from_secs(1), longest: Duration::from_mins(1) };

/// The library waits a second after the first failure, and twice as long after each further one: over half an hour after this
/// many, and up to 18 hours later on. From here on this task waits instead.
const RETRIES: Retries = Retries { of_the_library: 12, pause: Duration::from_hours(1) };

pub(crate) struct Certificates {
    directory: String,
    contact: Option<String>,
    store: CertificateStore,
    /// `None`: trusts the public certificate authorities.
    client: Option<Arc<ClientConfig>>,
    names: RwLock<HashMap<String, Name>>,
    retries: Retries,
}

/// Who waits after a failure, and for how long.
#[derive(Debug, Clone, Copy)]
struct Retries {
    /// After this many failures in a row the library does not wait any more.
    of_the_library: u32,
    /// How long this task waits instead.
    pause: Duration,
}

struct Name {
    resolver: Arc<ResolvesServerCertAcme>,
    /// Ends the task that renews it.
    gone: CancellationToken,
    renewing: JoinHandle<()>,
}

/// Where the newest certificate of a name is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    OnDisk,
    OnItsWay,
    InMemory,
}

impl Certificates {
    pub(crate) fn new(web: &config::Web) -> Result<Self, String> {
        Ok(Self {
            directory: web.acme_directory.to_string(),
            contact: web.acme_contact.as_ref().map(|address| format!("mailto:{address}")),
            store: CertificateStore::new(web.acme_cache.clone()),
            client: web.acme_ca_file.as_deref().map(client_trusting).transpose()?,
            names: RwLock::default(),
            retries: RETRIES,
        })
    }

    /// Keeps a certificate for each of `own` and each active domain, until `shutdown`.
    pub(crate) async fn keep(
        self: Arc<Self>,
        app: App,
        own: Vec<String>,
        shutdown: CancellationToken,
        tracker: TaskTracker,
    ) {
        let mut events = app.events.listen(&[Topic::CustomDomains]);
        while !shutdown.is_cancelled() {
            let active = custom_domain::active_names(&app).await;
            app.outages.note(Trouble::Database, "names of certificates", &active);
            if let Ok(active) = active {
                let active = active.iter().map(|name| name.as_str().to_owned());
                let wanted = own.iter().cloned().chain(active).collect();
                self.hold(wanted, &app.outages, &shutdown, &tracker);
            }
            tokio::select! {
                () = shutdown.cancelled() => {}
                _ = events.next() => {}
                () = sleep(ROUND) => {}
            }
        }
    }

    fn hold(
        self: &Arc<Self>,
        wanted: HashSet<String>,
        outages: &Outages,
        shutdown: &CancellationToken,
        tracker: &TaskTracker,
    ) {
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        names.retain(|name, held| {
            let is_wanted = wanted.contains(name);
            if !is_wanted {
                held.gone.cancel();
                outages.forget(Trouble::Certificates, name);
            }
            // A task that has crashed is started again.
            is_wanted && !held.renewing.is_finished()
        });
        for name in wanted {
            names
                .entry(name)
                .or_insert_with_key(|name| self.begin(name, outages, shutdown.child_token(), tracker));
        }
    }

    fn begin(
        self: &Arc<Self>,
        name: &str,
        outages: &Outages,
        gone: CancellationToken,
        tracker: &TaskTracker,
    ) -> Name {
        let mut state = self.state(name);
        let (resolver, ending) = (state.resolver(), gone.clone());
        let (name, outages) = (name.to_owned(), outages.clone());
        let certificates = self.clone();
        let renewing = tracker.spawn(async move {
            let mut kept = Kept::OnDisk;
            let retries = certificates.retries;
            let mut failures = 0;
            let mut serves = false;
            loop {
                let library_waits = failures < retries.of_the_library;
                let event = tokio::select! {
                    biased;
                    // A new certificate is written even if the process stops: an authority issues few for one name.
                    () = gone.cancelled(), if kept != Kept::OnItsWay => break,
                    event = state.next(), if library_waits => event,
                    () = certificates.write_at_last(&name, &outages), if kept == Kept::InMemory => {
                        kept = Kept::OnDisk;
                        continue;
                    }
                    () = sleep(retries.pause), if !library_waits => {
                        match certificates.begin_anew(&name, serves).await {
                            Ok(anew) => {
                                state = anew;
                                certificates.resolve_with(state.resolver(), &name, &gone);
                            }
                            // The state that there is goes on serving its certificate, and tries in its own time.
                            Err(error) => outages.failed(Trouble::Certificates, &name, &error),
                        }
                        failures = retries.of_the_library - 1;
                        continue;
                    }
                };
                let Some(event) = event else { break };
                kept = match event {
                    Ok(EventOk::DeployedNewCert) => Kept::OnItsWay,
                    // The name was given up for a while, before its certificate could be written.
                    Ok(EventOk::DeployedCachedCert)
                        if certificates
                            .store
                            .is_unwritten(slice::from_ref(&name), &certificates.directory) =>
                    {
                        Kept::InMemory
                    }
                    Ok(EventOk::CertCacheStore) => Kept::OnDisk,
                    Err(EventError::CertCacheStore(_)) => Kept::InMemory,
                    _ => kept,
                };
                match event {
                    Ok(EventOk::DeployedNewCert) => (failures, serves) = (0, true),
                    Ok(EventOk::DeployedCachedCert) => serves = true,
                    Err(EventError::Order(_)) => failures += 1,
                    _ => {}
                }
                match event {
                    // The name has been given up, and needs no report.
                    _ if gone.is_cancelled() => {}
                    Ok(news) => {
                        if matches!(news, EventOk::DeployedNewCert | EventOk::DeployedCachedCert) {
                            outages.worked(Trouble::Certificates, &name);
                        }
                        info!(domain = name, "certificate of {name}: {}", in_words(&news));
                    }
                    Err(trouble) => {
                        outages.failed(Trouble::Certificates, &name, &trouble_in_words(&trouble));
                    }
                }
            }
            if let Err(failure) = certificates.write_again(&name).await {
                warn!(domain = name, %failure, "the certificate of {name} is not written down");
            }
        });
        Name { resolver, gone: ending, renewing }
    }

    fn state(&self, name: &str) -> AcmeState<io::Error> {
        let config = AcmeConfig::new([name])
            .directory(&self.directory)
            .contact(&self.contact)
            .cache(self.store.clone());
        match &self.client {
            Some(client) => config.client_tls_config(client.clone()).state(),
            None => config.state(),
        }
    }

    /// Returns a state that has not failed yet, and serves the certificate that is kept.
    ///
    /// Errors: the one that is served by now (`serves`) is not there, or cannot be used.
    async fn begin_anew(&self, name: &str, serves: bool) -> io::Result<AcmeState<io::Error>> {
        let mut state = self.state(name);
        let kept = self.store.load_cert(&[name.to_owned()], &self.directory).await?;
        // The state loads it before anything else. That is no news.
        let is_loaded = kept.is_some() && matches!(state.next().await, Some(Ok(_)));
        if serves && !is_loaded {
            return Err(io::Error::other("the kept certificate is gone or damaged"));
        }
        Ok(state)
    }

    fn resolve_with(&self, resolver: Arc<ResolvesServerCertAcme>, name: &str, gone: &CancellationToken) {
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        // If this task is cancelled, a newer one may hold the name.
        if let Some(held) = names.get_mut(name).filter(|_| !gone.is_cancelled()) {
            held.resolver = resolver;
        }
    }

    /// Writes a certificate that could not be written before: the library tries only once.
    async fn write_at_last(&self, name: &str, outages: &Outages) {
        let mut failures = 0;
        loop {
            failures += 1;
            sleep(BETWEEN_WRITES.after(failures)).await;
            let written = self.write_again(name).await;
            outages.note(Trouble::Certificates, name, &written);
            if written.is_ok() {
                return;
            }
        }
    }

    async fn write_again(&self, name: &str) -> Result<(), EventError<io::Error, io::Error>> {
        let written = self.store.write_again(&[name.to_owned()], &self.directory).await;
        written.map_err(EventError::CertCacheStore)
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let asked = hello.server_name()?.to_ascii_lowercase();
        let asked = asked.strip_suffix('.').unwrap_or(&asked);
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        names.get(asked)?.resolver.resolve(hello)
    }
}

impl fmt::Debug for Certificates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Certificates(from {})", self.directory)
    }
}

fn client_trusting(file: &Path) -> Result<Arc<ClientConfig>, String> {
    let unusable = |reason: &dyn fmt::Display| {
        format!("cannot use {}: {reason}. Correct web.acme_ca_file", file.display())
    };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| unusable(&error))? {
        let certificate = certificate.map_err(|error| unusable(&error))?;
        roots.add(certificate).map_err(|error| unusable(&error))?;
    }
    if roots.is_empty() {
        return Err(unusable(&"it holds no certificate"));
    }
    let client = ClientConfig::builder_with_provider(ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .expect("the provider has the usual versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(client))
}

#[cfg(test)]
mod tests {
    use boostdesk_core::foundation::clock::Clock;
    use tokio::net::TcpListener;
    use tokio::time::timeout;

    use super::*;

    /// Certificates from an authority that is asked again at once after each failure.
    fn certificates_from(authority: &TcpListener, folder: &Path) -> Arc<Certificates> {
        let _ = ring::default_provider().install_default();
        Arc::new(Certificates {
            directory: format!("https://{}/", authority.local_addr().expect("an address")),
            contact: None,
            store: CertificateStore::new(folder.to_owned()),
            client: None,
            names: RwLock::default(),
            // The library alone would wait for hours by the twentieth.
            retries: Retries { of_the_library: 1, pause: Duration::from_millis(1) },
        })
    }

    #[tokio::test]
    async fn a_failing_certificate_order_is_retried_without_the_librarys_growing_pauses() {
        let authority = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let folder = tempfile::tempdir().expect("a folder");
        let certificates = certificates_from(&authority, folder.path());
        let (gone, outages) = (CancellationToken::new(), Outages::new(Clock::system()));
        let held = certificates.begin("a.example", &outages, gone.clone(), &TaskTracker::new());
        let tries = async {
            for _ in 0..20 {
                drop(authority.accept().await.expect("a try"));
            }
        };
        timeout(Duration::from_mins(1), tries).await.expect("the library's pauses do not count");
        gone.cancel();
        held.renewing.await.expect("it ends");
    }

    #[tokio::test]
    async fn a_domain_that_was_given_up_gets_no_certificate_any_more() {
        let authority = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let folder = tempfile::tempdir().expect("a folder");
        let certificates = certificates_from(&authority, folder.path());
        let (outages, shutdown) = (Outages::new(Clock::system()), CancellationToken::new());
        let tracker = TaskTracker::new();
        certificates.hold(HashSet::from(["a.example".to_owned()]), &outages, &shutdown, &tracker);
        drop(authority.accept().await.expect("a try"));
        certificates.hold(HashSet::new(), &outages, &shutdown, &tracker);
        tracker.close();
        timeout(Duration::from_mins(1), tracker.wait()).await.expect("nobody tries any more");
        assert_eq!(outages.ongoing(), []);
    }
}
