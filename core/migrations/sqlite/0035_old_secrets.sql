-- Secrets that others took the place of, each as long as it is still valid.
CREATE TABLE old_fulfilment_secrets (
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    secret_sealed TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (storefront_id, secret_sealed)
);
INSERT INTO old_fulfilment_secrets (storefront_id, secret_sealed, until)
SELECT storefront_id, old_secret_sealed, old_secret_until FROM fulfilment_services WHERE old_secret_sealed IS NOT NULL;
CREATE TABLE old_event_endpoint_secrets (
    endpoint_id TEXT NOT NULL REFERENCES event_endpoints (id),
    secret_sealed TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (endpoint_id, secret_sealed)
);
INSERT INTO old_event_endpoint_secrets (endpoint_id, secret_sealed, until)
SELECT id, previous_secret_sealed, previous_until FROM event_endpoints WHERE previous_secret_sealed IS NOT NULL;
ALTER TABLE event_endpoints DROP COLUMN previous_secret_sealed;
ALTER TABLE event_endpoints DROP COLUMN previous_until;
-- The comment above a column stays when the column goes.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
    '-- Signs beside the secret until then.',
    '-- Since when no try has succeeded. NULL: the last one did, or there was none.')
WHERE type = 'table' AND name = 'event_endpoints';
PRAGMA writable_schema = RESET;
-- SQLite drops no column that a condition of the table names.
CREATE TABLE fulfilment_services_now (
    storefront_id TEXT NOT NULL PRIMARY KEY REFERENCES storefronts (id),
    -- default: as delivery.provider says; the address stays when the mode changes, for orders that began with it.
    mode TEXT NOT NULL CHECK (mode = 'default' OR mode = 'manual' OR mode = 'webhook'),
    url TEXT,
    secret_sealed TEXT,
    CHECK ((url IS NULL) = (secret_sealed IS NULL))
);
INSERT INTO fulfilment_services_now (storefront_id, mode, url, secret_sealed)
SELECT storefront_id, mode, url, secret_sealed FROM fulfilment_services;
DROP TABLE fulfilment_services;
ALTER TABLE fulfilment_services_now RENAME TO fulfilment_services;
