// The route by which a person is told the next task of a challenge, once the frames of the one before have come.
import { z } from 'zod'
import { type Code, codes } from '../codes.ts'
import { namedSchema } from '../http/json-schema.ts'
import { route } from '../http/route.ts'
import type { RouteSpec } from '../http/route-spec.ts'
import { type FrameFamily, findChallenge, isRememberedExpired } from './challenge.ts'
import type { AnyPlan } from './frame-routes.ts'
import type { LivenessParts } from './parts.ts'
import { box, boxAnswer, wrong } from './route-fields.ts'
import { type Told, tellNext } from './told-tasks.ts'

/** What is told with a task beside its name. */
export interface TellingRules<Plan> {
  /** Where the face or the nose goes. */
  readonly box?: (plan: Plan, task: string) => Parameters<typeof boxAnswer>[0] | undefined
}

const task = z.string().describe('The task: frames of it count from now on, until the next one is given.')

export const toldFields = {
  told: namedSchema(
    'ToldTask',
    z
      .object({
        task,
        frames: z
          .int()
          .describe('Number of frames to send for it; at least, where the challenge takes more.'),
        tasks_left: z.int().describe('Number of tasks that come after it.'),
        box: box.optional(),
      })
      .describe(
        'In the verification of a person: what to do now. Tasks come one by one, and start leaves out the fields about later ones.',
      ),
  ).optional(),
}

export const toldAnswer = <Plan>(
  plan: Plan,
  telling: TellingRules<Plan> | undefined,
  told: Told | undefined,
): { told?: { task: string; frames: number; tasks_left: number; box?: ReturnType<typeof boxAnswer> } } => {
  if (!told) return {}
  const place = telling?.box?.(plan, told.task)
  const { task, frames, left } = told
  return { told: { task, frames, tasks_left: left, ...(place && { box: boxAnswer(place) }) } }
}

export const nextTaskPath = (framesPath: `/${string}/{challenge_id}/frames`) =>
  framesPath.replace(/frames$/, 'next-task') as `/${string}/{challenge_id}/next-task`

interface NextTask<Plan> {
  readonly family: FrameFamily
  readonly title: string
  readonly tag: RouteSpec<z.ZodType, string, z.ZodType, z.ZodRawShape>['tag']
  readonly path: `/${string}/{challenge_id}/next-task`
  /** The code for a challenge whose life is over. */
  readonly expired: Code
  /** What a challenge answers that is unknown, judged or over. */
  readonly gone: readonly Code[]
  readonly telling: TellingRules<Plan>
}

const exampleId = '2c76bc9e-276e-420d-bf9a-f9ee9ceeba15'

export const nextTaskRoute = <Plan extends AnyPlan>(
  { store, now }: LivenessParts,
  { family, title, tag, path, expired, gone, telling }: NextTask<Plan>,
) =>
  route({
    name: `next${title}Task`,
    method: 'POST',
    path,
    tag,
    summary: `Tell the next task of a ${family} challenge.`,
    description:
      'Ask when the frames of a task are sent. The answer waits up to three seconds for frames that are on their way. Frames of a task count only between the answer that gives it and the one that gives the next.',
    body: z.strictObject({
      done: z.string().min(1).max(64).describe('The task whose frames were sent.'),
    }),
    person: 'token',
    step: { step: 'liveness', phase: 'part', way: family, subject: 'challenge_id' },
    fields: {
      ...toldFields,
      frames_missing: z
        .int()
        .optional()
        .describe(
          'Frames of `done` that have not come: send them, and ask again. No task is given meanwhile.',
        ),
    },
    answers: [codes.success, ...gone],
    params: { challenge_id: 'Id of the challenge: `id` of the answer to its start.' },
    example: {
      params: { challenge_id: exampleId },
      body: { done: 'keep-face-ahead' },
      answers: [
        {
          when: 'The frames have come.',
          code: codes.success,
          fields: { told: { task: 'turn-face-left', frames: 2, tasks_left: 1 } },
        },
        { when: 'Frames are missing.', code: codes.success, fields: { frames_missing: 1 } },
        { when: 'All tasks were told.', code: codes.success, fields: {} },
      ],
    },
    handle: async ({ body, params, organisationId, begun }) => {
      if (begun?.isForeign) return { code: codes.challengeNotFound, fields: {} }
      const place = { organisationId, id: params.challenge_id }
      const challenge = await findChallenge<Plan>(store.database, place, family)
      if (!challenge || challenge.isClosed) {
        const isOver = !challenge && (await isRememberedExpired(store.database, place, family))
        return { code: isOver ? expired : codes.challengeNotFound, fields: {} }
      }
      if (challenge.expiresAtMs <= now()) return { code: expired, fields: {} }
      const next = await tellNext(store.database, place, body.done, now)
      if (next === 'unknown') throw wrong('done', 'must be a task that was told')
      const fields =
        'missing' in next ? { frames_missing: next.missing } : toldAnswer(challenge.plan, telling, next.told)
      return { code: codes.success, fields }
    },
  })
