-- How alike strangers are among the people whom an organisation has enrolled: the curve that its likenesses are by.
-- It holds counts and two numbers of a curve, and nothing of a person.
CREATE TABLE face_calibrations (
  id TEXT PRIMARY KEY,
  -- Empty for the calibration of the server, which holds for organisations without one of their own.
  organisation_id TEXT REFERENCES organisations (id) ON DELETE CASCADE,
  version BIGINT NOT NULL,
  -- Likenesses of another embedder are never judged by it.
  embedder TEXT NOT NULL,
  embedder_version TEXT NOT NULL,
  -- JSON: the curve, what it was measured on, and how sure it is.
  definition TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- When another took its place, or an operator took it back.
  ended_at BIGINT
);
CREATE UNIQUE INDEX face_calibrations_of ON face_calibrations (COALESCE(organisation_id, ''), version);
