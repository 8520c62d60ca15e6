-- When a backup was made last.
CREATE TABLE last_backup (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL
);
