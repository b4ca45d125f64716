// The routes of the profile challenge.
import { z } from 'zod'
import { atLeast, atMost } from '../../checks.ts'
import { codes } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { examplePicture } from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { type Challenge, framesOf } from '../challenge.ts'
import { askOfFrame, withFace } from '../frame.ts'
import {
  announcedSize,
  areaAnswer,
  areaFields,
  challengeRoutes,
  dice,
  exampleStart,
  guidanceFields,
  startFields,
  thresholdBody,
  timedFrame,
  timedPicture,
  wrong,
} from '../routes.ts'
import {
  custom,
  defaultExercise,
  guideProfile,
  isCustom,
  type ProfilePlan,
  planProfile,
  readExercise,
} from './plan.ts'
import { exercises, isTurnTask, type ProfileTask, profileTasks, taskNames } from './tasks.ts'
import { verifyProfile } from './verify.ts'

const straightTask: ProfileTask = 'keep-face-ahead'
const task = namedSchema(
  'ProfileTask',
  z.enum(taskNames).describe('The task that this frame was taken for; one of `task_order`.'),
)

const exerciseRule = `must be ${custom}, or words of ${exercises.join(', ')} joined by -`
const exercise = z
  .string()
  .default(defaultExercise)
  .transform((text, context) => {
    const chosen = readExercise(text)
    if (chosen) return chosen
    context.issues.push({ code: 'custom', input: '', message: exerciseRule })
    return z.NEVER
  })
  .meta({
    description:
      'What the person should do: `yaw` (turn left and right), `pitch` (face up and down), `smile`, `wink`, or several of them joined by `-` in any order, such as `yaw-smile`. With `custom` you choose tasks and numbers of frames yourself.',
  })

export const profileRoutes = (runtime: Runtime) =>
  challengeRoutes(runtime, {
    family: 'profile',
    title: 'Profile',
    about: 'The person turns, raises and lowers the head, smiles or winks.',
    start: {
      paths: ['/profile-liveness-challenge/profile-start', '/profile-liveness-challenge/start'],
      description:
        'Let the person do each task of `task_order` and send as many frames of it as it says, then verify. Left and right are the person’s own; the setting SELFSAME_MIRRORED_FRAMES is for callers that send mirrored pictures.',
      body: z.strictObject({
        ...startFields,
        exercise,
        static: z
          .boolean()
          .default(false)
          .describe(
            'True asks for one frame of each task, false for a random number. Without effect on `custom`.',
          ),
      }),
      plan: (body) =>
        planProfile({ image: announcedSize(body), exercise: body.exercise, isStatic: body.static }, dice),
      fields: {
        ...areaFields,
        exercise: z.array(z.string()).describe('The exercises of this challenge.'),
        task_order: z
          .partialRecord(task, z.int())
          .describe('Number of frames to send for each task; all are 0 for `custom`.'),
      },
      example: {
        body: { ...exampleStart, exercise: 'yaw-smile', static: true },
        fields: {
          ...{ area_top: 60, area_left: 45, area_width: 270, area_height: 360, min_face_area_percent: 20 },
          exercise: ['yaw', 'smile'],
          task_order: { 'keep-face-ahead': 1, 'turn-face-left': 1, 'turn-face-right': 1, smile: 1 },
        },
      },
      answer: (plan) => ({
        ...areaAnswer(plan),
        exercise: [...plan.exercise],
        task_order: { ...plan.taskOrder },
      }),
    },
    frames: {
      method: 'PUT',
      path: '/profile-liveness-challenge/{challenge_id}/frames',
      description:
        'Frames may be sent in any order and in parallel. They are judged in the order of their timestamps. The same picture sent again counts once.',
      body: timedFrame(runtime, task),
      picture: (body) => timedPicture(runtime, body),
      task: (plan, { task }) => {
        if (isCustom(plan) || plan.taskOrder[task] !== undefined) return task
        throw wrong('task', `must be a task of task_order: ${Object.keys(plan.taskOrder).join(', ')}`)
      },
      ask: (challenge, { task }) => askFor(runtime, challenge, task),
      fields: guidanceFields,
      example: {
        body: { timestamp: 1_760_000_000_000, photo: examplePicture, task: 'turn-face-left' },
        guided: { guidance: 'turn-left' },
      },
      guide: async (challenge, seen, { task }) => {
        const straight = withFace(await straightFrames(runtime, challenge)).map(({ face }) => face)
        const rest = { straight, isMirrored: runtime.config.mirroredFrames }
        return { guidance: guideProfile(challenge.plan, task, seen, rest) }
      },
    },
    verify: {
      path: '/profile-liveness-challenge/{challenge_id}/verify',
      description:
        'A challenge is judged once. A second call repeats the first verdict. Turns are measured from the person’s own straight frames.',
      body: thresholdBody,
      codes: [
        codes.noFrames,
        codes.illegalDuration,
        codes.taskOrderNotFound,
        codes.trajectoryTooSlow,
        codes.noFaceDetected,
        codes.moreThanOneFace,
        codes.brightness,
        codes.occlusion,
        codes.faceTooSmall,
        ...Object.values(profileTasks).map(({ code }) => code),
        codes.notGenuine,
      ],
      // Custom asks for no number of frames: without any it is the number that is wrong.
      noFrames: (plan) => (isCustom(plan) ? codes.illegalDuration : codes.noFrames),
      example: {
        body: { passive_liveness_threshold: 0.5 },
        passed: [
          atMost('straight-yaw-degrees', 2.2757, 20),
          atLeast('turn-face-left-degrees', 35.5686, 18),
          atLeast('smile', 0.9995, 0.5),
          atLeast('same-person', 0.8446, 0.44),
        ],
        failed: {
          when: 'The face was not turned far enough to the left.',
          code: codes.leftAngle,
          checks: [atLeast('turn-face-left-degrees', 9.4127, 18)],
        },
      },
      judge: (plan, session, { passive_liveness_threshold: percent }) =>
        verifyProfile(plan, session, {
          frameShare: 1,
          threshold: percent / 100,
          lifeMs: runtime.config.challengeLifeMs,
          isMirrored: runtime.config.mirroredFrames,
        }),
    },
  })

/** What covers a face takes longer to see than all else: it is looked for once, in a frame that looks ahead. */
async function askFor(runtime: Runtime, challenge: Challenge<ProfilePlan>, task: ProfileTask) {
  const ask = { ...askOfFrame, expression: true }
  if (isTurnTask(task)) return ask
  const wantsStraight = isCustom(challenge.plan) || task === straightTask
  if (!wantsStraight || (await straightFrames(runtime, challenge)).some(({ face }) => face?.cover)) return ask
  return { ...ask, cover: true }
}

const straightFrames = ({ store }: Runtime, challenge: Challenge<ProfilePlan>) =>
  framesOf(store.database, store.vault, challenge, straightTask)
