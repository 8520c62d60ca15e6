-- A call that the seller had run again: it says nothing of the store that sent it first.
ALTER TABLE store_calls ADD COLUMN replayed BOOLEAN NOT NULL DEFAULT FALSE;

-- Whether the answer has the buttons of who may deliver. Those of before are gone within minutes.
ALTER TABLE followed_orders ADD COLUMN packs BOOLEAN NOT NULL DEFAULT FALSE;
