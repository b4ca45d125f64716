-- What verifications keep counts as storage, is found when it is to go, and its unfinished ones are counted for metrics.

-- A face that a verification registered goes when that is redacted.
ALTER TABLE faces ADD COLUMN verification_id TEXT;
CREATE INDEX faces_by_verification ON faces (organisation_id, verification_id) WHERE verification_id IS NOT NULL;
CREATE INDEX chip_challenges_by_verification ON chip_challenges (organisation_id, verification_id) WHERE verification_id IS NOT NULL;
CREATE INDEX idempotency_keys_of ON idempotency_keys (organisation_id, verification_id);
CREATE INDEX verifications_open ON verifications (state, updated_at) WHERE finished_at IS NULL;
CREATE INDEX verification_links_by_end ON verification_links (expires_at);
CREATE INDEX verification_tokens_by_end ON verification_tokens (expires_at);

-- only sqlite:
CREATE TRIGGER verifications_added_to_storage AFTER INSERT ON verifications BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.request) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER verifications_removed_from_storage AFTER DELETE ON verifications BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.request) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER verifications_changed_in_storage AFTER UPDATE OF request ON verifications BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.request) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.request) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER verification_attempts_added_to_storage AFTER INSERT ON verification_attempts BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.findings) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER verification_attempts_removed_from_storage AFTER DELETE ON verification_attempts BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.findings) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER verification_attempts_changed_in_storage AFTER UPDATE OF findings ON verification_attempts BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.findings) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.findings) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER verification_events_added_to_storage AFTER INSERT ON verification_events BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.data) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER verification_events_removed_from_storage AFTER DELETE ON verification_events BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.data) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER verification_events_changed_in_storage AFTER UPDATE OF data ON verification_events BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.data) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.data) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER webhook_secrets_added_to_storage AFTER INSERT ON webhook_secrets BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.secret) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER webhook_secrets_removed_from_storage AFTER DELETE ON webhook_secrets BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.secret) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER webhook_secrets_changed_in_storage AFTER UPDATE OF secret ON webhook_secrets BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.secret) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.secret) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
-- end

-- Counted when the transaction ends: whoever changes verifications holds their rows then, and waits for nobody's but the slot.
-- only postgres:
CREATE FUNCTION count_verifications() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.request) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.request) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE CONSTRAINT TRIGGER verifications_counted AFTER INSERT OR DELETE OR UPDATE OF request ON verifications DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_verifications();
CREATE FUNCTION count_verification_attempts() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.findings) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.findings) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE CONSTRAINT TRIGGER verification_attempts_counted AFTER INSERT OR DELETE OR UPDATE OF findings ON verification_attempts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_verification_attempts();
CREATE FUNCTION count_verification_events() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.data) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.data) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE CONSTRAINT TRIGGER verification_events_counted AFTER INSERT OR DELETE OR UPDATE OF data ON verification_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_verification_events();
CREATE FUNCTION count_webhook_secrets() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.secret) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.secret) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE CONSTRAINT TRIGGER webhook_secrets_counted AFTER INSERT OR DELETE OR UPDATE OF secret ON webhook_secrets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_webhook_secrets();
-- end

UPDATE organisation_storage SET bytes = bytes + COALESCE((SELECT CAST(SUM(size) AS BIGINT) FROM (
  SELECT organisation_id, LENGTH(request) + 1024 AS size FROM verifications UNION ALL
  SELECT organisation_id, LENGTH(findings) + 1024 AS size FROM verification_attempts UNION ALL
  SELECT organisation_id, LENGTH(data) + 1024 AS size FROM verification_events UNION ALL
  SELECT organisation_id, LENGTH(secret) + 1024 AS size FROM webhook_secrets
) AS stored WHERE stored.organisation_id = organisation_storage.organisation_id), 0) WHERE slot = 0;
