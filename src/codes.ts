// Every result code the API can answer with: one table, keyed by name; docs and OpenAPI are held to it by test.

export interface Code {
  /** The `result_code` of the body. */
  readonly code: number
  /** The `message` of the body, spelled as the specification spells it. */
  readonly message: string
  /** The HTTP status that carries it. */
  readonly status: number
  /** The meaning in one sentence. */
  readonly meaning: string
  /** Who defined the code: the specification, or this project where the specification leaves it open. */
  readonly origin: 'specification' | 'selfsame'
}

/** A code whose number is known to the compiler: words are keyed by it. */
type Numbered<Number extends number> = Code & { readonly code: Number }

const outcome = <Number extends number>(
  code: Number,
  message: string,
  meaning: string,
): Numbered<Number> => ({
  code,
  message,
  status: 200,
  meaning,
  origin: 'specification',
})

/** Makes an outcome that the specification has no code for. */
const ours = <Number extends number>(code: Number, message: string, meaning: string): Numbered<Number> => ({
  ...outcome(code, message, meaning),
  origin: 'selfsame',
})

const refusal = <Number extends number>(
  code: Number,
  message: string,
  meaning: string,
): Numbered<Number> => ({
  code,
  message,
  status: code,
  meaning,
  origin: 'selfsame',
})

/** Makes a refusal that needs a number of its own beside its HTTP status, because programs act on it. */
const ownRefusal = <Number extends number>(
  code: Number,
  status: number,
  message: string,
  meaning: string,
): Numbered<Number> => ({
  ...refusal(code, message, meaning),
  status,
})

