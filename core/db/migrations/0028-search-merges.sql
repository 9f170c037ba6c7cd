-- min_reader: 16
-- The segments of the search indexes are brought together a few pages at a time, by who writes them. By themselves they would do 64
-- pages of every level at once, which held the core for up to 70 ms.
INSERT INTO address_book_search (address_book_search, rank) VALUES ('automerge', 0);
INSERT INTO shipments_search (shipments_search, rank) VALUES ('automerge', 0);
INSERT INTO newest_shipments_search (newest_shipments_search, rank) VALUES ('automerge', 0);
