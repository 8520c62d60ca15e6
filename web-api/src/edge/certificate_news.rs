//! What an ACME authority says about a certificate, in words: the library describes a refusal by its data structures.

use std::fmt::{Debug, Display};

use rustls_acme::acme::{Auth, Identifier, Order, Problem};
use rustls_acme::{EventError, EventOk, OrderError};

pub(super) fn in_words(news: &EventOk) -> &'static str {
    match news {
        EventOk::DeployedCachedCert => "the stored one is used",
        EventOk::DeployedNewCert => "a new one is used",
        EventOk::CertCacheStore => "stored",
        EventOk::AccountCacheStore => "the account at the authority is stored",
    }
}

pub(super) fn trouble_in_words<E: Debug + Display>(trouble: &EventError<E, E>) -> String {
    let (what, details) = match trouble {
        EventError::Order(OrderError::BadAuth(Auth {
            identifier: Identifier::Dns(name),
            challenges,
            ..
        })) => {
            let problems = challenges.iter().filter_map(|challenge| challenge.error.as_ref());
            (format!("the authority could not confirm {name}"), problems.filter_map(detail).collect())
        }
        EventError::Order(OrderError::BadOrder(Order { error, .. })) => (
            "the authority refused the order".to_owned(),
            error.iter().filter_map(detail).collect::<Vec<_>>(),
        ),
        other => return other.to_string(),
    };
    if details.is_empty() { what } else { format!("{what}: {}", details.join("; ")) }
}

fn detail(problem: &Problem) -> Option<&str> {
    problem.detail.as_deref().or(problem.typ.as_deref())
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    fn said(error: OrderError) -> String {
        trouble_in_words(&EventError::<io::Error, io::Error>::Order(error))
    }

    /// Shapes and problem are those of RFC 8555, 7.1.4 and 6.7.
    #[test]
    fn a_refusal_says_which_name_and_why() {
        let unconfirmed = serde_json::json!({
            "status": "invalid",
            "identifier": { "type": "dns", "value": "shop.example.com" },
            "challenges": [
                { "type": "http-01", "url": "https://ca.example.com/1", "token": "t" },
                {
                    "type": "tls-alpn-01",
                    "url": "https://ca.example.com/2",
                    "token": "t",
                    "error": {
                        "type": "urn:ietf:params:acme:error:connection",
                        "detail": "192.0.2.1: Connection refused"
                    }
                }
            ]
        });
        let unconfirmed = serde_json::from_value(unconfirmed).expect("an authorization");
        let expected = "the authority could not confirm shop.example.com: 192.0.2.1: Connection refused";
        assert_eq!(said(OrderError::BadAuth(unconfirmed)), expected);

        let refused = serde_json::json!({ "status": "invalid", "authorizations": [], "finalize": "https://ca.example.com/f" });
        let refused = serde_json::from_value(refused).expect("an order");
        assert_eq!(said(OrderError::BadOrder(refused)), "the authority refused the order");

        let limited = serde_json::json!({
            "status": "invalid",
            "authorizations": [],
            "finalize": "https://ca.example.com/f",
            "error": { "type": "urn:ietf:params:acme:error:rateLimited" }
        });
        let limited = serde_json::from_value(limited).expect("an order");
        let expected = "the authority refused the order: urn:ietf:params:acme:error:rateLimited";
        assert_eq!(said(OrderError::BadOrder(limited)), expected);
    }
}
