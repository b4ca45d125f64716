-- How long things are kept, whose turn it is to purge, what finds all of a person, and the reference of a consent.
CREATE TABLE retention (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  -- 'frames', 'files', 'readings' or 'faces'; without a row the setting holds.
  clock TEXT NOT NULL,
  -- Empty is never.
  keep_ms BIGINT,
  PRIMARY KEY (organisation_id, clock)
);

-- One row: of several servers one purges at a time, and the time of the last round tells a clock that jumped.
CREATE TABLE purge_turn (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  held_until BIGINT NOT NULL,
  last_at BIGINT NOT NULL,
  -- Since when no clock is believed.
  paused_at BIGINT
);
INSERT INTO purge_turn (name, holder, held_until, last_at) VALUES ('retention', '', 0, 0);

ALTER TABLE challenges ADD COLUMN consent_reference TEXT;
ALTER TABLE documents ADD COLUMN consent_reference TEXT;
ALTER TABLE faces ADD COLUMN consent_reference TEXT;

-- Pictures may go before what was read in them.
ALTER TABLE document_images ADD COLUMN file_removed_at BIGINT;

-- A print outlives its challenge, and has to be found when its person is erased.
ALTER TABLE seen_shots ADD COLUMN external_person_id TEXT NOT NULL DEFAULT '';
UPDATE seen_shots SET external_person_id = COALESCE((SELECT c.external_person_id FROM challenges c
  WHERE c.organisation_id = seen_shots.organisation_id AND c.id = seen_shots.challenge_id), '');

DROP INDEX challenges_by_expiry;
CREATE INDEX challenges_by_expiry ON challenges (organisation_id, expires_at);
CREATE INDEX documents_by_time ON documents (organisation_id, created_at);
CREATE INDEX document_images_by_time ON document_images (organisation_id, received_at) WHERE file_removed_at IS NULL;
CREATE INDEX faces_by_time ON faces (organisation_id, created_at);

CREATE INDEX challenges_by_person ON challenges (organisation_id, external_person_id);
CREATE INDEX documents_by_person ON documents (organisation_id, external_person_id);
CREATE INDEX faces_by_person ON faces (organisation_id, external_person_id);
CREATE INDEX face_collections_by_person ON face_collections (organisation_id, external_person_id);
CREATE INDEX seen_shots_by_person ON seen_shots (organisation_id, external_person_id);
