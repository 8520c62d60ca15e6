-- Channels that a stock board has moved away from while nobody knew whether it had been posted there.
CREATE TABLE left_board_posts (
    channel_id TEXT NOT NULL PRIMARY KEY,
    guild_id TEXT NOT NULL
);
