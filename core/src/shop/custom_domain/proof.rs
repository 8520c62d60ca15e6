//! How a seller proves that a name which was another seller's is theirs now: only who rules its DNS can add a record.

use crate::App;
use crate::app::DomainSettings;
use crate::foundation::hostname::Hostname;
use crate::ids::UserId;
use crate::ports::NameServerError;
use crate::seal::Purpose;

/// In front of the domain, so that the record stands beside its CNAME: no name may have a CNAME and something else.
const LABEL: &str = "_boostdesk";
/// Of the fingerprint. 128 bits cannot be guessed.
const DIGITS: usize = 32;

/// A TXT record that one seller can be asked for: the same each time, and another seller's is another.
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
