-- When a storefront's seller was known to manage its guild. Null: they opened it while nobody could say.
ALTER TABLE storefronts ADD COLUMN proven_at BIGINT;
