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

-- SQLite changes no CHECK of a table that is there.
CREATE TABLE announcements_with_services (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- NULL: for the owner's log channel.
    storefront_id TEXT REFERENCES storefronts (id),
    kind TEXT NOT NULL CHECK (kind IN
        ('owner_code', 'order_redeemed', 'order_finished', 'stock_low', 'stock_empty', 'code_reset', 'endpoint_disabled')),
    -- The order, the stock name, the user or the endpoint that it is about.
    subject TEXT NOT NULL,
    at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    -- Where a try went whose outcome is not known.
    attempted_channel_id TEXT
);
INSERT INTO announcements_with_services
    (id, storefront_id, kind, subject, at, due_at, attempts, attempted_channel_id)
    SELECT id, storefront_id, kind, subject, at, due_at, attempts, attempted_channel_id FROM announcements;
DROP TABLE announcements;
ALTER TABLE announcements_with_services RENAME TO announcements;
CREATE INDEX announcements_of_storefront ON announcements (storefront_id, id);
