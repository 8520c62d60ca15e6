-- Written by `make schema`: what the migrations make of a new database, in one piece.
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    discord_id TEXT UNIQUE,
    username TEXT NOT NULL,
    admin BOOLEAN NOT NULL,
    owner BOOLEAN NOT NULL,
    code_fingerprint TEXT UNIQUE,
    code_sealed TEXT,
    code_reset_at BIGINT,
    -- Kept, so that a screen never counts: all orders, and all boosts that succeeded.
    order_count BIGINT NOT NULL DEFAULT 0,
    boost_count BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    removed_at BIGINT
, helper BOOLEAN NOT NULL DEFAULT FALSE, removed_account_fingerprint TEXT);
CREATE UNIQUE INDEX users_one_owner ON users (owner) WHERE owner;
CREATE TABLE sessions (
    token_digest TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    address TEXT,
    user_agent TEXT
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE TABLE sign_in_tickets (
    token_digest TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    expires_at BIGINT NOT NULL
);
CREATE TABLE storefronts (
    id TEXT PRIMARY KEY,
    guild_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    embed_color TEXT NOT NULL,
    embed_footer TEXT,
    redeem_footer TEXT,
    store_link TEXT,
    discord_link TEXT,
    low_stock_threshold BIGINT NOT NULL DEFAULT 10,
    created_at BIGINT NOT NULL,
    closed_at BIGINT
, log_channel_id TEXT, low_stock_role_id TEXT, logo TEXT, proven_at BIGINT, visited_at BIGINT);
CREATE UNIQUE INDEX storefronts_one_open_per_guild ON storefronts (guild_id) WHERE closed_at IS NULL;
CREATE INDEX storefronts_of_user ON storefronts (user_id);
CREATE TABLE stock_levels (
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    stock TEXT NOT NULL CHECK (stock IN ('OneMonthTokens.txt', 'ThreeMonthTokens.txt')),
    available BIGINT NOT NULL DEFAULT 0 CHECK (available >= 0),
    reserved BIGINT NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    delivered BIGINT NOT NULL DEFAULT 0 CHECK (delivered >= 0),
    failed BIGINT NOT NULL DEFAULT 0 CHECK (failed >= 0), announced TEXT NOT NULL DEFAULT 'nothing'
    CHECK (announced = 'nothing' OR announced = 'low' OR announced = 'empty'), empty_heard BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (storefront_id, stock)
);
CREATE TABLE redeem_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    key_fingerprint TEXT NOT NULL UNIQUE,
    key_sealed TEXT NOT NULL,
    stock TEXT NOT NULL CHECK (stock IN ('OneMonthTokens.txt', 'ThreeMonthTokens.txt')),
    amount BIGINT NOT NULL CHECK (amount BETWEEN 2 AND 100 AND amount % 2 = 0),
    status TEXT NOT NULL CHECK (status = 'unused' OR status = 'redeemed' OR status = 'revoked'),
    note TEXT,
    created_at BIGINT NOT NULL,
    redeemed_at BIGINT,
    revoked_at BIGINT
, email TEXT, sale_id BIGINT REFERENCES store_sales (id), key_veiled TEXT, note_term TEXT, email_term TEXT);
CREATE INDEX redeem_keys_of_storefront ON redeem_keys (storefront_id, id);
CREATE INDEX redeem_keys_by_status ON redeem_keys (storefront_id, status, id);
CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    -- 1, 2, 3, … for each seller without a gap: a page of orders is a range of it, however deep.
    seller_sequence BIGINT NOT NULL,
    key_id BIGINT NOT NULL UNIQUE REFERENCES redeem_keys (id),
    stock TEXT NOT NULL,
    amount BIGINT NOT NULL,
    invite TEXT NOT NULL,
    guild_id TEXT,
    email TEXT NOT NULL,
    displayname TEXT,
    bio TEXT,
    avatar TEXT,
    banner TEXT,
    details_fingerprint TEXT NOT NULL,
    succeeded BIGINT NOT NULL DEFAULT 0,
    failed BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    done_at BIGINT, customer_discord_id TEXT, state TEXT NOT NULL DEFAULT 'queued'
    CHECK (state = 'queued' OR state = 'delivering' OR state = 'waiting' OR state = 'done'), standing TEXT NOT NULL DEFAULT 'processing'
    CHECK (standing = 'processing' OR standing = 'by_hand' OR standing = 'given_up' OR
        standing = 'completed' OR standing = 'partial' OR standing = 'failed'),
    UNIQUE (user_id, seller_sequence)
);
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    stock TEXT NOT NULL CHECK (stock IN ('OneMonthTokens.txt', 'ThreeMonthTokens.txt')),
    token_fingerprint TEXT NOT NULL UNIQUE,
    token_sealed TEXT NOT NULL,
    -- attempting: handed to the adapter, its answer not yet known; set_aside: its answer will never be known.
    state TEXT NOT NULL
        CHECK (state = 'available' OR state = 'reserved' OR state = 'attempting' OR state = 'set_aside' OR
        state = 'delivered' OR state = 'failed' OR state = 'exported'),
    order_id TEXT REFERENCES orders (id),
    -- 0 for the tokens an order began with, one more for each replacement of a replacement.
    replacement BIGINT NOT NULL DEFAULT 0,
    reason TEXT,
    created_at BIGINT NOT NULL,
    settled_at BIGINT, round BIGINT NOT NULL DEFAULT 1, replaces BIGINT REFERENCES tokens (id),
    CHECK ((order_id IS NULL) = (state IN ('available', 'exported')))
);
CREATE INDEX tokens_in_stock ON tokens (storefront_id, stock, id) WHERE state = 'available';
CREATE INDEX tokens_of_order ON tokens (order_id) WHERE order_id IS NOT NULL;
CREATE TABLE delivery_jobs (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
    -- waiting: for a worker; leased: a worker has it until lease_until; manual: for the seller.
    state TEXT NOT NULL CHECK (state = 'waiting' OR state = 'leased' OR state = 'manual' OR state = 'done'),
    lease_until BIGINT,
    -- One more for each lease. A result under an older fence is refused.
    fence BIGINT NOT NULL DEFAULT 0,
    attempts BIGINT NOT NULL DEFAULT 0,
    run_at BIGINT NOT NULL
, way TEXT NOT NULL DEFAULT 'adapter'
    CHECK (way = 'adapter' OR way = 'manual' OR way = 'operator' OR way = 'storefront'), round BIGINT NOT NULL DEFAULT 1, round_attempts BIGINT NOT NULL DEFAULT 0, begun_at BIGINT, decided_round BIGINT);
