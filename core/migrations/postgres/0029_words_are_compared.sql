-- Only SQLite looks a word up in a table that it makes each time.
SELECT 1;
