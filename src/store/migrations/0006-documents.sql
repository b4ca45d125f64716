-- Documents that were read, and the pictures they were read from.
CREATE TABLE documents (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  external_person_id TEXT,
  -- Of all its pictures together.
  kind TEXT NOT NULL,
  -- So many so far; counted under the lock of this row, so that none is lost and limits hold.
  images BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id)
);

CREATE TABLE document_images (
  organisation_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  -- 1 for the picture that made the document.
  number BIGINT NOT NULL,
  -- Also the id of its file.
  id TEXT NOT NULL,
  -- What was read in it, sealed with the organisation's key.
  reading BYTEA NOT NULL,
  key_version BIGINT NOT NULL,
  received_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, document_id, number),
  FOREIGN KEY (organisation_id, document_id) REFERENCES documents (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);
CREATE UNIQUE INDEX document_images_by_id ON document_images (organisation_id, id);
CREATE INDEX document_images_by_key ON document_images (organisation_id, key_version);
