// Challenges of the three kinds: done, shown a second time, before an empty wall, and begun and left.
import type { OperationName } from '../../../client/src/operations.ts'
import type { Answer } from '../../kit/caller.ts'
import { type Film, NOSE_REACH, noseTargets, size } from '../material.ts'
import { type Act, erase, leave, must, personId, prove, type Stage } from '../stage.ts'
import { jpegVariant } from '../variants.ts'

type Family = 'Profile' | 'Distance' | 'Nose'

/** What each start asks for, so that a film drawn before fits. */
const wishes: Readonly<Record<Family, object>> = {
  Profile: { exercise: 'yaw', static: true },
  Distance: { normal_amount: 1, far_amount: 1, close_amount: 1 },
  Nose: {},
}
/** People who do not exist may rightly be called not genuine: this is how a request lets them pass. */
const lenient = { passive_liveness_threshold: 0.01 }
/** Callers act faster than people: times as far apart as they can have been. */
const HASTE = 4

const started = (stage: Stage, family: Family, external_person_id: string): Promise<Answer> => {
  const operation: OperationName =
    family !== 'Nose' && stage.dice.next() < 0.5 ? `start${family}ChallengeShort` : `start${family}Challenge`
  return must(stage, operation, {
    body: { external_person_id, ...size, ...wishes[family] },
  })
}

async function shown(stage: Stage, family: Family, challenge_id: string, film: Film): Promise<void> {
  const now = Date.now()
  // One camera writes all its pictures alike.
  const mark = stage.mark()
  for (const { task, bytes, atMs } of film) {
    const photo = jpegVariant(bytes, mark).toString('base64')
    await must(stage, `add${family}Frame`, {
      id: challenge_id,
      ...(family === 'Nose'
        ? { body: { content: photo }, status: 201 }
        : { body: { photo, task, timestamp: now + Math.round(atMs / HASTE) } }),
    })
  }
}

const verified = ({ caller }: Stage, family: Family, challenge_id: string, code = 200): Promise<Answer> =>
  caller.ask(`verify${family}Challenge`, {
    id: challenge_id,
    body: lenient,
    code,
    fits: ({ body }) => body.success === (code === 200),
  })

const idOf = ({ body }: Answer): string => String(body.id)

/** Shown by one who passes; erased afterwards, so that the same film is nobody's again. */
async function passed(stage: Stage, family: 'Profile' | 'Distance', film: Film): Promise<void> {
  const person = personId(stage)
  const id = idOf(await started(stage, family, person))
  await shown(stage, family, id, film)
  await prove(stage, await verified(stage, family, id))
  await verified(stage, family, id)
  await leave(stage, person)
}

export const profile: Act = (stage) => passed(stage, 'Profile', stage.dice.pick(stage.material.profile))

export const distance: Act = (stage) => passed(stage, 'Distance', stage.dice.pick(stage.material.distance))

const MOST_STARTS = 20

/** Starts again until the nose is wanted where a film has it. */
export const nose: Act = async (stage) => {
  const person = personId(stage)
  for (let tries = 0; tries < MOST_STARTS; tries++) {
    const answer = await started(stage, 'Nose', person)
    const { nose_left, nose_top, nose_width, nose_height } = answer.body as Record<string, number>
    const x = (nose_left ?? 0) + (nose_width ?? 0) / 2 - size.image_width / 2
    const y = (nose_top ?? 0) + (nose_height ?? 0) / 2 - size.image_height / 2
    const near = noseTargets.findIndex(
      (target) => Math.abs(target.x - x) <= NOSE_REACH.x && Math.abs(target.y - y) <= NOSE_REACH.y,
    )
    const film = stage.material.nose[near]
    if (!film) continue
    await shown(stage, 'Nose', idOf(answer), film)
    await prove(stage, await verified(stage, 'Nose', idOf(answer)))
    break
  }
  await leave(stage, person)
}

/** The film of one challenge shown in another is known again. */
export const replay: Act = async (stage) => {
  const film = stage.dice.pick(stage.material.distance)
  const people = [personId(stage), personId(stage)] as const
  for (const [i, person] of people.entries()) {
    const id = idOf(await started(stage, 'Distance', person))
    await shown(stage, 'Distance', id, film)
    await verified(stage, 'Distance', id, i === 0 ? 200 : 141)
  }
  for (const person of people) await erase(stage, person)
}

/** Nobody is there: looked for, and not found. */
export const emptyWall: Act = async (stage) => {
  const person = personId(stage)
  const family = stage.dice.pick(['Profile', 'Distance'] as const)
  const answer = await started(stage, family, person)
  const tasks = Object.keys(answer.body.task_order as object)
  const film = tasks.map((task, i) => ({
    ...{ task, atMs: 700 * i },
    bytes: stage.material.walls[i % stage.material.walls.length] as Uint8Array,
  }))
  await shown(stage, family, idOf(answer), film)
  await verified(stage, family, idOf(answer), 131)
  await erase(stage, person)
}

/** Begun, asked for a verdict without a frame, and left. */
export const unfinished: Act = async (stage) => {
  const person = personId(stage)
  const family = stage.dice.pick(['Profile', 'Distance', 'Nose'] as const)
  const id = idOf(await started(stage, family, person))
  if (stage.dice.next() < 0.7) await verified(stage, family, id, 144)
  // Some are left to their clocks.
  if (stage.dice.next() < 0.7) await leave(stage, person)
}
