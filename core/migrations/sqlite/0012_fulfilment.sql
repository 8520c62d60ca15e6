-- Fulfilment by a service: where a storefront's jobs go, the round that a job is in, and orders that wait for their seller.

CREATE TABLE fulfilment_services (
    storefront_id TEXT NOT NULL PRIMARY KEY REFERENCES storefronts (id),
    -- default: as delivery.provider says; the address stays when the mode changes, for orders that began with it.
    mode TEXT NOT NULL CHECK (mode IN ('default', 'manual', 'webhook')),
    url TEXT,
    secret_sealed TEXT,
    -- The one before it, while it is still valid.
    old_secret_sealed TEXT,
    old_secret_until BIGINT,
    CHECK ((url IS NULL) = (secret_sealed IS NULL)),
    CHECK ((old_secret_sealed IS NULL) = (old_secret_until IS NULL))
);

-- How the order is delivered, from its redeem on: adapter (in this process), manual (by the seller), operator and storefront
-- (by a service of theirs).
ALTER TABLE delivery_jobs ADD COLUMN way TEXT NOT NULL DEFAULT 'adapter'
    CHECK (way IN ('adapter', 'manual', 'operator', 'storefront'));
UPDATE delivery_jobs SET way = 'manual' WHERE state = 'manual' AND NOT EXISTS (
    SELECT 1 FROM tokens WHERE tokens.order_id = delivery_jobs.order_id AND tokens.state = 'set_aside');
-- A round is one set of tokens; a service is sent it as often as it takes.
ALTER TABLE delivery_jobs ADD COLUMN round BIGINT NOT NULL DEFAULT 1;
ALTER TABLE delivery_jobs ADD COLUMN round_attempts BIGINT NOT NULL DEFAULT 0;

ALTER TABLE tokens ADD COLUMN round BIGINT NOT NULL DEFAULT 1;
-- The failed token in whose place this one came.
ALTER TABLE tokens ADD COLUMN replaces BIGINT REFERENCES tokens (id);
UPDATE tokens SET replaces = pairs.failed_id FROM (
    SELECT fresh.id AS fresh_id, failed.id AS failed_id
    FROM (SELECT id, order_id, replacement,
                 ROW_NUMBER() OVER (PARTITION BY order_id, replacement ORDER BY id) AS place
          FROM tokens WHERE order_id IS NOT NULL AND replacement > 0) fresh
    JOIN (SELECT id, order_id, replacement,
                 ROW_NUMBER() OVER (PARTITION BY order_id, replacement ORDER BY settled_at, id) AS place
          FROM tokens WHERE state = 'failed') failed
      ON failed.order_id = fresh.order_id AND failed.replacement = fresh.replacement - 1 AND failed.place = fresh.place
) pairs WHERE tokens.id = pairs.fresh_id;
CREATE UNIQUE INDEX tokens_replaced_once ON tokens (replaces) WHERE replaces IS NOT NULL;

-- One state more: SQLite changes a column's CHECK by making the column anew.
ALTER TABLE orders ADD COLUMN new_state TEXT NOT NULL DEFAULT 'queued'
    CHECK (new_state IN ('queued', 'delivering', 'waiting', 'done'));
UPDATE orders SET new_state = state;
ALTER TABLE orders DROP COLUMN state;
ALTER TABLE orders RENAME COLUMN new_state TO state;

-- What is delivered by hand stays queued; what was given up waits.
UPDATE orders SET state = 'queued' WHERE state = 'delivering' AND id IN (
    SELECT order_id FROM delivery_jobs WHERE state = 'manual' AND way = 'manual');
UPDATE orders SET state = 'waiting' WHERE state = 'delivering' AND id IN (
    SELECT order_id FROM delivery_jobs WHERE state = 'manual');
