//! What customers and the seller have asked for and were told. It outlives the processes that told them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::connection::Lost;
use crate::http::Answer;

pub(super) const STOCKS: [&str; 2] = ["OneMonthTokens.txt", "ThreeMonthTokens.txt"];
/// Tokens imported at once. Fewer than redeems use up meanwhile, so that sometimes there are not enough.
const BATCH: usize = 36;

/// One customer's attempt to redeem a key.
#[derive(Debug, Clone)]
pub(super) struct Redeem {
    pub(super) key: String,
    pub(super) stock: &'static str,
    /// In boosts.
    pub(super) amount: i64,
    pub(super) email: String,
    /// Whether somebody else tries the same key.
    rivalled: bool,
    /// Whether somebody had been told that they own the key when this was sent.
    after_success: bool,
}

impl Redeem {
    pub(super) fn body(&self) -> Value {
        json!({
            "redeemKey": self.key, "discordInvite": "https://discord.gg/lofi-lounge", "email": self.email,
            "displayname": "Mika", "bio": "", "avatar": "", "banner": "",
        })
    }
}

#[derive(Debug, Clone)]
pub(super) struct Import {
    pub(super) stock: &'static str,
    tokens: Vec<String>,
    /// Whether it was sent before, and its answer lost.
    in_doubt: bool,
}

impl Import {
    pub(super) fn body(&self) -> String {
        self.tokens.join("\n")
    }
}

#[derive(Debug, Clone)]
pub(super) enum Work {
    Redeem(Redeem),
    Import(Import),
}

#[derive(Default)]
pub(super) struct Ledger(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    fresh: VecDeque<Redeem>,
    in_doubt: Vec<Work>,
    acknowledged: Vec<Redeem>,
    /// Who was told that they own a key, by key.
    owners: BTreeMap<String, String>,
    /// Keys that somebody was told belong to another.
    anothers: BTreeSet<String>,
    /// The imported tokens, by stock.
    imported: BTreeMap<&'static str, BTreeSet<String>>,
    keys: usize,
    batches: usize,
    given: usize,
    answers: usize,
    lost: usize,
    cut_off: usize,
    /// Imports that were stored although their answer was lost.
    done_unheard: usize,
}

impl Ledger {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds keys. Of every eight, one is contested by two customers, and one is sent twice by the same.
    pub(super) fn add_keys(&self, stock: &'static str, amount: i64, keys: Vec<String>) {
        let mut inner = self.inner();
        for key in keys {
            let number = inner.keys;
            inner.keys += 1;
            let email = |who: &str| format!("{who}{number}@example.com");
            let rivalled = number % 8 == 3;
            let redeem = Redeem { key, stock, amount, email: email("mika"), rivalled, after_success: false };
            if redeem.rivalled {
                inner.fresh.push_back(Redeem { email: email("noor"), ..redeem.clone() });
            }
            if number % 8 == 6 {
                inner.fresh.push_back(redeem.clone());
            }
            inner.fresh.push_back(redeem);
        }
    }

    pub(super) fn keys_left(&self) -> usize {
        self.inner().fresh.len()
    }

    /// Returns the next request: lost answers first; now and then an import, or a redeem that was acknowledged long ago.
    pub(super) fn next(&self) -> Option<Work> {
        let mut inner = self.inner();
        inner.given += 1;
        if let Some(work) = inner.next_in_doubt() {
            return Some(work);
        }
        if inner.given % 10 == 1 {
            return Some(Work::Import(inner.next_import()));
        }
        if inner.given % 10 == 5 && !inner.acknowledged.is_empty() {
            let any = inner.given * 7919 % inner.acknowledged.len();
            return Some(inner.sent(inner.acknowledged[any].clone()));
        }
        let fresh = inner.fresh.pop_front()?;
        Some(inner.sent(fresh))
    }

    pub(super) fn next_in_doubt(&self) -> Option<Work> {
        self.inner().next_in_doubt()
    }

    pub(super) fn answers(&self) -> usize {
        self.inner().answers
    }

    pub(super) fn answered(&self, work: Work, answer: &Answer) {
        self.inner().answers += 1;
        match work {
            Work::Redeem(redeem) => self.redeem_answered(redeem, answer),
            Work::Import(import) => self.import_answered(import, answer),
        }
    }

