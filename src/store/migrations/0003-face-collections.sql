-- Collections of reference photos, by the id that the caller chose.
CREATE TABLE face_collections (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  external_person_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
