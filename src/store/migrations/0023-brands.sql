-- How an organisation looks to the people that it asks: colour, texts, languages and help as JSON, and its logo as PNG.
-- Nothing in it is about a person, and every page of a person shows it: it is not sealed.
CREATE TABLE organisation_brands (
  organisation_id TEXT PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE,
  settings TEXT NOT NULL,
  logo BYTEA,
  updated_at BIGINT NOT NULL
);

-- only sqlite:
CREATE TRIGGER organisation_brands_added_to_storage AFTER INSERT ON organisation_brands BEGIN UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.settings) + COALESCE(LENGTH(NEW.logo), 0) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
CREATE TRIGGER organisation_brands_removed_from_storage AFTER DELETE ON organisation_brands BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.settings) + COALESCE(LENGTH(OLD.logo), 0) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; END;
CREATE TRIGGER organisation_brands_changed_in_storage AFTER UPDATE OF settings, logo ON organisation_brands BEGIN UPDATE organisation_storage SET bytes = bytes - (LENGTH(OLD.settings) + COALESCE(LENGTH(OLD.logo), 0) + 1024) WHERE organisation_id = OLD.organisation_id AND slot = 0; UPDATE organisation_storage SET bytes = bytes + (LENGTH(NEW.settings) + COALESCE(LENGTH(NEW.logo), 0) + 1024) WHERE organisation_id = NEW.organisation_id AND slot = 0; END;
-- end

-- only postgres:
CREATE FUNCTION count_organisation_brands() RETURNS trigger AS $$ BEGIN IF TG_OP <> 'INSERT' THEN PERFORM add_stored(OLD.organisation_id, -(LENGTH(OLD.settings) + COALESCE(LENGTH(OLD.logo), 0) + 1024)); END IF; IF TG_OP <> 'DELETE' THEN PERFORM add_stored(NEW.organisation_id, LENGTH(NEW.settings) + COALESCE(LENGTH(NEW.logo), 0) + 1024); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;
CREATE CONSTRAINT TRIGGER organisation_brands_counted AFTER INSERT OR DELETE OR UPDATE OF settings, logo ON organisation_brands DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_organisation_brands();
-- end
