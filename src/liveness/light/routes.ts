// The routes of the light challenge.
import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { atLeast, atMost } from '../../checks.ts'
import { codes, saying } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { examplePicture } from '../../http/schemas.ts'
import { rememberSequence } from '../../store/records/light-sequences.ts'
import { askOfFrame, type FrameAsk, type ScreenClaim, withFace } from '../frame.ts'
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
import { pacedFrames, stepsToTell, tellSteps } from './pace.ts'
import { meanMesh } from './places.ts'
import {
  drawSequence,
  durationOf,
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

const told = z.array(step).describe('The steps up to the one that comes next, in their order.')

const answerOf = (steps: readonly LightStep[]) =>
  steps.map(({ durationMs, ...rest }) => ({ ...rest, duration_ms: durationMs }))

/** One frame in so many is looked at closely: its genuineness, its vector and its file. */
const CLOSELY_ONE_IN = 4
const closely: FrameAsk = { ...askOfFrame, light: true }
/** Of the others only the light and the place of the face are needed, at a third of the cost. */
const glance: FrameAsk = { search: 'frame', closely: 1, light: true }

/** The bytes and a secret decide. An attacker who sends another picture instead gets another draw, and does not see its result. */
function lookAt(photo: Uint8Array, secret: string): FrameAsk {
  const [first = 0] = createHmac('sha256', secret).update(photo).digest()
  return first % CLOSELY_ONE_IN === 0 ? closely : glance
}

const exampleSteps: z.output<typeof told> = [
  { pattern: 'full', colour: '#ffffff', duration_ms: 1000 },
  { pattern: 'edge', colour: '#0000ff', duration_ms: 850 },
]

const screenTime = z
  .union([z.number().min(0), z.string()])
  .optional()
  .describe('When the screen began to show that step, in the form and by the clock of `timestamp`.')

const frameBody = ({ config }: LivenessParts) => {
  const { timestamp, photo } = timedFrame({ config }, z.string()).shape
  return z.strictObject({
    timestamp: timestamp.describe(
      'When the photo was taken: seconds since 1970, milliseconds (above 100,000,000,000), either as text, or ISO 8601. Without it the time of arrival counts, which is too inexact.',
    ),
    photo,
    shown: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Index of the step of `sequence` that the screen shows. It says when a step began, within the time that the telling of the steps leaves; the face decides.',
      ),
    shown_since: screenTime,
    ...signatureFields,
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
        'Warn people of flashing colours first, and offer another challenge to who cannot bear them. When the face is in the area, fill the screen with the first step at full brightness and send frames from then on: their answers give the others, each shortly before its time. Keep a step until its duration is over and the next one has come. Send frames to the end of the last; then verify.',
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
        steps: z.int().describe('Number of steps, 7 to 11. No person gets the same sequence twice.'),
        sequence: told,
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
          steps: 7,
          sequence: exampleSteps.slice(0, 1),
        },
      },
      answer: (plan) => ({
        ...areaAnswer(plan),
        frame_rate: FRAME_RATE,
        steps: plan.sequence.length,
        sequence: answerOf(plan.sequence.slice(0, 1)),
      }),
      steps: ({ sequence }) => stepsToTell(sequence),
    },
    frames: {
      method: 'PUT',
      path: '/light-liveness-challenge/{challenge_id}/frames',
      description:
        'One frame with its time, sent at once: one that comes two seconds later than the fastest does not count. Frames may come in any order and in parallel; the same picture sent again counts once. `sequence` grows: a step comes 0.4 seconds before its time.',
      body: frameBody(runtime),
      fields: { sequence: told.optional() },
      picture: (body) => timedPicture(runtime, body),
      task: (plan, body) => {
        checkClaim(plan, body)
        return 'light'
      },
      ask: ({ plan: { secret } }, { photo }) => lookAt(photo, secret),
      claim: readClaim,
      answer: async (challenge) => {
        const { database } = runtime.store
        const steps = await tellSteps(database, challenge, challenge.plan.sequence, runtime.now())
        return { sequence: answerOf(steps) }
      },
      guide: ({ plan }, seen) => guideLight(plan, seen),
      example: {
        body: { timestamp: 1767225600.1, photo: examplePicture, shown: 0, shown_since: 1767225600 },
        fields: { sequence: exampleSteps },
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
      inTurn: (database, place, frames, plan) => pacedFrames(database, place, frames, plan),
      measure: async ({ sequence }, { frames, shown = sequence }, organisation) => {
        const faces = withFace(frames)
        const lit = faces.flatMap(({ takenAtMs, face: { zones } }) => (zones ? [{ takenAtMs, zones }] : []))
        const mesh = meanMesh(faces.map(({ face }) => face.mesh))
        return {
          light: await runtime.workers.run(
            'measure-light',
            { sequence: shown, stretch: durationOf(shown) / durationOf(sequence), frames: lit, mesh },
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

function readClaim({ shown, shown_since }: FrameBody): ScreenClaim | undefined {
  if (shown === undefined) return undefined
  const sinceMs = shown_since === undefined ? undefined : readTime(shown_since)
  return { step: shown, ...(sinceMs !== undefined && { sinceMs }) }
}

function checkClaim({ sequence }: LightPlan, { shown, shown_since }: FrameBody): void {
  if (shown !== undefined && shown >= sequence.length)
    throw wrong('shown', `must be below ${sequence.length}, the number of steps`)
  if (shown_since !== undefined && readTime(shown_since) === undefined) throw wrong('shown_since', timeRule)
}
