-- Sellers' services have heard that it is empty, and it has not been above the threshold since.
ALTER TABLE stock_levels ADD COLUMN empty_heard BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE stock_levels SET empty_heard = TRUE WHERE announced = 'empty';
