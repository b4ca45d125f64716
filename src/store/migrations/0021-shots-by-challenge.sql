-- Frames are also compared with all frames of the earlier challenge that they are likest to.
CREATE INDEX seen_shots_by_challenge ON seen_shots (organisation_id, challenge_id);
