//! The statements of a redeem with nothing around them: no HTTP, no look-ups, no checks, one connection.
//!
//! The same driver, the same schema, the same durability as the product's writer. When the product's transaction changes,
//! this one follows.

use std::path::Path;
use std::time::Instant;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection};

use crate::per_second;

const TOKENS: i64 = 7;
const NOW: i64 = 1_795_166_040_000;

pub(crate) struct BareLoop {
    connection: SqliteConnection,
    storefront: String,
    user: String,
    stock: String,
    /// Ids of the keys that are left.
    keys: Vec<i64>,
}

impl BareLoop {
    pub(crate) async fn open(database: &Path) -> Self {
        let options = SqliteConnectOptions::new()
            .filename(database)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true);
        let mut connection = options.connect().await.expect("the copy of a database");
        let (storefront, user) = sqlx::query_as("SELECT id, user_id FROM storefronts")
            .fetch_one(&mut connection)
            .await
            .expect("one storefront");
        let keys: Vec<(i64, String)> = sqlx::query_as("SELECT id, stock FROM redeem_keys ORDER BY id DESC")
            .fetch_all(&mut connection)
            .await
            .expect("its keys");
        let stock = keys[0].1.clone();
        Self { connection, storefront, user, stock, keys: keys.into_iter().map(|(id, _)| id).collect() }
    }

    /// Redeems a second.
    pub(crate) async fn redeem(&mut self, count: usize) -> f64 {
        let keys = self.keys.split_off(self.keys.len() - count);
        let began = Instant::now();
        for key in keys {
            self.transaction(key).await.expect("nobody else is here");
        }
        per_second(count, began)
    }

    async fn transaction(&mut self, key: i64) -> sqlx::Result<()> {
        let conn = &mut self.connection;
        let (id, job) = (format!("RX81P-V6NDK-{key:011}"), format!("0f0e0d0c-0b0a-4908-8706-{key:012}"));
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *conn).await?;
        let _: i64 = sqlx::query_scalar(
            "UPDATE redeem_keys SET status = 'redeemed', redeemed_at = $2 WHERE id = $1 AND status = 'unused' RETURNING id",
        )
        .bind(key)
        .bind(NOW)
        .fetch_one(&mut *conn)
        .await?;
        let _: i64 = sqlx::query_scalar(
            "UPDATE stock_levels SET available = available - $3, reserved = reserved + $3
             WHERE storefront_id = $1 AND stock = $2 AND available >= $3 RETURNING available",
        )
        .bind(&self.storefront)
        .bind(&self.stock)
        .bind(TOKENS)
        .fetch_one(&mut *conn)
        .await?;
        let sequence: i64 = sqlx::query_scalar(
            "UPDATE users SET order_count = order_count + 1 WHERE id = $1 RETURNING order_count",
        )
        .bind(&self.user)
        .fetch_one(&mut *conn)
        .await?;
        sqlx::query(
            "INSERT INTO orders (id, storefront_id, user_id, seller_sequence, key_id, stock, amount, invite, email,
                                 displayname, bio, avatar, banner, details_fingerprint, guild_id,
                                 customer_discord_id, state, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, NULLIF($10, ''), NULLIF($11, ''), NULLIF($12, ''),
                     NULLIF($13, ''), $14, $15, $16, 'queued', COALESCE(
                         (SELECT created_at FROM orders
                          WHERE user_id = $3 AND seller_sequence = $4 - 1 AND created_at > $17), $17))",
        )
        .bind(&id)
        .bind(&self.storefront)
        .bind(&self.user)
        .bind(sequence)
        .bind(key)
        .bind(&self.stock)
        .bind(TOKENS * 2)
        .bind("https://discord.gg/lofi-lounge")
        .bind("mika@example.com")
        .bind("Mika")
        .bind("")
        .bind("")
        .bind("")
        .bind("0".repeat(64))
        .bind(None::<&str>)
        .bind(None::<&str>)
        .bind(NOW)
        .execute(&mut *conn)
        .await?;
        let _: Vec<i64> = sqlx::query_scalar(
            "UPDATE tokens SET state = 'reserved', order_id = $4 WHERE id IN (
                 SELECT id FROM tokens WHERE storefront_id = $1 AND stock = $2 AND state = 'available'
                 ORDER BY id LIMIT $3)
             RETURNING id",
        )
        .bind(&self.storefront)
        .bind(&self.stock)
        .bind(TOKENS)
        .bind(&id)
        .fetch_all(&mut *conn)
        .await?;
        sqlx::query("INSERT INTO delivery_jobs (id, order_id, state, run_at) VALUES ($1, $2, $3, $4)")
            .bind(&job)
            .bind(&id)
            .bind("manual")
            .bind(NOW)
            .execute(&mut *conn)
            .await?;
        sqlx::query(
            "INSERT INTO activity (user_id, action, severity, details, address, user_agent, at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&self.user)
        .bind("key_redeemed")
        .bind("success")
        .bind(format!("{id} · 14 boosts · 1 month"))
        .bind(None::<&str>)
        .bind(None::<&str>)
        .bind(NOW)
        .execute(&mut *conn)
        .await?;
        sqlx::query("COMMIT").execute(&mut *conn).await?;
        Ok(())
    }
}