CREATE INDEX delivery_jobs_due ON delivery_jobs (run_at) WHERE state IN ('waiting', 'leased');
CREATE TABLE boost_totals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id TEXT NOT NULL REFERENCES users (id),
    at BIGINT NOT NULL,
    total BIGINT NOT NULL
);
CREATE INDEX boost_totals_by_time ON boost_totals (user_id, at, id);
CREATE TABLE activity (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id TEXT REFERENCES users (id),
    action TEXT NOT NULL,
    severity TEXT NOT NULL CHECK (severity = 'info' OR severity = 'success' OR severity = 'warning' OR severity = 'error'),
    details TEXT NOT NULL,
    address TEXT,
    user_agent TEXT,
    at BIGINT NOT NULL
, helper_id TEXT REFERENCES users (id));
CREATE INDEX activity_of_user ON activity (user_id, id);
CREATE TABLE suggestions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id TEXT REFERENCES users (id),
    customer_name TEXT,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status = 'pending' OR status = 'approved' OR status = 'implemented'),
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
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id TEXT REFERENCES users (id),
    customer_name TEXT,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    steps TEXT NOT NULL,
    expected_behavior TEXT NOT NULL,
    actual_behavior TEXT NOT NULL,
    severity TEXT NOT NULL CHECK (severity = 'low' OR severity = 'medium' OR severity = 'high' OR severity = 'critical'),
    status TEXT NOT NULL CHECK (status = 'open' OR status = 'investigating' OR status = 'fixed' OR status = 'closed'),
    created_at BIGINT NOT NULL,
    CHECK ((user_id IS NULL) <> (customer_name IS NULL))
);
CREATE TABLE delivery_texts (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    text TEXT NOT NULL,
    saved_at BIGINT NOT NULL
);
CREATE TABLE live_pages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id TEXT NOT NULL REFERENCES users (id),
    code TEXT NOT NULL,
    saved_at BIGINT NOT NULL
);
CREATE INDEX live_pages_of_user ON live_pages (user_id, id);
CREATE INDEX activity_errors ON activity (id) WHERE severity = 'error';
CREATE INDEX activity_by_time ON activity (at);
CREATE INDEX activity_by_action ON activity (action, id);
CREATE INDEX orders_of_customer ON orders (customer_discord_id, created_at) WHERE customer_discord_id IS NOT NULL;
CREATE INDEX orders_of_storefront ON orders (storefront_id, seller_sequence);
CREATE TABLE stock_boards (
    storefront_id TEXT PRIMARY KEY REFERENCES storefronts (id),
    channel_id TEXT NOT NULL,
    -- NULL: to be posted.
    message_id TEXT,
    -- A post whose outcome is not known.
    posting_since BIGINT,
    -- A digest of what the message shows.
    shown TEXT
);
CREATE TABLE followed_orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES orders (id),
    answer_sealed TEXT NOT NULL,
    -- A digest of what it shows. Empty: the answer may not have been given.
    shown TEXT NOT NULL DEFAULT '',
    until BIGINT NOT NULL
