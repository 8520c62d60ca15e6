//! Seals the calls of stores and their answers, each for its row.

use secrecy::SecretString;

use crate::App;
use crate::db::Result as DbResult;
use crate::foundation::clock::Timestamp;
use crate::seal::{Place, Purpose};
use crate::shop::storefronts::Storefront;
use crate::shop::stores::Provider;

/// The calls of one store to one storefront.
#[derive(Clone, Copy)]
pub(super) struct Sealing<'a> {
    pub(super) app: &'a App,
    pub(super) storefront: &'a Storefront,
    pub(super) provider: Provider,
}

/// What is sealed. A call's row is identified by its time, since it has no id before it is stored; a sale's by its purchase.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    Headers(Timestamp),
    Body(Timestamp),
    Answer(Timestamp),
    Sale(&'a str),
}

impl Sealing<'_> {
    pub(super) fn seal(&self, part: Part<'_>, text: &str) -> String {
        self.in_place(part, |place| self.app.seal.seal(place, text, &self.app.rng))
    }

    /// Errors: when it cannot be decrypted, also because it was sealed for another row.
    pub(super) fn open(&self, part: Part<'_>, sealed: &str) -> DbResult<SecretString> {
        Ok(self.in_place(part, |place| self.app.seal.open(place, sealed))?)
    }

    fn in_place<T>(&self, part: Part<'_>, work: impl FnOnce(&Place<'_>) -> T) -> T {
        let (column, which) = match part {
            Part::Headers(at) => ("headers", at.0.to_string()),
            Part::Body(at) => ("body", at.0.to_string()),
            Part::Answer(at) => ("answer", at.0.to_string()),
            Part::Sale(purchase) => ("sale", purchase.to_owned()),
        };
        let row = [column, self.storefront.id.as_str(), self.provider.as_str(), &which];
        work(&Place::row(Purpose::StoreCall, &row).of(&self.storefront.user_id))
    }
}
