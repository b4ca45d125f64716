// The routes of the profile challenge.
import { z } from 'zod'
import { atLeast, atMost } from '../../checks.ts'
import { codes } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { examplePicture } from '../../http/schemas.ts'
import { mirroredFramesOf } from '../../store/records/organisations.ts'
import { type Challenge, framesOf } from '../challenge.ts'
import { askOfFrame, withFace } from '../frame.ts'
import type { LivenessParts } from '../parts.ts'
import {
  announcedSize,
  areaAnswer,
  areaFields,
  exampleStart,
  startFields,
  thresholdBody,
  timedFrame,
  timedPicture,
  wrong,
} from '../route-fields.ts'
import { challengeRoutes, dice, shuffled } from '../routes.ts'
import {
  custom,
  defaultExercise,
  guideProfile,
  isCustom,
  needsExpression,
  type ProfilePlan,
  planProfile,
  readExercise,
  straightTask,
} from './plan.ts'
import { exercises, isTurnTask, type ProfileTask, profileTasks, taskNames } from './tasks.ts'
import { chooseProfileFrames, verifyProfile } from './verify.ts'

const task = namedSchema(
  'ProfileTask',
  z.enum(taskNames).describe('The task that this frame was taken for; one of `task_order`.'),
)

const otherTasks = taskNames.filter((name) => name !== straightTask)

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

