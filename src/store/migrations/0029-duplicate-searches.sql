-- Searches through whole collections for duplicates, which go on after a restart, and what they found.
CREATE TABLE duplicate_searches (
  organisation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  collection_id TEXT NOT NULL,
  -- Hundredths of percent, on the scale of `sim`.
  same_threshold BIGINT NOT NULL,
  other_threshold BIGINT NOT NULL,
  -- 'running', 'finished' or 'stopped'.
  state TEXT NOT NULL,
  -- The number of the last face that was looked at, and of the last that is to be.
  position BIGINT NOT NULL DEFAULT 0,
  up_to BIGINT NOT NULL,
  -- How many were looked at, and how many the collection had at the start.
  searched BIGINT NOT NULL DEFAULT 0,
  faces BIGINT NOT NULL,
  found BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  finished_at BIGINT,
  -- The server that works on it, and until when the others leave it alone.
  holder TEXT NOT NULL DEFAULT '',
  held_until BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, collection_id) REFERENCES face_collections (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX duplicate_searches_of ON duplicate_searches (organisation_id, collection_id, created_at);
CREATE INDEX duplicate_searches_running ON duplicate_searches (held_until) WHERE state = 'running';

-- Both faces must be registered: what was found goes with either of them.
CREATE TABLE face_duplicates (
  organisation_id TEXT NOT NULL,
  search_id TEXT NOT NULL,
  id TEXT NOT NULL,
  number BIGINT NOT NULL,
  -- 'same-face' or 'other-face'.
  kind TEXT NOT NULL,
  face_id TEXT NOT NULL,
  other_face_id TEXT NOT NULL,
  similarity BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, search_id) REFERENCES duplicate_searches (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, face_id) REFERENCES faces (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, other_face_id) REFERENCES faces (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX face_duplicates_of ON face_duplicates (organisation_id, search_id, number);
CREATE INDEX face_duplicates_by_face ON face_duplicates (organisation_id, face_id);
CREATE INDEX face_duplicates_by_other ON face_duplicates (organisation_id, other_face_id);

-- Faces of one person in a collection, the newest first: without it the whole collection is read for each.
CREATE INDEX faces_of_person ON faces (organisation_id, collection_id, external_person_id, number);
