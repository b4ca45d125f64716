-- Chips of documents: challenges to them, the pictures they belong to, what authorities answered, and whose signatures are trusted.

-- What a chip is to sign, so that it proves not to be a copy. A row that was used stays for a while, so that a second use
-- is told from an id that never was. No row names a person.
CREATE TABLE chip_challenges (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  challenge BYTEA NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX chip_challenges_by_time ON chip_challenges (expires_at);

-- What was read from a chip is a document of the kind 'chip'. Here stands which document made of pictures it belongs to.
CREATE TABLE document_chips (
  organisation_id TEXT NOT NULL,
  chip_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  attached_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, chip_id),
  FOREIGN KEY (organisation_id, chip_id) REFERENCES documents (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, document_id) REFERENCES documents (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX document_chips_by_document ON document_chips (organisation_id, document_id, attached_at);

-- What an authority answered about a chip, as the caller reports it.
CREATE TABLE chip_confirmations (
  organisation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  chip_id TEXT NOT NULL,
  received_at BIGINT NOT NULL,
  -- Sealed with the organisation's key.
  answer BYTEA NOT NULL,
  key_version BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, chip_id) REFERENCES documents (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);
CREATE INDEX chip_confirmations_by_chip ON chip_confirmations (organisation_id, chip_id, received_at);
CREATE INDEX chip_confirmations_by_key ON chip_confirmations (organisation_id, key_version);

-- only sqlite:
CREATE TRIGGER chip_confirmations_added_to_storage AFTER INSERT ON chip_confirmations BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.answer) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER chip_confirmations_removed_from_storage AFTER DELETE ON chip_confirmations BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.answer) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER chip_confirmations_changed_in_storage AFTER UPDATE OF answer ON chip_confirmations BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.answer) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.answer) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
-- end

-- only postgres:
CREATE FUNCTION count_chip_confirmations() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.answer) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.answer) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER chip_confirmations_counted AFTER INSERT OR DELETE OR UPDATE OF answer ON chip_confirmations FOR EACH ROW EXECUTE FUNCTION count_chip_confirmations();
-- end

-- The trust store of the server: certificates of states, by the SHA-256 of their bytes. Nothing in it is secret.
CREATE TABLE trust_certificates (
  sha256 TEXT PRIMARY KEY,
  country TEXT NOT NULL,
  subject TEXT NOT NULL,
  serial TEXT NOT NULL,
  -- What others name its key by, in hex: the identifier that it gives, and the hash of the key, which are often one.
  key_id TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  not_before BIGINT NOT NULL,
  not_after BIGINT NOT NULL,
  -- The name of the file that brought it.
  origin TEXT NOT NULL,
  imported_at BIGINT NOT NULL,
  der BYTEA NOT NULL
);
CREATE INDEX trust_certificates_by_key ON trust_certificates (key_id);
CREATE INDEX trust_certificates_by_hash ON trust_certificates (key_hash);
CREATE INDEX trust_certificates_by_subject ON trust_certificates (subject);

-- Lists of revoked certificates.
CREATE TABLE trust_crls (
  sha256 TEXT PRIMARY KEY,
  country TEXT NOT NULL,
  issuer TEXT NOT NULL,
  -- The key that signed it, in hex.
  issuer_key_id TEXT NOT NULL,
  made_at BIGINT NOT NULL,
  -- When the next one is due; empty where it does not say.
  next_at BIGINT,
  revoked BIGINT NOT NULL,
  origin TEXT NOT NULL,
  imported_at BIGINT NOT NULL,
  der BYTEA NOT NULL
);
CREATE INDEX trust_crls_by_issuer ON trust_crls (issuer_key_id);
