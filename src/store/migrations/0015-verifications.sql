-- The journey: policies, verifications with their attempts, events, links and tokens, idempotency keys, and webhooks.

-- What an organisation asks of people, by a name that it chose. Presets are copied here when they are first used.
CREATE TABLE policies (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  -- The newest.
  version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  archived_at BIGINT,
  PRIMARY KEY (organisation_id, id)
);

-- A version never changes: verifications refer to the one they were started with.
CREATE TABLE policy_versions (
  organisation_id TEXT NOT NULL,
  policy_id TEXT NOT NULL,
  version BIGINT NOT NULL,
  -- JSON. It names no person.
  definition TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, policy_id, version),
  FOREIGN KEY (organisation_id, policy_id) REFERENCES policies (organisation_id, id) ON DELETE CASCADE
);

CREATE TABLE verifications (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  external_person_id TEXT NOT NULL,
  consent_reference TEXT,
  policy_id TEXT NOT NULL,
  policy_version BIGINT NOT NULL,
  -- A word of the table in src/verifications/states.ts.
  state TEXT NOT NULL,
  -- How many events it has. Every change counts it up under the lock of this row.
  sequence BIGINT NOT NULL DEFAULT 0,
  -- 1 where a test key made it.
  is_test BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  -- When it came to an end: approved, declined, expired or cancelled.
  finished_at BIGINT,
  redacted_at BIGINT,
  -- How many links it has had; the number is part of what a link is made of.
  links BIGINT NOT NULL DEFAULT 0,
  -- The endpoint that its events go to; empty for all of the organisation.
  webhook_endpoint_id TEXT,
  -- A keyed hash of the document's number, by which it can be searched for.
  number_mark TEXT,
  -- Of several servers one judges at a time.
  lease_holder TEXT,
  lease_until BIGINT,
  judge_failures BIGINT NOT NULL DEFAULT 0,
  -- What create asked for beside the above, as JSON: expected data, metadata, locale, return address, persona.
  request BYTEA NOT NULL,
  key_version BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, policy_id, policy_version) REFERENCES policy_versions (organisation_id, policy_id, version),
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);
CREATE INDEX verifications_by_time ON verifications (organisation_id, is_test, created_at, id);
CREATE INDEX verifications_by_state ON verifications (organisation_id, is_test, state, created_at, id);
CREATE INDEX verifications_by_person ON verifications (organisation_id, external_person_id, created_at, id);
CREATE INDEX verifications_by_policy ON verifications (organisation_id, is_test, policy_id, created_at, id);
CREATE INDEX verifications_by_number ON verifications (organisation_id, number_mark, created_at, id) WHERE number_mark IS NOT NULL;
CREATE INDEX verifications_by_key ON verifications (organisation_id, key_version);
CREATE INDEX verifications_to_judge ON verifications (lease_until) WHERE state = 'processing';
CREATE INDEX verifications_to_expire ON verifications (expires_at) WHERE state IN ('created', 'started');
CREATE INDEX verifications_to_purge ON verifications (organisation_id, finished_at) WHERE finished_at IS NOT NULL;

-- One try at one step. An open one was begun and not ended: its server may have died.
CREATE TABLE verification_attempts (
  organisation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  verification_id TEXT NOT NULL,
  step TEXT NOT NULL,
  -- 'open', 'passed', 'failed', 'skipped' or 'set-aside' (after a reviewer asked again).
  outcome TEXT NOT NULL,
  -- The operation that made it, and its request: the id of its receipt.
  operation TEXT NOT NULL,
  request_id TEXT NOT NULL,
  -- The document or challenge that it made.
  subject_id TEXT,
  result_code BIGINT,
  begun_at BIGINT NOT NULL,
  ended_at BIGINT,
  -- What was found, as JSON: checks, warnings, strength.
  findings BYTEA NOT NULL,
  key_version BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, verification_id) REFERENCES verifications (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);
CREATE INDEX verification_attempts_of ON verification_attempts (organisation_id, verification_id, step, begun_at);
CREATE INDEX verification_attempts_by_subject ON verification_attempts (organisation_id, subject_id);
CREATE INDEX verification_attempts_by_key ON verification_attempts (organisation_id, key_version);

