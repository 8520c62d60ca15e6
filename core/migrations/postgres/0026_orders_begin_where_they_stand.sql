-- An order that is delivered by hand is one from its first row on: nothing has to be moved and counted again for it.
CREATE OR REPLACE FUNCTION count_order() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_counts (storefront_id) VALUES (NEW.storefront_id) ON CONFLICT (storefront_id) DO NOTHING;
    UPDATE order_counts SET
        processing = processing + (NEW.standing = 'processing')::int,
        by_hand = by_hand + (NEW.standing = 'by_hand')::int,
        given_up = given_up + (NEW.standing = 'given_up')::int,
        completed = completed + (NEW.standing = 'completed')::int,
        partial = partial + (NEW.standing = 'partial')::int,
        failed = failed + (NEW.standing = 'failed')::int
    WHERE storefront_id = NEW.storefront_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION stand_order_of_job() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    stands TEXT := CASE NEW.state WHEN 'manual' THEN 'by_hand' ELSE 'processing' END;
BEGIN
    UPDATE orders SET standing = stands
    WHERE id = NEW.order_id AND state NOT IN ('done', 'waiting') AND standing <> stands;
    RETURN NULL;
END $$;
