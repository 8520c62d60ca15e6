//! The JSON object that a store sends, and taking texts and numbers out of it.

use serde_json::Value;

use super::Item;
use crate::foundation::email::LONGEST_EMAIL;
use crate::foundation::json;

/// In characters: of an id, a product and a variant.
const LONGEST_PART: usize = 200;
const MOST_AT_ONCE: i64 = 100;
/// Whole numbers below this are exact as a JSON number (`f64`).
const EXACT: u64 = 1 << 53;

/// Why a signed call is not what the store sends.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(in crate::shop::stores) enum Malformed {
    #[error("The call holds no JSON object.")]
    NoObject,
    #[error("The call does not say what happened.")]
    NoEvent,
    #[error("The call does not say which purchase it is about.")]
    NoPurchase,
    #[error("The call does not say which product was bought.")]
    NoProduct,
    #[error("The call names no row of its cart that is there, or does not say which.")]
    NoCartRow,
    #[error("The quantity is not a whole number from 1 to {MOST_AT_ONCE}.")]
    BadQuantity,
    #[error(
        "An id in the call is longer than {LONGEST_PART} characters, or holds one that cannot be stored."
    )]
    BadPart,
    #[error("An id in the call is neither a text nor a whole number below 2^64.")]
    BadId,
}

/// Always an object.
#[derive(Debug)]
pub(in crate::shop::stores) struct Body(Value);

impl Body {
    pub(in crate::shop::stores) fn parse(bytes: &[u8]) -> Result<Self, Malformed> {
        match json::read(bytes) {
            Ok(body @ Value::Object(_)) => Ok(Self(body)),
            Ok(_) | Err(_) => Err(Malformed::NoObject),
        }
    }

    /// The first of these places (`/data/order/id`) that holds something, null counting as nothing.
    pub(super) fn first(&self, places: &[&str]) -> Option<&Value> {
        places.iter().filter_map(|place| self.0.pointer(place)).find(|value| !value.is_null())
    }

    /// The id in the first of these places that holds anything.
    pub(super) fn id(&self, places: &[&str]) -> Result<Option<String>, Malformed> {
        id_in(places.iter().filter_map(|place| self.0.pointer(place)))
    }

    /// What happened, as the text in this place says. `None`: there is none.
    pub(super) fn event(&self, place: &str) -> Result<Option<&str>, Malformed> {
        match self.first(&[place]) {
            None => Ok(None),
            Some(Value::String(event)) => Ok(Some(event)),
            Some(_) => Err(Malformed::NoEvent),
        }
    }

    /// 1 when none of these places says how many.
    pub(super) fn quantity(&self, places: &[&str]) -> Result<i64, Malformed> {
        quantity_of(self.first(places))
    }

    pub(super) fn item(
        &self,
        product: &[&str],
        variant: &[&str],
        quantity: &[&str],
    ) -> Result<Item, Malformed> {
        let name = |places: &[&str]| name_in(places.iter().filter_map(|place| self.0.pointer(place)));
        Ok(Item {
            product: name(product)?.ok_or(Malformed::NoProduct)?,
            variant: name(variant)?,
            quantity: self.quantity(quantity)?,
        })
    }

    /// The first text in these places. `None`, too, when it cannot be stored.
    pub(super) fn email(&self, places: &[&str]) -> Option<String> {
        let texts = places.iter().filter_map(|place| self.0.pointer(place)?.as_str());
        let email = texts.map(str::trim).find(|text| !text.is_empty())?;
        (email.chars().count() <= LONGEST_EMAIL && !email.contains('\0')).then(|| email.to_owned())
    }
}

/// The first of these values that is not empty: a text, or a whole number. A value that cannot be told from others is an
/// error rather than left out: two purchases could be taken for one.
pub(super) fn id_in<'a>(values: impl Iterator<Item = &'a Value>) -> Result<Option<String>, Malformed> {
    match values.into_iter().find(|value| !is_nothing(value)) {
        None => Ok(None),
        Some(Value::String(text)) => part(text.clone()).map(Some),
        Some(Value::Number(number)) if number.is_i64() || number.is_u64() => Ok(Some(number.to_string())),
        // A larger number has lost digits.
        Some(Value::Number(number)) => {
            let id = number.as_f64().and_then(whole).filter(|id| id.unsigned_abs() < EXACT);
            id.map(|id| Some(id.to_string())).ok_or(Malformed::BadId)
        }
        Some(_) => Err(Malformed::BadId),
    }
}

/// Whether it is one of the values that stores write for nothing.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// As [`id_in`], for names that mappings use: without blanks around them.
pub(super) fn name_in<'a>(values: impl Iterator<Item = &'a Value>) -> Result<Option<String>, Malformed> {
    let is_blank = |value: &&Value| value.as_str().is_some_and(|text| text.trim().is_empty());
    let name = id_in(values.filter(|value| !is_blank(value)))?;
    Ok(name.map(|name| name.trim().to_owned()))
}

/// A part of what a call claims, if it can be stored.
pub(super) fn part(text: String) -> Result<String, Malformed> {
    if text.chars().count() > LONGEST_PART || text.contains('\0') {
        return Err(Malformed::BadPart);
    }
    Ok(text)
}

