-- Whom the audit trail names beside the organisation: a verification, and the token of its person. Empty in older entries.
ALTER TABLE audit_entries ADD COLUMN verification_id TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_entries ADD COLUMN token_id TEXT NOT NULL DEFAULT '';
