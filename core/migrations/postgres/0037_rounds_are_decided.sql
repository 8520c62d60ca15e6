-- Since when a job's round has been under way, where that is not since its order came.
ALTER TABLE delivery_jobs ADD COLUMN begun_at BIGINT;
-- The last round of a service's of which the seller decided tokens: what has been decided is not sent again.
ALTER TABLE delivery_jobs ADD COLUMN decided_round BIGINT;
