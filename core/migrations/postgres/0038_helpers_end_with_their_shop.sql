-- Older versions left the helpers of a closed shop, who were back when it was opened again.
DELETE FROM sign_in_tickets WHERE user_id IN
    (SELECT m.user_id FROM members m JOIN storefronts s ON s.id = m.storefront_id WHERE s.closed_at IS NOT NULL);
DELETE FROM sessions WHERE user_id IN
    (SELECT m.user_id FROM members m JOIN storefronts s ON s.id = m.storefront_id WHERE s.closed_at IS NOT NULL);
UPDATE users SET code_fingerprint = NULL, code_sealed = NULL, discord_id = NULL, removed_at =
    (SELECT s.closed_at FROM members m JOIN storefronts s ON s.id = m.storefront_id WHERE m.user_id = users.id)
WHERE id IN (SELECT m.user_id FROM members m JOIN storefronts s ON s.id = m.storefront_id WHERE s.closed_at IS NOT NULL);
DELETE FROM members WHERE storefront_id IN (SELECT id FROM storefronts WHERE closed_at IS NOT NULL);
-- They counted the tries of an event that were cut off towards none: each that waits has one at least.
UPDATE event_deliveries SET attempts = 11 WHERE state = 'pending' AND attempts > 11;
