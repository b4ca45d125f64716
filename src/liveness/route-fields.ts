// The fields that the routes of several families share: what a start, a frame and a verdict carry, and how they are read.

import { z } from 'zod'
import type { Check } from '../checks.ts'
import { codes, type Refusal, refuse } from '../codes.ts'
import { decodeBase64 } from '../http/base64.ts'
import { namedSchema } from '../http/json-schema.ts'
import { base64File, checks, consentReference, externalPersonId, shareOrPercent } from '../http/schemas.ts'
import type { FrameSignature } from './capture.ts'
import type { FrameSize, faceArea } from './face-box.ts'
import type { PassiveAsk } from './frame-checks.ts'
import { guidances } from './guidance.ts'
import type { LivenessParts } from './parts.ts'
import { strengths } from './strength.ts'
import { captureLevels, captureReasons, type LivenessVerdict } from './verdict.ts'

const side = z.int().min(120).max(10_000)
const pixels = z.number().min(0).max(100_000).optional()
const framesPerSecond = z.number().min(0).max(1_000).optional()

const signals = namedSchema(
  'CaptureSignals',
  z
    .strictObject({
      camera_class: namedSchema(
        'CameraClass',
        z
          .enum(['built-in', 'external', 'virtual', 'unknown'])
          .describe('What the camera is by its name. Send the class, and not the name.'),
      ).optional(),
      asked_width: pixels.describe('Width that the camera was asked for, in pixels.'),
      asked_height: pixels.describe('Height that the camera was asked for, in pixels.'),
      asked_frame_rate: framesPerSecond.describe('Frames a second that the camera was asked for.'),
      given_width: pixels.describe('Width that it gave, in pixels.'),
      given_height: pixels.describe('Height that it gave, in pixels.'),
      given_frame_rate: framesPerSecond.describe('Frames a second that it gave.'),
      jitter_ms: z
        .number()
        .min(0)
        .max(100_000)
        .optional()
        .describe('Spread of the time from frame to frame: its standard deviation, in milliseconds.'),
    })
    .describe(
      'What the client noticed about its camera. It is kept with the challenge and noted in the verdict, and never decides: anybody can send anything.',
    ),
)

export const startFields = {
  external_person_id: externalPersonId,
  image_width: side.describe(
    'Width in pixels of the frames that you will send, held upright. A frame may be larger or smaller, but must have the same proportions.',
  ),
  image_height: side.describe('Height in pixels of the frames that you will send, held upright.'),
  consent_reference: consentReference.optional(),
  capture_key_id: z
    .string()
    .max(64)
    .optional()
    .describe(
      'Id of a capture key: the frames are then signed by it, and the verdict says what that proves. See docs/guides/capture.md.',
    ),
  signals: signals.optional(),
}

export type StartRequest = z.output<z.ZodObject<typeof startFields>>

export const exampleStart = { external_person_id: 'anna', image_width: 360, image_height: 480 }

export const startAnswer = {
  id: z.string().describe('Id of the challenge. Frames and verify carry it in their path.'),
  external_person_id: z.string().describe('The `external_person_id` of the request.'),
  image_width: z.int().describe('The `image_width` of the request.'),
  image_height: z.int().describe('The `image_height` of the request.'),
}

export const box = namedSchema(
  'Box',
  z
    .object({
      left: z.int().describe('Left edge, in pixels from the left of the picture.'),
      top: z.int().describe('Upper edge, in pixels from the top of the picture.'),
      width: z.int().describe('Width in pixels.'),
      height: z.int().describe('Height in pixels.'),
    })
    .describe('The box that the face should fill at this distance, in pixels of the announced size.'),
)

export const boxAnswer = ({ x, y, width, height }: ReturnType<typeof faceArea>) => ({
  left: x,
  top: y,
  width,
  height,
})

/** The fields of start that tell where the face should be, for families with one area. */
export const areaFields = {
  area_top: z
    .int()
    .describe('Upper edge of the box in which the face should be, in pixels of the announced size.'),
  area_left: z.int().describe('Left edge of that box, in pixels.'),
  area_width: z.int().describe('Width of that box, in pixels.'),
  area_height: z.int().describe('Height of that box, in pixels.'),
  min_face_area_percent: z
    .number()
    .describe(
      'Smallest share of the box that the face must fill all the time, in percent: 50 is half of it.',
    ),
}

export const areaAnswer = (plan: {
  readonly area: ReturnType<typeof faceArea>
  readonly minFaceAreaPercent: number
}) => ({
  area_top: plan.area.y,
  area_left: plan.area.x,
  area_width: plan.area.width,
  area_height: plan.area.height,
  min_face_area_percent: plan.minFaceAreaPercent,
})

