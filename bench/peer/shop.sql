-- The least that a shop has to keep: what bare axum and the peer store. `least_shop.rs` fills it.
CREATE TABLE IF NOT EXISTS redeem_keys (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    stock TEXT NOT NULL,
    amount INTEGER NOT NULL,
    redeemed_at INTEGER
);
CREATE TABLE IF NOT EXISTS stock_levels (
    stock TEXT PRIMARY KEY,
    available INTEGER NOT NULL CHECK (available >= 0)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
    id INTEGER PRIMARY KEY,
    stock TEXT NOT NULL,
    token TEXT NOT NULL,
    order_id TEXT
);
CREATE INDEX IF NOT EXISTS tokens_available ON tokens (stock, id) WHERE order_id IS NULL;
CREATE INDEX IF NOT EXISTS tokens_of_order ON tokens (order_id) WHERE order_id IS NOT NULL;
CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    stock TEXT NOT NULL,
    amount INTEGER NOT NULL,
    invite TEXT NOT NULL,
    email TEXT NOT NULL,
    displayname TEXT,
    state TEXT NOT NULL,
    succeeded INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS activity (
    id INTEGER PRIMARY KEY,
    details TEXT NOT NULL,
    at INTEGER NOT NULL
);
