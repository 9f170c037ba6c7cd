-- min_reader: 12
-- The value of a webhook's header is a password of another service. It is kept sealed here; null: there is none.
-- `header_value` stays for what an earlier version wrote, until the first start has sealed it, and is empty from then on.
ALTER TABLE webhooks ADD COLUMN sealed_header TEXT;