/** The size of the frames that start announced. */
export const announcedSize = ({ image_width: width, image_height: height }: StartRequest): FrameSize => ({
  width,
  height,
})

const passiveThreshold = shareOrPercent(
  'Lowest mean genuineness of the checked frames at which the person counts as genuine.',
  0.5,
)

/** Both fields are optional, and so is the body. */
export const passiveBody = z.strictObject({
  passive_liveness_frame_percentage: shareOrPercent(
    'How many of the frames are checked for genuineness; at least one is.',
    0.5,
    { isAboveZero: true },
  ),
  passive_liveness_threshold: passiveThreshold,
})

export const passiveAsk = (body: z.output<typeof passiveBody>): PassiveAsk => ({
  frameShare: body.passive_liveness_frame_percentage / 100,
  threshold: body.passive_liveness_threshold / 100,
})

/** All frames are looked at. The field is our addition: the specification names none here. */
export const thresholdBody = z.strictObject({ passive_liveness_threshold: passiveThreshold })

export const strengthField = namedSchema(
  'Strength',
  z
    .enum(strengths)
    .describe(
      'How much the verdict proves: with `low` a picture may pass, for `standard` frames must be rendered live, for `high` besides attested hardware signed them. See `docs/reference/api.md`.',
    ),
)

export const captureFields = {
  capture: namedSchema(
    'Capture',
    z
      .enum(captureLevels)
      .describe(
        'What the frames prove about the camera: `attested` by a key that hardware keeps, `signed` by one key that nobody vouches for, or nothing.',
      ),
  ).optional(),
  capture_device: z
    .string()
    .optional()
    .describe(
      'What keeps the key: `strongbox`, `trusted-environment`, `secure-enclave` or `browser`. Absent without a key.',
    ),
  capture_app: z
    .string()
    .optional()
    .describe('The app that has the key, with its version code where that is attested.'),
  capture_integrity: z
    .array(z.string())
    .optional()
    .describe(
      'What Play Integrity said of the phone, such as `MEETS_STRONG_INTEGRITY`. Absent where it was not asked; rooted phones and emulators get no key.',
    ),
  capture_reason: namedSchema(
    'CaptureReason',
    z.enum(Object.keys(captureReasons) as [keyof typeof captureReasons]).describe(
      `Why: ${Object.entries(captureReasons)
        .map(([name, about]) => `\`${name}\`: ${about}`)
        .join('; ')}.`,
    ),
  ).optional(),
}

export const captureAnswer = (capture: LivenessVerdict['capture']) =>
  capture
    ? {
        capture: capture.capture,
        ...(capture.device !== undefined && { capture_device: capture.device }),
        ...(capture.app !== undefined && { capture_app: capture.app }),
        ...(capture.integrity && { capture_integrity: [...capture.integrity] }),
        capture_reason: capture.reason,
      }
    : {}

export const presenceFields = {
  presence: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe(
      'How surely a person is there, from 0 to 100. Below 50 there is doubt: the verdict is `low` in `strength`. Below 20 it is refused. Absent where no evidence was weighed.',
    ),
  presence_parts: z
    .array(
      namedSchema(
        'PresencePart',
        z.object({
          check: z.string().describe('Name of the check.'),
          log_odds: z.number().describe('Above 0 it speaks for a person, below against one.'),
        }),
      ),
    )
    .optional()
    .describe('What each check adds to `presence`; checks that see one thing are held together.'),
}

export const presenceAnswer = ({
  presence,
  presenceParts = [],
}: {
  readonly presence?: LivenessVerdict['presence'] | undefined
  readonly presenceParts?: LivenessVerdict['presenceParts'] | undefined
}) =>
  presence === undefined
    ? {}
    : {
        presence,
        presence_parts: presenceParts.map(({ check, logOdds }) => ({
          check,
          log_odds: Math.round(100 * logOdds) / 100,
        })),
      }

export const verdictFields = {
  success: z.boolean().describe('True where `result_code` is 200, false otherwise.'),
  strength: strengthField.optional(),
  ...presenceFields,
  ...captureFields,
  checks: checks
    .optional()
    .describe('Every check that was made, in order. Absent where there was nothing to judge.'),
}

export const guidanceFields = {
  guidance: namedSchema(
    'Guidance',
    z
      .enum(guidances)
      .describe(
        'What the person should do next; `ok` where this frame shows what its task wants. Turns are the person’s own left and right, directions of the nose those of the picture. Absent for a copy of a picture of another task.',
      ),
  ).optional(),
}

/** The picture of a frame, and the field of the body that carried it. */
export interface FramePicture {
  readonly field: string
  readonly bytes: Uint8Array
  /** The time by the caller's clock; the time of arrival counts where it is left out. */
  readonly takenAtMs?: number
  /** What the key of the challenge signed, where the frame is signed. */
  readonly signed?: FrameSignature
}

/** What a frame carries that is signed by the key of its challenge. */
export const signatureFields = {
  number: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Number of the frame in the order in which frames were taken; with `signature` only.'),
  signature: z
    .string()
    .max(2_048)
    .optional()
    .describe(
      'Signature of the capture key over the lines `selfsame-frame-v1`, challenge id, number, timestamp as sent (empty without one) and lower-case hexadecimal SHA-256 of the file, as Base64; of App Attest, the assertion.',
    ),
}

interface MaybeSigned {
  readonly number?: number | undefined
  readonly signature?: string | undefined
  readonly timestamp?: number | string | undefined
}

/** What a frame says of its signature; nothing where it has none. */
export function signatureOf({ number, signature, timestamp }: MaybeSigned): { signed?: FrameSignature } {
  if (signature === undefined) return {}
  if (number === undefined) throw wrong('number', 'is required with a signature')
  const decoded = decodeBase64(signature, 1_536)
  if (!('bytes' in decoded)) throw wrong('signature', decoded.fault)
  return { signed: { number, timestamp: String(timestamp ?? ''), signature: decoded.bytes } }
}

/** A day covers every clock that is set to another zone's time. */
const MOST_AHEAD_MS = 86_400_000
const MILLISECONDS_FROM = 1e11

/** The body of a frame that says its task and when it was taken. */
export const timedFrame = <Task extends z.ZodType>({ config }: Pick<LivenessParts, 'config'>, task: Task) =>
  z.strictObject({
    timestamp: z
      .union([z.number().min(0), z.string()])
      .optional()
      .describe(
        'When the photo was taken: seconds since 1970, milliseconds (above 100,000,000,000), either as text, or ISO 8601. Without it the time of arrival counts.',
      ),
    photo: base64File(config.imageLimitBytes),
    task,
    ...signatureFields,
  })

export function timedPicture(
  { now }: LivenessParts,
  body: MaybeSigned & { readonly photo: Uint8Array },
): FramePicture {
  const { timestamp, photo } = body
  const signed = signatureOf(body)
  if (timestamp === undefined) return { field: 'photo', bytes: photo, ...signed }
  const takenAtMs = readTime(timestamp)
  if (takenAtMs === undefined) throw wrong('timestamp', timeRule)
  if (takenAtMs > now() + MOST_AHEAD_MS) throw wrong('timestamp', 'is more than a day in the future')
  return { field: 'photo', bytes: photo, takenAtMs, ...signed }
}

export const timeRule = 'must be seconds or milliseconds since 1970, or a time as ISO 8601 writes it'
const isoTime =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** Milliseconds since 1970; undefined where the text is no time. A time without a zone is taken for UTC. */
export function readTime(timestamp: number | string): number | undefined {
  if (typeof timestamp === 'number')
    return Math.round(timestamp > MILLISECONDS_FROM ? timestamp : timestamp * 1000)
  const text = timestamp.trim()
  if (/^\d{1,17}(\.\d{1,9})?$/.test(text)) return readTime(Number(text))
  const [, day, clock = '00:00', zone = 'Z'] = isoTime.exec(text) ?? []
  if (day === undefined) return undefined
  const offset =
    zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const ms = Date.parse(`${day}T${clock.replace(',', '.')}${offset}`)
  return ms >= 0 ? ms : undefined
}

export function wrong(path: string, message: string): Refusal {
  return refuse(codes.badRequest, path, message)
}

interface AnsweredVerdict {
  readonly checks?: readonly object[] | undefined
  readonly strength?: string | undefined
  readonly capture?: string | undefined
  readonly capture_device?: string | undefined
  readonly capture_reason?: string | undefined
}

/** The receipt of liveness says how much the verdict proves, and what the frames prove about the camera. */
export const judgesLiveness = {
  about: 'faces',
  judgement: ({ checks, strength, capture, capture_device, capture_reason }: AnsweredVerdict) => ({
    checks: (checks ?? []) as readonly Check[],
    ...(strength !== undefined && { strength }),
    ...(capture !== undefined && {
      capture: {
        level: capture,
        ...(capture_device !== undefined && { device: capture_device }),
        reason: String(capture_reason),
      },
    }),
  }),
} as const
