//! Stores certificates and the ACME account on disk, in files that only this user can read. Each is written whole or not at all.

use std::collections::HashMap;
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, MutexGuard, PoisonError};

use async_trait::async_trait;
use boostdesk_core::foundation::private_file::sync_folder_of;
use data_encoding::HEXLOWER;
use rustls_acme::acme::Account;
use rustls_acme::{AccountCache, CertCache};
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;

/// In bytes: 26 follow (`.<16 digits>.pem.part`), and a file's name has at most 255.
const LONGEST_NAME: usize = 229;

#[derive(Debug, Clone)]
pub(crate) struct CertificateStore {
    folder: Arc<Path>,
    /// Held while the account is read or made, so that many names at a first start share one account.
    account: Arc<Mutex<()>>,
    /// Certificates that could not be written, by file name.
    unwritten: Arc<std::sync::Mutex<HashMap<String, Vec<u8>>>>,
    /// Held while a file is written, even if its caller has given up: two writers would share one `.part` file.
    writing: Arc<std::sync::Mutex<()>>,
}

impl CertificateStore {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            folder: folder.into(),
            account: Arc::default(),
            unwritten: Arc::default(),
            writing: Arc::default(),
        }
    }

    async fn read(&self, name: String) -> io::Result<Option<Vec<u8>>> {
        let path = self.folder.join(name);
        blocking(move || match std::fs::read(path) {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        })
        .await
    }

    /// Whether there is a certificate that could not be written.
    pub(crate) fn is_unwritten(&self, domains: &[String], directory_url: &str) -> bool {
        self.unwritten().contains_key(&certificate_file(domains, directory_url))
    }

    /// Writes down a certificate that could not be written before, if there is one.
    pub(crate) async fn write_again(&self, domains: &[String], directory_url: &str) -> io::Result<()> {
        let name = certificate_file(domains, directory_url);
        let unwritten = self.unwritten().get(&name).cloned();
        let Some(certificate) = unwritten else { return Ok(()) };
        self.write(name.clone(), &certificate).await?;
        self.unwritten().remove(&name);
        Ok(())
    }

    fn unwritten(&self) -> MutexGuard<'_, HashMap<String, Vec<u8>>> {
        self.unwritten.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn write(&self, name: String, content: &[u8]) -> io::Result<()> {
        let (folder, writing, content) = (self.folder.clone(), self.writing.clone(), content.to_owned());
        blocking(move || {
            let _writing = writing.lock().unwrap_or_else(PoisonError::into_inner);
            write_whole(&folder, &name, &content)
        })
        .await
    }
}

#[async_trait]
impl CertCache for CertificateStore {
    type EC = io::Error;

    async fn load_cert(&self, domains: &[String], directory_url: &str) -> io::Result<Option<Vec<u8>>> {
        let name = certificate_file(domains, directory_url);
        let unwritten = self.unwritten().get(&name).cloned();
        if unwritten.is_some() { Ok(unwritten) } else { self.read(name).await }
    }

    async fn store_cert(&self, domains: &[String], directory_url: &str, cert: &[u8]) -> io::Result<()> {
        let name = certificate_file(domains, directory_url);
        let written = self.write(name.clone(), cert).await;
        match written {
            Ok(()) => self.unwritten().remove(&name),
            Err(_) => self.unwritten().insert(name, cert.to_owned()),
        };
        written
    }
}

#[async_trait]
impl AccountCache for CertificateStore {
    type EA = io::Error;

    /// Returns the account. If there is none, one is made and stored here, since an authority allows few new ones.
    async fn load_account(&self, contact: &[String], directory_url: &str) -> io::Result<Option<Vec<u8>>> {
        let _looking = self.account.lock().await;
        let name = account_file(contact, directory_url);
        if let Some(account) = self.read(name.clone()).await? {
            return Ok(Some(account));
        }
        let account = Account::generate_key_pair();
        self.write(name, &account).await?;
        Ok(Some(account))
    }

    async fn store_account(&self, contact: &[String], directory_url: &str, account: &[u8]) -> io::Result<()> {
        self.write(account_file(contact, directory_url), account).await
    }
}

