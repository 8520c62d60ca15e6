-- What succeeded lately in one storefront, for the home screen of its helpers.
CREATE INDEX tokens_delivered ON tokens (storefront_id, settled_at) WHERE state = 'delivered';
