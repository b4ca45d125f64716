// The routes of the distance challenge.
import { z } from 'zod'
import { atLeast, atMost } from '../../checks.ts'
import { codes, saying } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { examplePicture } from '../../http/schemas.ts'
import { askOfFrame } from '../frame.ts'
import type { LivenessParts } from '../parts.ts'
import {
  announcedSize,
  box,
  boxAnswer,
  exampleStart,
  passiveAsk,
  passiveBody,
  startFields,
  timedFrame,
  timedPicture,
} from '../route-fields.ts'
import { challengeRoutes, dice, shuffled } from '../routes.ts'
import {
  type DistancePlan,
  defaultFaceArea,
  defaultRatios,
  distances,
  guideDistance,
  planDistance,
  taskOf,
  tasks,
} from './plan.ts'
import { chooseDistanceFrames, verifyDistance } from './verify.ts'

const ratio = (distance: string) =>
  z.number().gt(0).max(1).describe(`Size of the box of the ${distance} distance as a share of the picture.`)
const amount = (distance: string) =>
  z
    .int()
    .min(1)
    .max(30)
    .optional()
    .describe(`Number of frames to send at the ${distance} distance. Without it, 2 to 5 at random.`)
const faceArea = z.number().gt(0).max(3)
const frames = (distance: string) => z.int().describe(`Number of frames to send at the ${distance} distance.`)

const startBody = z
  .strictObject({
    ...startFields,
    normal_distance_ratio: ratio('normal').default(defaultRatios.normal),
    far_distance_ratio: ratio('far').default(defaultRatios.far),
    close_distance_ratio: ratio('close').default(defaultRatios.close),
    normal_amount: amount('normal'),
    far_amount: amount('far'),
    close_amount: amount('close'),
    max_face_area_percent: faceArea
      .default(defaultFaceArea.maxShare)
      .describe('Largest share of its box that the face may fill: 1.1 is 110 %.'),
    min_face_area_percent: faceArea
      .default(defaultFaceArea.minShare)
      .describe('Smallest share of its box that the face must fill: 0.7 is 70 %.'),
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

export const distanceRoutes = (runtime: LivenessParts) =>
  challengeRoutes(runtime, {
    family: 'distance',
    expired: saying(codes.challengeNotFound, 'the challenge expired'),
    title: 'Distance',
    about: 'The person holds the face far from the camera, at a normal distance and close to it.',
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
            .object({
              'normal-distance': frames('normal'),
              'far-distance': frames('far'),
              'close-distance': frames('close'),
            })
            .describe('Number of frames to send for each task.'),
        ),
        max_face_area_percent: z.number().describe('Largest share of its box that the face may fill.'),
        min_face_area_percent: z.number().describe('Smallest share of its box that the face must fill.'),
      },
      example: {
        body: { ...exampleStart, far_amount: 2, normal_amount: 2, close_amount: 2 },
        fields: {
          normal_distance: { left: 54, top: 72, width: 252, height: 336 },
          far_distance: { left: 72, top: 96, width: 216, height: 288 },
          close_distance: { left: 45, top: 60, width: 270, height: 360 },
          task_order: { 'normal-distance': 2, 'far-distance': 2, 'close-distance': 2 },
          max_face_area_percent: 1.1,
          min_face_area_percent: 0.7,
        },
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
    telling: {
      hidden: ['normal_distance', 'far_distance', 'close_distance', 'task_order'],
      tasks: ({ taskOrder }) => shuffled(tasks, dice).map((task) => ({ task, frames: taskOrder[task] })),
      box: ({ boxes }, task) => boxes[distances.find((distance) => taskOf(distance) === task) ?? 'normal'],
    },
    frames: {
      method: 'PUT',
      path: '/distance-liveness-challenge/{challenge_id}/frames',
      description:
        'Frames may be sent in any order and in parallel. They are judged in the order of their timestamps. A copy of the same bytes counts as sent, and is judged once.',
      body: timedFrame(
        runtime,
        namedSchema('DistanceTask', z.enum(tasks).describe('The task that this frame was taken for.')),
      ),
      example: {
        body: { timestamp: 1_760_000_000_000, photo: examplePicture, task: 'far-distance' },
        guided: 'come-closer',
      },
      picture: (body) => timedPicture(runtime, body),
      task: (_, { task }) => task,
      ask: () => ({ ...askOfFrame, surroundings: true }),
      guide: ({ plan }, seen, { task }) => guideDistance(plan, task, seen),
    },
    verify: {
      path: '/distance-liveness-challenge/{challenge_id}/verify',
      description:
        'A challenge is judged once. A second call repeats the first verdict. Where more frames of a task came than asked, those whose guidance was not `ok` are set aside, as long as enough are left.',
      body: passiveBody,
      codes: [
        codes.noFrames,
        codes.taskOrderNotFound,
        codes.noFaceDetected,
        codes.moreThanOneFace,
        codes.distanceTaskFailed,
        codes.notGenuine,
      ],
      example: {
        body: { passive_liveness_frame_percentage: 0.5, passive_liveness_threshold: 0.5 },
        passed: [
          atLeast('face-area-share-far-distance', 0.7894, 0.7),
          atMost('face-area-share-not-over-far-distance', 0.7894, 1.1),
          atLeast('perspective-dioptres', 1.2467, 0.5),
          atLeast('background-stays', 0.2416, -0.06),
          atLeast('eyes-own-motion', 2.3127, 1.15),
          atLeast('same-person', 0.9591, 0.45),
        ],
        failed: {
          when: 'The face did not come close enough.',
          code: codes.distanceTaskFailed,
          checks: [atLeast('face-area-share-close-distance', 0.5382, 0.7)],
        },
      },
      noFrames: codes.noFrames,
      choose: chooseDistanceFrames,
      asked: ({ ratios }, _, body) => ({
        tasks,
        growth: Math.max(...Object.values(ratios)) / Math.min(...Object.values(ratios)),
        threshold: body ? passiveAsk(body).threshold : 1,
      }),
      judge: (plan, session, body) => verifyDistance(plan, session, passiveAsk(body)),
    },
  })
