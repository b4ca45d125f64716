-- Sealed files, and the journal of those being written or removed.
CREATE TABLE files (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  storage_key TEXT NOT NULL UNIQUE,
  key_version BIGINT NOT NULL,
  plain_bytes BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id),
  -- A key that still opens a file cannot be destroyed, nor a file be added under a destroyed key.
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);

-- 'writing': bytes may be there, a record is not yet; undone after its deadline.
-- 'removing': no record any more; the bytes have to go.
-- Outlives its organisation, hence no reference to it.
CREATE TABLE file_journal (
  storage_key TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  deadline_at BIGINT NOT NULL
);
CREATE INDEX file_journal_by_deadline ON file_journal (deadline_at);
