-- What the bot keeps: where it speaks, what it has yet to say, and the messages that it keeps true.

ALTER TABLE storefronts ADD COLUMN log_channel_id TEXT;
-- Mentioned when stock is low or empty.
ALTER TABLE storefronts ADD COLUMN low_stock_role_id TEXT;

-- What the seller has been told about the level since it was last above the threshold.
ALTER TABLE stock_levels ADD COLUMN announced TEXT NOT NULL DEFAULT 'nothing'
    CHECK (announced IN ('nothing', 'low', 'empty'));

-- The customer, when the key was redeemed in chat.
ALTER TABLE orders ADD COLUMN customer_discord_id TEXT;
CREATE INDEX orders_of_customer ON orders (customer_discord_id, created_at) WHERE customer_discord_id IS NOT NULL;

CREATE INDEX orders_of_storefront ON orders (storefront_id, seller_sequence);
CREATE INDEX delivery_jobs_by_hand ON delivery_jobs (order_id) WHERE state = 'manual';

-- The outbox: written in the transaction that gives the reason, deleted once the message is there.
CREATE TABLE announcements (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- NULL: for the owner's log channel.
    storefront_id TEXT REFERENCES storefronts (id),
    kind TEXT NOT NULL CHECK (kind IN
        ('owner_code', 'order_redeemed', 'order_finished', 'stock_low', 'stock_empty', 'code_reset')),
    -- The order, the stock name or the user that it is about.
    subject TEXT NOT NULL,
    at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    -- Where a try went whose outcome is not known.
    attempted_channel_id TEXT
);
CREATE INDEX announcements_of_storefront ON announcements (storefront_id, id);

-- A message that shows a storefront's stock and keeps itself current.
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

-- Answers in chat that follow an order until it is done, or until the platform lets them no more.
CREATE TABLE followed_orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES orders (id),
    answer_sealed TEXT NOT NULL,
    -- A digest of what it shows. Empty: the answer may not have been given.
    shown TEXT NOT NULL DEFAULT '',
    until BIGINT NOT NULL
);

-- What keeps the bot from speaking where it was asked to.
CREATE TABLE channel_problems (
    user_id TEXT NOT NULL REFERENCES users (id),
    -- NULL: of the seller, whatever the storefront.
    guild_id TEXT,
    channel TEXT NOT NULL,
    message TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, channel)
);

-- Orders whose invite the platform could not be asked about.
CREATE TABLE unresolved_invites (
    order_id TEXT PRIMARY KEY REFERENCES orders (id),
    attempts BIGINT NOT NULL DEFAULT 0,
    due_at BIGINT NOT NULL
);
CREATE INDEX unresolved_invites_due ON unresolved_invites (due_at);

-- Which commands an application has been given, as a digest.
CREATE TABLE registered_commands (
    application_id TEXT PRIMARY KEY,
    digest TEXT NOT NULL
);
