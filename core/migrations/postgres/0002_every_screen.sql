-- Of a customer who wrote in chat there is only a name.
CREATE TABLE suggestions (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id TEXT REFERENCES users (id),
    customer_name TEXT,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'implemented')),
    created_at BIGINT NOT NULL,
    CHECK ((user_id IS NULL) <> (customer_name IS NULL))
);

CREATE TABLE suggestion_votes (
    suggestion_id BIGINT NOT NULL REFERENCES suggestions (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id),
    vote TEXT NOT NULL CHECK (vote IN ('up', 'down')),
    PRIMARY KEY (suggestion_id, user_id)
);

CREATE TABLE bug_reports (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id TEXT REFERENCES users (id),
    customer_name TEXT,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    steps TEXT NOT NULL,
    expected_behavior TEXT NOT NULL,
    actual_behavior TEXT NOT NULL,
    severity TEXT NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
    status TEXT NOT NULL CHECK (status IN ('open', 'investigating', 'fixed', 'closed')),
    created_at BIGINT NOT NULL,
    CHECK ((user_id IS NULL) <> (customer_name IS NULL))
);

-- What a store tells the customer after a purchase. A seller without a row has no text.
CREATE TABLE delivery_texts (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    text TEXT NOT NULL,
    saved_at BIGINT NOT NULL
);

-- Every saved version of a seller's own live stock page. The newest one is in force; an empty one is the default.
CREATE TABLE live_pages (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    code TEXT NOT NULL,
    saved_at BIGINT NOT NULL
);
CREATE INDEX live_pages_of_user ON live_pages (user_id, id);

CREATE TABLE custom_domains (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL UNIQUE REFERENCES users (id),
    domain TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('pending', 'active', 'failed')),
    diagnostics TEXT,
    created_at BIGINT NOT NULL,
    checked_at BIGINT,
    -- Checks in a row that did not find the record, and when the first of them was.
    misses BIGINT NOT NULL DEFAULT 0,
    missing_since BIGINT,
    check_at BIGINT NOT NULL
);
CREATE INDEX custom_domains_due ON custom_domains (check_at);

CREATE INDEX activity_errors ON activity (id) WHERE severity = 'error';
CREATE INDEX activity_by_time ON activity (at);
CREATE INDEX activity_by_action ON activity (action, id);
