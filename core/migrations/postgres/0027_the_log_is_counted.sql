-- How much stands in the log. Kept by the triggers below: nobody writes it, and nobody forgets to.
CREATE TABLE activity_counts (
    -- A connection has one of its own, or nearly: writers of the log do not wait for each other. Entries go from another part
    -- than they came in: only the sum says something.
    part BIGINT NOT NULL PRIMARY KEY,
    entries BIGINT NOT NULL DEFAULT 0,
    errors BIGINT NOT NULL DEFAULT 0,
    access_code_resets BIGINT NOT NULL DEFAULT 0
);
-- What another process writes meanwhile is counted here, or by its triggers.
LOCK TABLE activity IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO activity_counts (part, entries, errors, access_code_resets)
SELECT 0, COUNT(*), COUNT(*) FILTER (WHERE severity = 'error'), COUNT(*) FILTER (WHERE action = 'access_code_reset')
FROM activity;

CREATE FUNCTION count_activity() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO activity_counts (part, entries, errors, access_code_resets)
    VALUES (pg_backend_pid() % 32, 1, (NEW.severity = 'error')::INT, (NEW.action = 'access_code_reset')::INT)
    ON CONFLICT (part) DO UPDATE SET
        entries = activity_counts.entries + 1,
        errors = activity_counts.errors + EXCLUDED.errors,
        access_code_resets = activity_counts.access_code_resets + EXCLUDED.access_code_resets;
    RETURN NULL;
END $$;
-- When its transaction ends, so that nobody waits for anything else while they hold a count.
CREATE CONSTRAINT TRIGGER activity_is_counted AFTER INSERT ON activity
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_activity();

CREATE FUNCTION count_forgotten_activity() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO activity_counts (part, entries, errors, access_code_resets)
    SELECT pg_backend_pid() % 32, -COUNT(*), -COUNT(*) FILTER (WHERE severity = 'error'),
           -COUNT(*) FILTER (WHERE action = 'access_code_reset')
    FROM gone
    ON CONFLICT (part) DO UPDATE SET
        entries = activity_counts.entries + EXCLUDED.entries,
        errors = activity_counts.errors + EXCLUDED.errors,
        access_code_resets = activity_counts.access_code_resets + EXCLUDED.access_code_resets;
    RETURN NULL;
END $$;
CREATE TRIGGER activity_is_forgotten AFTER DELETE ON activity
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_forgotten_activity();
