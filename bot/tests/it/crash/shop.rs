//! A shop on one database, whichever process serves it at the moment.

use std::net::SocketAddr;

use serde_json::json;

use super::connection::{Connection, Lost, texts};
use super::ledger::{Ledger, STOCKS, Work};
use crate::commands::{GUILD, a_storefront};
use crate::http::{self, Answer};
use crate::process::{Ended, Place, Running, a_place};

pub(super) const FAILURES: f64 = 0.2;
/// What keys are for: a stock, and an amount in boosts.
const AMOUNTS: [(usize, i64); 5] = [(0, 2), (0, 6), (0, 14), (1, 4), (1, 10)];

pub(super) struct Shop {
    place: Place,
    /// A session of the seller's: sessions outlive processes.
    pub(super) seller: String,
}

/// A process that answers.
pub(super) struct Process {
    running: Running,
    pub(super) web: SocketAddr,
}

impl Shop {
    /// Opens a shop on SQLite, unless `database` names another.
    pub(super) fn open(database: Option<&str>) -> Self {
        let mut place = a_place()
            // A fixed port would have to stay free for a hundred starts.
            .with("WEB__BIND", "127.0.0.1:0")
            .with("WEB__OPERATIONS_BIND", "127.0.0.1:0")
            .with("DELIVERY__PROVIDER", "simulated")
            .with("DELIVERY__SIMULATED_FAILURES", FAILURES)
            .with("DELIVERY__MAX_REPLACEMENTS", 1);
        for limit in [
            "LOGIN_PER_MINUTE",
            "REDEEM_PER_MINUTE",
            "PUBLIC_PER_MINUTE",
            "SESSION_PER_MINUTE",
            "CONNECTIONS_PER_ADDRESS",
        ] {
            place = place.with(&format!("LIMITS__{limit}"), 0);
        }
        if let Some(url) = database {
            place = place.with("DATABASE__URL", url);
        }
        a_storefront(&place);
        let code = place.json(&["seller", "reset-code", "mika"])["accessCode"].clone();
        let shop = Self { place, seller: String::new() };
        let process = shop.start();
        let login = json!({ "captcha_key": "", "access_code": code });
        let answer = http::post(process.web, "/api/auth/login", "", &login);
        process.stop();
        Self { seller: answer.json()["token"].as_str().expect("a token").to_owned(), ..shop }
    }

    pub(super) fn start(&self) -> Process {
        let mut running = self.launch();
        let code = running.line();
        assert!(code.starts_with("Access code: "), "{code}");
        let line = running.line();
        let web = line.strip_prefix("Dashboard: http://").and_then(|line| line.strip_suffix('/'));
        Process { running, web: web.and_then(|web| web.parse().ok()).unwrap_or_else(|| panic!("{line}")) }
    }

    /// Starts a process that may not answer yet.
    pub(super) fn launch(&self) -> Running {
        self.place.start(&[])
    }

    /// Makes keys for customers when few are left.
    pub(super) fn hand_out_keys(&self, process: &Process, ledger: &Ledger) {
        if ledger.keys_left() > 150 {
            return;
        }
        let mut connection = Connection::open(process.web).expect("it answers");
        for (stock, amount) in AMOUNTS {
            let stock = STOCKS[stock];
            let wanted = json!({ "stock": stock, "amount": amount, "count": 40 });
            let path = format!("/api/storefronts/{GUILD}/keys");
            let made = connection.post(&path, &self.seller, &wanted).expect("it answers").json();
            ledger.add_keys(stock, amount, texts(&made["keys"]));
        }
    }

    /// Sends what a customer or the seller wants.
    pub(super) fn send(&self, connection: &mut Connection, work: &Work) -> Result<Answer, Lost> {
        match work {
            Work::Redeem(redeem) => connection.post(&format!("/api/redeem/{GUILD}"), "", &redeem.body()),
            Work::Import(import) => {
                let path = format!("/api/storefronts/{GUILD}/stock/{}", import.stock);
                connection.post_text(&path, &self.seller, &import.body())
            }
        }
    }
}

impl Process {
    /// Kills it without warning.
    pub(super) fn kill(self) {
        kill(self.running);
    }

    /// Asks it to end, and expects that it does.
    pub(super) fn stop(self) -> Ended {
        self.running.signal("TERM");
        let ended = self.running.wait();
        ended.expect_code(0);
        expect_no_trouble(&ended);
        ended
    }
}

pub(super) fn kill(running: Running) {
    running.signal("KILL");
    let ended = running.wait();
    assert_eq!(ended.code, None, "it had ended by itself: {}", ended.stderr);
    expect_no_trouble(&ended);
}

/// A process logs whatever it cannot recover from.
fn expect_no_trouble(ended: &Ended) {
    let trouble = ended.stderr.lines().find(|line| line.contains("ERROR") || line.contains("panicked"));
    assert_eq!(trouble, None, "in:\n{}", ended.stderr);
}