, packs BOOLEAN NOT NULL DEFAULT FALSE, reader_id TEXT);
CREATE TABLE channel_problems (
    user_id TEXT NOT NULL REFERENCES users (id),
    -- NULL: of the seller, whatever the storefront.
    guild_id TEXT,
    channel TEXT NOT NULL,
    message TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, channel)
);
CREATE TABLE unresolved_invites (
    order_id TEXT PRIMARY KEY REFERENCES orders (id),
    attempts BIGINT NOT NULL DEFAULT 0,
    due_at BIGINT NOT NULL
);
CREATE INDEX unresolved_invites_due ON unresolved_invites (due_at);
CREATE TABLE registered_commands (
    application_id TEXT PRIMARY KEY,
    digest TEXT NOT NULL
);
CREATE TABLE chat_rooms (
    room TEXT PRIMARY KEY,
    revision BIGINT NOT NULL
);
CREATE TABLE chat_authors (
    id TEXT PRIMARY KEY,
    user_id TEXT REFERENCES users (id),
    name TEXT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE INDEX chat_authors_of_user ON chat_authors (user_id, seen_at);
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
CREATE UNIQUE INDEX chat_messages_by_client_id ON chat_messages (author_id, client_id) WHERE client_id IS NOT NULL;
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
CREATE TABLE chat_presence (
    process TEXT PRIMARY KEY,
    members TEXT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE TABLE released_domains (
    domain TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    released_at BIGINT NOT NULL
);
CREATE TABLE store_connections (
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    provider TEXT NOT NULL
        CHECK (provider = 'sellauth' OR provider = 'sellapp' OR provider = 'sellix' OR provider = 'shoppex' OR
        provider = 'shoppy' OR provider = 'whop' OR provider = 'standard'),
    enabled BOOLEAN NOT NULL,
    PRIMARY KEY (storefront_id, provider)
);
CREATE TABLE store_secrets (
    id TEXT NOT NULL PRIMARY KEY,
    storefront_id TEXT NOT NULL,
    provider TEXT NOT NULL,
    secret_sealed TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    FOREIGN KEY (storefront_id, provider) REFERENCES store_connections (storefront_id, provider)
);
CREATE INDEX store_secrets_of_connection ON store_secrets (storefront_id, provider);
CREATE TABLE store_products (
    storefront_id TEXT NOT NULL,
    provider TEXT NOT NULL,
    product TEXT NOT NULL,
    variant TEXT NOT NULL,
    position BIGINT NOT NULL,
    stock TEXT NOT NULL CHECK (stock IN ('OneMonthTokens.txt', 'ThreeMonthTokens.txt')),
    amount BIGINT NOT NULL CHECK (amount BETWEEN 2 AND 100 AND amount % 2 = 0),
    PRIMARY KEY (storefront_id, provider, product, variant),
    FOREIGN KEY (storefront_id, provider) REFERENCES store_connections (storefront_id, provider)
);
CREATE TABLE store_sales (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    provider TEXT NOT NULL
        CHECK (provider = 'sellauth' OR provider = 'sellapp' OR provider = 'sellix' OR provider = 'shoppex' OR
        provider = 'shoppy' OR provider = 'whop' OR provider = 'standard'),
    purchase TEXT NOT NULL,
    answer_sealed TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (storefront_id, provider, purchase)
);
CREATE TABLE store_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    provider TEXT NOT NULL
        CHECK (provider = 'sellauth' OR provider = 'sellapp' OR provider = 'sellix' OR provider = 'shoppex' OR
        provider = 'shoppy' OR provider = 'whop' OR provider = 'standard'),
    verdict TEXT NOT NULL CHECK (verdict = 'delivered' OR verdict = 'repeated' OR verdict = 'test' OR verdict = 'ignored' OR
        verdict = 'unmapped' OR verdict = 'malformed' OR verdict = 'bad_signature' OR verdict = 'stale' OR
        verdict = 'disabled'),
    status BIGINT NOT NULL,
    purchase TEXT,
    product TEXT,
    variant TEXT,
    quantity BIGINT,
    email TEXT,
    -- Fewer tokens were available than the keys need.
    short BOOLEAN NOT NULL,
    sale_id BIGINT REFERENCES store_sales (id),
    headers_sealed TEXT NOT NULL,
    body_sealed TEXT NOT NULL,
    -- NULL: the sale's.
    answer_sealed TEXT,
    at BIGINT NOT NULL, replayed BOOLEAN NOT NULL DEFAULT FALSE,
    CHECK ((sale_id IS NULL) <> (answer_sealed IS NULL))
);
CREATE INDEX store_calls_of_storefront ON store_calls (storefront_id, id);
CREATE INDEX store_calls_by_provider ON store_calls (storefront_id, provider, id);
CREATE INDEX store_calls_by_verdict ON store_calls (storefront_id, verdict, id);
CREATE INDEX store_calls_by_time ON store_calls (at);
CREATE INDEX redeem_keys_of_sale ON redeem_keys (sale_id) WHERE sale_id IS NOT NULL;
CREATE INDEX redeem_keys_unveiled ON redeem_keys (storefront_id, id) WHERE key_veiled IS NULL;
CREATE UNIQUE INDEX tokens_replaced_once ON tokens (replaces) WHERE replaces IS NOT NULL;
CREATE TABLE order_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES orders (id),
    at BIGINT NOT NULL,
    -- A name, or customer, store, service or system.
    author TEXT NOT NULL,
    what TEXT NOT NULL
);
CREATE INDEX order_history_of_order ON order_history (order_id, id);
CREATE TABLE order_notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES orders (id),
    at BIGINT NOT NULL,
    author TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX order_notes_of_order ON order_notes (order_id, id);