// biome-ignore format: one code a row
export const codes = {
  success: outcome(200, 'Success', 'The operation succeeded.'),
  faceDeleted: outcome(200, 'Delete Face Successfully', 'The registered face was removed.'),

  documentNotFound: outcome(101, 'Document not found', 'No document was found in the image.'),
  documentIdNotFound: outcome(102, 'Request Document ID not found', 'The document id of the attach step is unknown.'),
  licenceNumberNotFound: outcome(103, 'ID not found', 'The licence number was not found.'),
  nameNotFound: outcome(105, 'Name not found', 'The name was not found.'),
  tooManyDocumentTypes: outcome(109, 'Too Many Document Type Exists', 'The images show several document types.'),
  filetypeNotSupported: outcome(116, 'Filetype not supported', 'Only a PDF or images are accepted here.'),
  tooManyPdf: outcome(117, 'Too many PDF', 'Only one PDF is accepted per request.'),
  tooManyFiletypes: outcome(118, 'Too many filetype', 'Only one file type is accepted per request: a PDF or images.'),
  selectedPagesNotValid: outcome(119, 'Selected pages not valid', 'A selected page is not in the uploaded document.'),
  chipBroken: ours(120, 'Chip Broken', 'The files of the chip are not what a state signed, or cannot be checked: something was changed, mixed up or forged. Nothing was kept.'),
  chipCopied: ours(124, 'Chip Is A Copy', 'The chip was asked for a private key that the state signed the public half of, and does not have it: its files are copied from another chip. They were kept, and stand for nobody.'),

  noFaceDetected: outcome(131, 'No Face Detected', 'No face was found in the image.'),
  brightness: outcome(133, 'Brightness Not Reach Requirements', 'The picture is too bright or too dark.'),
  moreThanOneFace: outcome(135, 'Found More Than One Face', 'More than one face was found.'),
  collectionIdExists: outcome(138, 'Face Collection Id Exists', 'The collection id is already registered.'),
  taskOrderNotFound: outcome(140, 'Task Order Not Found', 'The task order is missing.'),
  notGenuine: outcome(141, 'face-not-genuine', 'The face is not that of a living person before the camera.'),
  occlusion: outcome(142, 'Face Occlusion Detected', 'The face is covered by hair, a hand, a hat or glasses.'),
  challengeNotFound: outcome(143, 'Request Challenge ID Not Found', 'The challenge id is unknown, or the challenge takes no more frames: it was judged or, as the message says, it expired.'),
  noFrames: outcome(144, 'Moving Photo Is Missing', 'There are no frames to verify.'),
  noFramesNose: outcome(144, 'moving-photo-missing', 'There are no frames to verify, as the nose challenge spells it.'),
  rightAngle: outcome(150, 'Right Face Angle Not Correct', 'The angle of the turn to the right is wrong.'),
  leftAngle: outcome(151, 'Left Face Angle Not Correct', 'The angle of the turn to the left is wrong.'),
  aheadAngle: outcome(152, 'Ahead Face Angle Not Correct', 'The face is not held straight.'),
  trajectoryTooSlow: outcome(153, 'Trajectory Too Slow', 'The challenge took too long: its frames, or the time since its start.'),
  illegalDuration: outcome(154, 'Illegal Duration', 'The number of frames differs from the number the tasks require: with copies and without, and also without the frames whose guidance was not `ok`.'),
  collectionNotFound: outcome(158, 'Collection Not Found', 'The collection id is unknown.'),
  faceNotRegistered: outcome(159, 'Face Not Registered', 'The face is not registered in the collection.'),
  upAngle: outcome(180, 'Up Face Angle Not Correct', 'The angle of the face raised is wrong.'),
  downAngle: outcome(181, 'Down Face Angle Not Correct', 'The angle of the face lowered is wrong.'),
  distanceTaskFailed: outcome(184, 'Distance Task Failed', 'The distance of the face does not meet the task.'),

  faceKnownOtherwise: ours(187, 'Face Known Otherwise', 'The face is registered under another id, the id has another face, or the face is on a block list: `warnings` says which. Nothing was registered, because the request asked for that.'),
  faceTooSmall: ours(190, 'Face Too Small', 'The face is too small: it has too few pixels for a reference photo, or fills too little of the area it was to be placed in.'),
  faceNotSharp: ours(191, 'Face Not Sharp', 'The face is too blurred for a reference photo.'),
  smileNotDetected: ours(192, 'Smile Not Detected', 'The person does not smile, or no more than when looking straight ahead.'),
  winkNotDetected: ours(193, 'Wink Not Detected', 'The person does not close one eye with the other open.'),
  noseNotReached: ours(194, 'Nose Position Not Reached', 'The tip of the nose did not come from outside into its box, or not at the end.'),
  faceOutOfArea: ours(195, 'Face Out Of Area', 'The face left the area it was to be placed in.'),
  lightNotSeen: ours(196, 'Light Not Seen', 'The light of the screen can hardly be seen on the face: the room is too bright, the screen too dim or the face too far away. `guidance` says what to do; nothing is said of the person.'),
  lightNotCovered: ours(197, 'Light Sequence Not Covered', 'The frames do not cover the whole sequence of colours: there are too few, or there are gaps between them.'),

  attestationRefused: ours(170, 'Attestation Refused', 'The server does not believe what a device says of its key; `reason` says why. Nothing was kept.'),
  captureNotAsAsked: ours(171, 'Capture Not As Asked', 'All else was good, but the frames are not signed as the server, the organisation or the policy asks; `capture_reason` says why.'),

  badRequest: refusal(400, 'Bad Request', 'The request is malformed; `errors` names each field.'),
  unauthorized: refusal(401, 'Unauthorized', 'The credentials are missing or not valid.'),
  forbidden: refusal(403, 'Forbidden', 'The API key or the token of a person is not for this call, or a page of another origin sent the request and `SELFSAME_CORS_ORIGINS` does not list it; the message says which.'),
  notFound: refusal(404, 'Not Found', 'There is no such path, or nothing under the id that the path names.'),
  methodNotAllowed: refusal(405, 'Method Not Allowed', 'The path exists, the method does not; `Allow` lists those that do.'),
  requestTimeout: refusal(408, 'Request Timeout', 'The request was not received in full within the time limit.'),
  conflict: refusal(409, 'Conflict', 'What is asked for does not fit what is there; the message says why.'),
  tooLarge: refusal(413, 'Payload Too Large', 'The body, a file or an image is over its limit, which is named.'),
  unsupportedMediaType: refusal(415, 'Unsupported Media Type', 'The content type is not the one this path takes.'),
  unreadable: refusal(422, 'Unprocessable Content', 'The image or file cannot be read, or not within the limits of time and memory.'),
  tooManyRequests: refusal(429, 'Too Many Requests', 'The rate or concurrency limit of the organisation is reached; `Retry-After` says when to come back.'),
  headersTooLarge: refusal(431, 'Request Header Fields Too Large', 'The headers are over 16 KiB.'),
  linkUsed: ownRefusal(460, 401, 'Link Used', 'The link of the verification was opened before, and opens once. Ask for a new one.'),
  linkExpired: ownRefusal(461, 401, 'Link Expired', 'The link of the verification was not opened in time. Ask for a new one.'),
  linkEnded: ownRefusal(462, 401, 'Link Ended', 'A newer link took the place of this one, or the verification is over.'),
  tokenExpired: ownRefusal(463, 401, 'Token Expired', 'The token of the person is over, and was not renewed in time. Ask for a new link.'),
  tokenEnded: ownRefusal(464, 401, 'Token Ended', 'The token of the person was renewed, a new link ended it, or the verification is over.'),
  stepNotOpen: ownRefusal(465, 409, 'Step Not Open', 'The policy does not ask for this step, or not now: it is finished, or another comes first. The message says which.'),
  noAttemptsLeft: ownRefusal(466, 409, 'No Attempts Left', 'The person has used up the attempts that the policy allows for this step, or another attempt is under way; the message says which.'),
  verificationOver: ownRefusal(467, 409, 'Verification Over', 'The verification takes no more steps: it is being judged, or has come to its end. The message names its state.'),
  idempotencyKeyUsed: ownRefusal(468, 409, 'Idempotency Key Used', 'The `Idempotency-Key` was used for another request within the last 24 hours.'),
  secondReviewerNeeded: ownRefusal(469, 409, 'Second Reviewer Needed', 'The policy wants two people to agree, and this reviewer decided before. Somebody else must agree.'),
  verificationCancelled: ownRefusal(470, 401, 'Verification Cancelled', 'The organisation cancelled the verification: its links and tokens open nothing any more.'),
  verificationExpired: ownRefusal(471, 401, 'Verification Expired', 'The time of the verification is over, and with it the link or token. Ask for a new verification.'),
  internal: refusal(500, 'Internal Server Error', 'A fault of ours; the log holds it under the request id.'),
  unavailable: refusal(503, 'Service Unavailable', 'Overloaded, shutting down, or a store is out of reach; `Retry-After` says when to come back.'),
  storageFull: refusal(507, 'Insufficient Storage', 'The organisation would store more than it may; the message names the limit and what is stored. An operator can raise the limit.'),
} as const satisfies Record<string, Code>

