-- A message that goes is looked for in those that quote it.
CREATE INDEX chat_messages_by_reply ON chat_messages (reply_to) WHERE reply_to IS NOT NULL;
-- Ids that differ in the case of letters are one.
CREATE INDEX chat_authors_by_spelling ON chat_authors (LOWER(id));
