// The routes of the nose challenge.
import { z } from 'zod'
import { atLeast, atMost } from '../../checks.ts'
import { codes, saying } from '../../codes.ts'
import { base64File, examplePicture } from '../../http/schemas.ts'
import { askOfFrame } from '../frame.ts'
import type { LivenessParts } from '../parts.ts'
import {
  announcedSize,
  areaAnswer,
  areaFields,
  exampleStart,
  passiveAsk,
  passiveBody,
  signatureFields,
  signatureOf,
  startFields,
} from '../route-fields.ts'
import { challengeRoutes, dice } from '../routes.ts'
import { guideAhead, guideNose } from './guide.ts'
import { aheadTask, duration, framerate, planNose } from './plan.ts'
import { chooseNoseFrames, verifyNose } from './verify.ts'

const willBeJudged = (what: string) => z.boolean().describe(`Whether verify checks ${what}.`)

export const noseRoutes = (runtime: LivenessParts) =>
  challengeRoutes(runtime, {
    family: 'nose',
    expired: saying(codes.challengeNotFound, 'the challenge expired'),
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
        nose_top: z
          .int()
          .describe('Upper edge of the box for the tip of the nose, in pixels of the announced size.'),
        nose_left: z.int().describe('Left edge of the box for the tip of the nose, in pixels.'),
        nose_width: z.int().describe('Width of the box for the tip of the nose, in pixels.'),
        nose_height: z.int().describe('Height of the box for the tip of the nose, in pixels.'),
        duration: z.int().describe('Longest time to film, in seconds.'),
        framerate: z.int().describe('Number of frames to send each second.'),
        face_moving_check: willBeJudged('that the points of the face move as those of a head do'),
        face_rotation_check: willBeJudged('that the head turned towards the box'),
        nose_motion_check: willBeJudged('that the nose moved to the box in a natural way'),
        frames: z.array(z.unknown()).describe('The frames so far: always empty in this answer.'),
      },
      example: {
        body: exampleStart,
        fields: {
          area_top: 60,
          area_left: 45,
          area_width: 270,
          area_height: 360,
          min_face_area_percent: 50,
          nose_top: 225,
          nose_left: 229,
          nose_width: 20,
          nose_height: 20,
          duration: 10,
          framerate: 12,
          face_moving_check: true,
          face_rotation_check: true,
          nose_motion_check: true,
          frames: [],
        },
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
    telling: {
      hidden: ['nose_top', 'nose_left', 'nose_width', 'nose_height'],
      // Nothing of the box is known before the face is in its area.
      tasks: () => [
        { task: aheadTask, frames: 1 },
        { task: 'nose', frames: 1 },
      ],
      box: ({ nose }, task) => (task === 'nose' ? nose : undefined),
    },
    frames: {
      method: 'POST',
      path: '/liveness-challenge/{challenge_id}/frames',
      description:
        'Frames are judged in the order in which they arrive. The same picture sent again counts once.',
      acceptedStatus: 201,
      body: z.strictObject({ content: base64File(runtime.config.imageLimitBytes), ...signatureFields }),
      picture: (body) => ({ field: 'content', bytes: body.content, ...signatureOf(body) }),
      // Frames of this challenge name no task: it has one, and a person is told to look ahead before.
      task: (_plan, _body, told) => told ?? 'nose',
      ask: () => askOfFrame,
      example: { body: { content: examplePicture }, guided: 'nose-right' },
      guide: ({ plan }, seen, _body, task) => (task === aheadTask ? guideAhead : guideNose)(plan, seen),
    },
    verify: {
      path: '/liveness-challenge/{challenge_id}/verify',
      description: 'A challenge is judged once. A second call repeats the first verdict.',
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
      example: {
        body: { passive_liveness_frame_percentage: 0.5, passive_liveness_threshold: 0.5 },
        passed: [
          atLeast('face-area-percent', 57.1855, 50),
          atMost('nose-outside-box-at-last', 0, 0.5),
          atLeast('degrees-turned-towards-box', 22.4488, 7),
        ],
        failed: {
          when: 'The tip of the nose did not reach its box.',
          code: codes.noseNotReached,
          checks: [atMost('nose-outside-box-at-last', 1.8312, 0.5)],
        },
      },
      noFrames: codes.noFramesNose,
      choose: chooseNoseFrames,
      asked: (_plan, _session, body) => ({
        tasks: ['nose'],
        threshold: body ? passiveAsk(body).threshold : 1,
      }),
      judge: (plan, session, body) => verifyNose(plan, session, passiveAsk(body)),
    },
  })
