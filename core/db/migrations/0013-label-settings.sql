-- min_reader: 13
-- How an organization's labels look. Frozen at each purchase: later changes reach no label that was bought before.
ALTER TABLE organizations ADD COLUMN label_layout TEXT NOT NULL DEFAULT 'standard';   -- of parcels that need no layout of their own: standard, compact
ALTER TABLE organizations ADD COLUMN mask_phones INTEGER NOT NULL DEFAULT 0;          -- 1: on labels
ALTER TABLE organizations ADD COLUMN label_logo_id TEXT;                              -- of label_logos; NULL: none

-- Logos as dots, kept once by their content. None is deleted: a label is drawn again with the logo that it was bought with.
CREATE TABLE label_logos (
  id          TEXT PRIMARY KEY,       -- the same for the same dots of an organization
  stamp       TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  width_dots  INTEGER NOT NULL,
  height_dots INTEGER NOT NULL,
  bits        TEXT NOT NULL,          -- rows padded to whole bytes, 1 is black, in base64
  png         TEXT NOT NULL           -- the same dots as a PNG, in base64
) STRICT;
