-- Times are unix milliseconds. Secrets are sealed (…_sealed) and found by fingerprint (…_fingerprint).

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    discord_id TEXT UNIQUE,
    username TEXT NOT NULL,
    admin BOOLEAN NOT NULL,
    owner BOOLEAN NOT NULL,
    code_fingerprint TEXT UNIQUE,
    code_sealed TEXT,
    code_reset_at BIGINT,
    -- Kept, so that a screen never counts: all orders, and all boosts that succeeded.
    order_count BIGINT NOT NULL DEFAULT 0,
    boost_count BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    removed_at BIGINT
);
CREATE UNIQUE INDEX users_one_owner ON users (owner) WHERE owner;

CREATE TABLE sessions (
    token_digest TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    address TEXT,
    user_agent TEXT
);
CREATE INDEX sessions_of_user ON sessions (user_id);

CREATE TABLE sign_in_tickets (
    token_digest TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    expires_at BIGINT NOT NULL
);

CREATE TABLE storefronts (
    id TEXT PRIMARY KEY,
    guild_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    embed_color TEXT NOT NULL,
    embed_footer TEXT,
    redeem_footer TEXT,
    store_link TEXT,
    discord_link TEXT,
    low_stock_threshold BIGINT NOT NULL DEFAULT 10,
    created_at BIGINT NOT NULL,
    closed_at BIGINT
);
CREATE UNIQUE INDEX storefronts_one_open_per_guild ON storefronts (guild_id) WHERE closed_at IS NULL;
CREATE INDEX storefronts_of_user ON storefronts (user_id);

-- How many tokens of a stock are where. Whoever moves a token locks this row first.
CREATE TABLE stock_levels (
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    stock TEXT NOT NULL CHECK (stock IN ('OneMonthTokens.txt', 'ThreeMonthTokens.txt')),
    available BIGINT NOT NULL DEFAULT 0 CHECK (available >= 0),
    reserved BIGINT NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    delivered BIGINT NOT NULL DEFAULT 0 CHECK (delivered >= 0),
    failed BIGINT NOT NULL DEFAULT 0 CHECK (failed >= 0),
    PRIMARY KEY (storefront_id, stock)
);

CREATE TABLE redeem_keys (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    key_fingerprint TEXT NOT NULL UNIQUE,
    key_sealed TEXT NOT NULL,
    stock TEXT NOT NULL CHECK (stock IN ('OneMonthTokens.txt', 'ThreeMonthTokens.txt')),
    amount BIGINT NOT NULL CHECK (amount BETWEEN 2 AND 100 AND amount % 2 = 0),
    status TEXT NOT NULL CHECK (status IN ('unused', 'redeemed', 'revoked')),
    note TEXT,
    created_at BIGINT NOT NULL,
    redeemed_at BIGINT,
    revoked_at BIGINT
);
CREATE INDEX redeem_keys_of_storefront ON redeem_keys (storefront_id, id);
CREATE INDEX redeem_keys_by_status ON redeem_keys (storefront_id, status, id);

-- An order's id is the key that was spent on it.
CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    -- 1, 2, 3, … for each seller without a gap: a page of orders is a range of it, however deep.
    seller_sequence BIGINT NOT NULL,
    key_id BIGINT NOT NULL UNIQUE REFERENCES redeem_keys (id),
    stock TEXT NOT NULL,
    amount BIGINT NOT NULL,
    invite TEXT NOT NULL,
    guild_id TEXT,
    email TEXT NOT NULL,
    displayname TEXT,
    bio TEXT,
    avatar TEXT,
    banner TEXT,
    details_fingerprint TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'delivering', 'done')),
    succeeded BIGINT NOT NULL DEFAULT 0,
    failed BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    done_at BIGINT,
    UNIQUE (user_id, seller_sequence)
);
CREATE INDEX orders_by_time ON orders (user_id, created_at, seller_sequence);

CREATE TABLE tokens (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    stock TEXT NOT NULL CHECK (stock IN ('OneMonthTokens.txt', 'ThreeMonthTokens.txt')),
    token_fingerprint TEXT NOT NULL UNIQUE,
    token_sealed TEXT NOT NULL,
    -- attempting: handed to the adapter, its answer not yet known; set_aside: its answer will never be known.
    state TEXT NOT NULL
        CHECK (state IN ('available', 'reserved', 'attempting', 'set_aside', 'delivered', 'failed', 'exported')),
    order_id TEXT REFERENCES orders (id),
    -- 0 for the tokens an order began with, one more for each replacement of a replacement.
    replacement BIGINT NOT NULL DEFAULT 0,
    reason TEXT,
    created_at BIGINT NOT NULL,
    settled_at BIGINT,
    CHECK ((order_id IS NULL) = (state IN ('available', 'exported')))
);
CREATE INDEX tokens_in_stock ON tokens (storefront_id, stock, id) WHERE state = 'available';
CREATE INDEX tokens_of_order ON tokens (order_id) WHERE order_id IS NOT NULL;

CREATE TABLE delivery_jobs (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
    -- waiting: for a worker; leased: a worker has it until lease_until; manual: for the seller.
    state TEXT NOT NULL CHECK (state IN ('waiting', 'leased', 'manual', 'done')),
    owner TEXT,
    lease_until BIGINT,
    -- One more for each lease. A result under an older fence is refused.
    fence BIGINT NOT NULL DEFAULT 0,
    attempts BIGINT NOT NULL DEFAULT 0,
    run_at BIGINT NOT NULL
);
CREATE INDEX delivery_jobs_due ON delivery_jobs (run_at) WHERE state IN ('waiting', 'leased');

-- A seller's running total of succeeded boosts, a row for each change: any span is the difference of two rows.
CREATE TABLE boost_totals (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    at BIGINT NOT NULL,
    total BIGINT NOT NULL
);
CREATE INDEX boost_totals_by_time ON boost_totals (user_id, at, id);

CREATE TABLE activity (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id TEXT REFERENCES users (id),
    action TEXT NOT NULL,
    severity TEXT NOT NULL CHECK (severity IN ('info', 'success', 'warning', 'error')),
    details TEXT NOT NULL,
    address TEXT,
    user_agent TEXT,
    at BIGINT NOT NULL
);
CREATE INDEX activity_of_user ON activity (user_id, id);