CREATE TABLE event_endpoints (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    url TEXT NOT NULL,
    -- The types it is told of, with commas between them.
    events TEXT NOT NULL,
    description TEXT,
    enabled BOOLEAN NOT NULL,
    secret_sealed TEXT NOT NULL,
    -- Since when no try has succeeded. NULL: the last one did, or there was none.
    failing_since BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX event_endpoints_of_user ON event_endpoints (user_id, created_at);
CREATE TABLE event_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The webhook-id, the same on each try.
    message_id TEXT NOT NULL UNIQUE,
    endpoint_id TEXT NOT NULL REFERENCES event_endpoints (id),
    event TEXT NOT NULL CHECK (event = 'order.redeemed' OR event = 'order.finished' OR event = 'order.waiting' OR
        event = 'stock.low' OR event = 'stock.empty' OR event = 'key.created' OR event = 'store.refused' OR
        event = 'test'),
    body_sealed TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state = 'pending' OR state = 'delivered' OR state = 'failed'),
    attempts BIGINT NOT NULL DEFAULT 0,
    -- The last answer's, when there was one.
    status BIGINT,
    error TEXT,
    at BIGINT NOT NULL,
    -- NULL: not to be tried, because it is over or its endpoint is disabled.
    next_at BIGINT,
    -- The process that tries it now; another one may when next_at has come.
    owner TEXT,
    -- One more for each try. A result under an older fence is refused.
    fence BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX event_deliveries_of_endpoint ON event_deliveries (endpoint_id, id);
CREATE INDEX event_deliveries_due ON event_deliveries (next_at) WHERE state = 'pending';
CREATE INDEX event_deliveries_due_at_endpoint ON event_deliveries (endpoint_id, next_at) WHERE state = 'pending';
CREATE INDEX event_deliveries_by_age ON event_deliveries (at);
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
CREATE TABLE "announcements" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- NULL: for the owner's log channel.
    storefront_id TEXT REFERENCES storefronts (id),
    kind TEXT NOT NULL CHECK (kind = 'owner_code' OR kind = 'order_redeemed' OR kind = 'order_finished' OR kind = 'stock_low' OR
        kind = 'stock_empty' OR kind = 'code_reset' OR kind = 'endpoint_disabled'),
    -- The order, the stock name, the user or the endpoint that it is about.
    subject TEXT NOT NULL,
    at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    -- Where a try went whose outcome is not known.
    attempted_channel_id TEXT
);
CREATE INDEX announcements_of_storefront ON announcements (storefront_id, id);
CREATE TABLE kept_answers (
    user_id TEXT NOT NULL REFERENCES users (id),
    -- Of the path and the Idempotency-Key.
    call_fingerprint TEXT NOT NULL,
    body_fingerprint TEXT NOT NULL,
    -- NULL in the transaction that makes it.
    answer_sealed TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, call_fingerprint)
);
CREATE INDEX kept_answers_by_age ON kept_answers (at);
CREATE TABLE stock_exports (
    id TEXT NOT NULL PRIMARY KEY,
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    stock TEXT NOT NULL CHECK (stock IN ('OneMonthTokens.txt', 'ThreeMonthTokens.txt')),
    -- The name of whoever asked for it.
    by_whom TEXT NOT NULL,
    -- How many tokens it is to have, and has.
    wanted BIGINT NOT NULL,
    count BIGINT NOT NULL,
    at BIGINT NOT NULL
, activity_id BIGINT);
CREATE INDEX stock_exports_of_stock ON stock_exports (storefront_id, stock, at);
CREATE INDEX stock_exports_by_age ON stock_exports (at);
CREATE TABLE stock_export_pieces (
    export_id TEXT NOT NULL REFERENCES stock_exports (id),
    number BIGINT NOT NULL,
    tokens_sealed TEXT NOT NULL,
    PRIMARY KEY (export_id, number)
);
CREATE INDEX orders_by_standing ON orders (user_id, standing, seller_sequence);
CREATE INDEX orders_of_storefront_by_standing ON orders (storefront_id, standing, seller_sequence);
CREATE TABLE order_counts (
    storefront_id TEXT NOT NULL PRIMARY KEY REFERENCES storefronts (id),
    processing BIGINT NOT NULL DEFAULT 0 CHECK (processing >= 0),
    by_hand BIGINT NOT NULL DEFAULT 0 CHECK (by_hand >= 0),
    given_up BIGINT NOT NULL DEFAULT 0 CHECK (given_up >= 0),
    completed BIGINT NOT NULL DEFAULT 0 CHECK (completed >= 0),
    partial BIGINT NOT NULL DEFAULT 0 CHECK (partial >= 0),
    failed BIGINT NOT NULL DEFAULT 0 CHECK (failed >= 0)
);
CREATE TRIGGER orders_are_recounted AFTER UPDATE OF standing ON orders WHEN NEW.standing <> OLD.standing
BEGIN
    UPDATE order_counts SET
        processing = processing + (NEW.standing = 'processing') - (OLD.standing = 'processing'),
        by_hand = by_hand + (NEW.standing = 'by_hand') - (OLD.standing = 'by_hand'),
        given_up = given_up + (NEW.standing = 'given_up') - (OLD.standing = 'given_up'),
        completed = completed + (NEW.standing = 'completed') - (OLD.standing = 'completed'),
        partial = partial + (NEW.standing = 'partial') - (OLD.standing = 'partial'),
        failed = failed + (NEW.standing = 'failed') - (OLD.standing = 'failed')
    WHERE storefront_id = NEW.storefront_id;
