-- min_reader: 31
-- The number of a migration that is on its way: this file is replaced by it.
SELECT 1;
