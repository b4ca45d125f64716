// Lists every request in which an organisation can name an id of another: one row for each field of the API that holds an id.
import type { IdKind, OwnIds } from './crossing.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** The asking organisation owns these. */
export interface Around {
  readonly own: OwnIds
  /** The picture shows nothing. */
  readonly picture: string
  /** The files of a chip. */
  readonly chip: object
}

export interface Trial {
  /** The operation is named as in the OpenAPI description. */
  readonly operation: string
  /** This field of the request holds the id. */
  readonly word: string
  /** The owner of an id of this kind gets another answer than another organisation. It is missing where the caller chooses the name. */
  readonly means?: IdKind
  readonly ask: (id: string, around: Around) => Asked
  /** The operation looks at the picture whatever the id, which is slow, so only this kind is tried. */
  readonly only?: IdKind
}

const post = (path: string, body?: object): Asked => ({ method: 'POST', path, ...(body && { body }) })
const put = (path: string, body: object): Asked => ({ method: 'PUT', path, body })
const size = { image_width: 360, image_height: 480 }
const timestamp = 1_700_000_000_000
const get = (path: string): Asked => ({ method: 'GET', path })
function fileForm(base64: string): FormData {
  const form = new FormData()
  form.append('files', new Blob([Buffer.from(base64, 'base64')]), 'page.jpg')
  return form
}
const definition = { steps: { liveness: { families: ['profile'] } } }
const searching = (collection_id: string) => ({ ...definition, screening: { block_list: { collection_id } } })

