-- Whoever adds a name that another seller has waits for a proof that it is theirs: a name has many who want it, and one who has it.
ALTER TABLE custom_domains ADD COLUMN needs_proof BOOLEAN NOT NULL DEFAULT FALSE
    CHECK (NOT needs_proof OR status <> 'active');
ALTER TABLE custom_domains DROP CONSTRAINT custom_domains_domain_key;
CREATE UNIQUE INDEX custom_domains_of_holder ON custom_domains (domain) WHERE NOT needs_proof;
