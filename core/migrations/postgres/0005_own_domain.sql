-- Who had a domain last, until it is somebody's again: any other seller has to prove that it is theirs now.
CREATE TABLE released_domains (
    domain TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    released_at BIGINT NOT NULL
);
