-- Keys of the sandbox: they make and see test verifications, and nothing else.
ALTER TABLE api_keys ADD COLUMN is_test BIGINT NOT NULL DEFAULT 0;
