-- Whom a seller does not serve. `folded` is what is compared: an email in lower case, an address as a network.
CREATE TABLE blocklist (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL CHECK (kind IN ('email', 'guild', 'address')),
    value TEXT NOT NULL,
    folded TEXT NOT NULL,
    note TEXT,
    created_at BIGINT NOT NULL,
    UNIQUE (user_id, kind, folded)
);
