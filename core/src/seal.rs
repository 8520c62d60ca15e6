//! Secrets at rest: sealed with XChaCha20-Poly1305, found again by HMAC-SHA-256, both under the key file.

mod place;

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use data_encoding::{BASE64, HEXLOWER};
use hmac::{Hmac, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use crate::foundation::private_file::{Privacy, keep_private, sync_folder_of};
use crate::foundation::rng::Rng;

pub use place::Place;

const NONCE_LENGTH: usize = 24;
/// How sealed values begin: bound to their row, or bound to their user as earlier versions did. The oldest have no such
/// beginning, and base64 has no dot.
const IN_ITS_ROW: &str = "3.";
const OF_ITS_USER: &str = "2.";

/// What a sealed value or fingerprint is for. One made for a purpose never opens, or matches, for another.
#[derive(Debug, Clone, Copy)]
pub enum Purpose {
    AccessCode,
    RedeemKey,
    Token,
    RedeemDetails,
    ChatAnswer,
    DomainProof,
    /// What signs the calls to a storefront's own service.
    FulfilmentSecret,
    /// The address of a picture that a link preview may show.
    PreviewImage,
    /// The address of a picture or font that a seller's page may show.
    PageFile,
    /// What a seller's own service is told.
    EventBody,
    WebhookSecret,
    /// How the symbols of a key are turned, so that it is found by its beginning.
    RedeemKeyVeil,
    StoreSecret,
    /// What a store sent, and what it was answered.
    StoreCall,
    /// The key with its path; and the digest of the body that came with it.
    IdempotencyKey,
    KeptAnswer,
    ExportedTokens,
    /// The account on the chat platform that a removed seller had.
    RemovedAccount,
}

impl Purpose {
    fn label(self) -> &'static [u8] {
        match self {
            Self::AccessCode => b"access-code",
            Self::RedeemKey => b"redeem-key",
            Self::Token => b"token",
            Self::RedeemDetails => b"redeem-details",
            Self::ChatAnswer => b"chat-answer",
            Self::DomainProof => b"domain-proof",
            Self::FulfilmentSecret => b"fulfilment-secret",
            Self::PreviewImage => b"preview-image",
            Self::PageFile => b"page-file",
            Self::EventBody => b"event-body",
            Self::WebhookSecret => b"webhook-secret",
            Self::RedeemKeyVeil => b"redeem-key-veil",
            Self::StoreSecret => b"store-secret",
            Self::StoreCall => b"store-call",
            Self::IdempotencyKey => b"idempotency-key",
            Self::KeptAnswer => b"kept-answer",
            Self::ExportedTokens => b"exported-tokens",
            Self::RemovedAccount => b"removed-account",
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SealError {
    #[error("a sealed value does not open: it was sealed under another key file, or damaged")]
    DoesNotOpen,
    #[error("{path}: a key file holds 64 hexadecimal digits; restore the right file, or move this one away")]
    BadKeyFile { path: String },
    #[error(
        "{path}: others can read this key file, and its mode cannot be changed: make it 0600, and its owner the one who runs this"
    )]
    Readable { path: String },
    #[error("{path}: it is a link to a file that is not there; bring that back, or take the link away")]
    LeadsNowhere { path: String },
    #[error("{path}: {source}")]
    Io { path: String, source: io::Error },
}

/// Two keys drawn from one file: one seals, one fingerprints.
#[derive(Clone)]
pub struct SealingKey {
    cipher: XChaCha20Poly1305,
    fingerprints: Hmac<Sha256>,
}

impl SealingKey {
    pub fn from_bytes(root: &[u8; 32]) -> Self {
        let derive = |label: &[u8]| {
            let mut mac = Hmac::<Sha256>::new_from_slice(root).expect("HMAC takes a key of any length");
            mac.update(label);
            mac.finalize().into_bytes()
        };
        Self {
            cipher: XChaCha20Poly1305::new_from_slice(&derive(b"boostdesk/seal/1"))
                .expect("SHA-256 gives the 32 bytes the cipher takes"),
            fingerprints: Hmac::new_from_slice(&derive(b"boostdesk/fingerprint/1"))
                .expect("HMAC takes a key of any length"),
        }
    }

    /// Reads the key file, or makes it (mode 0600) when there is none.
    pub fn load_or_create(path: &Path, rng: &Rng) -> Result<Self, SealError> {
        if let Some(key) = Self::load(path)? {
            return Ok(key);
        }
        let failed = |source| SealError::Io { path: path.display().to_string(), source };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        create(path, rng).map_err(failed)?;
        // Read again: another process may have made it in the same moment.
        Self::load(path)?.ok_or_else(|| failed(io::ErrorKind::NotFound.into()))
    }

    /// Reads the key file, and keeps it from others. `None` when there is none.
    pub fn load(path: &Path) -> Result<Option<Self>, SealError> {
        // Read first: the permissions of a file that is no key file are left alone.
        let Some(key) = Self::read(path)? else { return Ok(None) };
        match keep_private(path) {
            Ok(Privacy::Open) => Err(SealError::Readable { path: path.display().to_string() }),
            Ok(_) => Ok(Some(key)),
            Err(source) => Err(SealError::Io { path: path.display().to_string(), source }),
        }
    }

    /// Succeeds for a key file, and when nothing is there. Errors: `BadKeyFile`, `LeadsNowhere`, `Io`. Changes nothing.
    pub fn look_at(path: &Path) -> Result<(), SealError> {
        Self::read(path).map(drop)
    }

    fn read(path: &Path) -> Result<Option<Self>, SealError> {
        let shown = || path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&text).map(Some).ok_or_else(|| SealError::BadKeyFile { path: shown() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // A dangling link: no key can be made there, and its target may be on a disk that is not mounted.
                if path.is_symlink() { Err(SealError::LeadsNowhere { path: shown() }) } else { Ok(None) }
            }
            Err(source) => Err(SealError::Io { path: shown(), source }),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let bytes = HEXLOWER.decode(text.trim().as_bytes()).ok()?;
        Some(Self::from_bytes(bytes.as_slice().try_into().ok()?))
    }

    /// Returns `3.` and base64 of nonce and ciphertext, which differ each time. Carried to another place, the value does not
    /// open.
    pub fn seal(&self, place: &Place<'_>, text: &str, rng: &Rng) -> String {
        format!("{IN_ITS_ROW}{}", self.encrypt(&place.row_data(), text, rng))
    }

    /// Opens what was sealed for this place, or by an earlier version for its user, or for its purpose alone.
    pub fn open(&self, place: &Place<'_>, sealed: &str) -> Result<SecretString, SealError> {
        if let Some(sealed) = sealed.strip_prefix(IN_ITS_ROW) {
            self.decrypt(&place.row_data(), sealed)
        } else if let Some(sealed) = sealed.strip_prefix(OF_ITS_USER) {
            self.decrypt(&place.user_data().ok_or(SealError::DoesNotOpen)?, sealed)
        } else {
            self.decrypt(place.purpose().label(), sealed)
        }
    }

    /// A value as an earlier version sealed it, for tests: bound to its user, where the place has one, else to its purpose.
    #[cfg(any(test, feature = "testing"))]
    pub fn seal_as_before(&self, place: &Place<'_>, text: &str, rng: &Rng) -> String {
        match place.user_data() {
            Some(data) => format!("{OF_ITS_USER}{}", self.encrypt(&data, text, rng)),
            None => self.encrypt(place.purpose().label(), text, rng),
        }
    }

    fn encrypt(&self, label: &[u8], text: &str, rng: &Rng) -> String {
        let nonce: [u8; NONCE_LENGTH] = rng.bytes();
        let sealed = self
            .cipher
            .encrypt(&XNonce::from(nonce), Payload { msg: text.as_bytes(), aad: label })
            .expect("the cipher seals anything that fits in memory");
        BASE64.encode(&[&nonce[..], &sealed].concat())
    }

    fn decrypt(&self, label: &[u8], sealed: &str) -> Result<SecretString, SealError> {
        let bytes = BASE64.decode(sealed.as_bytes()).map_err(|_| SealError::DoesNotOpen)?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_LENGTH).ok_or(SealError::DoesNotOpen)?;
        let nonce: [u8; NONCE_LENGTH] = nonce.try_into().map_err(|_| SealError::DoesNotOpen)?;
        let text = self
            .cipher
            .decrypt(&XNonce::from(nonce), Payload { msg: sealed, aad: label })
            .map_err(|_| SealError::DoesNotOpen)?;
        String::from_utf8(text).map(SecretString::from).map_err(|_| SealError::DoesNotOpen)
    }

    /// Hex HMAC by which a sealed value is found without opening any.
    pub fn fingerprint(&self, purpose: Purpose, text: &str) -> String {
        HEXLOWER.encode(&self.mac(purpose, text).finalize().into_bytes())
    }

    /// Returns whether this is the fingerprint of `text`, compared in constant time.
    pub fn is_fingerprint(&self, fingerprint: &str, purpose: Purpose, text: &str) -> bool {
        let bytes = HEXLOWER.decode(fingerprint.as_bytes());
        bytes.is_ok_and(|bytes| self.mac(purpose, text).verify_slice(&bytes).is_ok())
    }

    fn mac(&self, purpose: Purpose, text: &str) -> Hmac<Sha256> {
        let mut mac = self.fingerprints.clone();
        mac.update(purpose.label());
        mac.update(&[0]);
        mac.update(text.as_bytes());
        mac
    }
}

