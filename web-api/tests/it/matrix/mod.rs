//! Who may call what: every operation of the API document by every kind of caller, on data that is really the first
//! seller's.
//! Operations missing in the table fail the test, and so do rows missing in the document.

mod table;
mod world;

use std::collections::BTreeSet;

use boostdesk_core::testing::on_both;
use reqwest::Method;
use serde_json::Value;

use crate::support::body;

use table::TABLE;
use world::{Caller, World};

/// The authentication that an operation requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Door {
    /// None.
    Open,
    /// A session in the header.
    Session,
    /// A session in the header, or in the cookie.
    Chat,
    /// A service's signature.
    Service,
}

/// An operation and its expected answers.
struct Row {
    method: Method,
    path: &'static str,
    door: Door,
    /// The scopes that let an API key in, by their first letters; one is enough.
    scopes: &'static str,
    /// JSON; plain text if it begins with `text:`; none if it is empty.
    body: &'static str,
    /// The statuses for another seller, a viewer, a packer, a manager, an admin, and the seller, who call in this
    /// order: what one deletes is gone for the next.
    statuses: [u16; 6],
}

impl Row {
    /// Whether it ends something that others need: it then gets a world of its own.
    fn is_an_end(&self) -> bool {
        let ends = ["logout", "sign-out-everywhere", "reset-access-code", "/sessions/{id}"];
        ends.iter().any(|end| self.path.ends_with(end))
            || (self.method == Method::DELETE && self.path == "/api/storefronts/{guildId}")
    }

    /// Whether this refusal depends on the caller alone, so that the body must not be looked at.
    fn judges_callers_first(&self, status: u16) -> bool {
        let is_the_callers = match status {
            403 => self.door == Door::Session || self.path.ends_with("/mute"),
            404 => self.path.contains("{guildId}") || self.path.contains("{orderId}"),
            _ => false,
        };
        is_the_callers && self.door != Door::Open && !self.body.is_empty()
    }

    /// Callers without the required authentication, and whether they are let in all the same.
    fn outsiders(&self) -> impl Iterator<Item = (Caller, bool)> {
        let cookie_is_let_in = self.door == Door::Chat;
        let open = self.door == Door::Open;
        [
            (Caller::Nobody, open),
            (Caller::Cookie, open || cookie_is_let_in),
            (Caller::Ticket, open),
            (Caller::Removed, open),
        ]
        .into_iter()
    }
}

#[tokio::test]
async fn each_kind_of_caller_gets_the_status_that_the_matrix_lists_for_each_operation() {
    on_both(async |app| {
        let mut wrong = Vec::new();
        let mut number = 1;
        let mut world = World::of(&app, number).await;
        for row in TABLE {
            if row.is_an_end() {
                number += 1;
                world = World::of(&app, number).await;
            }
            let mut judge = |caller: Caller, expected: &str, right: bool, status: u16| {
                if !right {
                    wrong
                        .push(format!("{} {} by {caller:?}: {status}, not {expected}", row.method, row.path));
                }
            };
            for (caller, is_let_in) in row.outsiders() {
                let status = world.call(caller, row).await;
                let right = is_let_in != (status == 401) || row.door == Door::Open;
                judge(caller, if is_let_in { "let in" } else { "401" }, right, status);
            }
            for scope in ["read", "stock", "keys", "orders"] {
                let caller = Caller::Program(scope);
                let status = world.call(caller, row).await;
                let (expected, right) = match row.door {
                    Door::Open => ("let in", status != 403 || row.statuses[5] == 403),
                    Door::Service => ("401", status == 401),
                    _ if row.scopes.contains(&scope[..1]) => ("let in", !matches!(status, 401 | 403)),
                    _ => ("403", status == 403),
                };
                judge(caller, expected, right, status);
            }
            let callers = [
                Caller::Other,
                Caller::Viewer,
                Caller::Packer,
                Caller::Manager,
                Caller::Admin,
                Caller::Seller,
            ];
            for (caller, expected) in callers.into_iter().zip(row.statuses) {
                if row.judges_callers_first(expected) {
                    let status = world.call_badly(caller, row).await;
                    judge(caller, "refused before its body", status == expected, status);
                }
                let status = world.call(caller, row).await;
                judge(caller, &expected.to_string(), status == expected, status);
            }
        }
        assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    })
    .await;
}

#[tokio::test]
async fn every_operation_of_the_api_document_has_exactly_one_row_in_the_matrix() {
    on_both(async |app| {
        let site = crate::support::Site::open(&app).await;
        let (_, document) = body(site.get("/api/openapi.json")).await;
        let mut described = BTreeSet::new();
        for (path, operations) in document["paths"].as_object().expect("paths") {
            for (method, operation) in operations.as_object().expect("operations") {
                described.insert((method.to_uppercase(), path.clone(), scopes_of(operation)));
            }
        }
        let rows: BTreeSet<_> = TABLE
            .iter()
            .map(|row| (row.method.to_string(), row.path.to_owned(), row.scopes.to_owned()))
            .collect();
        let missing: Vec<_> = described.difference(&rows).collect();
        let unknown: Vec<_> = rows.difference(&described).collect();
        assert!(
            missing.is_empty() && unknown.is_empty(),
            "without a row: {missing:#?}, unknown: {unknown:#?}"
        );
        assert_eq!(rows.len(), TABLE.len(), "a row each");
    })
    .await;
}

/// The first letters of the scopes that the document names.
fn scopes_of(operation: &Value) -> String {
    let ways = operation["security"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut letters: Vec<&str> =
        ways.iter().filter_map(|way| way["apiKey"][0].as_str()).map(|scope| &scope[..1]).collect();
    letters.sort_by_key(|letter| "rsko".find(*letter));
    letters.concat()
}
