-- A mute of somebody without a session goes by their author id, which may be spelled as a user's id: "author " stands before it now.
UPDATE chat_mutes SET subject = 'author ' || author_id
WHERE EXISTS (SELECT 1 FROM chat_authors a WHERE a.id = chat_mutes.author_id AND a.user_id IS NULL);
