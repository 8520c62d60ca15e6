-- When its seller had an order begun anew.
ALTER TABLE delivery_jobs ADD COLUMN begun_at BIGINT;
-- The last round of a service's of which the seller decided tokens: what has been decided is not sent again.
ALTER TABLE delivery_jobs ADD COLUMN decided_round BIGINT;
-- Who has decided tokens so far is not known.
UPDATE delivery_jobs SET decided_round = round
WHERE state = 'manual' AND way IN ('operator', 'storefront') AND EXISTS (
    SELECT 1 FROM tokens t WHERE t.order_id = delivery_jobs.order_id AND t.round = delivery_jobs.round
        AND t.state IN ('delivered', 'failed'));