/// `shop.example.com.<digest of the directory's URL>.pem`. A name that is too long for a file is replaced by its digest.
fn certificate_file(domains: &[String], directory_url: &str) -> String {
    let mut name = domains.join("+");
    if name.len() > LONGEST_NAME {
        name = HEXLOWER.encode(&Sha256::digest(name.as_bytes()));
    }
    format!("{name}.{}.pem", short_digest(directory_url))
}

fn account_file(contact: &[String], directory_url: &str) -> String {
    format!("account.{}.key", short_digest(&format!("{directory_url} {}", contact.join(" "))))
}

fn short_digest(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text.as_bytes())[..8])
}

fn write_whole(folder: &Path, name: &str, content: &[u8]) -> io::Result<()> {
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let unfinished = folder.join(format!("{name}.part"));
    let mut file =
        std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&unfinished)?;
    io::Write::write_all(&mut file, content)?;
    file.sync_all()?;
    let file = folder.join(name);
    std::fs::rename(unfinished, &file)?;
    sync_folder_of(&file)
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIRECTORY: &str = "https://acme.example.com/directory";

    #[tokio::test]
    async fn a_certificate_that_cannot_be_written_is_kept_in_memory_and_written_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let certificates = folder.path().join("certificates");
        let (store, domains) = (CertificateStore::new(certificates.clone()), ["shop.example.com".to_owned()]);
        store.write_again(&domains, DIRECTORY).await.expect("nothing waits");
        std::fs::write(&certificates, "").expect("a file in its place");
        store.store_cert(&domains, DIRECTORY, b"new").await.expect_err("there is no folder");
        store.write_again(&domains, DIRECTORY).await.expect_err("nor now");
        assert!(store.is_unwritten(&domains, DIRECTORY));
        let remembered = store.load_cert(&domains, DIRECTORY).await.expect("it is there");
        assert_eq!(remembered.as_deref(), Some(&b"new"[..]));

        std::fs::remove_file(&certificates).expect("it goes");
        store.write_again(&domains, DIRECTORY).await.expect("it is written");
        assert!(!store.is_unwritten(&domains, DIRECTORY));
        let another = CertificateStore::new(certificates);
        let written = another.load_cert(&domains, DIRECTORY).await.expect("it is read");
        assert_eq!(written.as_deref(), Some(&b"new"[..]));
    }

    #[tokio::test]
    async fn a_newer_certificate_replaces_one_that_could_not_be_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let certificates = folder.path().join("certificates");
        let (store, domains) = (CertificateStore::new(certificates.clone()), ["shop.example.com".to_owned()]);
        std::fs::write(&certificates, "").expect("a file in its place");
        store.store_cert(&domains, DIRECTORY, b"old").await.expect_err("there is no folder");
        std::fs::remove_file(&certificates).expect("it goes");
        store.store_cert(&domains, DIRECTORY, b"newer").await.expect("it is written");
        assert!(!store.is_unwritten(&domains, DIRECTORY));
        let served = store.load_cert(&domains, DIRECTORY).await.expect("it is there");
        assert_eq!(served.as_deref(), Some(&b"newer"[..]));
    }

    #[tokio::test]
    async fn certificates_of_domains_of_the_maximum_length_are_stored_and_loaded() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = CertificateStore::new(folder.path().join("certificates"));
        let label = "a".repeat(62);
        // As browsers ask for it: 253 characters.
        let long = |last: &str| vec![format!("{label}.{label}.{label}.{label}{last}")];
        for domains in [long("a"), long("b"), vec!["shop.example.com".to_owned()]] {
            assert_eq!(store.load_cert(&domains, DIRECTORY).await.expect("none is none"), None);
            store.store_cert(&domains, DIRECTORY, domains[0].as_bytes()).await.expect("it is stored");
            let stored = store.load_cert(&domains, DIRECTORY).await.expect("it is read");
            assert_eq!(stored.as_deref(), Some(domains[0].as_bytes()));
        }
    }
}
