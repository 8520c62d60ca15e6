-- When somebody who is not signed in here first opened the redeem page. NULL: nobody did yet.
ALTER TABLE storefronts ADD COLUMN visited_at BIGINT;