export const profileRoutes = (runtime: LivenessParts) =>
  challengeRoutes(runtime, {
    family: 'profile',
    expired: codes.trajectoryTooSlow,
    title: 'Profile',
    about: 'The person turns, raises and lowers the head, smiles or winks.',
    start: {
      paths: ['/profile-liveness-challenge/profile-start', '/profile-liveness-challenge/start'],
      description:
        'Let the person do each task of `task_order` and send as many frames of it as it says, then verify. Left and right are the person’s own; say `mirrored` where the pictures are as in a mirror.',
      body: z.strictObject({
        ...startFields,
        exercise,
        static: z
          .boolean()
          .default(false)
          .describe(
            'True asks for one frame of each task, false for a random number. Without effect on `custom`.',
          ),
        mirrored: z
          .boolean()
          .optional()
          .describe(
            'Whether frames come as in a mirror, as many selfie cameras preview them. Without it the setting of the organisation holds, or else that of the server.',
          ),
      }),
      checkPerson: (body) => {
        if (body.exercise.includes(custom)) throw wrong('exercise', `must not be ${custom} in a verification`)
      },
      plan: async (body, organisationId) => {
        const isMirrored = body.mirrored ?? (await sendsMirrored(runtime, organisationId))
        const wish = {
          image: announcedSize(body),
          exercise: body.exercise,
          isStatic: body.static,
          isMirrored,
        }
        return planProfile(wish, dice)
      },
      fields: {
        ...areaFields,
        exercise: z.array(z.string()).describe('The exercises in the order asked, each once.'),
        task_order: z
          .partialRecord(task, z.int())
          .describe(
            'Number of frames to send for each task; all are 0 for `custom`. The straight face comes first, then the tasks in the order of `exercise`.',
          ),
        mirrored: z.boolean().describe('Whether frames are taken as in a mirror.'),
      },
      example: {
        body: { ...exampleStart, exercise: 'yaw-smile', static: true },
        fields: {
          area_top: 60,
          area_left: 45,
          area_width: 270,
          area_height: 360,
          min_face_area_percent: 20,
          exercise: ['yaw', 'smile'],
          task_order: { 'keep-face-ahead': 1, 'turn-face-left': 1, 'turn-face-right': 1, smile: 1 },
          mirrored: false,
        },
      },
      answer: (plan) => ({
        ...areaAnswer(plan),
        exercise: [...plan.exercise],
        task_order: { ...plan.taskOrder },
        mirrored: isMirrored(runtime, plan),
      }),
    },
    telling: {
      hidden: ['task_order'],
      // The straight face comes first, because all else is measured against it.
      tasks: ({ taskOrder }) =>
        [straightTask, ...shuffled(otherTasks, dice)].flatMap((task) => {
          const frames = taskOrder[task]
          return frames === undefined ? [] : [{ task, frames }]
        }),
    },
    frames: {
      method: 'PUT',
      path: '/profile-liveness-challenge/{challenge_id}/frames',
      description:
        'Frames may be sent in any order and in parallel. They are judged in the order of their timestamps. A copy of the same bytes counts as sent, and is judged once.',
      body: timedFrame(runtime, task),
      picture: (body) => timedPicture(runtime, body),
      task: (plan, { task }) => {
        if (isCustom(plan) || plan.taskOrder[task] !== undefined) return task
        throw wrong('task', `must be a task of task_order: ${Object.keys(plan.taskOrder).join(', ')}`)
      },
      ask: (challenge, { task }) => askFor(runtime, challenge, task),
      example: {
        body: { timestamp: 1_760_000_000_000, photo: examplePicture, task: 'turn-face-left' },
        guided: 'turn-left',
      },
      guide: async (challenge, seen, { task }) => {
        // A head that was still turned is no measure for the turns that follow.
        const looksAhead = (await straightFrames(runtime, challenge)).filter(({ isOk }) => isOk)
        const straight = withFace(looksAhead).map(({ face }) => face)
        const rest = { straight, isMirrored: isMirrored(runtime, challenge.plan) }
        return guideProfile(challenge.plan, task, seen, rest)
      },
    },
    verify: {
      path: '/profile-liveness-challenge/{challenge_id}/verify',
      description:
        'A challenge is judged once. A second call repeats the first verdict. Turns are measured from the person’s own straight frames. Where more frames of a task came than asked, those whose guidance was not `ok` are set aside.',
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
      noFrames: codes.noFrames,
      choose: chooseProfileFrames,
      example: {
        body: { passive_liveness_threshold: 0.5 },
        passed: [
          atMost('straight-yaw-degrees', 2.2757, 20),
          atLeast('turn-face-left-degrees', 35.5686, 18),
          atLeast('smile', 0.9995, 0.5),
          atLeast('same-person', 0.8446, 0.45),
        ],
        failed: {
          when: 'The face was not turned far enough to the left.',
          code: codes.leftAngle,
          checks: [atLeast('turn-face-left-degrees', 9.4127, 18)],
        },
      },
      // A caller of `custom` chooses tasks as it sends frames: only then it is known what was asked.
      asked: (plan, session, body) => ({
        tasks: isCustom(plan)
          ? session
            ? [...new Set(session.frames.map(({ task }) => task))]
            : taskNames
          : Object.keys(plan.taskOrder),
        threshold: body ? body.passive_liveness_threshold / 100 : 1,
      }),
      judge: (plan, session, { passive_liveness_threshold: percent }) =>
        verifyProfile(plan, session, {
          frameShare: 1,
          threshold: percent / 100,
          lifeMs: runtime.config.challengeLifeMs,
          isMirrored: isMirrored(runtime, plan),
        }),
    },
  })

/** The organisation's own setting, or else the server's. */
const sendsMirrored = async ({ store, config }: LivenessParts, organisationId: string): Promise<boolean> =>
  (await mirroredFramesOf(store.database, organisationId)) ?? config.mirroredFrames

const isMirrored = ({ config }: LivenessParts, plan: ProfilePlan): boolean =>
  plan.isMirrored ?? config.mirroredFrames

/**
 * What covers a face takes longer to see than all else: it is looked for in frames that look ahead, until one of them is
 * good, since others may be set aside.
 */
async function askFor(runtime: LivenessParts, challenge: Challenge<ProfilePlan>, task: ProfileTask) {
  const ask = { ...askOfFrame, ...(needsExpression(challenge.plan, task) && { expression: true }) }
  if (isTurnTask(task)) return ask
  const wantsStraight = isCustom(challenge.plan) || task === straightTask
  if (
    !wantsStraight ||
    (await straightFrames(runtime, challenge)).some(({ face, isOk }) => isOk && face?.cover)
  )
    return ask
  return { ...ask, cover: true }
}

const straightFrames = ({ store }: LivenessParts, challenge: Challenge<ProfilePlan>) =>
  framesOf(store.database, store.vault, challenge, straightTask)
