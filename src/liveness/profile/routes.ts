// The doors of the profile challenge.
import { z } from 'zod'
import { codes } from '../../codes.ts'
import { namedSchema } from '../../http/json-schema.ts'
import { type Route, route } from '../../http/route.ts'
import { base64File } from '../../http/schemas.ts'
import type { Runtime } from '../../runtime.ts'
import { type Challenge, framesOf } from '../challenge.ts'
import { askOfFrame, withFace } from '../frame.ts'
import {
  areaAnswer,
  begin,
  dice,
  frameFields,
  startAnswer,
  startFields,
  takeFrame,
  takenAt,
  thresholdBody,
  timestamp,
  verdictFields,
  verifyChallenge,
  writtenArea,
  wrong,
} from '../routes.ts'
import { guideProfile } from './guide.ts'
import {
  custom,
  defaultExercise,
  exerciseNames,
  isCustom,
  type ProfilePlan,
  type ProfileTask,
  planProfile,
  readExercise,
  tasks,
} from './plan.ts'
import { isTurnTask } from './turn.ts'
import { verifyProfile } from './verify.ts'

const tag = 'Profile liveness challenge'
const family = 'profile'
const straightTask: ProfileTask = 'keep-face-ahead'
const task = namedSchema('ProfileTask', z.enum(tasks))

export const profileRoutes = (runtime: Runtime): Route[] => [
  starting(runtime, '/profile-liveness-challenge/profile-start', 'startProfileChallenge'),
  starting(runtime, '/profile-liveness-challenge/start', 'startProfileChallengeShort'),
  framing(runtime),
  verifying(runtime),
]

const exerciseRule = `must be ${custom}, or words of ${exerciseNames.join(', ')} joined by -`
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
    description: 'The exercises, in any order: `yaw-smile`; or `custom`, to choose tasks and frames freely.',
  })

const starting = (runtime: Runtime, path: `/${string}`, name: string) =>
  route({
    name,
    sharesShapesOf: 'startProfileChallenge',
    method: 'POST',
    path,
    tag,
    summary: 'Start a profile challenge.',
    description:
      'Let the person do each task of `task_order` and send as many frames of it as it says, then verify. Left and right are the person’s own; the setting SELFSAME_MIRRORED_FRAMES is for callers that send mirrored pictures.',
    body: z.strictObject({
      ...startFields,
      exercise,
      static: z.boolean().default(false).describe('One frame a task instead of a random number.'),
    }),
    fields: {
      ...startAnswer,
      ...areaAnswer,
      exercise: z.array(z.string()),
      task_order: z
        .partialRecord(task, z.int())
        .describe('Frames to send for each task; all 0 for `custom`.'),
    },
    answers: [codes.success],
    handle: async ({ body, organisationId }) => {
      const image = { width: body.image_width, height: body.image_height }
      const plan = planProfile({ image, exercise: body.exercise, isStatic: body.static }, dice)
      const asked = { organisationId, ...body }
      return {
        code: codes.success,
        fields: {
          ...(await begin(runtime, family, asked, plan)),
          ...writtenArea(plan),
          exercise: [...plan.exercise],
          task_order: { ...plan.taskOrder },
        },
      }
    },
  })

const framing = (runtime: Runtime) =>
  route({
    name: 'addProfileFrame',
    method: 'PUT',
    path: '/profile-liveness-challenge/{challenge_id}/frames',
    tag,
    summary: 'Send a frame of a profile challenge.',
    description:
      'In any order and in parallel; frames are judged in the order of their timestamps. The same picture sent again counts once.',
    body: z.strictObject({
      timestamp,
      photo: base64File(runtime.config.imageLimitBytes),
      task,
    }),
    fields: frameFields,
    answers: [codes.success, codes.challengeNotFound],
    handle: ({ body, params, organisationId, signal: hangUp }) =>
      takeFrame<ProfilePlan>(runtime, {
        family,
        organisationId,
        challengeId: params.challenge_id,
        field: 'photo',
        bytes: body.photo,
        takenAtMs: takenAt(body.timestamp, runtime.now()),
        signal: hangUp(),
        task: (plan) => taskOf(plan, body.task),
        ask: (challenge) => askFor(runtime, challenge, body.task),
        guide: async (challenge, seen) => {
          const straight = withFace(await straightFrames(runtime, challenge)).map(({ face }) => face)
          return guideProfile(challenge.plan, body.task, seen, straight, runtime.config.mirroredFrames)
        },
      }),
  })

function taskOf(plan: ProfilePlan, task: ProfileTask): string {
  if (isCustom(plan) || plan.taskOrder[task] !== undefined) return task
  throw wrong('task', `must be a task of task_order: ${Object.keys(plan.taskOrder).join(', ')}`)
}

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

const verifying = (runtime: Runtime) =>
  route({
    name: 'verifyProfileChallenge',
    method: 'POST',
    path: '/profile-liveness-challenge/{challenge_id}/verify',
    tag,
    summary: 'Judge a profile challenge.',
    description:
      'Once: asked again, the first verdict is told again. Turns are measured from the person’s own straight frames.',
    body: thresholdBody,
    bodyIsOptional: true,
    fields: verdictFields,
    judges: 'faces',
    answers: [
      codes.success,
      codes.challengeNotFound,
      codes.noFrames,
      codes.illegalDuration,
      codes.taskOrderNotFound,
      codes.trajectoryTooSlow,
      codes.noFaceDetected,
      codes.moreThanOneFace,
      codes.brightness,
      codes.occlusion,
      codes.faceTooSmall,
      codes.aheadAngle,
      codes.leftAngle,
      codes.rightAngle,
      codes.upAngle,
      codes.downAngle,
      codes.smileNotDetected,
      codes.winkNotDetected,
      codes.notGenuine,
    ],
    handle: ({ body, params, organisationId }) =>
      verifyChallenge<ProfilePlan>(runtime, {
        family,
        organisationId,
        challengeId: params.challenge_id,
        // Custom asks for no number of frames: without any it is the number that is wrong.
        noFrames: (plan) => (isCustom(plan) ? codes.illegalDuration : codes.noFrames),
        verify: (plan, session) =>
          verifyProfile(plan, session, {
            frameShare: 1,
            threshold: body.passive_liveness_threshold / 100,
            lifeMs: runtime.config.challengeLifeMs,
            isMirrored: runtime.config.mirroredFrames,
          }),
      }),
  })
