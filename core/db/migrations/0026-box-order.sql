-- min_reader: 16
-- The order of an organization's boxes, and with it their digits on Pack. 0: in the order they were made.
ALTER TABLE parcel_templates ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