END;
CREATE TRIGGER orders_stand AFTER UPDATE OF state, succeeded ON orders
WHEN NEW.state <> OLD.state OR NEW.succeeded <> OLD.succeeded
BEGIN
    UPDATE orders SET standing = CASE
        WHEN state = 'done' AND succeeded * 2 >= amount THEN 'completed'
        WHEN state = 'done' AND succeeded = 0 THEN 'failed'
        WHEN state = 'done' THEN 'partial'
        WHEN state = 'waiting' THEN 'given_up'
        WHEN (SELECT j.state FROM delivery_jobs j WHERE j.order_id = NEW.id) = 'manual' THEN 'by_hand'
        ELSE 'processing' END
    WHERE id = NEW.id;
END;
CREATE TRIGGER delivery_jobs_change_hands AFTER UPDATE OF state ON delivery_jobs
WHEN (NEW.state = 'manual') <> (OLD.state = 'manual')
BEGIN
    UPDATE orders SET standing = CASE NEW.state WHEN 'manual' THEN 'by_hand' ELSE 'processing' END
    WHERE id = NEW.order_id AND state NOT IN ('done', 'waiting');
END;
CREATE TABLE order_terms (
    user_id TEXT NOT NULL,
    term TEXT NOT NULL,
    seller_sequence BIGINT NOT NULL,
    PRIMARY KEY (user_id, term, seller_sequence),
    FOREIGN KEY (user_id, seller_sequence) REFERENCES orders (user_id, seller_sequence)
) WITHOUT ROWID;
CREATE TABLE blocklist (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL CHECK (kind = 'email' OR kind = 'guild' OR kind = 'address'),
    value TEXT NOT NULL,
    folded TEXT NOT NULL,
    note TEXT,
    created_at BIGINT NOT NULL,
    UNIQUE (user_id, kind, folded)
);
CREATE TABLE members (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id),
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    role TEXT NOT NULL CHECK (role = 'viewer' OR role = 'packer' OR role = 'manager'),
    -- NULL: until it is taken.
    until BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX members_of_storefront ON members (storefront_id, created_at);
CREATE TABLE store_refusals (
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    provider TEXT NOT NULL,
    since BIGINT NOT NULL,
    count BIGINT NOT NULL,
    -- The last one's.
    verdict TEXT NOT NULL CHECK (verdict = 'bad_signature' OR verdict = 'stale' OR verdict = 'disabled' OR verdict = 'unmapped' OR
        verdict = 'malformed'),
    PRIMARY KEY (storefront_id, provider)
);
CREATE INDEX store_refusals_by_time ON store_refusals (since);
CREATE TABLE logos (
    storefront_id TEXT NOT NULL PRIMARY KEY REFERENCES storefronts (id),
    -- A PNG.
    picture BLOB NOT NULL
);
CREATE TABLE domain_additions (
    user_id TEXT NOT NULL REFERENCES users (id),
    added_at BIGINT NOT NULL
);
CREATE INDEX domain_additions_by_user ON domain_additions (user_id, added_at);
CREATE INDEX redeem_keys_by_symbols ON redeem_keys (storefront_id, key_veiled, id) WHERE key_veiled IS NOT NULL;
CREATE INDEX redeem_keys_by_note ON redeem_keys (storefront_id, note_term, id) WHERE note_term IS NOT NULL;
CREATE INDEX redeem_keys_by_email ON redeem_keys (storefront_id, email_term, id) WHERE email_term IS NOT NULL;
CREATE TABLE key_counts (
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    -- On PostgreSQL a connection has one of its own, or nearly: makers of keys do not wait for each other.
    part BIGINT NOT NULL,
    made BIGINT NOT NULL DEFAULT 0 CHECK (made >= 0),
    revoked BIGINT NOT NULL DEFAULT 0 CHECK (revoked >= 0),
    PRIMARY KEY (storefront_id, part)
);
CREATE TRIGGER redeem_keys_are_counted AFTER INSERT ON redeem_keys
BEGIN
    INSERT INTO key_counts (storefront_id, part) VALUES (NEW.storefront_id, 0)
    ON CONFLICT (storefront_id, part) DO NOTHING;
    UPDATE key_counts SET made = made + 1, revoked = revoked + (NEW.status = 'revoked')
    WHERE storefront_id = NEW.storefront_id AND part = 0;
