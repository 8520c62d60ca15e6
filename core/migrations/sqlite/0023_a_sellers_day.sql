-- What a key is found by beside its symbols, in lower case.
ALTER TABLE redeem_keys ADD COLUMN note_term TEXT;
ALTER TABLE redeem_keys ADD COLUMN email_term TEXT;
UPDATE redeem_keys SET note_term = lower(note), email_term = lower(email)
WHERE note IS NOT NULL OR email IS NOT NULL;

CREATE INDEX redeem_keys_by_symbols ON redeem_keys (storefront_id, key_veiled, id) WHERE key_veiled IS NOT NULL;
CREATE INDEX redeem_keys_by_note ON redeem_keys (storefront_id, note_term, id) WHERE note_term IS NOT NULL;
CREATE INDEX redeem_keys_by_email ON redeem_keys (storefront_id, email_term, id) WHERE email_term IS NOT NULL;

-- How many keys of a storefront were made and revoked. The redeemed ones are its orders, which order_counts has.
-- Kept by the triggers below: nobody writes it, and nobody forgets to.
CREATE TABLE key_counts (
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    -- On PostgreSQL a connection has one of its own, or nearly: makers of keys do not wait for each other.
    part BIGINT NOT NULL,
    made BIGINT NOT NULL DEFAULT 0 CHECK (made >= 0),
    revoked BIGINT NOT NULL DEFAULT 0 CHECK (revoked >= 0),
    PRIMARY KEY (storefront_id, part)
);
INSERT INTO key_counts (storefront_id, part, made, revoked)
SELECT storefront_id, 0, COUNT(*), SUM(status = 'revoked') FROM redeem_keys GROUP BY storefront_id;

CREATE TRIGGER redeem_keys_are_counted AFTER INSERT ON redeem_keys
BEGIN
    INSERT INTO key_counts (storefront_id, part) VALUES (NEW.storefront_id, 0)
    ON CONFLICT (storefront_id, part) DO NOTHING;
    UPDATE key_counts SET made = made + 1, revoked = revoked + (NEW.status = 'revoked')
    WHERE storefront_id = NEW.storefront_id AND part = 0;
END;

CREATE TRIGGER redeem_keys_are_recounted AFTER UPDATE OF status ON redeem_keys
WHEN NEW.status = 'revoked' AND OLD.status <> 'revoked'
BEGIN
    UPDATE key_counts SET revoked = revoked + 1
    WHERE storefront_id = NEW.storefront_id AND part = 0;
END;

-- Whether the answer in chat that follows an order shows what its seller sees.
ALTER TABLE followed_orders ADD COLUMN for_seller BOOLEAN NOT NULL DEFAULT FALSE;
