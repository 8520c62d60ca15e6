-- Where an order stands, as lists ask for it. Kept by the triggers below: nobody writes it, and nobody forgets to.
ALTER TABLE orders ADD COLUMN standing TEXT NOT NULL DEFAULT 'processing'
    CHECK (standing IN ('processing', 'by_hand', 'given_up', 'completed', 'partial', 'failed'));

UPDATE orders SET standing = CASE
    WHEN state = 'done' AND succeeded * 2 >= amount THEN 'completed'
    WHEN state = 'done' AND succeeded = 0 THEN 'failed'
    WHEN state = 'done' THEN 'partial'
    WHEN state = 'waiting' THEN 'given_up'
    WHEN (SELECT j.state FROM delivery_jobs j WHERE j.order_id = orders.id) = 'manual' THEN 'by_hand'
    ELSE 'processing' END;

CREATE INDEX orders_by_standing ON orders (user_id, standing, seller_sequence);
CREATE INDEX orders_of_storefront_by_standing ON orders (storefront_id, standing, seller_sequence);

-- How many orders of a storefront stand where. One row each: whoever moves an order locks it, and nothing after it.
CREATE TABLE order_counts (
    storefront_id TEXT NOT NULL PRIMARY KEY REFERENCES storefronts (id),
    processing BIGINT NOT NULL DEFAULT 0 CHECK (processing >= 0),
    by_hand BIGINT NOT NULL DEFAULT 0 CHECK (by_hand >= 0),
    given_up BIGINT NOT NULL DEFAULT 0 CHECK (given_up >= 0),
    completed BIGINT NOT NULL DEFAULT 0 CHECK (completed >= 0),
    partial BIGINT NOT NULL DEFAULT 0 CHECK (partial >= 0),
    failed BIGINT NOT NULL DEFAULT 0 CHECK (failed >= 0)
);
INSERT INTO order_counts (storefront_id, processing, by_hand, given_up, completed, partial, failed)
SELECT storefront_id, SUM(standing = 'processing'), SUM(standing = 'by_hand'), SUM(standing = 'given_up'),
       SUM(standing = 'completed'), SUM(standing = 'partial'), SUM(standing = 'failed')
FROM orders GROUP BY storefront_id;

CREATE TRIGGER orders_are_counted AFTER INSERT ON orders
BEGIN
    INSERT INTO order_counts (storefront_id) VALUES (NEW.storefront_id) ON CONFLICT (storefront_id) DO NOTHING;
    UPDATE order_counts SET processing = processing + 1 WHERE storefront_id = NEW.storefront_id;
END;

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

CREATE TRIGGER delivery_jobs_begin AFTER INSERT ON delivery_jobs WHEN NEW.state = 'manual'
BEGIN
    UPDATE orders SET standing = 'by_hand' WHERE id = NEW.order_id AND state NOT IN ('done', 'waiting');
END;

CREATE TRIGGER delivery_jobs_change_hands AFTER UPDATE OF state ON delivery_jobs
WHEN (NEW.state = 'manual') <> (OLD.state = 'manual')
BEGIN
    UPDATE orders SET standing = CASE NEW.state WHEN 'manual' THEN 'by_hand' ELSE 'processing' END
    WHERE id = NEW.order_id AND state NOT IN ('done', 'waiting');
END;

-- What an order is found by, in lower case: its id, the email, the invite's code and its guild.
CREATE TABLE order_terms (
    user_id TEXT NOT NULL,
    term TEXT NOT NULL,
    seller_sequence BIGINT NOT NULL,
    PRIMARY KEY (user_id, term, seller_sequence),
    FOREIGN KEY (user_id, seller_sequence) REFERENCES orders (user_id, seller_sequence)
) WITHOUT ROWID;

INSERT INTO order_terms (user_id, term, seller_sequence)
SELECT user_id, lower(id), seller_sequence FROM orders
UNION SELECT user_id, lower(email), seller_sequence FROM orders
UNION SELECT o.user_id, COALESCE(o.guild_id, s.guild_id), o.seller_sequence
      FROM orders o JOIN storefronts s ON s.id = o.storefront_id
UNION SELECT user_id, rtrim(substr(code, 1, instr(replace(code, '#', '?') || '?', '?') - 1), '/'), seller_sequence FROM (
          SELECT user_id, seller_sequence, replace(replace(replace(replace(replace(replace(replace(replace(
              lower(invite), 'https://', ''), 'http://', ''), 'www.', ''), 'ptb.', ''), 'canary.', ''),
              'discord.gg/', ''), 'discord.com/invite/', ''), 'discordapp.com/invite/', '') AS code
          FROM orders);
