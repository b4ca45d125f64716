-- Which versions of apps registered keys, counted by the quarter: no row names a device or a person, and none goes with a key.
CREATE TABLE app_versions (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  -- Such as '2026-Q4'.
  quarter TEXT NOT NULL,
  -- 'android' or 'apple'.
  platform TEXT NOT NULL,
  app TEXT NOT NULL,
  -- Android's version code; 0 where the attestation does not tell it.
  version BIGINT NOT NULL,
  keys BIGINT NOT NULL,
  first_at BIGINT NOT NULL,
  last_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, quarter, platform, app, version)
);
