-- What a key is found by beside its symbols, in lower case. Compared byte by byte, so that what begins with a text
-- stands side by side.
ALTER TABLE redeem_keys ADD COLUMN note_term TEXT COLLATE "C";
ALTER TABLE redeem_keys ADD COLUMN email_term TEXT COLLATE "C";
ALTER TABLE redeem_keys ALTER COLUMN key_veiled TYPE TEXT COLLATE "C";
UPDATE redeem_keys SET note_term = lower(note), email_term = lower(email)
WHERE note IS NOT NULL OR email IS NOT NULL;

CREATE INDEX redeem_keys_by_symbols ON redeem_keys (storefront_id, key_veiled, id) WHERE key_veiled IS NOT NULL;
CREATE INDEX redeem_keys_by_note ON redeem_keys (storefront_id, note_term, id) WHERE note_term IS NOT NULL;
CREATE INDEX redeem_keys_by_email ON redeem_keys (storefront_id, email_term, id) WHERE email_term IS NOT NULL;

-- How many keys of a storefront were made and revoked. The redeemed ones are its orders, which order_counts has.
-- Kept by the triggers below: nobody writes it, and nobody forgets to.
CREATE TABLE key_counts (
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    -- A connection has one of its own, or nearly: makers of keys do not wait for each other.
    part BIGINT NOT NULL,
    made BIGINT NOT NULL DEFAULT 0 CHECK (made >= 0),
    revoked BIGINT NOT NULL DEFAULT 0 CHECK (revoked >= 0),
    PRIMARY KEY (storefront_id, part)
);
INSERT INTO key_counts (storefront_id, part, made, revoked)
SELECT storefront_id, 0, COUNT(*), COUNT(*) FILTER (WHERE status = 'revoked') FROM redeem_keys GROUP BY storefront_id;

CREATE FUNCTION count_keys() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO key_counts (storefront_id, part, made, revoked)
    SELECT storefront_id, pg_backend_pid() % 32, COUNT(*), COUNT(*) FILTER (WHERE status = 'revoked')
    FROM added GROUP BY storefront_id
    ON CONFLICT (storefront_id, part) DO UPDATE
    SET made = key_counts.made + EXCLUDED.made, revoked = key_counts.revoked + EXCLUDED.revoked;
    RETURN NULL;
END $$;
CREATE TRIGGER redeem_keys_are_counted AFTER INSERT ON redeem_keys
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_keys();

CREATE FUNCTION count_revoked_key() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO key_counts (storefront_id, part, revoked) VALUES (NEW.storefront_id, pg_backend_pid() % 32, 1)
    ON CONFLICT (storefront_id, part) DO UPDATE SET revoked = key_counts.revoked + 1;
    RETURN NULL;
END $$;
-- A revoked key stays one. When its transaction ends, so that nobody waits for a key while they hold a count.
CREATE CONSTRAINT TRIGGER redeem_keys_are_recounted AFTER UPDATE OF status ON redeem_keys
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.status = 'revoked' AND OLD.status <> 'revoked') EXECUTE FUNCTION count_revoked_key();

-- Whether the answer in chat that follows an order shows what its seller sees.
ALTER TABLE followed_orders ADD COLUMN for_seller BOOLEAN NOT NULL DEFAULT FALSE;
