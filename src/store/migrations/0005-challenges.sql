-- Liveness challenges, their frames, and the memory of pictures that were seen before.
CREATE TABLE challenges (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  -- 'distance', 'nose' or 'profile'.
  family TEXT NOT NULL,
  external_person_id TEXT NOT NULL,
  -- What start asked for, as JSON.
  plan TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  -- Frames and bytes of frames so far; counted under the lock of this row, so that limits hold.
  frames BIGINT NOT NULL DEFAULT 0,
  bytes BIGINT NOT NULL DEFAULT 0,
  -- From here on no frame is taken; the verdict, as JSON, follows and never changes.
  closed_at BIGINT,
  verdict TEXT,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);

CREATE TABLE challenge_frames (
  organisation_id TEXT NOT NULL,
  challenge_id TEXT NOT NULL,
  -- Also the id of its file.
  id TEXT NOT NULL,
  task TEXT NOT NULL,
  taken_at BIGINT NOT NULL,
  received_at BIGINT NOT NULL,
  -- Of its bytes: a picture sent twice is one frame.
  digest TEXT NOT NULL,
  -- What was seen in it, sealed with the organisation's key.
  seen BYTEA NOT NULL,
  key_version BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, challenge_id, id),
  FOREIGN KEY (organisation_id, challenge_id) REFERENCES challenges (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);
CREATE UNIQUE INDEX challenge_frames_by_digest ON challenge_frames (organisation_id, challenge_id, digest);
CREATE INDEX challenge_frames_by_key ON challenge_frames (organisation_id, key_version);

-- A print tells whether a picture is the very one of an earlier challenge. It outlives the challenge.
CREATE TABLE seen_shots (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  challenge_id TEXT NOT NULL,
  -- Sealed with the organisation's key.
  print BYTEA NOT NULL,
  key_version BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);
CREATE INDEX seen_shots_by_key ON seen_shots (organisation_id, key_version);
CREATE INDEX seen_shots_by_time ON seen_shots (seen_at);

-- Prints of one picture share at least one band.
CREATE TABLE seen_shot_bands (
  organisation_id TEXT NOT NULL,
  band BIGINT NOT NULL,
  shot_id TEXT NOT NULL,
  PRIMARY KEY (organisation_id, band, shot_id),
  FOREIGN KEY (organisation_id, shot_id) REFERENCES seen_shots (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX seen_shot_bands_by_shot ON seen_shot_bands (organisation_id, shot_id);