-- What happened, in order. The newest event that decides holds the verdict.
CREATE TABLE verification_events (
  organisation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  verification_id TEXT NOT NULL,
  sequence BIGINT NOT NULL,
  -- Such as 'verification.approved'.
  type TEXT NOT NULL,
  at BIGINT NOT NULL,
  -- 'organisation', 'person', 'server', or 'reviewer'.
  actor TEXT NOT NULL,
  -- JSON.
  data BYTEA NOT NULL,
  key_version BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, verification_id, sequence),
  FOREIGN KEY (organisation_id, verification_id) REFERENCES verifications (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);
CREATE INDEX verification_events_by_key ON verification_events (organisation_id, key_version);

-- Links open a journey once. Only their hashes are kept.
CREATE TABLE verification_links (
  hash BYTEA PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  verification_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  -- 'organisation', or 'person' for a hand-over to another device.
  made_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT,
  ended_at BIGINT,
  FOREIGN KEY (organisation_id, verification_id) REFERENCES verifications (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX verification_links_of ON verification_links (organisation_id, verification_id);

-- What links were exchanged for.
CREATE TABLE verification_tokens (
  hash BYTEA PRIMARY KEY,
  id TEXT NOT NULL,
  organisation_id TEXT NOT NULL,
  verification_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT,
  FOREIGN KEY (organisation_id, verification_id) REFERENCES verifications (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX verification_tokens_of ON verification_tokens (organisation_id, verification_id);

-- Keys by which a caller that repeats a request makes nothing twice.
CREATE TABLE idempotency_keys (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  operation TEXT NOT NULL,
  key TEXT NOT NULL,
  -- SHA-256 of the request.
  request_hash BYTEA NOT NULL,
  -- The verification that the first request made or changed.
  verification_id TEXT NOT NULL,
  -- The number of the link that it answered; empty for none.
  link_number BIGINT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, operation, key)
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);

-- What a person made on the way belongs to the verification, and goes with it.
ALTER TABLE documents ADD COLUMN verification_id TEXT;
ALTER TABLE challenges ADD COLUMN verification_id TEXT;
ALTER TABLE chip_challenges ADD COLUMN verification_id TEXT;
CREATE INDEX documents_by_verification ON documents (organisation_id, verification_id) WHERE verification_id IS NOT NULL;
CREATE INDEX challenges_by_verification ON challenges (organisation_id, verification_id) WHERE verification_id IS NOT NULL;

-- Where events are sent.
CREATE TABLE webhook_endpoints (
  organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT NOT NULL,
  -- Words between commas with one before and after, such as ',verification.approved,'; ',*,' for all.
  events TEXT NOT NULL,
  is_enabled BIGINT NOT NULL,
  -- Why it is not, where the server did that.
  disabled_because TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id)
);

-- More than one only while an old secret is being phased out.
CREATE TABLE webhook_secrets (
  organisation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  secret BYTEA NOT NULL,
  key_version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  ends_at BIGINT,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, endpoint_id) REFERENCES webhook_endpoints (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, key_version) REFERENCES organisation_keys (organisation_id, version)
);
CREATE INDEX webhook_secrets_of ON webhook_secrets (organisation_id, endpoint_id);
CREATE INDEX webhook_secrets_by_key ON webhook_secrets (organisation_id, key_version);

-- The outbox: written in the transaction of its event, sent by any server.
CREATE TABLE webhook_deliveries (
  organisation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  verification_id TEXT NOT NULL,
  -- Of the event: deliveries of one verification to one endpoint go in this order.
  sequence BIGINT NOT NULL,
  -- 'waiting', 'delivered' or 'given-up'.
  state TEXT NOT NULL,
  attempts BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  next_at BIGINT NOT NULL,
  lease_holder TEXT,
  lease_until BIGINT,
  finished_at BIGINT,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, endpoint_id) REFERENCES webhook_endpoints (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, event_id) REFERENCES verification_events (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (organisation_id, verification_id, endpoint_id, sequence);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (organisation_id, created_at, id);

-- The log of what was tried.
CREATE TABLE webhook_attempts (
  organisation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  delivery_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  -- Empty where there was no answer.
  status BIGINT,
  -- Why it failed, in words; empty where it did not.
  failure TEXT,
  milliseconds BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, delivery_id) REFERENCES webhook_deliveries (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_of ON webhook_attempts (organisation_id, delivery_id, number);
