-- A removed seller who is added again, with the same account on the chat platform, is the same seller.
ALTER TABLE users ADD COLUMN removed_account_fingerprint TEXT;
CREATE UNIQUE INDEX users_removed_account ON users (removed_account_fingerprint)
    WHERE removed_account_fingerprint IS NOT NULL;