impl fmt::Debug for SealingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealingKey")
    }
}

/// Written to a temporary file and hard-linked: a crash leaves the whole key or none, and an existing key stays.
fn create(path: &Path, rng: &Rng) -> io::Result<()> {
    // Containers may share a folder, and their processes have the same id.
    let draft = path.with_extension(format!("new-{}", rng.uuid()));
    let written = write_key(&draft, rng).and_then(|()| fs::hard_link(&draft, path));
    let removed = fs::remove_file(&draft);
    match written {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        written => written.and(removed).and_then(|()| sync_folder_of(path)),
    }
}

fn write_key(path: &Path, rng: &Rng) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().create_new(true).write(true).mode(0o600).open(path)?;
    file.write_all(HEXLOWER.encode(&rng.bytes::<32>()).as_bytes())?;
    file.write_all(b"\n")?;
    file.sync_all()
}

/// Hex SHA-256 of an opaque session token: its 256 random bits need no key.
pub fn token_digest(token: &SecretString) -> String {
    HEXLOWER.encode(&Sha256::digest(token.expose_secret().as_bytes()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn a_key() -> SealingKey {
        SealingKey::from_bytes(&[7; 32])
    }

    #[test]
    fn equal_texts_seal_differently_but_share_a_fingerprint_within_a_purpose() {
        let (key, rng) = (a_key(), Rng::seeded(1));
        let place = Place::row(Purpose::Token, &["1"]);
        assert_ne!(key.seal(&place, "x", &rng), key.seal(&place, "x", &rng));
        assert_eq!(key.fingerprint(Purpose::Token, "x"), key.fingerprint(Purpose::Token, "x"));
        assert_ne!(key.fingerprint(Purpose::Token, "x"), key.fingerprint(Purpose::RedeemKey, "x"));
    }

    /// They share a process id, as those of containers do.
    #[test]
    fn several_who_make_a_key_file_at_once_all_get_the_key_in_it_and_leave_no_drafts() {
        for _ in 0..50 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("secret.key");
            let make = || SealingKey::load_or_create(&path, &Rng::system()).unwrap();
            let keys: Vec<SealingKey> = std::thread::scope(|scope| {
                let makers: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
                makers.into_iter().map(|maker| maker.join().unwrap()).collect()
            });
            let kept = make().fingerprint(Purpose::Token, "x");
            assert!(keys.iter().all(|key| key.fingerprint(Purpose::Token, "x") == kept));
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn the_key_file_is_created_once_with_private_mode() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys/secret.key");
        let first = SealingKey::load_or_create(&path, &Rng::system()).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let again = SealingKey::load_or_create(&path, &Rng::system()).unwrap();
        assert_eq!(first.fingerprint(Purpose::Token, "x"), again.fingerprint(Purpose::Token, "x"));
        create(&path, &Rng::system()).unwrap();
        let still = SealingKey::load_or_create(&path, &Rng::system()).unwrap();
        assert_eq!(first.fingerprint(Purpose::Token, "x"), still.fingerprint(Purpose::Token, "x"));
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        SealingKey::load_or_create(&path, &Rng::system()).unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "what others could read is mended");
        fs::write(&path, "not a key").unwrap();
        assert!(matches!(
            SealingKey::load_or_create(&path, &Rng::system()),
            Err(SealError::BadKeyFile { .. })
        ));
    }
}
