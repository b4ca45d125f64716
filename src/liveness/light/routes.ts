// The routes of the light challenge.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { atLeast, atMost } from '../../checks.ts'
import { codes, saying } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { base64File, examplePicture } from '../../http/schemas.ts'
import { rememberSequence } from '../../store/records/light-sequences.ts'
import { askOfOne, glancingBy, withoutFilms } from '../film.ts'
import { type ScreenClaim, withFace } from '../frame.ts'
import type { LivenessParts } from '../parts.ts'
import {
  announcedSize,
  areaAnswer,
  areaFields,
  exampleStart,
  readTime,
  signatureFields,
  startFields,
  thresholdBody,
  timedFrame,
  timedPicture,
  timeRule,
  wrong,
} from '../route-fields.ts'
import { challengeRoutes, dice } from '../routes.ts'
import { everyFrame } from '../set-aside.ts'
import { meanMesh } from './places.ts'
import {
  drawSequence,
  FRAME_RATE,
  guideLight,
  type LightPlan,
  type LightStep,
  patterns,
  planLight,
} from './plan.ts'
import { verifyLight } from './verify.ts'

const step = namedSchema(
  'LightStep',
  z.object({
    pattern: namedSchema(
      'LightPattern',
      z
        .enum(patterns)
        .describe(
          '`full`: the whole screen takes the colour at once. `edge`: over `duration_ms` an edge moves evenly from the top of the screen to its bottom; above it is the new colour, below it the colour before.',
        ),
    ),
    colour: z.string().describe('Colour of the screen, as `#rrggbb` in sRGB.'),
    duration_ms: z.int().describe('How long the step lasts, in milliseconds.'),
  }),
)

const screenTime = z
  .union([z.number().min(0), z.string()])
  .optional()
  .describe('When the screen began to show that step, in the form and by the clock of `timestamp`.')

const claim = namedSchema(
  'ScreenClaim',
  z.strictObject({
    shown: z.int().min(0).describe('Index of the step of `sequence` that the screen showed.'),
    shown_since: screenTime,
  }),
)

const frameBody = ({ config }: LivenessParts) => {
  const { timestamp } = timedFrame({ config }, z.string()).shape
  return z
    .strictObject({
      timestamp: timestamp.describe(
        'When the photo was taken, or the first picture of the video: seconds since 1970, milliseconds (above 100,000,000,000), either as text, or ISO 8601. Without it the time of arrival counts, which is too inexact for a sequence sent frame by frame.',
      ),
      photo: base64File(config.imageLimitBytes, 'One frame. Send this or `video`.').optional(),
      shown: z
        .int()
        .min(0)
        .optional()
        .describe(
          'Index of the step of `sequence` that the screen claims to have shown. It is noted; the face decides.',
        ),
      shown_since: screenTime,
      video: base64File(
        config.videoLimitBytes,
        'A film of the whole sequence, in place of photos: MP4, MOV, WebM, 3GP or AVI.',
      ).optional(),
      screens: z
        .array(claim)
        .max(64)
        .optional()
        .describe(
          'What the screen claims to have shown during the video, by the clock of `timestamp`. Each picture of the video is kept with the claim of its time, as a frame with `shown`; the face decides.',
        ),
      ...signatureFields,
    })
    .refine(({ photo, video }) => (photo === undefined) !== (video === undefined), {
      path: ['photo'],
      message: 'must be sent, or video, and not both',
    })
}

type FrameBody = z.output<ReturnType<typeof frameBody>>

/** A sequence that comes up twice is drawn again; in practice none does. */
async function newSequence(
  { store, now }: LivenessParts,
  organisationId: string,
  externalPersonId: string,
): Promise<LightStep[]> {
  const person = { organisationId, externalPersonId }
  for (;;) {
    const sequence = drawSequence(dice)
    if (await rememberSequence(store.database, store.keyring, person, JSON.stringify(sequence), now()))
      return sequence
  }
}

