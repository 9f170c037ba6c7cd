-- min_reader: 1

-- Rejected rows of an imported file, as a CSV file, until they are written into the folder. The
-- outcome of an import is stored before it is written there, since a share may be full for days: the
-- file must not be imported again after a newer one.
ALTER TABLE order_folder_files ADD COLUMN refused_rows BLOB NOT NULL DEFAULT x'';
