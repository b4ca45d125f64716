-- Lists of verifications: whoever searches by person or number also says whether tests are meant, and a policy with a state.
DROP INDEX verifications_by_person;
CREATE INDEX verifications_by_person ON verifications (organisation_id, external_person_id, is_test, created_at, id);
DROP INDEX verifications_by_number;
CREATE INDEX verifications_by_number ON verifications (organisation_id, number_mark, is_test, created_at, id) WHERE number_mark IS NOT NULL;
CREATE INDEX verifications_by_policy_and_state ON verifications (organisation_id, is_test, policy_id, state, created_at, id);
