-- min_reader: 16
-- The address book as it is found and ordered: a row for each saved address. Folded from `addresses` and `address_uses`; this station's own.
CREATE TABLE address_book (
  seq             INTEGER PRIMARY KEY,
  address_id      TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  is_recipient    INTEGER NOT NULL,
  is_active       INTEGER NOT NULL,
  person_key      TEXT NOT NULL,           -- folded name and phone_key; '' without a telephone
  phone_key       TEXT NOT NULL,           -- a telephone in one form; ''
  shipments       INTEGER NOT NULL,        -- how many name it, on this station
  ordered_at      TEXT NOT NULL            -- its last use, or its last change when that is later
) STRICT;
-- Last used or changed first.
CREATE INDEX address_book_listed ON address_book (organization_id, is_recipient, ordered_at DESC, seq DESC) WHERE is_active = 1;
-- Most used first.
CREATE INDEX address_book_used ON address_book (organization_id, is_recipient, shipments DESC, seq DESC) WHERE is_active = 1;
-- An export: the last saved first.
CREATE INDEX address_book_saved ON address_book (organization_id, is_recipient, seq DESC) WHERE is_active = 1;
-- Duplicates.
CREATE INDEX address_book_by_person ON address_book (organization_id, is_recipient, person_key) WHERE is_active = 1 AND person_key <> '';
CREATE INDEX address_book_by_phone ON address_book (organization_id, is_recipient, phone_key) WHERE is_active = 1 AND phone_key <> '';

-- In how many shipments of this station a saved address stands. Counted when a shipment comes into the indexes of lists.
CREATE TABLE address_uses (
  address_id TEXT PRIMARY KEY,
  shipments  INTEGER NOT NULL,
  last_at    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Saved addresses that are new or changed, before the book has them.
CREATE TABLE unindexed_addresses (
  address_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Folded words of the book's addresses, ends of words too, and the organization as a word of its own: address-words.ts. The rowid is address_book.seq.
CREATE VIRTUAL TABLE address_book_search USING fts5 (text, content = '', contentless_delete = 1, detail = none, prefix = '2 3 4 5', tokenize = 'unicode61 remove_diacritics 0');

INSERT INTO unindexed_addresses (address_id)
SELECT id
  FROM addresses
 WHERE is_saved = 1;

INSERT INTO address_uses (address_id, shipments, last_at)
SELECT used.id, count(*), max(used.created_at)
  FROM (SELECT sender_address_id AS id, created_at FROM shipments WHERE is_listed = 1
         UNION ALL
        SELECT recipient_address_id, created_at FROM shipments WHERE is_listed = 1) AS used
  JOIN addresses ON addresses.id = used.id AND addresses.is_saved = 1
 GROUP BY used.id;
