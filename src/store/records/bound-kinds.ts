// The table of rows that are bound to the audit trail: which table, what names a row, and which columns decide.

interface BoundKindRow {
  /** What a person calls it. */
  readonly called: string
  readonly table: string
  /** What names a row; `hex(...)` stands around bytes. */
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** What rows are gone through by, where that is not the key. */
  readonly order?: readonly string[]
  /** Which rows go with a row of another kind: a condition on the key of that. */
  readonly under?: Readonly<Record<string, string>>
  /** Rows that end by themselves: that one was removed is not kept. */
  readonly fleeting?: boolean
  /** Rows that go when their verification is redacted. */
  readonly isRedacted?: boolean
  /** Rows of such kinds were bound from this beginning on; by default from the first. */
  readonly since?: Beginning
}

/** Versions that bound more kinds each have theirs: rows from before it are bound by the first start. */
export const beginnings = ['server', 'evidence'] as const
export type Beginning = (typeof beginnings)[number]

const ofOrganisation = { organisation: 'organisation_id = $1' }
const ofMember = { ...ofOrganisation, member: 'organisation_id = $1 AND member_id = $2' }
const ofVerification = { ...ofOrganisation, verification: 'organisation_id = $1 AND verification_id = $2' }
const ofDocument = { ...ofOrganisation, document: 'organisation_id = $1 AND document_id = $2' }
const ofDocuments = {
  ...ofOrganisation,
  document: 'organisation_id = $1 AND (chip_id = $2 OR document_id = $2)',
}
const evidence = { since: 'evidence' } as const
const ofKey = {
  organisation: 'key_id IN (SELECT id FROM api_keys WHERE organisation_id = $1)',
  'api-key': 'key_id IN (SELECT id FROM api_keys WHERE organisation_id = $1 AND id = $2)',
}

