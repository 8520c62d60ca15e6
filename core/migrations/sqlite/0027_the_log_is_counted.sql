-- How much stands in the log. Kept by the triggers below: nobody writes it, and nobody forgets to.
CREATE TABLE activity_counts (
    -- On PostgreSQL a connection has one of its own, or nearly: writers of the log do not wait for each other. Entries go from
    -- another part than they came in: only the sum says something.
    part BIGINT NOT NULL PRIMARY KEY,
    entries BIGINT NOT NULL DEFAULT 0,
    errors BIGINT NOT NULL DEFAULT 0,
    access_code_resets BIGINT NOT NULL DEFAULT 0
);
INSERT INTO activity_counts (part, entries, errors, access_code_resets)
SELECT 0, COUNT(*), COUNT(*) FILTER (WHERE severity = 'error'), COUNT(*) FILTER (WHERE action = 'access_code_reset')
FROM activity;

CREATE TRIGGER activity_is_counted AFTER INSERT ON activity
BEGIN
    UPDATE activity_counts SET
        entries = entries + 1,
        errors = errors + (NEW.severity = 'error'),
        access_code_resets = access_code_resets + (NEW.action = 'access_code_reset')
    WHERE part = 0;
END;

CREATE TRIGGER activity_is_forgotten AFTER DELETE ON activity
BEGIN
    UPDATE activity_counts SET
        entries = entries - 1,
        errors = errors - (OLD.severity = 'error'),
        access_code_resets = access_code_resets - (OLD.action = 'access_code_reset')
    WHERE part = 0;
END;
