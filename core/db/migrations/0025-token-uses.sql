-- min_reader: 16
-- When a program last used its token at this station.
CREATE TABLE token_uses (
  token_id TEXT PRIMARY KEY,
  used_at  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
