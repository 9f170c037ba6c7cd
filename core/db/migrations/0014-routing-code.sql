-- min_reader: 13
ALTER TABLE transactions ADD COLUMN routing_code TEXT NOT NULL DEFAULT ''; -- of the branch or transfer centre that sorts the parcel, on its label; '' where the carrier names none
