// The doors of the distance challenge.
import { z } from 'zod'
import { codes } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { type Route, route } from '../../http/route.ts'
import { base64File } from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { askOfFrame } from '../frame.ts'
import {
  begin,
  dice,
  frameFields,
  passiveAsk,
  passiveBody,
  startAnswer,
  startFields,
  takeFrame,
  takenAt,
  timestamp,
  verdictFields,
  verifyChallenge,
} from '../routes.ts'
import { guideDistance } from './guide.ts'
import { type DistancePlan, defaultFaceArea, defaultRatios, planDistance, tasks } from './plan.ts'
import { verifyDistance } from './verify.ts'

const tag = 'Distance liveness challenge'
const family = 'distance'

export const distanceRoutes = (runtime: Runtime): Route[] => [
  starting(runtime, '/distance-liveness-challenge/distance-start', 'startDistanceChallenge'),
  starting(runtime, '/distance-liveness-challenge/start', 'startDistanceChallengeShort'),
  framing(runtime),
  verifying(runtime),
]

const ratio = z.number().gt(0).max(1)
const amount = z.int().min(1).max(30).optional()
const faceArea = z.number().gt(0).max(3)
const box = namedSchema('Box', z.object({ left: z.int(), top: z.int(), width: z.int(), height: z.int() }))

const startBody = z
  .strictObject({
    ...startFields,
    normal_distance_ratio: ratio.default(defaultRatios.normal),
    far_distance_ratio: ratio.default(defaultRatios.far),
    close_distance_ratio: ratio.default(defaultRatios.close),
    normal_amount: amount.describe('Frames to send at this distance; 2 to 5 at random unless told.'),
    far_amount: amount,
    close_amount: amount,
    max_face_area_percent: faceArea
      .default(defaultFaceArea.maxShare)
      .describe('Most of its box that the face may fill: 1.1 is 110 %.'),
    min_face_area_percent: faceArea.default(defaultFaceArea.minShare),
  })
  .refine(({ min_face_area_percent: min, max_face_area_percent: max }) => min < max, {
    path: ['min_face_area_percent'],
    message: 'must be less than max_face_area_percent',
  })

const startAnswerFields = {
  ...startAnswer,
  normal_distance: box,
  far_distance: box,
  close_distance: box,
  task_order: namedSchema(
    'DistanceTaskOrder',
    z
      .object({ 'normal-distance': z.int(), 'far-distance': z.int(), 'close-distance': z.int() })
      .describe('Frames to send for each task.'),
  ),
  max_face_area_percent: z.number(),
  min_face_area_percent: z.number(),
}

const starting = (runtime: Runtime, path: `/${string}`, name: string) =>
  route({
    name,
    sharesShapesOf: 'startDistanceChallenge',
    method: 'POST',
    path,
    tag,
    summary: 'Start a distance challenge.',
    description:
      'Show the box of each distance, send the frames of each while the face fills its box, then verify. Boxes are in pixels of the announced size.',
    body: startBody,
    fields: startAnswerFields,
    answers: [codes.success],
    handle: async ({ body, organisationId }) => {
      const plan = planDistance(
        {
          image: { width: body.image_width, height: body.image_height },
          ratios: {
            far: body.far_distance_ratio,
            normal: body.normal_distance_ratio,
            close: body.close_distance_ratio,
          },
          amounts: {
            ...(body.far_amount !== undefined && { far: body.far_amount }),
            ...(body.normal_amount !== undefined && { normal: body.normal_amount }),
            ...(body.close_amount !== undefined && { close: body.close_amount }),
          },
          minFaceShare: body.min_face_area_percent,
          maxFaceShare: body.max_face_area_percent,
        },
        dice,
      )
      const asked = { organisationId, ...body }
      const begun = await begin(runtime, family, asked, plan)
      return { code: codes.success, fields: { ...begun, ...written(plan) } }
    },
  })

function written({ boxes, taskOrder, maxFaceShare, minFaceShare }: DistancePlan) {
  const box = ({ x, y, width, height }: DistancePlan['boxes']['far']) => ({ left: x, top: y, width, height })
  return {
    normal_distance: box(boxes.normal),
    far_distance: box(boxes.far),
    close_distance: box(boxes.close),
    task_order: { ...taskOrder },
    max_face_area_percent: maxFaceShare,
    min_face_area_percent: minFaceShare,
  }
}

const framing = (runtime: Runtime) =>
  route({
    name: 'addDistanceFrame',
    method: 'PUT',
    path: '/distance-liveness-challenge/{challenge_id}/frames',
    tag,
    summary: 'Send a frame of a distance challenge.',
    description:
      'In any order and in parallel; frames are judged in the order of their timestamps. The same picture sent again counts once.',
    body: z.strictObject({
      timestamp,
      photo: base64File(runtime.config.imageLimitBytes),
      task: namedSchema('DistanceTask', z.enum(tasks)),
    }),
    fields: frameFields,
    answers: [codes.success, codes.challengeNotFound],
    handle: ({ body, params, organisationId, signal: hangUp }) =>
      takeFrame<DistancePlan>(runtime, {
        family,
        organisationId,
        challengeId: params.challenge_id,
        field: 'photo',
        bytes: body.photo,
        takenAtMs: takenAt(body.timestamp, runtime.now()),
        signal: hangUp(),
        task: () => body.task,
        ask: () => askOfFrame,
        guide: ({ plan }, seen) => guideDistance(plan, body.task, seen),
      }),
  })

const verifying = (runtime: Runtime) =>
  route({
    name: 'verifyDistanceChallenge',
    method: 'POST',
    path: '/distance-liveness-challenge/{challenge_id}/verify',
    tag,
    summary: 'Judge a distance challenge.',
    description: 'Once: asked again, the first verdict is told again.',
    body: passiveBody,
    bodyIsOptional: true,
    fields: verdictFields,
    judges: 'faces',
    answers: [
      codes.success,
      codes.challengeNotFound,
      codes.noFrames,
      codes.taskOrderNotFound,
      codes.noFaceDetected,
      codes.moreThanOneFace,
      codes.distanceTaskFailed,
      codes.notGenuine,
    ],
    handle: ({ body, params, organisationId }) =>
      verifyChallenge<DistancePlan>(runtime, {
        family,
        organisationId,
        challengeId: params.challenge_id,
        noFrames: () => codes.noFrames,
        verify: (plan, session) => verifyDistance(plan, session, passiveAsk(body)),
      }),
  })
