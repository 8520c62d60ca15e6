-- Where an order stands, as lists ask for it. Kept by the triggers below: nobody writes it, and nobody forgets to.
ALTER TABLE orders ADD COLUMN standing TEXT NOT NULL DEFAULT 'processing'
    CHECK (standing IN ('processing', 'by_hand', 'given_up', 'completed', 'partial', 'failed'));

CREATE FUNCTION order_standing(state TEXT, succeeded BIGINT, amount BIGINT, job_state TEXT) RETURNS TEXT
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN state = 'done' AND succeeded * 2 >= amount THEN 'completed'
        WHEN state = 'done' AND succeeded = 0 THEN 'failed'
        WHEN state = 'done' THEN 'partial'
        WHEN state = 'waiting' THEN 'given_up'
        WHEN job_state = 'manual' THEN 'by_hand'
        ELSE 'processing' END
$$;

UPDATE orders o SET standing = order_standing(o.state, o.succeeded, o.amount, j.state)
FROM delivery_jobs j WHERE j.order_id = o.id;

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
SELECT storefront_id, COUNT(*) FILTER (WHERE standing = 'processing'), COUNT(*) FILTER (WHERE standing = 'by_hand'),
       COUNT(*) FILTER (WHERE standing = 'given_up'), COUNT(*) FILTER (WHERE standing = 'completed'),
       COUNT(*) FILTER (WHERE standing = 'partial'), COUNT(*) FILTER (WHERE standing = 'failed')
FROM orders GROUP BY storefront_id;

CREATE FUNCTION count_order() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_counts (storefront_id, processing) VALUES (NEW.storefront_id, 1)
    ON CONFLICT (storefront_id) DO UPDATE SET processing = order_counts.processing + 1;
    RETURN NULL;
END $$;
CREATE TRIGGER orders_are_counted AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION count_order();

CREATE FUNCTION recount_order() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE order_counts SET
        processing = processing + (NEW.standing = 'processing')::int - (OLD.standing = 'processing')::int,
        by_hand = by_hand + (NEW.standing = 'by_hand')::int - (OLD.standing = 'by_hand')::int,
        given_up = given_up + (NEW.standing = 'given_up')::int - (OLD.standing = 'given_up')::int,
        completed = completed + (NEW.standing = 'completed')::int - (OLD.standing = 'completed')::int,
        partial = partial + (NEW.standing = 'partial')::int - (OLD.standing = 'partial')::int,
        failed = failed + (NEW.standing = 'failed')::int - (OLD.standing = 'failed')::int
    WHERE storefront_id = NEW.storefront_id;
    RETURN NULL;
END $$;
CREATE TRIGGER orders_are_recounted AFTER UPDATE ON orders FOR EACH ROW
WHEN (NEW.standing <> OLD.standing) EXECUTE FUNCTION recount_order();

CREATE FUNCTION stand_order() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW.standing := order_standing(NEW.state, NEW.succeeded, NEW.amount,
        (SELECT j.state FROM delivery_jobs j WHERE j.order_id = NEW.id));
    RETURN NEW;
END $$;
CREATE TRIGGER orders_stand BEFORE UPDATE OF state, succeeded ON orders FOR EACH ROW
WHEN (NEW.state <> OLD.state OR NEW.succeeded <> OLD.succeeded) EXECUTE FUNCTION stand_order();

CREATE FUNCTION stand_order_of_job() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE orders SET standing = CASE NEW.state WHEN 'manual' THEN 'by_hand' ELSE 'processing' END
    WHERE id = NEW.order_id AND state NOT IN ('done', 'waiting');
    RETURN NULL;
END $$;
CREATE TRIGGER delivery_jobs_begin AFTER INSERT ON delivery_jobs FOR EACH ROW
WHEN (NEW.state = 'manual') EXECUTE FUNCTION stand_order_of_job();
CREATE TRIGGER delivery_jobs_change_hands AFTER UPDATE OF state ON delivery_jobs FOR EACH ROW
WHEN ((NEW.state = 'manual') <> (OLD.state = 'manual')) EXECUTE FUNCTION stand_order_of_job();

-- What an order is found by, in lower case: its id, the email, the invite's code and its guild. Compared byte by byte,
-- so that what begins with a text stands side by side.
CREATE TABLE order_terms (
    user_id TEXT NOT NULL,
    term TEXT COLLATE "C" NOT NULL,
    seller_sequence BIGINT NOT NULL,
    PRIMARY KEY (user_id, term, seller_sequence),
    FOREIGN KEY (user_id, seller_sequence) REFERENCES orders (user_id, seller_sequence)
);

INSERT INTO order_terms (user_id, term, seller_sequence)
SELECT user_id, lower(id), seller_sequence FROM orders
UNION SELECT user_id, lower(email), seller_sequence FROM orders
UNION SELECT o.user_id, COALESCE(o.guild_id, s.guild_id), o.seller_sequence
      FROM orders o JOIN storefronts s ON s.id = o.storefront_id
UNION SELECT user_id, rtrim(split_part(replace(code, '#', '?'), '?', 1), '/'), seller_sequence FROM (
          SELECT user_id, seller_sequence, replace(replace(replace(replace(replace(replace(replace(replace(
              lower(invite), 'https://', ''), 'http://', ''), 'www.', ''), 'ptb.', ''), 'canary.', ''),
              'discord.gg/', ''), 'discord.com/invite/', ''), 'discordapp.com/invite/', '') AS code
          FROM orders) codes;
