-- Which entry of the log tells of it. NULL: nothing was taken out yet.
ALTER TABLE stock_exports ADD COLUMN activity_id BIGINT;
-- What is looked for has one sigma: a search may end where the word that it means goes on.
INSERT INTO order_terms (user_id, term, seller_sequence)
SELECT user_id, REPLACE(term, 'ς', 'σ'), seller_sequence FROM order_terms WHERE term LIKE '%ς%'
ON CONFLICT (user_id, term, seller_sequence) DO NOTHING;
DELETE FROM order_terms WHERE term LIKE '%ς%';
UPDATE redeem_keys SET note_term = REPLACE(note_term, 'ς', 'σ') WHERE note_term LIKE '%ς%';
UPDATE redeem_keys SET email_term = REPLACE(email_term, 'ς', 'σ') WHERE email_term LIKE '%ς%';
