-- Keys of sellers' own programs, and the word to the seller that a service was given up.

CREATE TABLE api_keys (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    key_digest TEXT NOT NULL UNIQUE,
    -- The key's last four characters.
    hint TEXT NOT NULL,
    -- With commas between them.
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    expires_at BIGINT
);
CREATE INDEX api_keys_of_user ON api_keys (user_id, created_at);

ALTER TABLE announcements DROP CONSTRAINT announcements_kind_check;
ALTER TABLE announcements ADD CONSTRAINT announcements_kind_check CHECK (kind IN
    ('owner_code', 'order_redeemed', 'order_finished', 'stock_low', 'stock_empty', 'code_reset', 'endpoint_disabled'));
