-- Tasks that a person is told one by one, and when the frames of a challenge came, before anybody looked at them.
CREATE TABLE told_tasks (
  organisation_id TEXT NOT NULL,
  challenge_id TEXT NOT NULL,
  -- 1 for the first.
  turn BIGINT NOT NULL,
  task TEXT NOT NULL,
  -- So many frames of it must have come before the next task is told.
  frames BIGINT NOT NULL,
  -- Null until it is told.
  told_at BIGINT,
  PRIMARY KEY (organisation_id, challenge_id, turn),
  FOREIGN KEY (organisation_id, challenge_id) REFERENCES challenges (organisation_id, id) ON DELETE CASCADE
);

CREATE TABLE frame_arrivals (
  organisation_id TEXT NOT NULL,
  challenge_id TEXT NOT NULL,
  -- Of the bytes of the frame, as in challenge_frames; of copies the first counts.
  digest TEXT NOT NULL,
  -- How many tasks were told when it came: that of its own task where it came in its turn.
  turn BIGINT NOT NULL,
  arrived_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, challenge_id, digest),
  FOREIGN KEY (organisation_id, challenge_id) REFERENCES challenges (organisation_id, id) ON DELETE CASCADE
);
