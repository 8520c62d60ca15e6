//! The statements of a sale at a store with nothing around them: no HTTP, no signature, no sealing, no look-ups, one
//! connection.
//!
//! The same driver, the same schema, the same durability as the product's writer. When the product's transaction changes,
//! this one follows.

use std::path::Path;
use std::time::Instant;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection};

use crate::per_second;
use crate::shop::STOCK;

const NOW: i64 = 1_795_166_040_000;

pub(crate) struct BareLoop {
    connection: SqliteConnection,
    storefront: String,
    user: String,
    sold: usize,
}

impl BareLoop {
    pub(crate) async fn open(database: &Path) -> Self {
        let options = SqliteConnectOptions::new()
            .filename(database)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true);
        let mut connection = options.connect().await.expect("the copy of a database");
        let (storefront, user) = sqlx::query_as("SELECT id, user_id FROM storefronts LIMIT 1")
            .fetch_one(&mut connection)
            .await
            .expect("a storefront");
        Self { connection, storefront, user, sold: 0 }
    }

    /// Sales a second.
    pub(crate) async fn sell(&mut self, count: usize) -> f64 {
        let began = Instant::now();
        for _ in 0..count {
            self.sold += 1;
            self.transaction(self.sold).await.expect("nobody else is here");
        }
        per_second(count, began)
    }

    async fn transaction(&mut self, number: usize) -> sqlx::Result<()> {
        let conn = &mut self.connection;
        let purchase = format!("5/bare-{number}/9");
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *conn).await?;
        let sale: i64 = sqlx::query_scalar(
            "INSERT INTO store_sales (storefront_id, provider, purchase, answer_sealed, created_at)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (storefront_id, provider, purchase) DO NOTHING RETURNING id",
        )
        .bind(&self.storefront)
        .bind("sellauth")
        .bind(&purchase)
        .bind("a".repeat(84))
        .bind(NOW)
        .fetch_one(&mut *conn)
        .await?;
        sqlx::query(
            "INSERT INTO redeem_keys
                 (storefront_id, key_fingerprint, key_sealed, key_veiled, stock, amount, status, note, email, sale_id,
                  created_at)
             VALUES ($1, $2, $3, $4, $5, $6, 'unused', $7, $8, $9, $10)",
        )
        .bind(&self.storefront)
        .bind(format!("{number:064}"))
        .bind("a".repeat(84))
        .bind("A".repeat(20))
        .bind(STOCK)
        .bind(14)
        .bind(format!("sellauth {purchase}"))
        .bind("mika@example.com")
        .bind(sale)
        .bind(NOW)
        .execute(&mut *conn)
        .await?;
        sqlx::query(
            "INSERT INTO activity (user_id, action, severity, details, address, user_agent, at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&self.user)
        .bind("store_sale")
        .bind("success")
        .bind(format!("SellAuth {purchase} · 1 key for 14 boosts of One Month Tokens"))
        .bind(None::<&str>)
        .bind(None::<&str>)
        .bind(NOW)
        .execute(&mut *conn)
        .await?;
        sqlx::query(
            "INSERT INTO store_calls (storefront_id, provider, verdict, status, purchase, product, variant, quantity,
                                      email, short, sale_id, headers_sealed, body_sealed, answer_sealed, at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        )
        .bind(&self.storefront)
        .bind("sellauth")
        .bind("delivered")
        .bind(200)
        .bind(&purchase)
        .bind("42")
        .bind(None::<&str>)
        .bind(1)
        .bind("mika@example.com")
        .bind(true)
        .bind(sale)
        .bind("a".repeat(200))
        .bind("a".repeat(260))
        .bind(None::<&str>)
        .bind(NOW)
        .execute(&mut *conn)
        .await?;
        sqlx::query("COMMIT").execute(&mut *conn).await?;
        Ok(())
    }
}
