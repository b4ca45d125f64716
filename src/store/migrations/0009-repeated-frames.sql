-- Frames that were sent again, the guidance of each frame, ids of challenges that expired, and whose frames are mirrored.

-- What the caller was told about the frame; empty for frames of before.
ALTER TABLE challenge_frames ADD COLUMN guidance TEXT;

-- How often the bytes of a frame were sent again, by the task that the copy named.
CREATE TABLE challenge_repeats (
  organisation_id TEXT NOT NULL,
  challenge_id TEXT NOT NULL,
  frame_id TEXT NOT NULL,
  task TEXT NOT NULL,
  repeats BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, challenge_id, frame_id, task),
  FOREIGN KEY (organisation_id, challenge_id, frame_id)
    REFERENCES challenge_frames (organisation_id, challenge_id, id) ON DELETE CASCADE
);

-- Challenges that were purged and never judged: a late caller hears for a day that its challenge expired. No row names a person.
CREATE TABLE expired_challenges (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  family TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX expired_challenges_by_time ON expired_challenges (expires_at);

-- 0 or 1; empty where the setting of the server holds.
ALTER TABLE organisations ADD COLUMN mirrored_frames BIGINT;
