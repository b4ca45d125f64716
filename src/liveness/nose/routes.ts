// The routes of the nose challenge.
import { z } from 'zod'
import { codes } from '../../codes.ts'
import { base64File } from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { askOfFrame } from '../frame.ts'
import {
  announcedSize,
  areaAnswer,
  areaFields,
  challengeRoutes,
  dice,
  guidanceFields,
  passiveAsk,
  passiveBody,
  startFields,
} from '../routes.ts'
import { duration, framerate, planNose } from './plan.ts'
import { guideNose, verifyNose } from './verify.ts'

const willBeJudged = (what: string) => z.boolean().describe(`Whether verify asks ${what}.`)

export const noseRoutes = (runtime: Runtime) =>
  challengeRoutes(runtime, {
    family: 'nose',
    title: 'Nose',
    about: 'The person brings the tip of the nose into a box.',
    start: {
      paths: ['/liveness-challenge/start'],
      description:
        'Show both boxes; send frames from the moment the face is in the area until the tip of the nose is in its box, then verify.',
      body: z.strictObject(startFields),
      plan: (body) => planNose(announcedSize(body), dice),
      fields: {
        ...areaFields,
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
      answer: (plan) => ({
        ...areaAnswer(plan),
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
      }),
    },
    frames: {
      method: 'POST',
      path: '/liveness-challenge/{challenge_id}/frames',
      description:
        'Frames are judged in the order in which they arrive. The same picture sent again counts once.',
      acceptedStatus: 201,
      body: z.strictObject({ content: base64File(runtime.config.imageLimitBytes) }),
      picture: ({ content }) => ({ field: 'content', bytes: content }),
      // Frames of this challenge name no task: it has one.
      task: () => 'nose',
      ask: () => askOfFrame,
      fields: guidanceFields,
      guide: ({ plan }, seen) => ({ guidance: guideNose(plan, seen) }),
    },
    verify: {
      path: '/liveness-challenge/{challenge_id}/verify',
      description: 'Once: asked again, the first verdict is told again.',
      body: passiveBody,
      codes: [
        codes.noFramesNose,
        codes.noFaceDetected,
        codes.moreThanOneFace,
        codes.faceTooSmall,
        codes.faceOutOfArea,
        codes.noseNotReached,
        codes.notGenuine,
      ],
      noFrames: () => codes.noFramesNose,
      judge: (plan, session, body) => verifyNose(plan, session, passiveAsk(body)),
    },
  })
