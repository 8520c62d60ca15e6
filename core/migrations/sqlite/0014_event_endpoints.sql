-- A seller's own services, and what they are to be told.

CREATE TABLE event_endpoints (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    url TEXT NOT NULL,
    -- The types it is told of, with commas between them.
    events TEXT NOT NULL,
    description TEXT,
    enabled BOOLEAN NOT NULL,
    secret_sealed TEXT NOT NULL,
    -- Signs beside the secret until then.
    previous_secret_sealed TEXT,
    previous_until BIGINT,
    -- Since when no try has succeeded. NULL: the last one did, or there was none.
    failing_since BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX event_endpoints_of_user ON event_endpoints (user_id, created_at);

-- Written in the transaction that gives the reason.
CREATE TABLE event_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The webhook-id, the same on each try.
    message_id TEXT NOT NULL UNIQUE,
    endpoint_id TEXT NOT NULL REFERENCES event_endpoints (id),
    event TEXT NOT NULL CHECK (event IN
        ('order.redeemed', 'order.finished', 'order.waiting', 'stock.low', 'stock.empty', 'key.created', 'store.refused',
         'test')),
    body_sealed TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts BIGINT NOT NULL DEFAULT 0,
    -- The last answer's, when there was one.
    status BIGINT,
    error TEXT,
    at BIGINT NOT NULL,
    -- NULL: not to be tried, because it is over or its endpoint is disabled.
    next_at BIGINT,
    -- The process that tries it now; another one may when next_at has come.
    owner TEXT,
    -- One more for each try. A result under an older fence is refused.
    fence BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX event_deliveries_of_endpoint ON event_deliveries (endpoint_id, id);
CREATE INDEX event_deliveries_due ON event_deliveries (next_at) WHERE state = 'pending';
CREATE INDEX event_deliveries_due_at_endpoint ON event_deliveries (endpoint_id, next_at) WHERE state = 'pending';
CREATE INDEX event_deliveries_by_age ON event_deliveries (at);