END;
CREATE TRIGGER redeem_keys_are_recounted AFTER UPDATE OF status ON redeem_keys
WHEN NEW.status = 'revoked' AND OLD.status <> 'revoked'
BEGIN
    UPDATE key_counts SET revoked = revoked + 1
    WHERE storefront_id = NEW.storefront_id AND part = 0;
END;
CREATE TABLE last_backup (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL
);
CREATE TRIGGER orders_are_counted AFTER INSERT ON orders
BEGIN
    INSERT INTO order_counts (storefront_id) VALUES (NEW.storefront_id) ON CONFLICT (storefront_id) DO NOTHING;
    UPDATE order_counts SET
        processing = processing + (NEW.standing = 'processing'),
        by_hand = by_hand + (NEW.standing = 'by_hand'),
        given_up = given_up + (NEW.standing = 'given_up'),
        completed = completed + (NEW.standing = 'completed'),
        partial = partial + (NEW.standing = 'partial'),
        failed = failed + (NEW.standing = 'failed')
    WHERE storefront_id = NEW.storefront_id;
END;
CREATE TRIGGER delivery_jobs_begin AFTER INSERT ON delivery_jobs WHEN NEW.state = 'manual'
BEGIN
    UPDATE orders SET standing = 'by_hand'
    WHERE id = NEW.order_id AND state NOT IN ('done', 'waiting') AND standing <> 'by_hand';
END;
CREATE TABLE activity_counts (
    -- On PostgreSQL a connection has one of its own, or nearly: writers of the log do not wait for each other. Entries go from
    -- another part than they came in: only the sum says something.
    part BIGINT NOT NULL PRIMARY KEY,
    entries BIGINT NOT NULL DEFAULT 0,
    errors BIGINT NOT NULL DEFAULT 0,
    access_code_resets BIGINT NOT NULL DEFAULT 0
);
CREATE TRIGGER activity_is_counted AFTER INSERT ON activity
BEGIN
    UPDATE activity_counts SET
        entries = entries + 1,
        errors = errors + (NEW.severity = 'error'),
        access_code_resets = access_code_resets + (NEW.action = 'access_code_reset')
    WHERE part = 0;
END;
CREATE TRIGGER activity_is_forgotten AFTER DELETE ON activity
BEGIN
    UPDATE activity_counts SET
        entries = entries - 1,
        errors = errors - (OLD.severity = 'error'),
        access_code_resets = access_code_resets - (OLD.action = 'access_code_reset')
    WHERE part = 0;
END;
CREATE INDEX store_calls_refused ON store_calls (storefront_id, id)
    WHERE verdict = 'test' OR verdict = 'bad_signature' OR verdict = 'stale' OR verdict = 'disabled';
