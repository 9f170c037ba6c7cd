-- min_reader: 31
-- Offers travel: one that was made at one station is shown and bought at another. An earlier version would write them without their stamp
-- and for this station alone, so it does not open the file.
-- Rows that are here get the earliest stamp there is, of the station that wrote first into this file. A default needs no row to be written anew.
ALTER TABLE rate_requests RENAME COLUMN shipment_id TO id;
ALTER TABLE rate_requests ADD COLUMN stamp TEXT NOT NULL DEFAULT '0000000000000000.1';
ALTER TABLE offers ADD COLUMN stamp TEXT NOT NULL DEFAULT '0000000000000000.1';

-- Blocks of numbers that the hub has given to this station, once it has joined one: each number below `next` has been used. The rest of an older
-- copy's blocks is never used.
CREATE TABLE number_blocks (
  name TEXT NOT NULL,                 -- as in number_ranges
  next INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (name, last)
) STRICT, WITHOUT ROWID;

-- What the hub has leased to this station of an organization's balance, minor units. It can spend what its own chain of the ledger comes to in this
-- incarnation, and carried + granted - returned, less what it holds; no total is kept.
CREATE TABLE money_leases (
  organization_id TEXT PRIMARY KEY,
  incarnation     INTEGER NOT NULL,           -- of this station, that the lease is for
  carried         INTEGER NOT NULL,           -- of the founding station: what the other chains came to when it joined
  granted         INTEGER NOT NULL,           -- in all
  returned        INTEGER NOT NULL,           -- in all
  is_frozen       INTEGER NOT NULL DEFAULT 0  -- the hub has closed it: nothing can be spent
) STRICT, WITHOUT ROWID;
