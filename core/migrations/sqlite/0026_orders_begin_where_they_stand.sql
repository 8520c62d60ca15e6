-- An order that is delivered by hand is one from its first row on: nothing has to be moved and counted again for it.
DROP TRIGGER orders_are_counted;
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

DROP TRIGGER delivery_jobs_begin;
CREATE TRIGGER delivery_jobs_begin AFTER INSERT ON delivery_jobs WHEN NEW.state = 'manual'
BEGIN
    UPDATE orders SET standing = 'by_hand'
    WHERE id = NEW.order_id AND state NOT IN ('done', 'waiting') AND standing <> 'by_hand';
END;
