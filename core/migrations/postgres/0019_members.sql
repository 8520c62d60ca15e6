-- A helper signs in with a code of their own, and reaches one storefront, as far as the role goes.
ALTER TABLE users ADD COLUMN helper BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE members (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id),
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    role TEXT NOT NULL CHECK (role IN ('viewer', 'packer', 'manager')),
    -- NULL: until it is taken.
    until BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX members_of_storefront ON members (storefront_id, created_at);

-- Who did it, when it was not the user whose business it is.
ALTER TABLE activity ADD COLUMN helper_id TEXT REFERENCES users (id);
