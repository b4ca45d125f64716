-- Organisations, their credentials and their wrapped keys.
CREATE TABLE organisations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL
);

CREATE TABLE credentials (
  id TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  password_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT
);
CREATE INDEX credentials_of_organisation ON credentials (organisation_id);

CREATE TABLE organisation_keys (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  version BIGINT NOT NULL,
  master_id TEXT NOT NULL,
  wrapped BYTEA NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, version)
);
