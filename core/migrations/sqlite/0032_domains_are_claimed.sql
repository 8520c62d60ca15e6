-- Whoever adds a name that another seller has waits for a proof that it is theirs: a name has many who want it, and one who has it.
CREATE TABLE claimed_domains (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL UNIQUE REFERENCES users (id),
    domain TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status = 'pending' OR status = 'active' OR status = 'failed'),
    diagnostics TEXT,
    created_at BIGINT NOT NULL,
    checked_at BIGINT,
    -- Checks in a row that did not find the record, and when the first of them was.
    misses BIGINT NOT NULL DEFAULT 0,
    missing_since BIGINT,
    check_at BIGINT NOT NULL,
    failed_since BIGINT,
    needs_proof BOOLEAN NOT NULL DEFAULT FALSE CHECK (NOT needs_proof OR status <> 'active')
);
INSERT INTO claimed_domains (id, user_id, domain, status, diagnostics, created_at, checked_at, misses, missing_since, check_at,
                             failed_since)
SELECT id, user_id, domain, status, diagnostics, created_at, checked_at, misses, missing_since, check_at, failed_since
FROM custom_domains;
DROP TABLE custom_domains;
ALTER TABLE claimed_domains RENAME TO custom_domains;
CREATE INDEX custom_domains_due ON custom_domains (check_at);
CREATE UNIQUE INDEX custom_domains_of_holder ON custom_domains (domain) WHERE NOT needs_proof;
