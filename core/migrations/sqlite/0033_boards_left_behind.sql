-- Messages that were a stock board and are to be taken away: the board has moved to another channel.
CREATE TABLE left_boards (
    channel_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    guild_id TEXT NOT NULL,
    PRIMARY KEY (channel_id, message_id)
);
-- An answer can be edited for a quarter of an hour, and of those that were given before it is not known whose they are.
DELETE FROM followed_orders WHERE for_seller;
ALTER TABLE followed_orders DROP COLUMN for_seller;
-- In whose name an answer shows what only the shop sees. NULL: it is a customer's.
ALTER TABLE followed_orders ADD COLUMN reader_id TEXT;
-- A channel that the bot is not to speak in any more is nobody's problem.
CREATE VIEW standing_channel_problems AS
SELECT p.user_id, p.guild_id, p.channel, p.message, p.at
FROM channel_problems p
WHERE p.guild_id IS NULL
   OR EXISTS (SELECT 1 FROM storefronts s LEFT JOIN stock_boards b ON b.storefront_id = s.id
              WHERE s.user_id = p.user_id AND s.guild_id = p.guild_id AND s.closed_at IS NULL
                AND (s.log_channel_id = p.channel OR b.channel_id = p.channel));
