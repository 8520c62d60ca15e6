-- A seller's orders have their times in the order of their numbers: a moment is looked for between them.
DROP INDEX orders_by_time;
-- Whose job waits for the seller stands so, too: orders_of_storefront_by_standing finds it.
DROP INDEX delivery_jobs_by_hand;
