-- What became of an order since its redeem, and what its seller wrote about it.

CREATE TABLE order_history (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    at BIGINT NOT NULL,
    -- A name, or customer, store, service or system.
    author TEXT NOT NULL,
    what TEXT NOT NULL
);
CREATE INDEX order_history_of_order ON order_history (order_id, id);

CREATE TABLE order_notes (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    at BIGINT NOT NULL,
    author TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX order_notes_of_order ON order_notes (order_id, id);
