-- Keys that cameras sign their frames with. A key is of a device and an app, and no row here is about a person: those
-- that a person registered go with the verification, and all of them with time.
CREATE TABLE capture_keys (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  -- The verification in which a person registered it; null where the organisation did.
  verification_id TEXT,
  -- 'android', 'apple' or 'web'.
  platform TEXT NOT NULL,
  -- 'attested' or 'signed'.
  level TEXT NOT NULL,
  device_class TEXT NOT NULL,
  -- SubjectPublicKeyInfo.
  public_key BYTEA NOT NULL,
  -- What the attestation said, as JSON: the app, the patch level, the verdicts of Play Integrity.
  details TEXT NOT NULL,
  -- Of Apple's keys: the highest counter that was seen.
  counter BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  revoked_at BIGINT,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, verification_id) REFERENCES verifications (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX capture_keys_by_verification ON capture_keys (organisation_id, verification_id);
CREATE INDEX capture_keys_by_expiry ON capture_keys (expires_at);

-- Nonces that were used: the others are known by their signature alone.
CREATE TABLE capture_nonces (
  hash BYTEA PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX capture_nonces_by_expiry ON capture_nonces (expires_at);

-- Which apps and devices an organisation believes, and what it asks of captures, as JSON.
CREATE TABLE organisation_capture (
  organisation_id TEXT PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE,
  settings TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);

ALTER TABLE challenges ADD COLUMN capture_key_id TEXT;
-- What the client said of its camera, as JSON.
ALTER TABLE challenges ADD COLUMN signals TEXT;
-- Set where the frame came with a good signature: its number, and the counter of the key where it has one.
ALTER TABLE challenge_frames ADD COLUMN number BIGINT;
ALTER TABLE challenge_frames ADD COLUMN key_counter BIGINT;

-- only sqlite:
CREATE TRIGGER capture_keys_added_to_storage AFTER INSERT ON capture_keys BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.public_key) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER capture_keys_removed_from_storage AFTER DELETE ON capture_keys BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.public_key) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
-- end

-- only postgres:
CREATE FUNCTION count_capture_keys() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.public_key) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.public_key) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE CONSTRAINT TRIGGER capture_keys_counted AFTER INSERT OR DELETE ON capture_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_capture_keys();
-- end
