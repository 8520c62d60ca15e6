-- The shops where customers pay, and what they have called for.

-- A storefront's connection to a store. One that was never touched has no row, and is off.
CREATE TABLE store_connections (
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    provider TEXT NOT NULL
        CHECK (provider IN ('sellauth', 'sellapp', 'sellix', 'shoppex', 'shoppy', 'whop', 'standard')),
    enabled BOOLEAN NOT NULL,
    PRIMARY KEY (storefront_id, provider)
);

-- What a store signs its calls with: two at most, so that one can be exchanged while the other is in use.
CREATE TABLE store_secrets (
    id TEXT NOT NULL PRIMARY KEY,
    storefront_id TEXT NOT NULL,
    provider TEXT NOT NULL,
    secret_sealed TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    FOREIGN KEY (storefront_id, provider) REFERENCES store_connections (storefront_id, provider)
);
CREATE INDEX store_secrets_of_connection ON store_secrets (storefront_id, provider);

-- Which product of a store gives which key. An empty variant: every one without a row of its own.
CREATE TABLE store_products (
    storefront_id TEXT NOT NULL,
    provider TEXT NOT NULL,
    product TEXT NOT NULL,
    variant TEXT NOT NULL,
    position BIGINT NOT NULL,
    stock TEXT NOT NULL CHECK (stock IN ('OneMonthTokens.txt', 'ThreeMonthTokens.txt')),
    amount BIGINT NOT NULL CHECK (amount BETWEEN 2 AND 100 AND amount % 2 = 0),
    PRIMARY KEY (storefront_id, provider, product, variant),
    FOREIGN KEY (storefront_id, provider) REFERENCES store_connections (storefront_id, provider)
);

-- A purchase that keys were made for, and what its store was answered: the same for ever. Never deleted.
CREATE TABLE store_sales (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    provider TEXT NOT NULL
        CHECK (provider IN ('sellauth', 'sellapp', 'sellix', 'shoppex', 'shoppy', 'whop', 'standard')),
    purchase TEXT NOT NULL,
    answer_sealed TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (storefront_id, provider, purchase)
);

-- The inbox.
CREATE TABLE store_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    provider TEXT NOT NULL
        CHECK (provider IN ('sellauth', 'sellapp', 'sellix', 'shoppex', 'shoppy', 'whop', 'standard')),
    verdict TEXT NOT NULL CHECK (verdict IN
        ('delivered', 'repeated', 'test', 'ignored', 'unmapped', 'malformed', 'bad_signature', 'stale', 'disabled')),
    status BIGINT NOT NULL,
    purchase TEXT,
    product TEXT,
    variant TEXT,
    quantity BIGINT,
    email TEXT,
    -- Fewer tokens were available than the keys need.
    short BOOLEAN NOT NULL,
    sale_id BIGINT REFERENCES store_sales (id),
    headers_sealed TEXT NOT NULL,
    body_sealed TEXT NOT NULL,
    -- NULL: the sale's.
    answer_sealed TEXT,
    at BIGINT NOT NULL,
    CHECK ((sale_id IS NULL) <> (answer_sealed IS NULL))
);
CREATE INDEX store_calls_of_storefront ON store_calls (storefront_id, id);
CREATE INDEX store_calls_by_provider ON store_calls (storefront_id, provider, id);
CREATE INDEX store_calls_by_verdict ON store_calls (storefront_id, verdict, id);
-- Those that a stranger can cause: few are kept.
CREATE INDEX store_calls_refused ON store_calls (storefront_id, id)
    WHERE verdict IN ('test', 'bad_signature', 'stale', 'disabled');
CREATE INDEX store_calls_by_time ON store_calls (at);
