//! Sealed values open only in their own rows. Whoever can write to the database cannot reveal one row's secret through another.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use boostdesk_core::db::{Dialect, Failure};
use boostdesk_core::developers::event_endpoints::{self, NewEndpoint};
use boostdesk_core::foundation::clock::Timestamp;
use boostdesk_core::foundation::standard_webhooks::Signed;
use boostdesk_core::kept_answers::Once;
use boostdesk_core::messenger::followed_orders::{self, Eyes};
use boostdesk_core::people::auth;
use boostdesk_core::ports::{ForbiddenUrl, WebhookAnswer, WebhookCall, WebhookError, Webhooks};
use boostdesk_core::seal::{Place, Purpose};
use boostdesk_core::shop::delivery::{self, ReportError};
use boostdesk_core::shop::fulfilment::{self, Mode};
use boostdesk_core::shop::keys::{self, KeyFilter};
use boostdesk_core::shop::orders;
use boostdesk_core::shop::stock::{self, StockName, Wanted};
use boostdesk_core::shop::storefronts::{self, StorefrontInput};
use boostdesk_core::shop::stores::Provider;
use boostdesk_core::shop::stores::calls::{self, CallFilter};
use boostdesk_core::shop::stores::connections;
use boostdesk_core::testing::{Setup, Shop, TestApp, details, guild, on_both, tokens};
use boostdesk_core::{App, execute_on_db, on_db};
use futures::future::{BoxFuture, join_all};
use futures::{FutureExt, TryStreamExt};
use secrecy::SecretString;
use sqlx::AssertSqlSafe;

const STOCK: StockName = StockName::OneMonth;

/// A column of sealed values, and the column that identifies its rows.
#[derive(Clone, Copy)]
struct Column {
    table: &'static str,
    name: &'static str,
    key: &'static str,
}

impl Column {
    /// The first two rows' keys and values.
    async fn values(self, app: &App) -> [(String, String); 2] {
        let Self { table, name, key } = self;
        let sql = format!(
            "SELECT CAST({key} AS TEXT), {name} FROM {table} WHERE {name} IS NOT NULL ORDER BY {key} LIMIT 2"
        );
        let mut conn = app.db.read().await.unwrap();
        let rows: Vec<(String, String)> =
            on_db!(conn, driver => sqlx::query_as(AssertSqlSafe(sql.clone())).fetch_all(driver)).unwrap();
        rows.try_into().unwrap_or_else(|rows: Vec<_>| panic!("two rows of {table}, not {}", rows.len()))
    }

    async fn set(self, app: &App, key: &str, value: &str) {
        let Self { table, name, key: column } = self;
        let sql = format!("UPDATE {table} SET {name} = $1 WHERE CAST({column} AS TEXT) = $2");
        let (key, value) = (key.to_owned(), value.to_owned());
        let set = app.db.write(move |tx| {
            async move {
                execute_on_db!(tx, driver => sqlx::query(AssertSqlSafe(sql.clone()))
                    .bind(&value)
                    .bind(&key)
                    .execute(driver))
            }
            .boxed()
        });
        assert_eq!(set.await.unwrap(), 1);
    }

    /// Asserts that `opens` is true as it is, and false with the two rows' values swapped or one of them copied.
    async fn belongs_to_its_row(self, app: &App, opens: impl AsyncFn() -> bool) {
        let Self { table, name, .. } = self;
        let [(first, one), (second, other)] = self.values(app).await;
        assert!(one.starts_with("3."), "{table}.{name}: {one}");
        assert!(opens().await, "{table}.{name} opens in its row");
        self.set(app, &first, &other).await;
        self.set(app, &second, &one).await;
        assert!(!opens().await, "{table}.{name} opens in another row");
        self.set(app, &first, &one).await;
        assert!(!opens().await, "{table}.{name} opens beside its row");
        self.set(app, &second, &other).await;
        assert!(opens().await, "{table}.{name} opens again");
    }
}

#[tokio::test]
async fn sealed_tokens_keys_and_access_codes_open_only_in_their_own_rows() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 4)).await;
        let key = shop.key(4).await;
        shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        let column = Column { table: "tokens", name: "token_sealed", key: "id" };
        let opens = async || orders::get(&app, &shop.user_id, &key.order_id()).await.is_ok();
        column.belongs_to_its_row(&app, opens).await;

        let column = Column { table: "redeem_keys", name: "key_sealed", key: "id" };
        let opens = async || {
            let page = keys::list(&app, &shop.user_id, &shop.guild, KeyFilter::default(), None, None);
            page.await.is_ok()
        };
        column.belongs_to_its_row(&app, opens).await;

        let other = Shop::open(&app, 2).await;
        let column = Column { table: "users", name: "code_sealed", key: "id" };
        let opens = async || {
            auth::me(&app, &shop.user_id).await.is_ok() && auth::me(&app, &other.user_id).await.is_ok()
        };
        column.belongs_to_its_row(&app, opens).await;
    })
    .await;
}

