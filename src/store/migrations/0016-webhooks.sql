-- Webhooks: endpoints for tests, endpoints that were removed, what a replay begins anew, and how due deliveries are found.

-- 1 where a test key made it: events of tests go to it, and no others.
ALTER TABLE webhook_endpoints ADD COLUMN is_test BIGINT NOT NULL DEFAULT 0;
-- A removed endpoint stays for a while without its secrets, because events under way may still refer to it.
ALTER TABLE webhook_endpoints ADD COLUMN removed_at BIGINT;
CREATE INDEX webhook_endpoints_removed ON webhook_endpoints (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX webhook_secrets_ending ON webhook_secrets (ends_at) WHERE ends_at IS NOT NULL;

-- Attempts since it was made or last replayed; the time between attempts grows with them.
ALTER TABLE webhook_deliveries ADD COLUMN tries BIGINT NOT NULL DEFAULT 0;
-- When it was last replayed: from then on it is tried as long as a new one. Empty where it was not.
ALTER TABLE webhook_deliveries ADD COLUMN replayed_at BIGINT;
-- By endpoint, so that one with a long queue does not hide the others.
CREATE INDEX webhook_deliveries_due_at ON webhook_deliveries (organisation_id, endpoint_id, next_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_to_endpoint ON webhook_deliveries (organisation_id, endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (organisation_id, state, created_at, id);
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (organisation_id, event_id);