// biome-ignore format: one word a row
export const trials: readonly Trial[] = [
  { operation: 'captureKey', word: 'capture_key_id', means: 'capture key', ask: (id) => get(`/capture-keys/${id}`) },
  { operation: 'revokeCaptureKey', word: 'capture_key_id', means: 'capture key', ask: (id) => post(`/capture-keys/${id}/revoke`) },
  { operation: 'startDistanceChallenge', word: 'capture_key_id', means: 'capture key',
    ask: (capture_key_id) => post('/distance-liveness-challenge/distance-start', { ...size, external_person_id: 'anna', capture_key_id }) },
  { operation: 'startDistanceChallengeShort', word: 'capture_key_id', means: 'capture key',
    ask: (capture_key_id) => post('/distance-liveness-challenge/start', { ...size, external_person_id: 'anna', capture_key_id }) },
  { operation: 'startProfileChallengeShort', word: 'capture_key_id', means: 'capture key',
    ask: (capture_key_id) => post('/profile-liveness-challenge/start', { ...size, external_person_id: 'anna', capture_key_id }) },
  { operation: 'startLightChallenge', word: 'capture_key_id', means: 'capture key',
    ask: (capture_key_id) => post('/light-liveness-challenge/start', { ...size, external_person_id: 'anna', capture_key_id }) },
  { operation: 'startNoseChallenge', word: 'capture_key_id', means: 'capture key',
    ask: (capture_key_id) => post('/liveness-challenge/start', { ...size, external_person_id: 'anna', capture_key_id }) },
  { operation: 'startProfileChallenge', word: 'capture_key_id', means: 'capture key',
    ask: (capture_key_id) => post('/profile-liveness-challenge/profile-start', { ...size, external_person_id: 'anna', capture_key_id }) },
  { operation: 'addDistanceFrame', word: 'challenge_id', means: 'open distance challenge',
    ask: (id, { picture: photo }) => put(`/distance-liveness-challenge/${id}/frames`, { photo, timestamp, task: 'close-distance' }) },
  { operation: 'verifyDistanceChallenge', word: 'challenge_id', means: 'open distance challenge',
    ask: (id) => post(`/distance-liveness-challenge/${id}/verify`) },
  { operation: 'addNoseFrame', word: 'challenge_id', means: 'open nose challenge',
    ask: (id, { picture: content }) => post(`/liveness-challenge/${id}/frames`, { content }) },
  { operation: 'verifyNoseChallenge', word: 'challenge_id', means: 'judged challenge',
    ask: (id) => post(`/liveness-challenge/${id}/verify`) },
  { operation: 'addProfileFrame', word: 'challenge_id', means: 'open profile challenge',
    ask: (id, { picture: photo }) => put(`/profile-liveness-challenge/${id}/frames`, { photo, timestamp, task: 'turn-face-left' }) },
  { operation: 'verifyProfileChallenge', word: 'challenge_id', means: 'open profile challenge',
    ask: (id) => post(`/profile-liveness-challenge/${id}/verify`) },
  { operation: 'addLightFrame', word: 'challenge_id', means: 'open light challenge',
    ask: (id, { picture: photo }) => put(`/light-liveness-challenge/${id}/frames`, { photo, timestamp }) },
  { operation: 'verifyLightChallenge', word: 'challenge_id', means: 'open light challenge',
    ask: (id) => post(`/light-liveness-challenge/${id}/verify`) },
  { operation: 'attachToDocument', word: 'document_id', means: 'document',
    ask: (id, { picture: content }) => post(`/kyc-documents-sync/${id}`, { content, name: 'back.jpg' }) },
  { operation: 'businessRegistrationPage', word: 'document_id', means: 'certificate',
    ask: (id) => get(`/business-registration/${id}/pages/1`) },
  { operation: 'chipEvidence', word: 'chip_document_id', means: 'chip',
    ask: (id) => ({ method: 'GET', path: `/chip-documents/${id}/evidence` }) },
  { operation: 'confirmChip', word: 'chip_document_id', means: 'chip',
    ask: (id) => post(`/chip-documents/${id}/confirmation`, { authority: 'C06', result: 'confirmed' }) },
  { operation: 'createChipDocument', word: 'challenge_id', means: 'open chip challenge',
    ask: (challenge_id, { chip }) => post('/chip-documents', { ...chip, active_authentication: { challenge_id, response: 'AAAA' } }) },
  { operation: 'createChipDocument', word: 'session_id', means: 'open chip challenge',
    ask: (session_id, { chip }) => post('/chip-documents', { ...chip, chip_session: { session_id, active_response: 'AAAA' } }) },
  { operation: 'createChipDocument', word: 'document_id', means: 'document',
    ask: (document_id, { chip }) => post('/chip-documents', { ...chip, document_id }) },
  { operation: 'compareFaces', word: 'chip_document_id', means: 'chip',
    ask: (chip_document_id, { picture: image_live }) => post('/face-matching/compare-faces', { image_live, chip_document_id }) },
  { operation: 'registerFace', word: 'collection_id', means: 'collection',
    ask: (id, { picture: reference_photo }) => post(`/face-collections/${id}`, { external_person_id: 'anna', reference_photo }) },
  { operation: 'identifyFace', word: 'collection_id', means: 'collection',
    ask: (id, { picture: photo }) => post(`/face-collections/${id}/identify`, { photo }) },
  { operation: 'listFaces', word: 'collection_id', means: 'collection',
    ask: (id) => get(`/face-collections/${id}/faces`) },
  { operation: 'findDuplicates', word: 'collection_id', means: 'collection',
    ask: (id) => post(`/face-collections/${id}/duplicates`, {}) },
  { operation: 'findDuplicates', word: 'external_person_id',
    ask: (external_person_id, { own }) => post(`/face-collections/${own.collection}/duplicates`, { external_person_id }) },
  { operation: 'startDuplicateSearch', word: 'collection_id', means: 'collection',
    ask: (id) => post(`/face-collections/${id}/duplicate-searches`, {}) },
  { operation: 'duplicateSearch', word: 'collection_id', means: 'collection',
    ask: (id, { own }) => get(`/face-collections/${id}/duplicate-searches/${own['duplicate search']}`) },
  { operation: 'duplicateSearch', word: 'search_id', means: 'duplicate search',
    ask: (id, { own }) => get(`/face-collections/${own.collection}/duplicate-searches/${id}`) },
  { operation: 'stopDuplicateSearch', word: 'collection_id', means: 'collection',
    ask: (id, { own }) => post(`/face-collections/${id}/duplicate-searches/${own['duplicate search']}/stop`) },
  { operation: 'stopDuplicateSearch', word: 'search_id', means: 'duplicate search',
    ask: (id, { own }) => post(`/face-collections/${own.collection}/duplicate-searches/${id}/stop`) },
  { operation: 'deleteFace', word: 'collection_id', means: 'collection',
    ask: (id) => post(`/face-collections/${id}/delete`, { id: 'any', file_id: 'any' }) },
  { operation: 'deleteFace', word: 'id', means: 'face',
    ask: (id, { own }) => post(`/face-collections/${own.collection}/delete`, { id, file_id: own['photo of a face'] }) },
  { operation: 'deleteFace', word: 'file_id', means: 'photo of a face',
    ask: (file_id, { own }) => post(`/face-collections/${own.collection}/delete`, { id: own.face, file_id }) },
  { operation: 'erasePerson', word: 'external_person_id', means: 'person',
    ask: (external_person_id) => post('/persons/erase', { external_person_id }) },
  { operation: 'exportPerson', word: 'external_person_id', means: 'person',
    ask: (external_person_id) => post('/persons/export', { external_person_id }) },
  { operation: 'exportPerson', word: 'more', only: 'mark in an export',
    // For one's own person it continues after the mark, so what follows rightly differs with the mark.
    ask: (more) => post('/persons/export', { external_person_id: 'nobody', more }) },
  { operation: 'receipt', word: 'request_id', means: 'request',
    ask: (id) => ({ method: 'GET', path: `/receipts/${id}` }) },
  { operation: 'createPolicy', word: 'collection_id', means: 'collection',
    ask: (id) => post('/policies', { id: crypto.randomUUID(), definition: searching(id) }) },
  { operation: 'changePolicy', word: 'policy_id', means: 'policy',
    ask: (id) => put(`/policies/${id}`, { definition }) },
  { operation: 'changePolicy', word: 'collection_id', means: 'collection',
    ask: (id, { own }) => put(`/policies/${own.policy}`, { definition: searching(id) }) },
  { operation: 'policy', word: 'policy_id', means: 'policy', ask: (id) => get(`/policies/${id}`) },
  { operation: 'policyVersion', word: 'policy_id', means: 'policy', ask: (id) => get(`/policies/${id}/versions/1`) },
  { operation: 'tryPolicy', word: 'policy_id', means: 'policy', ask: (id) => post(`/policies/${id}/trial`, { definition }) },
  { operation: 'tryPolicy', word: 'collection_id', means: 'collection',
    ask: (id, { own }) => post(`/policies/${own.policy}/trial`, { definition: searching(id) }) },
  { operation: 'archivePolicy', word: 'policy_id', means: 'policy', ask: (id) => post(`/policies/${id}/archive`) },
  { operation: 'verification', word: 'verification_id', means: 'verification', ask: (id) => get(`/verifications/${id}`) },
  { operation: 'listVerifications', word: 'external_person_id', means: 'person',
    ask: (id) => get(`/verifications?external_person_id=${id}`) },
  { operation: 'verificationEvents', word: 'verification_id', means: 'verification',
    ask: (id) => get(`/verifications/${id}/events`) },
  { operation: 'verificationReceipt', word: 'verification_id', means: 'verification',
    ask: (id) => get(`/verifications/${id}/receipt`) },
  { operation: 'verificationPictures', word: 'verification_id', means: 'verification',
    ask: (id) => get(`/verifications/${id}/pictures`) },
  { operation: 'verificationPicture', word: 'verification_id', means: 'verification',
    ask: (id) => get(`/verifications/${id}/pictures/portrait`) },
  { operation: 'verificationPicture', word: 'picture_id',
    ask: (id, { own }) => get(`/verifications/${own.verification}/pictures/${id}`) },
  { operation: 'verificationFields', word: 'verification_id', means: 'verification',
    ask: (id) => get(`/verifications/${id}/fields`) },
  { operation: 'verificationDuplicates', word: 'verification_id', means: 'verification',
    ask: (id) => get(`/verifications/${id}/duplicates`) },
  { operation: 'verificationLooks', word: 'verification_id', means: 'verification',
    ask: (id) => get(`/verifications/${id}/looks`) },
  { operation: 'addVerificationNote', word: 'verification_id', means: 'verification',
    ask: (id) => post(`/verifications/${id}/notes`, { text: 'seen', author: 'lan' }) },
  { operation: 'verificationNotes', word: 'verification_id', means: 'verification',
    ask: (id) => get(`/verifications/${id}/notes`) },
  { operation: 'claimVerification', word: 'verification_id', means: 'verification',
    ask: (id) => post(`/verifications/${id}/claim`, { reviewer: 'lan' }) },
  { operation: 'releaseVerification', word: 'verification_id', means: 'verification',
    ask: (id) => post(`/verifications/${id}/release`, { reviewer: 'lan' }) },
  { operation: 'verificationReport', word: 'verification_id', means: 'verification',
    ask: (id) => get(`/verifications/${id}/report`) },
  { operation: 'exportVerifications', word: 'external_person_id', means: 'person',
    ask: (id) => get(`/verification-export?external_person_id=${id}`) },
  { operation: 'createVerificationLink', word: 'verification_id', means: 'open verification',
    ask: (id) => post(`/verifications/${id}/link`) },
  { operation: 'decideVerification', word: 'verification_id', means: 'open verification',
    ask: (id) => post(`/verifications/${id}/decide`, { decision: 'approved', note: 'seen', reviewer: 'lan' }) },
  { operation: 'cancelVerification', word: 'verification_id', means: 'open verification',
    ask: (id) => post(`/verifications/${id}/cancel`) },
  { operation: 'redactVerification', word: 'verification_id', means: 'verification',
    ask: (id) => post(`/verifications/${id}/redact`) },
  { operation: 'webhookEndpoint', word: 'endpoint_id', means: 'webhook endpoint',
    ask: (id) => get(`/webhook-endpoints/${id}`) },
  { operation: 'changeWebhookEndpoint', word: 'endpoint_id', means: 'webhook endpoint',
    ask: (id) => put(`/webhook-endpoints/${id}`, { enabled: false }) },
  { operation: 'rotateWebhookSecret', word: 'endpoint_id', means: 'webhook endpoint',
    ask: (id) => post(`/webhook-endpoints/${id}/rotate-secret`, { grace_hours: 1 }) },
  { operation: 'removeWebhookEndpoint', word: 'endpoint_id', means: 'webhook endpoint',
    ask: (id) => post(`/webhook-endpoints/${id}/remove`) },
  { operation: 'testWebhookEndpoint', word: 'endpoint_id', means: 'webhook endpoint',
    ask: (id) => post(`/webhook-endpoints/${id}/test`) },
  { operation: 'webhookDeliveries', word: 'verification_id', means: 'verification',
    ask: (id) => get(`/webhook-deliveries?verification_id=${id}`) },
  { operation: 'webhookDeliveries', word: 'endpoint_id', means: 'webhook endpoint',
    ask: (id) => get(`/webhook-deliveries?endpoint_id=${id}`) },
  { operation: 'webhookDelivery', word: 'delivery_id', means: 'webhook delivery',
    ask: (id) => get(`/webhook-deliveries/${id}`) },
  { operation: 'replayWebhookDelivery', word: 'delivery_id', means: 'webhook delivery',
    ask: (id) => post(`/webhook-deliveries/${id}/replay`) },
  { operation: 'member', word: 'member_id', means: 'member', ask: (id) => get(`/members/${id}`) },
  { operation: 'changeMember', word: 'member_id', means: 'member', ask: (id) => put(`/members/${id}`, { role: 'reviewer' }) },
  { operation: 'signOutMember', word: 'member_id', means: 'member', ask: (id) => post(`/members/${id}/sign-out`) },
  { operation: 'resetMember', word: 'member_id', means: 'member', ask: (id) => post(`/members/${id}/reset`) },
  { operation: 'removeMember', word: 'member_id', means: 'member', ask: (id) => post(`/members/${id}/remove`) },
  { operation: 'rotateApiKey', word: 'key_id', means: 'API key', ask: (id) => post(`/api-keys/${id}/rotate`) },
  { operation: 'revokeApiKey', word: 'key_id', means: 'API key', ask: (id) => post(`/api-keys/${id}/revoke`) },
  // An organisation has no session of a member, whose own these are.
  { operation: 'endMemberSession', word: 'session_id', ask: (id) => post(`/member-sessions/${id}/end`) },
  { operation: 'removePasskey', word: 'passkey_id', ask: (id) => post(`/member-account/passkeys/${id}/remove`) },

  // The caller gives these names, beside an own id or none; other users of the same name make no difference.
  { operation: 'startDistanceChallenge', word: 'external_person_id',
    ask: (external_person_id) => post('/distance-liveness-challenge/distance-start', { external_person_id, ...size }) },
  { operation: 'startDistanceChallengeShort', word: 'external_person_id',
    ask: (external_person_id) => post('/distance-liveness-challenge/start', { external_person_id, ...size }) },
  { operation: 'startNoseChallenge', word: 'external_person_id',
    ask: (external_person_id) => post('/liveness-challenge/start', { external_person_id, ...size }) },
  { operation: 'startProfileChallenge', word: 'external_person_id',
    ask: (external_person_id) => post('/profile-liveness-challenge/profile-start', { external_person_id, ...size }) },
  { operation: 'startProfileChallengeShort', word: 'external_person_id',
    ask: (external_person_id) => post('/profile-liveness-challenge/start', { external_person_id, ...size }) },
  { operation: 'startLightChallenge', word: 'external_person_id',
    ask: (external_person_id) => post('/light-liveness-challenge/start', { external_person_id, ...size }) },
  { operation: 'signCollectionId', word: 'external_person_id',
    ask: (external_person_id) => post('/face-collections/sign-collection-id', { id: crypto.randomUUID(), external_person_id }) },
  { operation: 'createVerification', word: 'external_person_id', only: 'person',
    ask: (external_person_id) => post('/verifications', { external_person_id, policy: 'simple' }) },
  { operation: 'registerFace', word: 'external_person_id', only: 'person',
    ask: (external_person_id, { own, picture: reference_photo }) =>
      post(`/face-collections/${own.collection}`, { external_person_id, reference_photo }) },
  { operation: 'createDocument', word: 'external_person_id', only: 'person',
    ask: (external_person_id, { picture: content }) =>
      post('/kyc-documents-sync', { external_person_id, attachment: { content, name: 'a.jpg' } }) },
  { operation: 'createChipDocument', word: 'external_person_id', only: 'person',
    ask: (external_person_id, { chip }) => post('/chip-documents', { ...chip, external_person_id }) },
  { operation: 'createDocumentFromSides', word: 'external_person_id', only: 'person',
    ask: (external_person_id, { picture }) =>
      post('/kyc-documents-sides', { external_person_id, image1: picture, image2: picture }) },
  { operation: 'readDriverLicense', word: 'external_person_id', only: 'person',
    ask: (external_person_id, { picture: content }) => post('/driver-license-reader', { external_person_id, content }) },
  { operation: 'readBusinessRegistration', word: 'external_person_id', only: 'person',
    ask: (id, { picture }) => ({ method: 'POST', path: `/business-registration?external_person_id=${id}`, body: fileForm(picture) }) },
  { operation: 'readMrz', word: 'external_person_id', only: 'person',
    ask: (external_person_id, { picture: content }) =>
      post('/mrz-reader', { external_person_id, attachment: { content, name: 'a.jpg' } }) },
  // These come last: from then on the asking organisation has collections and policies of these names.
  { operation: 'signCollectionId', word: 'id', means: 'collection',
    ask: (id) => post('/face-collections/sign-collection-id', { id, external_person_id: 'anna' }) },
  { operation: 'createPolicy', word: 'id', means: 'policy',
    ask: (id) => post('/policies', { id, definition }) },
]
