// Lists every path of the specification, as built or not yet built, and the few that we added.

type State = 'built' | 'not yet built'

/** Both spellings of a start are accepted; the first is the specification's. */
export const specifiedPaths: readonly (readonly [method: 'POST' | 'PUT', path: string, state: State])[] = [
  ['POST', '/distance-liveness-challenge/distance-start', 'built'],
  ['POST', '/distance-liveness-challenge/start', 'built'],
  ['PUT', '/distance-liveness-challenge/{challenge_id}/frames', 'built'],
  ['POST', '/distance-liveness-challenge/{challenge_id}/verify', 'built'],
  ['POST', '/liveness-challenge/start', 'built'],
  ['POST', '/liveness-challenge/{challenge_id}/frames', 'built'],
  ['POST', '/liveness-challenge/{challenge_id}/verify', 'built'],
  ['POST', '/profile-liveness-challenge/profile-start', 'built'],
  ['POST', '/profile-liveness-challenge/start', 'built'],
  ['PUT', '/profile-liveness-challenge/{challenge_id}/frames', 'built'],
  ['POST', '/profile-liveness-challenge/{challenge_id}/verify', 'built'],
  ['POST', '/kyc-documents-sync', 'built'],
  ['POST', '/kyc-documents-sync/{document_id}', 'built'],
  ['POST', '/kyc-documents-sides', 'built'],
  ['POST', '/driver-license-reader', 'built'],
  ['POST', '/business-registration', 'built'],
  ['POST', '/video-liveness', 'built'],
  ['POST', '/face-matching/compare-faces', 'built'],
  ['POST', '/face-collections/sign-collection-id', 'built'],
  ['POST', '/face-collections/{collection_id}', 'built'],
  ['POST', '/face-collections/{collection_id}/identify', 'built'],
  ['POST', '/face-collections/{collection_id}/delete', 'built'],
  ['POST', '/mrz-reader', 'built'],
]

/** These paths are ours, beside the specification. Every path that asks for credentials is in one of the two lists. */
export const addedPaths: readonly (readonly [method: 'GET' | 'POST', path: string])[] = [
  ['GET', '/organisation'],
  ['POST', '/chip-documents'],
  ['POST', '/chip-documents/challenge'],
  ['POST', '/chip-documents/{chip_document_id}/confirmation'],
  ['GET', '/chip-documents/{chip_document_id}/evidence'],
  ['POST', '/persons/erase'],
  ['POST', '/persons/export'],
  ['GET', '/receipts/{request_id}'],
]
