-- The audit trail, in chains of hashes, and signed receipts of verdicts.

-- Every writer has a chain of its own. The chains are chained too: each names the one opened before it, and says how
-- far the others had come when it was opened.
CREATE TABLE audit_chains (
  number BIGINT PRIMARY KEY,
  chain TEXT NOT NULL UNIQUE,
  opened_at BIGINT NOT NULL,
  -- JSON: [chain, number, hash] of the last entry of each chain before it.
  witnessed TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
);

-- Outlives its organisation, hence no reference to it.
CREATE TABLE audit_entries (
  chain TEXT NOT NULL REFERENCES audit_chains (chain),
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  organisation_id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  route TEXT NOT NULL,
  status BIGINT NOT NULL,
  result_code BIGINT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (chain, number)
);
CREATE INDEX audit_entries_by_time ON audit_entries (at, chain, number);

-- only sqlite:
CREATE TRIGGER audit_chains_not_changed BEFORE UPDATE ON audit_chains BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
CREATE TRIGGER audit_chains_not_removed BEFORE DELETE ON audit_chains BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
CREATE TRIGGER audit_entries_not_changed BEFORE UPDATE ON audit_entries BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
CREATE TRIGGER audit_entries_not_removed BEFORE DELETE ON audit_entries BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
-- end

-- only postgres:
CREATE FUNCTION refuse_audit_change() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'the audit trail is append-only'; END $$ LANGUAGE plpgsql;
CREATE TRIGGER audit_chains_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chains FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
-- end

-- A caller may use a request id again: each verdict has a receipt of its own, and the newest is told.
CREATE TABLE receipts (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  made_at BIGINT NOT NULL,
  -- The signed receipt, sealed with the organisation's key.
  sealed BYTEA NOT NULL,
  key_version BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);
CREATE INDEX receipts_by_request ON receipts (organisation_id, request_id, made_at);
CREATE INDEX receipts_by_key ON receipts (organisation_id, key_version);
CREATE INDEX receipts_by_time ON receipts (made_at);

-- The newest signs; of older ones the private half is destroyed, and the public half stays for ever.
CREATE TABLE receipt_keys (
  id TEXT PRIMARY KEY,
  created_at BIGINT NOT NULL,
  -- The x of its JWK.
  public_key TEXT NOT NULL,
  master_id TEXT NOT NULL,
  -- The private half, sealed under the master key.
  wrapped BYTEA
);
