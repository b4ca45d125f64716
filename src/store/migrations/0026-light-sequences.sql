-- Which sequences of colours a person was shown, so that none comes twice: hashes under a secret of the server.
CREATE TABLE light_sequences (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  -- Of the external person id.
  person TEXT NOT NULL,
  -- Of the person and the sequence together.
  sequence TEXT NOT NULL,
  drawn_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, person, sequence)
);
CREATE INDEX light_sequences_by_time ON light_sequences (drawn_at);
