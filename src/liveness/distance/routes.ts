// The routes of the distance challenge.
import { z } from 'zod'
import { codes } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import type { Runtime } from '../../runtime.ts'
import { askOfFrame } from '../frame.ts'
import {
  announcedSize,
  challengeRoutes,
  dice,
  guidanceFields,
  passiveAsk,
  passiveBody,
  startFields,
  timedFrame,
  timedPicture,
} from '../routes.ts'
import {
  type DistancePlan,
  defaultFaceArea,
  defaultRatios,
  guideDistance,
  planDistance,
  tasks,
} from './plan.ts'
import { verifyDistance } from './verify.ts'

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

const planOf = (body: z.output<typeof startBody>): DistancePlan =>
  planDistance(
    {
      image: announcedSize(body),
      ratios: {
        far: body.far_distance_ratio,
        normal: body.normal_distance_ratio,
        close: body.close_distance_ratio,
      },
      amounts: { far: body.far_amount, normal: body.normal_amount, close: body.close_amount },
      minFaceShare: body.min_face_area_percent,
      maxFaceShare: body.max_face_area_percent,
    },
    dice,
  )

const boxAnswer = ({ x, y, width, height }: DistancePlan['boxes']['far']) => ({
  left: x,
  top: y,
  width,
  height,
})

export const distanceRoutes = (runtime: Runtime) =>
  challengeRoutes(runtime, {
    family: 'distance',
    title: 'Distance',
    about: 'The person holds the face near, at a middle distance and far away.',
    start: {
      paths: ['/distance-liveness-challenge/distance-start', '/distance-liveness-challenge/start'],
      description:
        'Show the box of each distance, send the frames of each while the face fills its box, then verify. Boxes are in pixels of the announced size.',
      body: startBody,
      plan: planOf,
      fields: {
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
      },
      answer: ({ boxes, taskOrder, maxFaceShare, minFaceShare }) => ({
        normal_distance: boxAnswer(boxes.normal),
        far_distance: boxAnswer(boxes.far),
        close_distance: boxAnswer(boxes.close),
        task_order: { ...taskOrder },
        max_face_area_percent: maxFaceShare,
        min_face_area_percent: minFaceShare,
      }),
    },
    frames: {
      method: 'PUT',
      path: '/distance-liveness-challenge/{challenge_id}/frames',
      description:
        'In any order and in parallel; frames are judged in the order of their timestamps. The same picture sent again counts once.',
      body: timedFrame(runtime, namedSchema('DistanceTask', z.enum(tasks))),
      picture: (body) => timedPicture(runtime, body),
      task: (_, { task }) => task,
      ask: () => askOfFrame,
      fields: guidanceFields,
      guide: ({ plan }, seen, { task }) => ({ guidance: guideDistance(plan, task, seen) }),
    },
    verify: {
      path: '/distance-liveness-challenge/{challenge_id}/verify',
      description: 'Once: asked again, the first verdict is told again.',
      body: passiveBody,
      codes: [
        codes.noFrames,
        codes.taskOrderNotFound,
        codes.noFaceDetected,
        codes.moreThanOneFace,
        codes.distanceTaskFailed,
        codes.notGenuine,
      ],
      noFrames: () => codes.noFrames,
      judge: (plan, session, body) => verifyDistance(plan, session, passiveAsk(body)),
    },
  })
