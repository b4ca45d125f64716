-- Review: notes, who works on a case, the reasons by which cases are found, and who looked at them.

CREATE TABLE verification_notes (
  organisation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  verification_id TEXT NOT NULL,
  -- Who wrote it, of the organisation's own people.
  author TEXT NOT NULL,
  at BIGINT NOT NULL,
  -- JSON.
  note BYTEA NOT NULL,
  key_version BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, verification_id) REFERENCES verifications (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);
CREATE INDEX verification_notes_of ON verification_notes (organisation_id, verification_id, at, id);
CREATE INDEX verification_notes_by_key ON verification_notes (organisation_id, key_version);

-- Who works on it now, so that nobody else begins unknowingly.
ALTER TABLE verifications ADD COLUMN claimed_by TEXT;
ALTER TABLE verifications ADD COLUMN claimed_until BIGINT;

-- The reasons of the newest verdict. They name no value of a person, and stay when it is redacted.
CREATE TABLE verification_reasons (
  organisation_id TEXT NOT NULL,
  verification_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- 'declined', 'review' or 'noted'.
  outcome TEXT NOT NULL,
  -- As the verification has them, for lists.
  is_test BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, verification_id, reason),
  FOREIGN KEY (organisation_id, verification_id) REFERENCES verifications (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX verification_reasons_by_time ON verification_reasons (organisation_id, is_test, reason, created_at, verification_id, outcome);

CREATE INDEX audit_entries_by_verification ON audit_entries (organisation_id, verification_id, at) WHERE verification_id <> '';

-- Statistics read nothing else.
CREATE INDEX verifications_in_time ON verifications (organisation_id, is_test, created_at, state, policy_id, finished_at, id);
CREATE INDEX verification_attempts_in_time ON verification_attempts (organisation_id, verification_id, begun_at, step, outcome, ended_at);

-- only sqlite:
CREATE TRIGGER verification_notes_added_to_storage AFTER INSERT ON verification_notes BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.note) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER verification_notes_removed_from_storage AFTER DELETE ON verification_notes BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.note) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER verification_notes_changed_in_storage AFTER UPDATE OF note ON verification_notes BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.note) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.note) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
-- end

-- Texts are compared by their bytes where they are searched by their beginning.
-- only postgres:
CREATE INDEX verifications_by_person_prefix ON verifications (organisation_id, external_person_id text_pattern_ops);
CREATE INDEX verifications_by_id_prefix ON verifications (organisation_id, id text_pattern_ops);
CREATE FUNCTION count_verification_notes() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.note) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.note) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE CONSTRAINT TRIGGER verification_notes_counted AFTER INSERT OR DELETE OR UPDATE OF note ON verification_notes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_verification_notes();
-- end