#[tokio::test]
async fn sealed_exports_and_kept_answers_open_only_in_their_own_rows() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        let export = async |key: &str| {
            let once = Some(Once::new(&app, &shop.user_id, "/export", key, "body"));
            let wanted = Wanted { count: Some(1), key_name: None, once };
            stock::export(&app, &shop.user_id, &shop.guild, STOCK, wanted).await
        };
        let ids = [export("one").await.unwrap(), export("two").await.unwrap()];

        let column = Column { table: "stock_export_pieces", name: "tokens_sealed", key: "export_id" };
        let opens = async || {
            let mut all = true;
            for id in &ids {
                let pieces = stock::exported(&app, &shop.user_id, &shop.guild, id).await.unwrap();
                let pieces: Result<Vec<Vec<SecretString>>, Failure> = pieces.try_collect().await;
                all &= pieces.is_ok();
            }
            all
        };
        column.belongs_to_its_row(&app, opens).await;

        let column = Column { table: "kept_answers", name: "answer_sealed", key: "call_fingerprint" };
        let opens = async || export("one").await.is_ok() && export("two").await.is_ok();
        column.belongs_to_its_row(&app, opens).await;
    })
    .await;
}

#[tokio::test]
async fn sealed_store_secrets_calls_and_sales_open_only_in_their_own_rows() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let provider = Provider::SellAuth;
        let (user, guild) = (&shop.user_id, &shop.guild);
        for secret in ["sk_live_0123456789", "sk_live_9876543210"] {
            connections::add_secret(&app, user, guild, provider, Some(secret)).await.unwrap();
        }
        let column = Column { table: "store_secrets", name: "secret_sealed", key: "id" };
        let opens = async || connections::list(&app, user, guild).await.is_ok();
        column.belongs_to_its_row(&app, opens).await;

        super::stores::sell_two(&app, &shop).await;
        let opens = async || {
            let page = calls::list(&app, user, guild, CallFilter::default()).await.unwrap();
            let mut all = true;
            for call in page.calls {
                all &= calls::get(&app, user, guild, call.id).await.is_ok();
            }
            all
        };
        Column { table: "store_sales", name: "answer_sealed", key: "id" }
            .belongs_to_its_row(&app, opens)
            .await;
        for name in ["headers_sealed", "body_sealed", "answer_sealed"] {
            Column { table: "store_calls", name, key: "id" }.belongs_to_its_row(&app, opens).await;
        }
    })
    .await;
}

#[tokio::test]
async fn sealed_answers_of_followed_orders_open_only_in_their_own_rows() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock(&tokens("a", 2)).await;
        for key in shop.keys(2, 2).await {
            shop.redeem(&key, details("mika")).await.unwrap();
            let until = app.clock.now().plus(Duration::from_mins(1));
            let answer = SecretString::from("an application and its token");
            followed_orders::follow(&app, &key.order_id(), Eyes::Customer, &answer, until).await.unwrap();
        }
        let opens = async || {
            let followed = followed_orders::list(&app, Timestamp(i64::MAX)).await.unwrap();
            let wanted = join_all(followed.iter().map(|one| followed_orders::wanted(&app, one))).await;
            wanted.iter().all(Result::is_ok)
        };
        let column = Column { table: "followed_orders", name: "answer_sealed", key: "id" };
        column.belongs_to_its_row(&app, opens).await;
    })
    .await;
}

#[tokio::test]
async fn sealed_fulfilment_secrets_open_only_in_their_own_rows() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        let second = guild(2);
        let input = StorefrontInput { name: Some("Second".to_owned()), ..StorefrontInput::default() };
        storefronts::add_proven(&app, &shop.user_id, &second, input).await.unwrap();
        let guilds = [&shop.guild, &second];
        for guild in guilds {
            let url = Some("https://hooks.example.com/in");
            fulfilment::save(&app, &shop.user_id, guild, Mode::Webhook, url).await.unwrap();
        }
        let opens = async || {
            let mut all = true;
            for guild in guilds {
                all &= fulfilment::show(&app, &shop.user_id, guild).await.is_ok();
            }
            all
        };
        let column = Column { table: "fulfilment_services", name: "secret_sealed", key: "storefront_id" };
        column.belongs_to_its_row(&app, opens).await;
        // The former secret stays in its row, and opens there: a call about no known job is checked against all secrets.
        for guild in guilds {
            fulfilment::renew_secret(&app, &shop.user_id, guild).await.unwrap();
        }
        let opens = async || {
            let signed = Signed {
                id: "an-id".to_owned(),
                timestamp: app.clock.now().unix_seconds().to_string(),
                signature: "v1,bm9ib2R5".to_owned(),
            };
            let found = delivery::authenticate(&app, None, &signed, b"{}").await;
            matches!(found, Err(ReportError::Unsigned))
        };
        let column = Column { table: "old_fulfilment_secrets", ..column };
        column.belongs_to_its_row(&app, opens).await;
    })
    .await;
}

