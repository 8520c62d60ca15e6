-- The fence says whose a job is.
ALTER TABLE delivery_jobs DROP COLUMN owner;
