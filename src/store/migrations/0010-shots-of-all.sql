-- The memory of pictures is the server's, not an organisation's: prints are found by bands that a secret writes.

-- A print of before shows the face as it lay in the picture, and cannot be compared with the new ones, in which it is laid
-- straight. The old bands stay as an empty table: a server of the version before may still write them.
DELETE FROM seen_shots;
CREATE UNIQUE INDEX seen_shots_by_id ON seen_shots (id);

-- Secrets of the server itself, which belong to no organisation, sealed under the master key.
CREATE TABLE server_secrets (
  name TEXT PRIMARY KEY,
  master_id TEXT NOT NULL,
  wrapped BYTEA NOT NULL
);

-- Prints of one picture share bands. Band and shot are written with the secret 'shots', so that the database alone does
-- not tell whose pictures are alike; hence no reference to seen_shots.
CREATE TABLE shot_bands (
  band BIGINT NOT NULL,
  shot TEXT NOT NULL,
  -- 1 once the challenge of the shot was accepted: nobody can crowd out such shots by sending others that look like them.
  is_accepted BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (band, shot)
);
CREATE INDEX shot_bands_by_shot ON shot_bands (shot);
