-- Keys that were made for a store's customer, and finding any key by its beginning.

-- The customer's, when the store told it.
ALTER TABLE redeem_keys ADD COLUMN email TEXT;
ALTER TABLE redeem_keys ADD COLUMN sale_id BIGINT REFERENCES store_sales (id);
CREATE INDEX redeem_keys_of_sale ON redeem_keys (sale_id) WHERE sale_id IS NOT NULL;

-- The key's symbols, veiled so that keys which begin alike are veiled alike as far, and nothing else shows.
-- NULL: made before there was such a column, and not yet looked for.
ALTER TABLE redeem_keys ADD COLUMN key_veiled TEXT;
CREATE INDEX redeem_keys_unveiled ON redeem_keys (storefront_id, id) WHERE key_veiled IS NULL;
