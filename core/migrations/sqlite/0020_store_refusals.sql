-- Calls to a store's connection that were refused since the seller's services were last told: a row at most for each, told of
-- a minute after the first.
CREATE TABLE store_refusals (
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    provider TEXT NOT NULL,
    since BIGINT NOT NULL,
    count BIGINT NOT NULL,
    -- The last one's.
    verdict TEXT NOT NULL CHECK (verdict IN ('bad_signature', 'stale', 'disabled', 'unmapped', 'malformed')),
    PRIMARY KEY (storefront_id, provider)
);
CREATE INDEX store_refusals_by_time ON store_refusals (since);
