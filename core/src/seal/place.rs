//! Where a sealed value lies: what it is for, whose it is, and in which row.

use super::Purpose;
use crate::ids::UserId;

/// A place that a sealed value belongs to. It opens there and nowhere else.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    purpose: Purpose,
    user: Option<&'a UserId>,
    row: &'a [&'a str],
}

impl<'a> Place<'a> {
    /// `row`: what identifies the row among all that hold such values, and does not change while the value exists.
    pub fn row(purpose: Purpose, row: &'a [&'a str]) -> Self {
        Self { purpose, user: None, row }
    }

    /// In a row of this user's.
    #[must_use]
    pub fn of(self, user: &'a UserId) -> Self {
        Self { user: Some(user), ..self }
    }

    pub(super) fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The data that a value is bound to. No label and no user's id has a zero byte, and each part begins with its length, so
    /// no two places have the same data.
    pub(super) fn row_data(&self) -> Vec<u8> {
        let user = self.user.map_or("", UserId::as_str);
        let mut data = [self.purpose.label(), &[0], user.as_bytes(), &[0]].concat();
        for part in self.row {
            data.extend((part.len() as u64).to_le_bytes());
            data.extend(part.as_bytes());
        }
        data
    }

    /// The data that older values are bound to.
    pub(super) fn user_data(&self) -> Option<Vec<u8>> {
        self.user.map(|user| [self.purpose.label(), &[0], user.as_str().as_bytes()].concat())
    }
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::super::SealingKey;
    use super::*;
    use crate::foundation::rng::Rng;

    fn opened(key: &SealingKey, place: Place<'_>, sealed: &str) -> Option<String> {
        key.open(&place, sealed).ok().map(|text| text.expose_secret().to_owned())
    }

    #[test]
    fn a_sealed_value_opens_only_in_its_own_place_and_with_its_own_key() {
        let (key, rng) = (SealingKey::from_bytes(&[7; 32]), Rng::seeded(1));
        let (own, other) = (UserId::random(&rng), UserId::random(&rng));
        let place = Place::row(Purpose::Token, &["a", "b"]).of(&own);
        let sealed = key.seal(&place, "MTA5.token", &rng);
        assert!(!sealed.contains("MTA5"));
        assert_eq!(opened(&key, place, &sealed).as_deref(), Some("MTA5.token"));
        for elsewhere in [
            place.of(&other),
            Place::row(Purpose::RedeemKey, &["a", "b"]).of(&own),
            Place::row(Purpose::Token, &["a", "b"]),
            Place::row(Purpose::Token, &["a", "c"]).of(&own),
            Place::row(Purpose::Token, &["ab"]).of(&own),
            Place::row(Purpose::Token, &["a"]).of(&own),
            Place::row(Purpose::Token, &[]).of(&own),
        ] {
            assert_eq!(opened(&key, elsewhere, &sealed), None, "{elsewhere:?}");
        }
        assert!(SealingKey::from_bytes(&[8; 32]).open(&place, &sealed).is_err());
    }

    #[test]
    fn changing_the_version_prefix_cannot_pass_a_new_value_off_as_an_older_format() {
        let (key, rng) = (SealingKey::from_bytes(&[7; 32]), Rng::seeded(1));
        let own = UserId::random(&rng);
        for place in [Place::row(Purpose::Token, &[]), Place::row(Purpose::Token, &["a"]).of(&own)] {
            let sealed = key.seal(&place, "MTA5.token", &rng);
            let bare = sealed.strip_prefix("3.").expect("the newest form");
            for forged in [bare.to_owned(), format!("2.{bare}"), format!("3.3.{bare}")] {
                assert_eq!(opened(&key, place, &forged), None, "{forged}");
            }
        }
    }

    #[test]
    fn values_sealed_in_older_formats_still_open_in_their_own_place() {
        let (key, rng) = (SealingKey::from_bytes(&[7; 32]), Rng::seeded(1));
        let (own, other) = (UserId::random(&rng), UserId::random(&rng));
        let nobodys = Place::row(Purpose::StoreSecret, &["a"]);
        let of_nobody = key.seal_as_before(&nobodys, "whsec", &rng);
        assert_eq!(opened(&key, nobodys, &of_nobody).as_deref(), Some("whsec"));
        assert_eq!(opened(&key, nobodys.of(&own), &of_nobody).as_deref(), Some("whsec"));
        assert_eq!(opened(&key, Place::row(Purpose::Token, &["a"]), &of_nobody), None);
        let of_user = key.seal_as_before(&nobodys.of(&own), "whsec", &rng);
        assert_eq!(opened(&key, nobodys.of(&own), &of_user).as_deref(), Some("whsec"));
        assert_eq!(opened(&key, nobodys.of(&other), &of_user), None);
        assert_eq!(opened(&key, nobodys, &of_user), None);
    }
}
