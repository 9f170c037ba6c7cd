-- min_reader: 16
-- The index's segments are brought together a few pages at a time, by who writes them. By itself it would do 64 pages of every
-- level at once, which held the core for up to 70 ms.
INSERT INTO address_book_search (address_book_search, rank) VALUES ('automerge', 0);
