-- Answers that can be asked for again for a day.

-- Of calls that carried an Idempotency-Key.
CREATE TABLE kept_answers (
    user_id TEXT NOT NULL REFERENCES users (id),
    -- Of the path and the Idempotency-Key.
    call_fingerprint TEXT NOT NULL,
    body_fingerprint TEXT NOT NULL,
    -- NULL in the transaction that makes it.
    answer_sealed TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, call_fingerprint)
);
CREATE INDEX kept_answers_by_age ON kept_answers (at);

-- What was taken out of stock.
CREATE TABLE stock_exports (
    id TEXT NOT NULL PRIMARY KEY,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    stock TEXT NOT NULL CHECK (stock IN ('OneMonthTokens.txt', 'ThreeMonthTokens.txt')),
    -- The name of whoever asked for it.
    by_whom TEXT NOT NULL,
    -- How many tokens it is to have, and has.
    wanted BIGINT NOT NULL,
    count BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX stock_exports_of_stock ON stock_exports (storefront_id, stock, at);
CREATE INDEX stock_exports_by_age ON stock_exports (at);

-- The tokens of one transaction, a line each.
CREATE TABLE stock_export_pieces (
    export_id TEXT NOT NULL REFERENCES stock_exports (id),
    number BIGINT NOT NULL,
    tokens_sealed TEXT NOT NULL,
    PRIMARY KEY (export_id, number)
);
