-- Which entry of the log tells of it. NULL: nothing was taken out yet.
ALTER TABLE stock_exports ADD COLUMN activity_id BIGINT;
