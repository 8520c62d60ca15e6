//! Keys are counted as their status changes, and found by their beginnings.

use boostdesk_core::App;
use boostdesk_core::closing;
use boostdesk_core::db::Dialect;
use boostdesk_core::outbox::seller_events::KeySource;
use boostdesk_core::shop::delivery::{self, Verdict};
use boostdesk_core::shop::keys::{self, CreateKeys, KeyCounts, KeyFilter, KeyStatus, RedeemKey, bulk};
use boostdesk_core::shop::order_history::By;
use boostdesk_core::shop::stock::StockName;
use boostdesk_core::testing::{Shop, TestApp, details, on_both, tokens};
use futures::future::join_all;
use secrecy::ExposeSecret;
use sqlx::{Connection, PgConnection, SqliteConnection};

const COUNTED: &str = "SELECT COALESCE(SUM(CASE status WHEN 'unused' THEN 1 ELSE 0 END), 0),
        COALESCE(SUM(CASE status WHEN 'redeemed' THEN 1 ELSE 0 END), 0),
        COALESCE(SUM(CASE status WHEN 'revoked' THEN 1 ELSE 0 END), 0) FROM redeem_keys";

/// Counts the rows themselves, of all storefronts.
async fn counted(app: &TestApp) -> (i64, i64, i64) {
    match app.db.dialect() {
        Dialect::Sqlite => {
            let mut conn = SqliteConnection::connect(&app.url).await.unwrap();
            sqlx::query_as(COUNTED).fetch_one(&mut conn).await.unwrap()
        }
        Dialect::Postgres => {
            let mut conn = PgConnection::connect(&app.url).await.unwrap();
            sqlx::query_as(COUNTED).fetch_one(&mut conn).await.unwrap()
        }
    }
}

async fn listed(app: &App, shop: &Shop, filter: KeyFilter<'_>) -> keys::KeyPage {
    keys::list(app, &shop.user_id, &shop.guild, filter, None, None).await.expect("the storefront exists")
}

async fn counts(shop: &Shop) -> (i64, i64, i64) {
    let KeyCounts { unused, redeemed, revoked } = listed(&shop.app, shop, KeyFilter::default()).await.counts;
    (unused, redeemed, revoked)
}

async fn revoke(shop: &Shop, key: &RedeemKey) -> bool {
    keys::revoke(&shop.app, &shop.user_id, &shop.guild, key.expose()).await.is_ok()
}

async fn revoke_many(shop: &Shop, keys: &[RedeemKey]) -> usize {
    let keys: Vec<String> = keys.iter().map(|key| key.expose().to_owned()).collect();
    bulk::revoke_many(&shop.app, &shop.user_id, &shop.guild, &keys).await.expect("they are few").revoked
}

#[tokio::test]
async fn key_counts_follow_every_status_change() {
    on_both(async |app| {
        let (shop, other) = (Shop::open(&app, 1).await, Shop::open(&app, 2).await);
        assert_eq!(counts(&shop).await, (0, 0, 0));
        shop.restock(&tokens("a", 20)).await;
        let made = shop.keys(4, 600).await;
        assert_eq!(counts(&shop).await, (600, 0, 0));
        assert_eq!(counts(&other).await, (0, 0, 0), "another shop's are its own");

        assert!(revoke(&shop, &made[0]).await);
        assert!(!revoke(&shop, &made[0]).await, "it is revoked already");
        keys::revoke_anywhere(&app, made[1].expose()).await.unwrap();
        assert_eq!(revoke_many(&shop, &made[..10]).await, 8);
        assert_eq!(revoke_many(&other, &made[10..20]).await, 0, "they are not its own");
        assert_eq!(counts(&shop).await, (590, 0, 10));

        shop.redeem(&made[10], details("mika")).await.unwrap();
        shop.redeem(&made[10], details("mika")).await.expect("the same again changes nothing");
        shop.redeem(&made[11], details("noor")).await.unwrap();
        shop.redeem(&made[0], details("mika")).await.expect_err("it is revoked");
        shop.redeem(&shop.keys(100, 1).await[0], details("mika")).await.expect_err("stock is short");
        assert!(!revoke(&shop, &made[10]).await, "it is redeemed");
        assert_eq!(counts(&shop).await, (589, 2, 10));

        // The end of an order, or of its shop, leaves its key redeemed.
        let id = made[10].order_id();
        loop {
            let pending = shop.order(&made[10]).await.pending;
            let failed = pending.iter().map(|token| Verdict {
                token: token.expose_secret().to_owned(),
                delivered: false,
                reason: None,
            });
            if pending.is_empty() {
                break;
            }
            delivery::record_verdicts(&app, &shop.user_id, &id, failed.collect(), &By::System).await.unwrap();
        }
        delivery::replace(&app, &shop.user_id, &id, None, None, &By::System).await.unwrap();
        assert_eq!(counts(&shop).await, (589, 2, 10));
        closing::close_storefront(&app, &shop.guild).await.unwrap();
        assert_eq!(counted(&app).await, (589, 2, 10), "keys stay as they are");
    })
    .await;
}

