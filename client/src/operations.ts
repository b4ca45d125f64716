// Every operation of the API: how it is called, what it carries, and when it may be retried. A test compares it with the OpenAPI.
import type { operations as ApiOperations } from './api-types.ts'

export type OperationName = keyof ApiOperations

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** The path as the specification writes it; the ids in braces come first among the arguments. */
  readonly path: string
  /** The field of the form that holds a file or a list of files. */
  readonly form?: string
  /** Fields of the JSON body that hold a file, as `attachment.content`. */
  readonly files?: readonly string[]
  /** Fields of the request that go into the URL. */
  readonly query?: readonly string[]
  /** The operation takes no body. */
  readonly bare?: true
  /** The operation needs no credentials, and gets none. */
  readonly open?: true
  /** The answer is text. */
  readonly text?: true
  /** The answer is a file, which comes as a Blob. */
  readonly file?: true
  /** An answer with this status is no refusal. */
  readonly alsoAnswers?: number
  /**
   * The operation leaves something behind, or cannot be done twice: after a broken connection it is not known whether it was
   * done. It is retried only where the server refused it (429, 503) or nothing reached it.
   */
  readonly once?: true
  /** The operation takes an `Idempotency-Key`: with it nothing is done twice, so that it may be retried as any other. */
  readonly takesKey?: true
}

const post = (path: string, more: Omit<Operation, 'method' | 'path'> = {}): Operation => ({
  method: 'POST',
  path,
  ...more,
})
const put = (path: string, more: Omit<Operation, 'method' | 'path'> = {}): Operation => ({
  method: 'PUT',
  path,
  ...more,
})
const get = (path: string, more: Omit<Operation, 'method' | 'path'> = {}): Operation => ({
  method: 'GET',
  path,
  bare: true,
  ...more,
})

/** The files of a chip, in the order of the request. */
const chipFiles: readonly string[] = [
  'sod',
  'dg1',
  'com',
  ...Array.from({ length: 15 }, (_, i) => `dg${i + 2}`),
  'active_authentication.response',
  'chip_session.active_response',
  'chip_session.chip_response',
]

