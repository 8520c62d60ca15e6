-- How long a domain has been failed without a break: after a week it is let go.
ALTER TABLE custom_domains ADD COLUMN failed_since BIGINT;
UPDATE custom_domains SET failed_since = checked_at WHERE status = 'failed';

-- The additions of the last day, which are few by rule.
CREATE TABLE domain_additions (
    user_id TEXT NOT NULL REFERENCES users (id),
    added_at BIGINT NOT NULL
);
CREATE INDEX domain_additions_by_user ON domain_additions (user_id, added_at);
