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
ALTER TABLE fulfilment_services DROP COLUMN old_secret_sealed;
ALTER TABLE fulfilment_services DROP COLUMN old_secret_until;