/// A service that answers 200 and keeps the calls' bodies.
#[derive(Debug, Default)]
struct Service(Mutex<Vec<Vec<u8>>>);

impl Webhooks for Service {
    fn judge(&self, _: &url::Url) -> Result<(), ForbiddenUrl> {
        Ok(())
    }

    fn post(&self, call: WebhookCall) -> BoxFuture<'_, Result<WebhookAnswer, WebhookError>> {
        self.0.lock().unwrap().push(call.body);
        async { Ok(WebhookAnswer { status: 200, body: Vec::new() }) }.boxed()
    }
}

#[tokio::test]
async fn sealed_events_and_endpoint_secrets_open_only_in_their_own_rows() {
    for dialect in [Dialect::Sqlite, Dialect::Postgres] {
        let service = Arc::new(Service::default());
        let app = TestApp::new(dialect, Setup { webhooks: service.clone(), ..Setup::default() }).await;
        let shop = Shop::open(&app, 1).await;
        let wanted = || NewEndpoint {
            url: "https://hooks.example.com/in".to_owned(),
            events: vec!["key.created".to_owned()],
            description: None,
        };
        let first = event_endpoints::create(&app, &shop.user_id, wanted()).await.unwrap().id;
        let second = event_endpoints::create(&app, &shop.user_id, wanted()).await.unwrap().id;
        let opens = async || event_endpoints::list(&app, &shop.user_id).await.is_ok();
        let column = Column { table: "event_endpoints", name: "secret_sealed", key: "id" };
        column.belongs_to_its_row(&app, opens).await;

        for _ in 0..2 {
            event_endpoints::send_test(&app, &shop.user_id, &first).await.unwrap();
        }
        let column = Column { table: "event_deliveries", name: "body_sealed", key: "id" };
        let [(key, one), (_, other)] = column.values(&app).await;
        column.set(&app, &key, &other).await;
        event_endpoints::send_due(&app).await.unwrap();
        assert_eq!(service.0.lock().unwrap().len(), 1, "what belongs to another delivery is not sent");
        column.set(&app, &key, &one).await;
        app.clock.advance(Duration::from_hours(1));
        event_endpoints::send_due(&app).await.unwrap();
        assert_eq!(service.0.lock().unwrap().len(), 2);

        // The former secret signs, too, for a day.
        for endpoint in [&first, &second] {
            event_endpoints::renew_secret(&app, &shop.user_id, endpoint).await.unwrap();
        }
        let opens = async || {
            let before = service.0.lock().unwrap().len();
            for endpoint in [&first, &second] {
                event_endpoints::send_test(&app, &shop.user_id, endpoint).await.unwrap();
            }
            event_endpoints::send_due(&app).await.unwrap();
            service.0.lock().unwrap().len() == before + 2
        };
        let column =
            Column { table: "old_event_endpoint_secrets", name: "secret_sealed", key: "endpoint_id" };
        column.belongs_to_its_row(&app, opens).await;
    }
}

#[tokio::test]
async fn tokens_sealed_in_earlier_formats_still_open_but_not_another_users() {
    on_both(async |app| {
        let shop = Shop::open(&app, 1).await;
        shop.restock("token.a\n").await;
        let key = shop.key(2).await;
        shop.redeem(&key, details("mika")).await.unwrap();
        let mut conn = app.db.read().await.unwrap();
        let (id,): (String,) =
            on_db!(conn, driver => sqlx::query_as("SELECT CAST(id AS TEXT) FROM tokens").fetch_one(driver))
                .unwrap();
        drop(conn);
        let column = Column { table: "tokens", name: "token_sealed", key: "id" };
        let nobodys = Place::row(Purpose::Token, &[]);
        for place in [nobodys, nobodys.of(&shop.user_id)] {
            column.set(&app, &id, &app.seal.seal_as_before(&place, "token.a", &app.rng)).await;
            let order = shop.order(&key).await;
            assert_eq!(order.pending.len(), 1);
        }
        let other = Shop::open(&app, 2).await;
        let others = app.seal.seal_as_before(&nobodys.of(&other.user_id), "token.a", &app.rng);
        column.set(&app, &id, &others).await;
        assert!(orders::get(&app, &shop.user_id, &key.order_id()).await.is_err(), "another user's");
    })
    .await;
}
