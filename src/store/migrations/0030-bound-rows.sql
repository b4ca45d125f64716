-- Rows that decide something are bound: a keyed digest of each stands here, and the audit trail names every new one.
CREATE TABLE bound_rows (
  -- A word of the table in src/store/records/bound-kinds.ts.
  kind TEXT NOT NULL,
  -- The key of the row, with slashes between its columns.
  id TEXT NOT NULL,
  -- Grows with every change: the time, or one more than before.
  revision BIGINT NOT NULL,
  -- 1 where the row was removed: what is bound then is that it is gone.
  is_gone BIGINT NOT NULL,
  -- Random, and part of the digest: with it goes what an older digest in the trail could be guessed by.
  salt TEXT NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (kind, id)
);

-- JSON: what was bound since the entry before, and a keyed mark over it and that entry. Empty for nothing.
ALTER TABLE audit_entries ADD COLUMN bound TEXT NOT NULL DEFAULT '';
