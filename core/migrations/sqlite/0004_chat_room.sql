-- Counts what happens in a room: a message's id is the count at which it came, its revision the one at which it last changed.
-- Whoever changes a room locks its row until the commit, so that numbers are seen in their order.
CREATE TABLE chat_rooms (
    room TEXT PRIMARY KEY,
    revision BIGINT NOT NULL
);
INSERT INTO chat_rooms (room, revision) VALUES ('global', 0);

-- An author id is chosen by a client and belongs to the first user who used it; to nobody when there was no session.
CREATE TABLE chat_authors (
    id TEXT PRIMARY KEY,
    user_id TEXT REFERENCES users (id),
    name TEXT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE INDEX chat_authors_of_user ON chat_authors (user_id, seen_at);

-- Who may not write. The subject is a user's id, or the author id of somebody without a session.
CREATE TABLE chat_mutes (
    subject TEXT PRIMARY KEY,
    author_id TEXT NOT NULL REFERENCES chat_authors (id),
    muted_at BIGINT NOT NULL,
    until BIGINT
);

CREATE TABLE chat_messages (
    id INTEGER PRIMARY KEY,
    room TEXT NOT NULL REFERENCES chat_rooms (room),
    author_id TEXT NOT NULL REFERENCES chat_authors (id),
    -- The name that the author had then.
    author TEXT NOT NULL,
    content TEXT NOT NULL,
    -- A JSON list of author ids.
    mentions TEXT NOT NULL,
    reply_to BIGINT REFERENCES chat_messages (id),
    client_id TEXT,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL UNIQUE,
    edited_at BIGINT,
    deleted_at BIGINT
);
-- A message that is sent again is the same one.
CREATE UNIQUE INDEX chat_messages_by_client_id ON chat_messages (author_id, client_id) WHERE client_id IS NOT NULL;

-- Files in the upload directory. One without a message is swept after a while.
CREATE TABLE chat_uploads (
    name TEXT PRIMARY KEY,
    -- A user's id, or the address of somebody without a session.
    owner TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('image', 'video')),
    media_type TEXT NOT NULL,
    original_name TEXT NOT NULL,
    size BIGINT NOT NULL,
    width BIGINT,
    height BIGINT,
    thumbnail TEXT UNIQUE,
    created_at BIGINT NOT NULL,
    message_id BIGINT REFERENCES chat_messages (id),
    place BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX chat_uploads_of_message ON chat_uploads (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX chat_uploads_of_owner ON chat_uploads (owner, created_at);
CREATE INDEX chat_uploads_without_message ON chat_uploads (created_at) WHERE message_id IS NULL;

-- What each process knows of who is here: JSON lists, the processes' own business.
CREATE TABLE chat_presence (
    process TEXT PRIMARY KEY,
    members TEXT NOT NULL,
    seen_at BIGINT NOT NULL
);
