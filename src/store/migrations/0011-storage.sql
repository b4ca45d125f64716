-- How much every organisation stores, the limit of each, and below which strength its challenges are refused.

-- Bytes; empty where the setting of the server holds, -1 where there is no limit.
ALTER TABLE organisations ADD COLUMN storage_limit BIGINT;
-- 'none', 'low', 'standard' or 'high'; empty where the setting of the server holds.
ALTER TABLE organisations ADD COLUMN liveness_floor TEXT;

-- The sum over the slots is what an organisation stores: the bytes of its files and sealed columns, and 1024 for each
-- record. Triggers count, so that no way of adding or removing goes uncounted, also by a server of the version before.
-- Several slots, because PostgreSQL lets only one transaction at a time change a row; some may be negative.
-- Slot -1 counts nothing: who reserves room locks it.
CREATE TABLE organisation_storage (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  slot BIGINT NOT NULL,
  bytes BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, slot)
);

-- What a write that is under way will add.
ALTER TABLE file_journal ADD COLUMN organisation_id TEXT;
ALTER TABLE file_journal ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
CREATE INDEX file_journal_writing ON file_journal (organisation_id) WHERE state = 'writing';

-- only sqlite:
CREATE TRIGGER organisations_have_storage AFTER INSERT ON organisations BEGIN INSERT INTO organisation_storage (organisation_id, slot, bytes) VALUES (NEW.id, -1, 0), (NEW.id, 0, 0); END;
CREATE TRIGGER files_added_to_storage AFTER INSERT ON files BEGIN UPDATE organisation_storage SET bytes = bytes + (NEW.plain_bytes + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER files_removed_from_storage AFTER DELETE ON files BEGIN UPDATE organisation_storage SET bytes = bytes - (OLD.plain_bytes + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER challenges_added_to_storage AFTER INSERT ON challenges BEGIN UPDATE organisation_storage SET bytes = bytes + 1024 WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER challenges_removed_from_storage AFTER DELETE ON challenges BEGIN UPDATE organisation_storage SET bytes = bytes - 1024 WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER challenge_frames_added_to_storage AFTER INSERT ON challenge_frames BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.seen) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER challenge_frames_removed_from_storage AFTER DELETE ON challenge_frames BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.seen) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER challenge_frames_changed_in_storage AFTER UPDATE OF seen ON challenge_frames BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.seen) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.seen) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER seen_shots_added_to_storage AFTER INSERT ON seen_shots BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.print) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER seen_shots_removed_from_storage AFTER DELETE ON seen_shots BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.print) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER seen_shots_changed_in_storage AFTER UPDATE OF print ON seen_shots BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.print) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.print) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER documents_added_to_storage AFTER INSERT ON documents BEGIN UPDATE organisation_storage SET bytes = bytes + 1024 WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER documents_removed_from_storage AFTER DELETE ON documents BEGIN UPDATE organisation_storage SET bytes = bytes - 1024 WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER document_images_added_to_storage AFTER INSERT ON document_images BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.reading) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER document_images_removed_from_storage AFTER DELETE ON document_images BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.reading) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER document_images_changed_in_storage AFTER UPDATE OF reading ON document_images BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.reading) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.reading) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER face_collections_added_to_storage AFTER INSERT ON face_collections BEGIN UPDATE organisation_storage SET bytes = bytes + 1024 WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER face_collections_removed_from_storage AFTER DELETE ON face_collections BEGIN UPDATE organisation_storage SET bytes = bytes - 1024 WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER faces_added_to_storage AFTER INSERT ON faces BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.vector) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER faces_removed_from_storage AFTER DELETE ON faces BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.vector) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER faces_changed_in_storage AFTER UPDATE OF vector ON faces BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.vector) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.vector) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
INSERT INTO organisation_storage (organisation_id, slot, bytes) SELECT id, -1, 0 FROM organisations UNION ALL SELECT id, 0, 0 FROM organisations;
-- end

-- only postgres:
CREATE FUNCTION add_stored(owner TEXT, size BIGINT) RETURNS void AS $$ UPDATE organisation_storage SET bytes = bytes + size WHERE organisation_id = owner AND slot = pg_backend_pid() % 16 $$ LANGUAGE sql;
CREATE FUNCTION make_storage() RETURNS trigger AS $$ BEGIN INSERT INTO organisation_storage (organisation_id, slot, bytes) SELECT NEW.id, slot, 0 FROM generate_series(-1, 15) AS slot; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER organisations_have_storage AFTER INSERT ON organisations FOR EACH ROW EXECUTE FUNCTION make_storage();
CREATE FUNCTION count_files() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(OLD.plain_bytes + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, NEW.plain_bytes + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER files_counted AFTER INSERT OR DELETE ON files FOR EACH ROW EXECUTE FUNCTION count_files();
CREATE FUNCTION count_challenges() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -1024); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER challenges_counted AFTER INSERT OR DELETE ON challenges FOR EACH ROW EXECUTE FUNCTION count_challenges();
CREATE FUNCTION count_challenge_frames() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.seen) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.seen) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER challenge_frames_counted AFTER INSERT OR DELETE OR UPDATE OF seen ON challenge_frames FOR EACH ROW EXECUTE FUNCTION count_challenge_frames();
CREATE FUNCTION count_seen_shots() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.print) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.print) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER seen_shots_counted AFTER INSERT OR DELETE OR UPDATE OF print ON seen_shots FOR EACH ROW EXECUTE FUNCTION count_seen_shots();
CREATE FUNCTION count_documents() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -1024); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER documents_counted AFTER INSERT OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION count_documents();
CREATE FUNCTION count_document_images() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.reading) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.reading) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER document_images_counted AFTER INSERT OR DELETE OR UPDATE OF reading ON document_images FOR EACH ROW EXECUTE FUNCTION count_document_images();
CREATE FUNCTION count_face_collections() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -1024); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER face_collections_counted AFTER INSERT OR DELETE ON face_collections FOR EACH ROW EXECUTE FUNCTION count_face_collections();
CREATE FUNCTION count_faces() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.vector) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.vector) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE TRIGGER faces_counted AFTER INSERT OR DELETE OR UPDATE OF vector ON faces FOR EACH ROW EXECUTE FUNCTION count_faces();
INSERT INTO organisation_storage (organisation_id, slot, bytes) SELECT id, slot, 0 FROM organisations, generate_series(-1, 15) AS slot;
-- end

UPDATE organisation_storage SET bytes = COALESCE((SELECT CAST(SUM(size) AS BIGINT) FROM (
  SELECT organisation_id, plain_bytes + 1024 AS size FROM files UNION ALL
  SELECT organisation_id, 1024 AS size FROM challenges UNION ALL
  SELECT organisation_id, LENGTH(seen) + 1024 AS size FROM challenge_frames UNION ALL
  SELECT organisation_id, LENGTH(print) + 1024 AS size FROM seen_shots UNION ALL
  SELECT organisation_id, 1024 AS size FROM documents UNION ALL
  SELECT organisation_id, LENGTH(reading) + 1024 AS size FROM document_images UNION ALL
  SELECT organisation_id, 1024 AS size FROM face_collections UNION ALL
  SELECT organisation_id, LENGTH(vector) + 1024 AS size FROM faces
) AS stored WHERE stored.organisation_id = organisation_storage.organisation_id), 0) WHERE slot = 0;
