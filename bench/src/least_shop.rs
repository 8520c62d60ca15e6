//! The minimal database of a shop, used by bare axum and the peer: `bench/peer/shop.sql`, filled.

use std::path::Path;

use rusqlite::{Connection, params};

use crate::shop::STOCK;

pub(crate) const SCHEMA: &str = include_str!("../peer/shop.sql");

/// Makes `database`, with `keys` of so many boosts each and the tokens for them.
pub(crate) fn with_keys(database: &Path, keys: &[String], boosts: usize) {
    let mut connection = open(database);
    let transaction = connection.transaction().expect("nobody else is here");
    let [boosts, tokens] =
        [boosts, keys.len() * boosts / 2].map(|number| i64::try_from(number).expect("not so many"));
    let insert = |sql: &str, values: &mut dyn FnMut(&mut rusqlite::Statement<'_>)| {
        values(&mut transaction.prepare(sql).expect("the schema is known"));
    };
    insert("INSERT INTO redeem_keys (key, stock, amount) VALUES (?1, ?2, ?3)", &mut |statement| {
        for key in keys {
            statement.execute(params![key, STOCK, boosts]).expect("keys differ");
        }
    });
    insert("INSERT INTO tokens (stock, token) VALUES (?1, ?2)", &mut |statement| {
        for number in 0..tokens {
            let token = format!("token.of.the.benchmark.{number}");
            statement.execute(params![STOCK, token]).expect("the schema is known");
        }
    });
    insert("INSERT INTO stock_levels (stock, available) VALUES (?1, ?2)", &mut |statement| {
        statement.execute(params![STOCK, tokens]).expect("the schema is known");
    });
    transaction.commit().expect("nobody else is here");
}

/// Makes `database`, with so many orders, with the same ids as those of `order_store::fill`.
pub(crate) fn with_orders(database: &Path, count: usize, id: &str) {
    let connection = open(database);
    connection
        .execute_batch(&format!(
            "BEGIN;
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
             INSERT INTO orders (id, number, stock, amount, invite, email, state, succeeded, created_at)
             SELECT {id}, i, '{STOCK}', 2, 'lofi-lounge', 'customer' || i || '@example.com', 'done', 1, i * 60000 FROM n;
             COMMIT;
             PRAGMA wal_checkpoint(TRUNCATE);"
        ))
        .expect("the schema is known");
}

fn open(database: &Path) -> Connection {
    let connection = Connection::open(database).expect("a folder of our own");
    connection
        .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        .expect("SQLite knows these");
    connection.execute_batch(SCHEMA).expect("it is SQLite's");
    connection
}