#[tokio::test]
async fn key_counts_stay_correct_under_concurrent_redeems_and_revocations() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 60)).await;
        let made = shop.keys(2, 60).await;
        // Each key is tried by a customer, by a revocation and by two bulk revocations, while others are made.
        let each = join_all(made.iter().enumerate().map(async |(at, key)| {
            if at % 2 == 0 {
                let (redeemed, revoked) = tokio::join!(shop.redeem(key, details("mika")), revoke(&shop, key));
                (redeemed.is_ok(), revoked)
            } else {
                let (revoked, redeemed) = tokio::join!(revoke(&shop, key), shop.redeem(key, details("mika")));
                (redeemed.is_ok(), revoked)
            }
        }));
        let bulks = join_all((0..6).map(|at| revoke_many(&shop, &made[at * 10..(at + 2).min(6) * 10])));
        let making = join_all((0..20).map(|_| shop.keys(2, 3)));
        let (each, many, _) = tokio::join!(each, bulks, making);

        let redeemed = each.iter().filter(|(redeemed, _)| *redeemed).count();
        let revoked = each.iter().filter(|(_, revoked)| *revoked).count() + many.iter().sum::<usize>();
        assert_eq!(redeemed + revoked, 60, "each key once");
        assert!(redeemed > 0 && revoked > 0, "both came through: {redeemed} and {revoked}");
        let found = counts(&shop).await;
        assert_eq!(found, (60, i64::try_from(redeemed).unwrap(), i64::try_from(revoked).unwrap()));
        assert_eq!(found, counted(&app).await);
    })
    .await;
}

#[tokio::test]
async fn a_key_search_finds_keys_by_key_or_note_prefix_in_any_case() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let noted = async |note: &str, count: i64| {
            let wanted =
                CreateKeys { stock: StockName::OneMonth, amount: 2, count, note: Some(note.to_owned()) };
            keys::create(&app, &shop.user_id, &shop.guild, wanted, KeySource::Seller).await.unwrap()
        };
        let old = noted("Ärger 100%_", 2).await;
        // More than a search looks at one by one.
        noted("bulk", 1000).await;
        noted("Bulk of today", 30).await;
        let find =
            async |search: &str| listed(&app, &shop, KeyFilter { search, ..KeyFilter::default() }).await;

        for search in ["ärger", "ÄRGER 100%_", " Ä", &old[0].expose()[..13], &old[1].expose().to_lowercase()]
        {
            let found = find(search).await.keys;
            assert!(
                !found.is_empty() && found.iter().all(|key| key.note.as_deref() == Some("Ärger 100%_")),
                "{search}"
            );
        }
        let greek = noted("ΚΩΣΤΑΣ", 1).await;
        for search in ["ΚΩΣ", "κως", "κωσ", "Κωστας"] {
            let found = find(search).await.keys;
            assert_eq!(found.len(), 1, "{search}");
            assert_eq!(found[0].key.expose_secret(), greek[0].expose(), "{search}");
        }
        for search in ["rger 100%", "%", "ärger 1000", "ärger 100%_\u{10FFFF}", "UUUUU"] {
            assert!(find(search).await.keys.is_empty(), "{search}");
        }
        let page = find("BULK").await;
        assert_eq!((page.keys.len(), page.next.is_some()), (50, true));
        assert_eq!(page.keys[0].note.as_deref(), Some("Bulk of today"), "the newest first");
        assert_eq!(page.counts.unused, 1033, "counts are of the whole storefront");

        revoke(&shop, &old[0]).await;
        let filter = KeyFilter { search: "ärger", status: Some(KeyStatus::Revoked), masked: true };
        let found = listed(&app, &shop, filter).await.keys;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].key.expose_secret(), old[0].expose());

        let filter = KeyFilter { search: "b", ..KeyFilter::default() };
        let mut walk = bulk::walk(&app, &shop.user_id, &shop.guild, filter).await.unwrap();
        let mut walked = 0;
        loop {
            let more = walk.next().await.unwrap();
            if more.is_empty() {
                break;
            }
            walked += more
                .iter()
                .filter(|key| key.note.as_deref().is_some_and(|note| note.starts_with(['b', 'B'])))
                .count();
        }
        assert_eq!(walked, 1030);
    })
    .await;
}