// biome-ignore format: one operation a row
export const operations: { readonly [Name in OperationName]: Operation } = {
  healthz: get('/healthz', { open: true }),
  readyz: get('/readyz', { open: true, alsoAnswers: 503 }),
  metrics: get('/metrics', { open: true, text: true }),
  organisation: get('/organisation'),
  receiptKeys: get('/receipts/keys', { open: true }),
  receipt: get('/receipts/{request_id}'),

  startDistanceChallenge: post('/distance-liveness-challenge/distance-start'),
  startDistanceChallengeShort: post('/distance-liveness-challenge/start'),
  addDistanceFrame: put('/distance-liveness-challenge/{challenge_id}/frames', { files: ['photo'] }),
  nextDistanceTask: post('/distance-liveness-challenge/{challenge_id}/next-task'),
  verifyDistanceChallenge: post('/distance-liveness-challenge/{challenge_id}/verify'),

  startNoseChallenge: post('/liveness-challenge/start'),
  addNoseFrame: post('/liveness-challenge/{challenge_id}/frames', { files: ['content'] }),
  nextNoseTask: post('/liveness-challenge/{challenge_id}/next-task'),
  verifyNoseChallenge: post('/liveness-challenge/{challenge_id}/verify'),

  startProfileChallenge: post('/profile-liveness-challenge/profile-start'),
  startProfileChallengeShort: post('/profile-liveness-challenge/start'),
  addProfileFrame: put('/profile-liveness-challenge/{challenge_id}/frames', { files: ['photo'] }),
  nextProfileTask: post('/profile-liveness-challenge/{challenge_id}/next-task'),
  verifyProfileChallenge: post('/profile-liveness-challenge/{challenge_id}/verify'),

  startLightChallenge: post('/light-liveness-challenge/start'),
  addLightFrame: put('/light-liveness-challenge/{challenge_id}/frames', { files: ['photo'] }),
  verifyLightChallenge: post('/light-liveness-challenge/{challenge_id}/verify'),

  createDocument: post('/kyc-documents-sync', { files: ['attachment.content'], once: true }),
  attachToDocument: post('/kyc-documents-sync/{document_id}', { files: ['content'], once: true }),
  createDocumentFromSides: post('/kyc-documents-sides', { files: ['image1', 'image2'], once: true }),
  readDriverLicense: post('/driver-license-reader', { files: ['content'], once: true }),
  readMrz: post('/mrz-reader', { files: ['content', 'attachment.content'] }),
  readBusinessRegistration: post('/business-registration', { form: 'files', query: ['selected_pages', 'external_person_id', 'consent_reference'], once: true }),
  businessRegistrationPage: get('/business-registration/{document_id}/pages/{page}', { file: true }),

  startChipChallenge: post('/chip-documents/challenge'),
  openChipSession: post('/chip-sessions', { files: ['dg14'] }),
  createChipDocument: post('/chip-documents', { files: chipFiles, once: true }),
  chipEvidence: get('/chip-documents/{chip_document_id}/evidence'),
  confirmChip: post('/chip-documents/{chip_document_id}/confirmation', { once: true }),

  verifyVideo: post('/video-liveness', { form: 'file', once: true }),

  compareFaces: post('/face-matching/compare-faces', { files: ['image_live', 'image_card'] }),
  listCollections: get('/face-collections', { query: ['search', 'limit', 'cursor'] }),
  listFaces: get('/face-collections/{collection_id}/faces', { query: ['search', 'limit', 'cursor'] }),
  signCollectionId: post('/face-collections/sign-collection-id', { once: true }),
  registerFace: post('/face-collections/{collection_id}', { files: ['reference_photo'], once: true }),
  identifyFace: post('/face-collections/{collection_id}/identify', { files: ['photo'] }),
  findDuplicates: post('/face-collections/{collection_id}/duplicates'),
  startDuplicateSearch: post('/face-collections/{collection_id}/duplicate-searches', { once: true }),
  duplicateSearch: get('/face-collections/{collection_id}/duplicate-searches/{search_id}', { query: ['limit', 'cursor'] }),
  stopDuplicateSearch: post('/face-collections/{collection_id}/duplicate-searches/{search_id}/stop'),
  deleteFace: post('/face-collections/{collection_id}/delete', { once: true }),

  createPolicy: post('/policies', { once: true }),
  changePolicy: put('/policies/{policy_id}', { once: true }),
  listPolicies: get('/policies'),
  policy: get('/policies/{policy_id}'),
  policyVersion: get('/policies/{policy_id}/versions/{version}'),
  archivePolicy: post('/policies/{policy_id}/archive'),
  tryPolicy: post('/policies/{policy_id}/trial'),
  apiKeys: get('/api-keys'),
  createApiKey: post('/api-keys', { once: true }),
  rotateApiKey: post('/api-keys/{key_id}/rotate', { once: true }),
  revokeApiKey: post('/api-keys/{key_id}/revoke', { bare: true }),

  members: get('/members'),
  inviteMember: post('/members', { once: true }),
  member: get('/members/{member_id}'),
  changeMember: put('/members/{member_id}'),
  resetMember: post('/members/{member_id}/reset', { bare: true, once: true }),
  signOutMember: post('/members/{member_id}/sign-out', { bare: true }),
  removeMember: post('/members/{member_id}/remove', { bare: true, once: true }),
  signIn: post('/member-session', { open: true, once: true }),
  passkeySignInOptions: post('/member-session/passkey-options', { bare: true, open: true }),
  signInWithPasskey: post('/member-session/passkey', { open: true, once: true }),
  invitation: post('/member-invitation', { open: true }),
  joinPasskeyOptions: post('/member-invitation/passkey-options', { open: true }),
  join: post('/member-invitation/join', { open: true, once: true }),
  memberSession: get('/member-session'),
  signOut: post('/member-session/end', { bare: true, once: true }),
  memberSessions: get('/member-sessions'),
  endMemberSession: post('/member-sessions/{session_id}/end', { bare: true, once: true }),
  changeMemberPassword: post('/member-account/password', { once: true }),
  memberPasskeys: get('/member-account/passkeys'),
  addPasskeyOptions: post('/member-account/passkey-options', { bare: true }),
  addPasskey: post('/member-account/passkeys', { once: true }),
  removePasskey: post('/member-account/passkeys/{passkey_id}/remove', { bare: true, once: true }),

  brand: get('/brand'),
  brandLogo: get('/brand/logo'),
  changeBrand: put('/brand'),
  captureNonce: post('/capture-keys/nonce'),
  registerCaptureKey: post('/capture-keys'),
  captureKey: get('/capture-keys/{capture_key_id}'),
  revokeCaptureKey: post('/capture-keys/{capture_key_id}/revoke', { bare: true }),
  captureSettings: get('/capture-settings'),
  appVersions: get('/app-versions'),
  changeCaptureSettings: put('/capture-settings'),
  createWebhookEndpoint: post('/webhook-endpoints', { once: true }),
  webhookEndpoints: get('/webhook-endpoints'),
  webhookEndpoint: get('/webhook-endpoints/{endpoint_id}'),
  changeWebhookEndpoint: put('/webhook-endpoints/{endpoint_id}'),
  rotateWebhookSecret: post('/webhook-endpoints/{endpoint_id}/rotate-secret', { once: true }),
  removeWebhookEndpoint: post('/webhook-endpoints/{endpoint_id}/remove', { bare: true, once: true }),
  testWebhookEndpoint: post('/webhook-endpoints/{endpoint_id}/test', { bare: true, once: true }),
  webhookDeliveries: get('/webhook-deliveries', { query: ['verification_id', 'endpoint_id', 'state', 'limit', 'cursor'] }),
  webhookDelivery: get('/webhook-deliveries/{delivery_id}'),
  replayWebhookDelivery: post('/webhook-deliveries/{delivery_id}/replay', { bare: true }),

  createVerification: post('/verifications', { takesKey: true }),
  verification: get('/verifications/{verification_id}'),
  listVerifications: get('/verifications', { query: ['state', 'policy', 'external_person_id', 'document_number', 'reason', 'search', 'created_from', 'created_to', 'is_test', 'limit', 'cursor'] }),
  cancelVerification: post('/verifications/{verification_id}/cancel'),
  redactVerification: post('/verifications/{verification_id}/redact'),
  createVerificationLink: post('/verifications/{verification_id}/link', { takesKey: true }),
  decideVerification: post('/verifications/{verification_id}/decide', { once: true }),
  verificationEvents: get('/verifications/{verification_id}/events', { query: ['after', 'limit'] }),
  verificationReceipt: get('/verifications/{verification_id}/receipt'),
  verificationPictures: get('/verifications/{verification_id}/pictures'),
  verificationPicture: get('/verifications/{verification_id}/pictures/{picture_id}', { file: true }),
  verificationFields: get('/verifications/{verification_id}/fields'),
  verificationDuplicates: get('/verifications/{verification_id}/duplicates'),
  verificationLooks: get('/verifications/{verification_id}/looks'),
  addVerificationNote: post('/verifications/{verification_id}/notes', { once: true }),
  verificationNotes: get('/verifications/{verification_id}/notes'),
  claimVerification: post('/verifications/{verification_id}/claim'),
  releaseVerification: post('/verifications/{verification_id}/release'),
  verificationStatistics: get('/verification-statistics', { query: ['from', 'to', 'policy', 'is_test'] }),
  exportVerifications: get('/verification-export', { file: true, query: ['state', 'policy', 'external_person_id', 'document_number', 'reason', 'search', 'created_from', 'created_to', 'is_test'] }),
  verificationReport: get('/verifications/{verification_id}/report', { file: true, query: ['locale', 'pictures'] }),
  startVerificationSession: post('/verification-session/token', { takesKey: true }),
  verificationSession: get('/verification-session'),
  sessionLogo: get('/verification-session/logo'),
  giveConsent: post('/verification-session/consent', { once: true }),
  skipStep: post('/verification-session/skip', { once: true }),
  confirmData: post('/verification-session/confirmation', { once: true }),
  handOverSession: post('/verification-session/link'),
  listPersonas: get('/verification-personas'),

  erasePerson: post('/persons/erase'),
  exportPerson: post('/persons/export'),
}
