// The doors of the nose challenge.
import { z } from 'zod'
import { codes } from '../../codes.ts'
import { type Route, route } from '../../http/route.ts'
import { base64File } from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { askOfFrame } from '../frame.ts'
import {
  areaAnswer,
  begin,
  dice,
  frameFields,
  passiveAsk,
  passiveBody,
  startAnswer,
  startFields,
  takeFrame,
  verdictFields,
  verifyChallenge,
  writtenArea,
} from '../routes.ts'
import { guideNose } from './guide.ts'
import { duration, framerate, type NosePlan, planNose } from './plan.ts'
import { verifyNose } from './verify.ts'

const tag = 'Nose liveness challenge'
const family = 'nose'
/** Frames of this challenge name no task. */
const task = 'nose'

export const noseRoutes = (runtime: Runtime): Route[] => [
  starting(runtime),
  framing(runtime),
  verifying(runtime),
]

const willBeJudged = (what: string) => z.boolean().describe(`Whether verify asks ${what}.`)

const starting = (runtime: Runtime) =>
  route({
    name: 'startNoseChallenge',
    method: 'POST',
    path: '/liveness-challenge/start',
    tag,
    summary: 'Start a nose challenge.',
    description:
      'Show both boxes; send frames from the moment the face is in the area until the tip of the nose is in its box, then verify.',
    body: z.strictObject(startFields),
    fields: {
      ...startAnswer,
      ...areaAnswer,
      nose_top: z.int(),
      nose_left: z.int(),
      nose_width: z.int(),
      nose_height: z.int(),
      duration: z.int().describe('Seconds to film at most.'),
      framerate: z.int().describe('Frames a second to send.'),
      face_moving_check: willBeJudged('that the points of the face move as those of a head'),
      face_rotation_check: willBeJudged('that the head turned towards the box'),
      nose_motion_check: willBeJudged('that the nose went its way to the box'),
      frames: z.array(z.unknown()),
    },
    answers: [codes.success],
    handle: async ({ body, organisationId }) => {
      const image = { width: body.image_width, height: body.image_height }
      const plan = planNose(image, dice)
      const asked = { organisationId, ...body }
      return {
        code: codes.success,
        fields: {
          ...(await begin(runtime, family, asked, plan)),
          ...writtenArea(plan),
          nose_top: plan.nose.y,
          nose_left: plan.nose.x,
          nose_width: plan.nose.width,
          nose_height: plan.nose.height,
          duration,
          framerate,
          face_moving_check: true,
          face_rotation_check: true,
          nose_motion_check: true,
          frames: [],
        },
      }
    },
  })

const framing = (runtime: Runtime) =>
  route({
    name: 'addNoseFrame',
    method: 'POST',
    path: '/liveness-challenge/{challenge_id}/frames',
    tag,
    summary: 'Send a frame of a nose challenge.',
    description:
      'Frames are judged in the order in which they arrive. The same picture sent again counts once.',
    body: z.strictObject({ content: base64File(runtime.config.imageLimitBytes) }),
    fields: frameFields,
    acceptedStatus: 201,
    answers: [codes.success, codes.challengeNotFound],
    handle: ({ body, params, organisationId, signal: hangUp }) =>
      takeFrame<NosePlan>(runtime, {
        family,
        organisationId,
        challengeId: params.challenge_id,
        field: 'content',
        bytes: body.content,
        signal: hangUp(),
        task: () => task,
        ask: () => askOfFrame,
        guide: ({ plan }, seen) => guideNose(plan, seen),
      }),
  })

const verifying = (runtime: Runtime) =>
  route({
    name: 'verifyNoseChallenge',
    method: 'POST',
    path: '/liveness-challenge/{challenge_id}/verify',
    tag,
    summary: 'Judge a nose challenge.',
    description: 'Once: asked again, the first verdict is told again.',
    body: passiveBody,
    bodyIsOptional: true,
    fields: verdictFields,
    judges: 'faces',
    answers: [
      codes.success,
      codes.challengeNotFound,
      codes.noFramesNose,
      codes.noFaceDetected,
      codes.moreThanOneFace,
      codes.faceTooSmall,
      codes.faceOutOfArea,
      codes.noseNotReached,
      codes.notGenuine,
    ],
    handle: ({ body, params, organisationId }) =>
      verifyChallenge<NosePlan>(runtime, {
        family,
        organisationId,
        challengeId: params.challenge_id,
        noFrames: () => codes.noFramesNose,
        verify: (plan, session) => verifyNose(plan, session, passiveAsk(body)),
      }),
  })