export const lightRoutes = (runtime: LivenessParts) =>
  challengeRoutes(runtime, {
    family: 'light',
    expired: saying(codes.challengeNotFound, 'the challenge expired'),
    title: 'Light',
    about: 'The person looks at a screen that shows colours, and the face answers with their light.',
    start: {
      paths: ['/light-liveness-challenge/start'],
      description:
        'Warn people of flashing colours first, and offer another challenge to who cannot bear them. When the face is in the area, fill the screen with the steps of `sequence` one after the other at full brightness, and send frames from the first step to the end of the last; then verify.',
      body: z.strictObject(startFields),
      plan: async (body, organisationId) =>
        planLight(
          announcedSize(body),
          await newSequence(runtime, organisationId, body.external_person_id),
          randomBytes(16).toString('base64url'),
        ),
      fields: {
        ...areaFields,
        frame_rate: z.int().describe('Number of frames to send each second.'),
        sequence: z
          .array(step)
          .describe('The steps that the screen shows, 7 to 11 of them. No person gets the same twice.'),
      },
      example: {
        body: exampleStart,
        fields: {
          area_top: 60,
          area_left: 45,
          area_width: 270,
          area_height: 360,
          min_face_area_percent: 20,
          frame_rate: FRAME_RATE,
          sequence: [
            { pattern: 'full', colour: '#ffffff', duration_ms: 1000 },
            { pattern: 'full', colour: '#0000ff', duration_ms: 650 },
            { pattern: 'edge', colour: '#ffff00', duration_ms: 900 },
            { pattern: 'full', colour: '#ff00ff', duration_ms: 800 },
            { pattern: 'full', colour: '#00ff00', duration_ms: 750 },
            { pattern: 'edge', colour: '#8000ff', duration_ms: 850 },
            { pattern: 'full', colour: '#00ffff', duration_ms: 600 },
          ],
        },
      },
      answer: (plan) => ({
        ...areaAnswer(plan),
        frame_rate: FRAME_RATE,
        sequence: plan.sequence.map(({ durationMs, ...rest }) => ({ ...rest, duration_ms: durationMs })),
      }),
    },
    frames: {
      method: 'PUT',
      path: '/light-liveness-challenge/{challenge_id}/frames',
      description:
        'One frame (`photo`) or a film of the whole sequence (`video`), with its time. Frames may come in any order and in parallel; the same picture sent again counts once. What the screen claims to have shown is noted: the light on the face decides.',
      body: frameBody(runtime),
      picture: ({ photo, video, ...body }) => {
        const taken = timedPicture(runtime, { ...body, photo: photo ?? video ?? Buffer.of() })
        return { ...taken, field: photo ? 'photo' : 'video' }
      },
      task: (plan, body) => {
        checkClaims(plan, body)
        return 'light'
      },
      ask: ({ plan }, { photo }) => askOfOne(glancingBy(plan.secret, FRAME_RATE), photo ?? Buffer.of()),
      claim: ({ shown, shown_since, screens = [] }, takenAtMs) =>
        shown === undefined ? claimAt(screens, takenAtMs) : readClaim({ shown, shown_since }),
      film: (plan, { video }) => (video ? glancingBy(plan.secret, FRAME_RATE) : undefined),
      guide: ({ plan }, seen) => guideLight(plan, seen),
      example: {
        body: { timestamp: 1767225600.1, photo: examplePicture, shown: 0, shown_since: 1767225600 },
        guided: 'darker-room',
      },
    },
    verify: {
      path: '/light-liveness-challenge/{challenge_id}/verify',
      description:
        'A challenge is judged once. A second call repeats the first verdict. Where the light of the screen could not be seen on the face, `guidance` says what to do before another challenge is started.',
      body: thresholdBody,
      codes: [
        codes.noFrames,
        codes.lightNotCovered,
        codes.noFaceDetected,
        codes.moreThanOneFace,
        codes.faceTooSmall,
        codes.faceOutOfArea,
        codes.lightNotSeen,
        codes.notGenuine,
      ],
      noFrames: codes.noFrames,
      choose: (_, sent) => everyFrame(withoutFilms(sent)),
      measure: async ({ sequence }, { frames }, organisation) => {
        const faces = withFace(frames)
        const lit = faces.flatMap(({ takenAtMs, face: { zones } }) => (zones ? [{ takenAtMs, zones }] : []))
        const mesh = meanMesh(faces.map(({ face }) => face.mesh))
        return {
          light: await runtime.workers.run(
            'measure-light',
            { sequence, frames: lit, mesh },
            { organisation },
          ),
        }
      },
      isGuiding: true,
      asked: (_plan, _session, body) => ({
        tasks: [],
        threshold: body ? body.passive_liveness_threshold / 100 : 1,
      }),
      judge: (plan, session, body) =>
        verifyLight(plan, session, { frameShare: 1, threshold: body.passive_liveness_threshold / 100 }),
      example: {
        body: { passive_liveness_threshold: 0.5 },
        passed: [
          atLeast('light-change-by-noise', 14.2071, 2),
          atLeast('light-sequence', 0.9312, 0.65),
          atMost('light-sequence-rank', 0, 0.0005),
          atLeast('transition-1', 0.9841, 0.3),
          atMost('light-on-sides', 0.4417, 0.87),
          atMost('light-on-background', 0.0312, 0.45),
        ],
        failed: {
          when: 'The light of the screen could not be seen on the face. Some of the checks are shown.',
          code: codes.lightNotSeen,
          checks: [atLeast('light-change', 0.0011, 0.003)],
        },
      },
    },
  })

type Claim = z.output<typeof claim>

function readClaim({ shown, shown_since }: Claim): ScreenClaim {
  const sinceMs = shown_since === undefined ? undefined : readTime(shown_since)
  return { step: shown, ...(sinceMs !== undefined && { sinceMs }) }
}

/** The newest claim at the time of a picture of a film; one without a time holds from the beginning. */
const claimAt = (claims: readonly Claim[], takenAtMs: number): ScreenClaim | undefined =>
  claims
    .map(readClaim)
    .filter(({ sinceMs = 0 }) => sinceMs <= takenAtMs)
    .toSorted((a, b) => (a.sinceMs ?? 0) - (b.sinceMs ?? 0))
    .at(-1)

/** What is claimed must be possible; whether it is true only the face tells. */
function checkClaims({ sequence }: LightPlan, { shown, shown_since, screens = [] }: FrameBody): void {
  const claims = [
    { path: '', shown, shown_since },
    ...screens.map((one, i) => ({ path: `screens.${i}.`, ...one })),
  ]
  for (const { path, shown, shown_since } of claims) {
    if (shown !== undefined && shown >= sequence.length)
      throw wrong(`${path}shown`, `must be below ${sequence.length}, the number of steps`)
    if (shown_since !== undefined && readTime(shown_since) === undefined)
      throw wrong(`${path}shown_since`, timeRule)
  }
}
