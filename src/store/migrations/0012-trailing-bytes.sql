-- How many bytes of a frame followed the end of its picture: they are not kept, but the digest is of them too.
ALTER TABLE challenge_frames ADD COLUMN trailing_bytes BIGINT NOT NULL DEFAULT 0;