/** Sealed columns are not here: they open under the key of their own row alone. */
// biome-ignore format: one kind a row
const boundKinds = {
  organisation: { called: 'organisation', table: 'organisations', key: ['id'], columns: ['name', 'liveness_floor', 'mirrored_frames', 'storage_limit'] },
  password: { called: 'password of an organisation', table: 'credentials', key: ['organisation_id', 'id'], columns: ['password_hash', 'expires_at'], under: ofOrganisation, fleeting: true },
  retention: { called: 'retention', table: 'retention', key: ['organisation_id', 'clock'], columns: ['keep_ms'], under: ofOrganisation },
  brand: { called: 'brand', table: 'organisation_brands', key: ['organisation_id'], columns: ['settings', 'logo'], under: ofOrganisation },
  capture: { called: 'capture settings', table: 'organisation_capture', key: ['organisation_id'], columns: ['settings'], under: ofOrganisation },
  'api-key': { called: 'API key', table: 'api_keys', key: ['organisation_id', 'id'], columns: ['name', 'scopes', 'is_test', 'expires_at', 'revoked_at'], under: ofOrganisation },
  'api-key-secret': { called: 'secret of an API key', table: 'api_key_secrets', key: ['key_id', 'hex(hash)'], columns: ['ends_at'], under: ofKey, fleeting: true },
  member: { called: 'member', table: 'members', key: ['organisation_id', 'id'], columns: ['email', 'name', 'role', 'password_hash', 'joined_at', 'disabled_at'], under: ofOrganisation },
  passkey: { called: 'passkey', table: 'member_passkeys', key: ['organisation_id', 'member_id', 'id'], columns: ['public_key'], under: ofMember },
  invitation: { called: 'invitation', table: 'member_invitations', key: ['organisation_id', 'member_id', 'hex(hash)'], columns: ['expires_at'], under: ofMember, fleeting: true },
  session: { called: 'session of a member', table: 'member_sessions', key: ['organisation_id', 'member_id', 'id'], columns: ['hash', 'expires_at', 'ended_at'], under: ofMember, fleeting: true },
  policy: { called: 'policy', table: 'policies', key: ['organisation_id', 'id'], columns: ['version', 'archived_at'], under: ofOrganisation },
  'policy-version': { called: 'version of a policy', table: 'policy_versions', key: ['organisation_id', 'policy_id', 'version'], columns: ['definition'], under: ofOrganisation },
  verification: { called: 'verification', table: 'verifications', key: ['organisation_id', 'id'], columns: ['external_person_id', 'consent_reference', 'policy_id', 'policy_version', 'state', 'is_test', 'created_at', 'expires_at', 'finished_at', 'redacted_at', 'webhook_endpoint_id', 'number_mark'], under: ofOrganisation },
  event: { called: 'event of a verification', table: 'verification_events', key: ['organisation_id', 'verification_id', 'sequence'], columns: ['id', 'type', 'at', 'actor'], under: ofVerification },
  webhook: { called: 'webhook endpoint', table: 'webhook_endpoints', key: ['organisation_id', 'id'], columns: ['url', 'events', 'is_enabled', 'is_test', 'removed_at'], under: ofOrganisation },
  calibration: { called: 'calibration', table: 'face_calibrations', key: ['organisation_id', 'id'], order: ['id'], columns: ['version', 'embedder', 'embedder_version', 'definition', 'ended_at'], under: ofOrganisation },
  'receipt-key': { called: 'key of receipts', table: 'receipt_keys', key: ['id'], columns: ['created_at', 'public_key'] },
  certificate: { called: 'certificate of the trust store', table: 'trust_certificates', key: ['sha256'], columns: ['country', 'subject', 'key_id', 'key_hash', 'not_before', 'not_after'] },
  'revocation-list': { called: 'revocation list of the trust store', table: 'trust_crls', key: ['sha256'], columns: ['country', 'issuer', 'issuer_key_id', 'made_at'] },
  attempt: { called: 'attempt of a verification', table: 'verification_attempts', key: ['organisation_id', 'verification_id', 'id'], order: ['organisation_id', 'id'], columns: ['step', 'outcome', 'operation', 'request_id', 'subject_id', 'result_code', 'begun_at', 'ended_at'], under: ofVerification, isRedacted: true, ...evidence },
  note: { called: 'note on a verification', table: 'verification_notes', key: ['organisation_id', 'verification_id', 'id'], order: ['organisation_id', 'id'], columns: ['author', 'at'], under: ofVerification, isRedacted: true, ...evidence },
  link: { called: 'link of a verification', table: 'verification_links', key: ['organisation_id', 'verification_id', 'hex(hash)'], order: ['hash'], columns: ['number', 'made_by', 'expires_at'], under: ofVerification, fleeting: true, ...evidence },
  token: { called: 'token of a verification', table: 'verification_tokens', key: ['organisation_id', 'verification_id', 'hex(hash)'], order: ['hash'], columns: ['id', 'expires_at'], under: ofVerification, fleeting: true, ...evidence },
  'capture-key': { called: 'key of a camera', table: 'capture_keys', key: ['organisation_id', 'id'], columns: ['verification_id', 'platform', 'level', 'device_class', 'public_key', 'details', 'expires_at', 'revoked_at'], under: ofVerification, fleeting: true, ...evidence },
  document: { called: 'document', table: 'documents', key: ['organisation_id', 'id'], columns: ['external_person_id', 'consent_reference', 'kind', 'verification_id'], under: ofOrganisation, fleeting: true, ...evidence },
  picture: { called: 'picture of a document', table: 'document_images', key: ['organisation_id', 'document_id', 'number'], columns: ['id'], under: ofDocument, ...evidence },
  chip: { called: 'chip of a document', table: 'document_chips', key: ['organisation_id', 'chip_id'], columns: ['document_id'], under: ofDocuments, fleeting: true, ...evidence },
  'chip-challenge': { called: 'challenge of a chip', table: 'chip_challenges', key: ['organisation_id', 'id'], columns: ['challenge', 'expires_at', 'verification_id'], under: ofVerification, fleeting: true, ...evidence },
  challenge: { called: 'liveness challenge', table: 'challenges', key: ['organisation_id', 'id'], columns: ['family', 'external_person_id', 'consent_reference', 'plan', 'created_at', 'expires_at', 'verification_id', 'capture_key_id', 'signals', 'verdict'], under: ofOrganisation, fleeting: true, ...evidence },
} as const satisfies Record<string, BoundKindRow>

export type BoundKind = keyof typeof boundKinds
export const kindsBound = Object.keys(boundKinds) as readonly BoundKind[]

export const rowOfKind = (kind: BoundKind): BoundKindRow => boundKinds[kind]

export const isBoundKind = (word: string): word is BoundKind => Object.hasOwn(boundKinds, word)