    fn redeem_answered(&self, redeem: Redeem, answer: &Answer) {
        let mut inner = self.inner();
        let message = answer.json()["message"].as_str().unwrap_or_default().to_owned();
        let owner = inner.owners.get(&redeem.key).cloned();
        match (answer.status, message.as_str()) {
            (200, "Order redeemed successfully!") => match owner {
                None => {
                    inner.owners.insert(redeem.key.clone(), redeem.email.clone());
                    inner.acknowledged.push(redeem);
                }
                Some(owner) => {
                    assert_eq!(owner, redeem.email, "both were told that {} is theirs", redeem.key);
                }
            },
            (409, "This key has already been redeemed.")
                if redeem.rivalled && owner.as_ref() != Some(&redeem.email) =>
            {
                inner.anothers.insert(redeem.key);
            }
            // A later success may be recorded before an earlier refusal.
            (409, "Not enough stock right now. Your key is still valid.") if !redeem.after_success => {
                inner.fresh.push_back(redeem);
            }
            (503, _) => inner.in_doubt.push(Work::Redeem(redeem)),
            _ => panic!("{redeem:?}, owner {owner:?}: {} {}", answer.status, answer.body),
        }
    }

    fn import_answered(&self, import: Import, answer: &Answer) {
        if answer.status == 503 {
            return self.inner().in_doubt.push(Work::Import(Import { in_doubt: true, ..import }));
        }
        assert_eq!(answer.status, 200, "{import:?}: {}", answer.body);
        let (told, all) = (answer.json(), import.tokens.len());
        let added = json!({ "code": 200, "added": all, "duplicates": 0, "invalid": 0 });
        let known = json!({ "code": 200, "added": 0, "duplicates": all, "invalid": 0 });
        assert!(
            told == added || import.in_doubt && told == known,
            "all or nothing, not {told} of {import:?}"
        );
        let mut inner = self.inner();
        inner.done_unheard += usize::from(told == known);
        inner.imported.entry(import.stock).or_default().extend(import.tokens);
    }

    pub(super) fn lost(&self, work: Work, lost: &Lost) {
        let mut inner = self.inner();
        inner.cut_off += usize::from(matches!(lost, Lost::CutOff(_)));
        inner.lost += 1;
        inner.in_doubt.push(match work {
            Work::Import(import) => Work::Import(Import { in_doubt: true, ..import }),
            redeem @ Work::Redeem(_) => redeem,
        });
    }

    pub(super) fn acknowledged(&self) -> Vec<Redeem> {
        self.inner().acknowledged.clone()
    }

    /// Returns the keys that nobody was told they own, when nothing is in doubt.
    pub(super) fn unspent(&self) -> BTreeSet<String> {
        let inner = self.inner();
        assert!(inner.in_doubt.is_empty(), "{:?}", inner.in_doubt);
        for key in &inner.anothers {
            assert!(inner.owners.contains_key(key), "everybody was told that {key} is another's");
        }
        let keys = inner.fresh.iter().map(|redeem| &redeem.key);
        keys.filter(|key| !inner.owners.contains_key(*key)).cloned().collect()
    }

    pub(super) fn imported(&self, stock: &str) -> BTreeSet<String> {
        self.inner().imported.get(stock).cloned().unwrap_or_default()
    }

    /// Answers that began and did not end.
    pub(super) fn cut_off(&self) -> usize {
        self.inner().cut_off
    }

    pub(super) fn summary(&self) -> String {
        let inner = self.inner();
        format!(
            "{} redeems acknowledged, {} imports ({} of them done and not heard of), {} answers lost",
            inner.acknowledged.len(),
            inner.batches,
            inner.done_unheard,
            inner.lost
        )
    }
}

impl Inner {
    fn next_in_doubt(&mut self) -> Option<Work> {
        Some(match self.in_doubt.pop()? {
            Work::Redeem(redeem) => self.sent(redeem),
            import @ Work::Import(_) => import,
        })
    }

    fn sent(&self, redeem: Redeem) -> Work {
        let after_success = self.owners.contains_key(&redeem.key);
        Work::Redeem(Redeem { after_success, ..redeem })
    }

    fn next_import(&mut self) -> Import {
        let stock = STOCKS[self.batches % STOCKS.len()];
        let tokens = (0..BATCH).map(|number| format!("token.{}.{number}", self.batches)).collect();
        self.batches += 1;
        Import { stock, tokens, in_doubt: false }
    }
}