CREATE TABLE "custom_domains" (
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
CREATE INDEX custom_domains_due ON custom_domains (check_at);
CREATE UNIQUE INDEX custom_domains_of_holder ON custom_domains (domain) WHERE NOT needs_proof;
CREATE TABLE left_boards (
    channel_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    guild_id TEXT NOT NULL,
    PRIMARY KEY (channel_id, message_id)
);
CREATE VIEW standing_channel_problems AS
SELECT p.user_id, p.guild_id, p.channel, p.message, p.at
FROM channel_problems p
WHERE p.guild_id IS NULL
   OR EXISTS (SELECT 1 FROM storefronts s LEFT JOIN stock_boards b ON b.storefront_id = s.id
              WHERE s.user_id = p.user_id AND s.guild_id = p.guild_id AND s.closed_at IS NULL
                AND (s.log_channel_id = p.channel OR b.channel_id = p.channel));
CREATE INDEX chat_messages_by_reply ON chat_messages (reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX chat_authors_by_spelling ON chat_authors (LOWER(id));
CREATE TABLE old_fulfilment_secrets (
    storefront_id TEXT NOT NULL REFERENCES storefronts (id),
    secret_sealed TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (storefront_id, secret_sealed)
);
CREATE TABLE old_event_endpoint_secrets (
    endpoint_id TEXT NOT NULL REFERENCES event_endpoints (id),
    secret_sealed TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (endpoint_id, secret_sealed)
);
CREATE TABLE "fulfilment_services" (
    storefront_id TEXT NOT NULL PRIMARY KEY REFERENCES storefronts (id),
    -- default: as delivery.provider says; the address stays when the mode changes, for orders that began with it.
    mode TEXT NOT NULL CHECK (mode = 'default' OR mode = 'manual' OR mode = 'webhook'),
    url TEXT,
    secret_sealed TEXT,
    CHECK ((url IS NULL) = (secret_sealed IS NULL))
);
CREATE TABLE left_board_posts (
    channel_id TEXT NOT NULL PRIMARY KEY,
    guild_id TEXT NOT NULL
);
CREATE INDEX tokens_delivered ON tokens (storefront_id, settled_at) WHERE state = 'delivered';
CREATE UNIQUE INDEX users_removed_account ON users (removed_account_fingerprint)
    WHERE removed_account_fingerprint IS NOT NULL;
DELETE FROM sqlite_sequence;
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (1, 'the main job', 1, X'6F599CFF7251FD5453C50A3B1805C37E8F68EF81584FE065F1393FCA983B7FE006113CE05BDAE9B6A3E66B0BEF7BE184', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (2, 'every screen', 1, X'5D745BBAD8F66D9255F7B5F2399FEC1460A17B422127A108F5EF24170C949ACA38DA07F4E642094C49069B8B4B3E0B55', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (3, 'the bot', 1, X'E31911089E0D2CE199B46EC2AC870A6DF88F3B6231DB886F691B12FBD3F57F3F7EC17CA57A30F568CBDE441E98D0A567', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (4, 'chat room', 1, X'186A7A5BA5835590D94572609273D7E366BAA6171176D6A196AD72CF0D50E6AF96EBD4707584134416ED323EC996751B', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (5, 'own domain', 1, X'E69924FD4DADF237D481659ADBB2BBE1782948BB8C9FE2203532BCBFE719CD307464D53DFAD36E81F3401FEAEC243A30', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (10, 'stores', 1, X'376DDFC45727B87B2DC0D448F4B39D1C4935BC684578686C73BC4D68785937A230469ECA1943B4A9C04DA2CD87D9E53D', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (11, 'keys of sales', 1, X'2E5DDF7BA4AF40502B1172D606769C426A9FF2210B3CDAA5D59CA5ABB98748D024C8ADF88AB87A719A15422C05A5CCFF', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (12, 'fulfilment', 1, X'9175759107E6948567148901789CC0BFD078A3E79E86A9B2800DC33AEC446868FDC9B4BAB363D892815CF6D3D2316F03', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (13, 'after the sale', 1, X'72026082A47CB1956DEEB35FF7C571EE7687CCC4469AD9858C9D2AE227FDF6F4E0695B35D13B78EB01B5270FD2289A89', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (14, 'event endpoints', 1, X'B80F1F605794612E21563D31391BD264CDCE38CDC4AC24FCA1B7897A8FC71AEE1841CD968DA043077CCB7B6969152644', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (15, 'api keys', 1, X'3F7AB1B269EE4431BF29852B5EFFF6DB5129F9EC4C9A666DBAF5C39DE1BEEE0B8D36D02C7CA3495E532D68FADC1A429C', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (16, 'kept answers', 1, X'CB94581504C05A323A902E781C0E1F4AAACF811EBBA83807F00576A7FDB9C1548558242B74C2D1433241AE329027279C', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (17, 'orders at a glance', 1, X'E6F730DF7EBB1D82C408F849C894BFBCB4B3C13803A32A1B122709FEF56A1C7382AFC51B0B049477AED7BB15BBE7D3B3', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (18, 'blocklist', 1, X'46F93F8E59E1304DD842B827853A20164F24CFE0A2934CB4B1B739469379DE64EFD771B0C06DC6FF4B3FAB0B7804D25D', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (19, 'members', 1, X'2070D2B7B16657FF4BBB7BE08F245B9882F39D2B3BBE8B94C0C6DCE7CC3880533EA12D35B5C048788E6EF600C2A4A623', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (20, 'store refusals', 1, X'717537BD91E056203E32A349F3C3DF64131356641B1B21610408047A8272BE0F333B66BF59D82AEE116E922E6287C966', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (21, 'logos', 1, X'8CC172E6DDDDCF8BA2E1AC2F683D47C06E87C1904CC96DDEA21F8AA0D852F2DE659BEE0393246AA1DC0B006840CAAD10', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (22, 'domains are proven', 1, X'17276B8DCF5C57BF0D2936DEE569D94A8B19AE915643C230F651CA938ADA403E630558A7D49F68BECFC8E71D480D8DA6', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (23, 'a sellers day', 1, X'63F0750896874228AAE78CD4364ED4FCF764547D8B583CD8895542E94FE2BDEAFFA67721A1FB86B066108BC57882A68B', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (24, 'claims', 1, X'6D5C55440F66E9A2C6923981282C9D533BAB34A1563B0CB5FF31F300EA80931ED93C2862C83FD8F825707E7C60C56FFD', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (25, 'watching', 1, X'F829020ADA6DD5D17276B808E0DF97BCB099C87A8CC62F4B0DEBA43491D5F0E5BCAC60B9C30734A3A66AD58EBA2F3A6D', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (26, 'orders begin where they stand', 1, X'0344F3EAA00A6D1D43727FBD31EC9C67F0CD91E52E02A2C231E2C22E2B2CE205FF49935FA3DEFB816BD018BB8B834C8B', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (27, 'the log is counted', 1, X'1344C6A6DC495526C4CB1C8EEC214D40A8C767732C35E257264927F152B027BE16FC969AD494129E7E3A7F3FDB5C834A', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (28, 'replays and lookers are known', 1, X'41BEB6C3BE06358E535173B95880583DE3760573785A7AE40481C0EA50E0B87BB32AE0C94604D87B4467B5DF49D21D42', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (29, 'words are compared', 1, X'71582D0D8025B07B9EA65423A6D07777CCB6CAD7755A87240E0886AB98D78AB093D8148D21D135102B401F796592F97C', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (30, 'visits', 1, X'97987DBC1F2781038366C756D74A0E433A44351E232DB8D0378A5B3E940771EC449F4073396E37F739DBFB1100B426B6', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (31, 'fewer indexes', 1, X'21ADD9D547760395663C672E575FD14AAB5B106F21308B42E6498D35CA396F86FB58F92EE6ECE0EE70FA134E96738996', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (32, 'domains are claimed', 1, X'8D2AC04CF9283BF76417780D7A96DF99F6A12CFF9F66BFF00312118E6AF069748E90DA737159CDECE0D006C916775295', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (33, 'boards left behind', 1, X'44FE07460CAE6D6222C57462E374A6E2438BA3B7D6FE59832CDC5CEE057FA9E0D567DDC5C909F2823AE3E9519C1E86AE', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (34, 'chat is looked up', 1, X'E9E710FFB97D4FD794F77DFAD9100A5203378C8D458D07B4749425FFACBE30AD9565610F9071DF36048CEE2CE4A10A66', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (35, 'old secrets', 1, X'110F8B4B240336089B62761ACC5683D782A3A305AA95B071A46A19454A59072BC65C4CF684EFAE95379DD219FD7806B7', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (36, 'jobs have no owner', 1, X'18DDF7B27300B0BBBB99BCF331770ED31E513F0C48F29B904448ACD202AD37D5389E1700C66D756C77A3701DB7F661DF', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (37, 'rounds are decided', 1, X'19EDBE89488413BE92A08E81EFE74D21F5B031A829BD3836566D98E77A6D8E6B8629029C736DE7EF1078FB10ACFDFCB1', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (38, 'helpers end with their shop', 1, X'91A29A396E9C593B5218278053F7F15B1A728798445E17172F489444669B955F5392A0BA63A7F07FA19CD869885AE92C', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (39, 'exports and terms', 1, X'F7DB3D202282735973E2D695AE3090726A2A886D8F23FF3D8059BA1F5BF47ED3E1C5229EFC11DA06887B5262089100E5', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (40, 'empty is heard once', 1, X'D7B9272FE9F45E5608CCEE96251793664CEB0C46B2F9B419285D42A06917E939B746D93D7D215044917A2EBCAFCE2205', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (41, 'mutes of strangers', 1, X'D6770A31A0472732E0986EB0FA845A593B0B8D52488B364D2C050652D727CC063C7D405B7E5D51B7B1A2B5CAFABBA1EC', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (42, 'posts left behind', 1, X'379755F8B0F637842AF6DE8D50823DC734159A4526C291D5BE9A2745ADF37EEEF2A3782ECE7E9119A81CBAC28FBC702F', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (43, 'delivered by storefront', 1, X'449AC325C07BDAFD1A59D4EE2C60F005585A1365C17EA2204874B12C2F4F5402882E4CAC3B824B6A8CA69C38CC6A71F0', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (44, 'letters beyond ascii', 1, X'72B49EE5291C927591854483A3E7935F6D5DE1E6820AC30557E3569990BBCBEFEA44EDCC080853295D3CABDCB2B325EA', 0);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (45, 'sellers who return', 1, X'974D5170112B9EEAD8AD6FA114FA68FCB1AAE7A073F2DB59CE4C6E61AD4E7AB53C64B68F1B24A100D53BDA9BC6BD1CBC', 0);
INSERT INTO chat_rooms (room, revision) VALUES ('global', 0);
INSERT INTO activity_counts (part, entries, errors, access_code_resets) VALUES (0, 0, 0, 0);
INSERT INTO sqlite_sequence (name, seq) VALUES ('announcements', 0);
