//! The seller's own view of the shop, over HTTP.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::connection::{Connection, Lost, texts};
use super::shop::{Process, Shop};
use crate::commands::GUILD;
use crate::http::Answer;

/// A seller signed in at the process that serves the shop.
pub(super) struct Seller<'a> {
    shop: &'a Shop,
    process: Process,
    connection: Connection,
}

impl<'a> Seller<'a> {
    pub(super) fn sign_in(shop: &'a Shop) -> Self {
        let process = shop.start();
        let connection = Connection::open(process.web).expect("it answers");
        Self { shop, process, connection }
    }

    pub(super) fn get(&mut self, path: &str) -> Value {
        self.ask(path, |connection, token| connection.get(path, token))
    }

    fn ask(&mut self, path: &str, ask: impl Fn(&mut Connection, &str) -> Result<Answer, Lost>) -> Value {
        let answer = ask(&mut self.connection, &self.shop.seller).expect("it answers");
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    /// Also stops the process.
    pub(super) fn sign_out(self) {
        self.process.stop();
    }

    pub(super) fn keys(&mut self, status: &str) -> BTreeSet<String> {
        let (mut keys, mut next) = (BTreeSet::new(), String::new());
        loop {
            let path = format!("/api/storefronts/{GUILD}/keys?status={status}&limit=100{next}");
            let page = self.get(&path);
            for key in page["keys"].as_array().into_iter().flatten() {
                let key = key["key"].as_str().expect("a text").to_owned();
                assert!(keys.insert(key.clone()), "{key} is listed twice");
            }
            let Some(cursor) = page["next"].as_str() else { return keys };
            next = format!("&cursor={cursor}");
        }
    }

    pub(super) fn export(&mut self, stock: &str) -> Vec<String> {
        let path = format!("/api/storefronts/{GUILD}/stock/{stock}/export");
        texts(&self.ask(&path, |connection, token| connection.post(&path, token, &json!({})))["tokens"])
    }
}
