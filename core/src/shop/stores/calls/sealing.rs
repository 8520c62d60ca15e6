//! What stores say and are answered, sealed for the row that it lies in.

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

/// Of a call, by its time, since its id is not known before it is kept; or of a sale, by its purchase.
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

    /// Errors: one that says that it does not open, also for a value of another row.
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
