-- Members: the people of an organisation, how they sign in, and their sessions. Secrets are kept as hashes only.
CREATE TABLE members (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  -- In lower case, so that one person has one.
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  -- A word of the table of roles: 'viewer', 'reviewer' or 'admin'.
  role TEXT NOT NULL,
  -- argon2id. Empty where there is none: before the member joined, after a reset, or with passkeys alone.
  password_hash TEXT,
  created_at BIGINT NOT NULL,
  -- Empty while an invitation is open, also after a reset.
  joined_at BIGINT,
  disabled_at BIGINT,
  signed_in_at BIGINT,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, email)
);

CREATE TABLE member_invitations (
  -- SHA-256 of the secret in the link.
  hash BYTEA PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  FOREIGN KEY (organisation_id, member_id) REFERENCES members (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX member_invitations_of_member ON member_invitations (organisation_id, member_id);
CREATE INDEX member_invitations_by_end ON member_invitations (expires_at);

CREATE TABLE member_passkeys (
  -- The id that the authenticator gave, as Base64url.
  id TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- COSE.
  public_key BYTEA NOT NULL,
  -- The last signature counter that was seen; one that does not grow was copied.
  counter BIGINT NOT NULL,
  -- Words between commas, such as 'internal,hybrid'.
  transports TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT,
  FOREIGN KEY (organisation_id, member_id) REFERENCES members (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX member_passkeys_of_member ON member_passkeys (organisation_id, member_id);

CREATE TABLE member_sessions (
  -- SHA-256 of the secret in the cookie.
  hash BYTEA PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organisation_id TEXT NOT NULL,
  member_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- Written once a minute at most.
  used_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT,
  -- What the browser calls itself.
  user_agent TEXT NOT NULL,
  FOREIGN KEY (organisation_id, member_id) REFERENCES members (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX member_sessions_of_member ON member_sessions (organisation_id, member_id);
CREATE INDEX member_sessions_by_end ON member_sessions (expires_at);

-- Challenges of passkeys that were answered: each is taken once. Those under way are signed and kept by nobody.
CREATE TABLE member_challenges (
  hash BYTEA PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX member_challenges_by_end ON member_challenges (expires_at);

-- The member who asked, or whom a command concerns. Empty in older entries.
ALTER TABLE audit_entries ADD COLUMN member_id TEXT NOT NULL DEFAULT '';
