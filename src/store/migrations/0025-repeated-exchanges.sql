-- An exchange whose answer was lost may be repeated by who made it: the hash of its Idempotency-Key, and the token it gave.
ALTER TABLE verification_links ADD COLUMN exchanged_with BYTEA;
ALTER TABLE verification_links ADD COLUMN gave_token_id TEXT;
ALTER TABLE verification_tokens ADD COLUMN exchanged_with BYTEA;
ALTER TABLE verification_tokens ADD COLUMN gave_token_id TEXT;