export type CodeName = keyof typeof codes

/** The same outcome with a message that says more: it begins as the table spells it. */
export const saying = (code: Code, more: string): Code => ({ ...code, message: `${code.message}: ${more}` })

/** Thrown where a request cannot be answered; caught only in `http/errors.ts`. */
export class Refusal extends Error {
  readonly code: Code
  readonly errors: readonly FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: Code, detail: RefusalDetail = {}) {
    super(detail.message ?? code.message)
    this.name = 'Refusal'
    this.code = code
    this.errors = detail.errors
    this.retryAfterSeconds = detail.retryAfterSeconds
  }
}

/** One field that is wrong: where it is in the request, and what is wrong with it. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

interface RefusalDetail {
  /** A message more exact than that of the table, for instance one that names the limit. */
  readonly message?: string
  readonly errors?: readonly FieldError[]
  readonly retryAfterSeconds?: number
}

/**
 * A refusal about one field: `path` is where the field is in the request, `why` what is wrong with it. The message of
 * a 400 stays that of the table, since one may name several fields; any other message says `said`.
 */
export function refuse(code: Code, path: string, why: string, said = `${path} ${why}`): Refusal {
  const message = code === codes.badRequest ? code.message : `${code.message}: ${said}`
  return new Refusal(code, { message, errors: [{ path, message: why }] })
}

/** A refusal that is about no single field: its message begins as the table spells it, and says why. */
export function refuseBecause(code: Code, why: string, retryAfterSeconds?: number): Refusal {
  return new Refusal(code, {
    message: `${code.message}: ${why}`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
