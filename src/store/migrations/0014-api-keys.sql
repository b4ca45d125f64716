-- API keys: how programs of an organisation sign in beside its name and password, and which of them asked for what.
CREATE TABLE api_keys (
  -- Part of the key, and what logs and the audit trail name it by.
  id TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- Words between commas, such as 'documents,liveness'.
  scopes TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- Empty where it does not expire.
  expires_at BIGINT,
  revoked_at BIGINT,
  last_used_at BIGINT
);
CREATE INDEX api_keys_of_organisation ON api_keys (organisation_id);

-- More than one only while old secrets are being phased out. A revoked key has none.
CREATE TABLE api_key_secrets (
  key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  -- SHA-256 of the whole key.
  hash BYTEA NOT NULL,
  created_at BIGINT NOT NULL,
  ends_at BIGINT,
  PRIMARY KEY (key_id, hash)
);

-- Empty where no key was used or concerned, as in every entry from before there were keys.
ALTER TABLE audit_entries ADD COLUMN api_key_id TEXT NOT NULL DEFAULT '';