/// A whole number from 1 to 100, or its digits as text. 1 when there is nothing.
pub(super) fn quantity_of(value: Option<&Value>) -> Result<i64, Malformed> {
    let quantity = match value {
        None | Some(Value::Null) => Some(1),
        Some(Value::Number(number)) => number.as_i64().or_else(|| whole(number.as_f64()?)),
        Some(Value::String(digits)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            digits.parse().ok()
        }
        Some(_) => None,
    };
    quantity.filter(|quantity| (1..=MOST_AT_ONCE).contains(quantity)).ok_or(Malformed::BadQuantity)
}

/// JSON has one kind of number: `2.0` is 2.
fn whole(number: f64) -> Option<i64> {
    number.to_string().parse().ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_quantity_is_a_whole_number_from_1_to_100_or_its_digits() {
        for (value, quantity) in [
            (Value::Null, Some(1)),
            (json!(1), Some(1)),
            (json!(100), Some(100)),
            (json!("7"), Some(7)),
            (json!(2.0), Some(2)),
            (json!(0), None),
            (json!(101), None),
            (json!(-1), None),
            (json!(1.5), None),
            (json!(""), None),
            (json!("+1"), None),
            (json!(" 1"), None),
            (json!("1.0"), None),
            (json!("99999999999999999999"), None),
            (json!(true), None),
            (json!([1]), None),
        ] {
            assert_eq!(quantity_of(Some(&value)).ok(), quantity, "{value}");
        }
    }

    #[test]
    fn an_id_is_the_first_non_empty_text_or_exact_whole_number() {
        let body = r#"{"a":null,"b":"","c":7,"d":"x","e":12345678901234567890123,"f":{},"g":7.0,"h":7.5,
            "i":-9223372036854775808.0,"j":9007199254740993.0,"k":true,
            "l":false,"m":[],"n":{"id":1},"o":1e400}"#;
        let body = Body::parse(body.as_bytes()).unwrap();
        for (places, id) in [
            (&["/a", "/b", "/c"][..], Ok(Some("7"))),
            (&["/d", "/c"], Ok(Some("x"))),
            (&["/none", "/a", "/b", "/f", "/l", "/m"], Ok(None)),
            (&["/g", "/h"], Ok(Some("7"))),
            (&["/h", "/g"], Err(Malformed::BadId)),
            (&["/e"], Err(Malformed::BadId)),
            (&["/n"], Err(Malformed::BadId)),
            (&["/i"], Err(Malformed::BadId)),
            (&["/j"], Err(Malformed::BadId)),
            (&["/k"], Err(Malformed::BadId)),
            (&["/o", "/c"], Err(Malformed::BadId)),
        ] {
            assert_eq!(body.id(places), id.map(|id| id.map(str::to_owned)), "{places:?}");
        }
        let long = json!({"id": "é".repeat(201)}).to_string();
        assert_eq!(Body::parse(long.as_bytes()).unwrap().id(&["/id"]), Err(Malformed::BadPart));
        let longest = json!({"id": "é".repeat(200)}).to_string();
        assert!(Body::parse(longest.as_bytes()).unwrap().id(&["/id"]).is_ok());
    }

    #[test]
    fn a_quantity_too_large_for_a_number_is_rejected() {
        let body = Body::parse(br#"{"quantity":1e400}"#).unwrap();
        assert_eq!(body.quantity(&["/quantity"]), Err(Malformed::BadQuantity));
    }

    /// As if a store had cut a note in the middle of an emoji. An id that was cut like this could be any of several.
    #[test]
    fn a_lone_surrogate_invalidates_only_the_field_that_contains_it() {
        let body = Body::parse(br#"{"id":"7","other":"7\ud83d","note":"hi \ud83d"}"#).unwrap();
        assert_eq!(body.id(&["/id"]), Ok(Some("7".to_owned())));
        assert_eq!(body.id(&["/other"]), Err(Malformed::BadPart));
        assert_eq!(body.email(&["/note"]), None);
    }

    /// As they are in a product mapping.
    #[test]
    fn products_and_variants_are_trimmed_and_blank_ones_are_missing() {
        let body = Body::parse(br#"{"p":" boosts ","v":" ","w":"gold","q":2,"none":"  "}"#).unwrap();
        let item = |variant: &[&str]| body.item(&["/p"], variant, &["/q"]);
        let wanted = |variant: Option<&str>| Item {
            product: "boosts".to_owned(),
            variant: variant.map(str::to_owned),
            quantity: 2,
        };
        assert_eq!(item(&["/v"]), Ok(wanted(None)));
        assert_eq!(item(&["/v", "/w"]), Ok(wanted(Some("gold"))));
        assert_eq!(body.item(&["/none"], &[], &[]), Err(Malformed::NoProduct));
    }

    #[test]
    fn a_body_that_is_not_a_json_object_is_malformed() {
        for body in ["", "[]", "null", "{", "\u{feff}{}", "{} x"] {
            assert_eq!(Body::parse(body.as_bytes()).err(), Some(Malformed::NoObject), "{body}");
        }
        assert_eq!(Body::parse(b"{\"a\":\"\xff\"}").err(), Some(Malformed::NoObject));
    }
}
