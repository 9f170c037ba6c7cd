-- min_reader: 6
-- Who founded an organization: the one user for whom an owner's token of the desk may open it.
ALTER TABLE organizations ADD COLUMN founder_user_id TEXT NOT NULL DEFAULT '';
UPDATE organizations
   SET founder_user_id = coalesce((SELECT user_id FROM members WHERE organization_id = organizations.id ORDER BY created_at, id LIMIT 1), '');
-- Who saved an address: a limitedAccessUser changes and deletes its own only. '' for those saved before.
ALTER TABLE addresses ADD COLUMN created_by TEXT NOT NULL DEFAULT '';
