-- Registered faces. Every registration and removal is a change of its collection, numbered without gaps in the order
-- of the commits, so that whoever keeps a copy in memory can ask what it has missed.
ALTER TABLE face_collections ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE face_collections ADD COLUMN faces BIGINT NOT NULL DEFAULT 0;

CREATE TABLE faces (
  organisation_id TEXT NOT NULL,
  collection_id TEXT NOT NULL,
  -- The change that registered it, or gave it its present vector.
  number BIGINT NOT NULL,
  id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  external_person_id TEXT NOT NULL,
  -- Vectors of two networks, or of two versions of one, are never compared.
  embedder TEXT NOT NULL,
  embedder_version TEXT NOT NULL,
  -- Sealed with the organisation's key.
  vector BYTEA NOT NULL,
  key_version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, collection_id, number),
  FOREIGN KEY (organisation_id, collection_id) REFERENCES face_collections (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);
CREATE UNIQUE INDEX faces_by_id ON faces (organisation_id, id);

CREATE TABLE face_removals (
  organisation_id TEXT NOT NULL,
  collection_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  face_number BIGINT NOT NULL,
  face_id TEXT NOT NULL,
  PRIMARY KEY (organisation_id, collection_id, number),
  FOREIGN KEY (organisation_id, collection_id) REFERENCES face_collections (organisation_id, id) ON DELETE CASCADE
);

-- A search engine apart from the database may hold a vector under this id that has no record, or soon none.
-- Outlives its organisation, hence no reference to it.
CREATE TABLE gallery_journal (
  face_id TEXT PRIMARY KEY,
  deadline_at BIGINT NOT NULL
);
CREATE INDEX gallery_journal_by_deadline ON gallery_journal (deadline_at);
