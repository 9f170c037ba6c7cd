-- min_reader: 1

-- Whether an account that sells at its own prices is asked for them, which sends the recipient's
-- name, address and phone there: off, onDemand (when a person asks), always.
ALTER TABLE provider_accounts ADD COLUMN asks TEXT NOT NULL DEFAULT 'off';
