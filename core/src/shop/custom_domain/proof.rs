//! Proof, by a TXT record, that a name which another seller holds or held is now this seller's.

use crate::App;
use crate::app::DomainSettings;
use crate::foundation::hostname::Hostname;
use crate::ids::UserId;
use crate::ports::NameServerError;
use crate::seal::Purpose;

/// Label in front of the domain: DNS allows no other record at a name that has a CNAME.
const LABEL: &str = "_boostdesk";
/// Digits of the fingerprint: 128 bits cannot be guessed.
const DIGITS: usize = 32;

/// The TXT record that proves ownership: always the same for one seller and name, different for every other seller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    pub name: String,
    pub value: String,
}

impl Proof {
    pub(super) fn of(app: &App, user_id: &UserId, domain: &Hostname) -> Self {
        let fingerprint = app.seal.fingerprint(Purpose::DomainProof, &format!("{user_id} {domain}"));
        Self { name: format!("{LABEL}.{domain}"), value: format!("boostdesk={}", &fingerprint[..DIGITS]) }
    }

    /// Whether DNS has the record, among others under its name.
    pub(super) async fn is_given(&self, settings: &DomainSettings) -> Result<bool, NameServerError> {
        let texts = settings.name_server.texts(&self.name).await?;
        Ok(texts.iter().any(|text| text.trim() == self.value))
    }
}
