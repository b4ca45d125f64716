// Plays challenges of the four kinds: completed, replayed, before an empty wall, and unfinished.
import type { OperationName } from '../../../client/src/operations.ts'
import type { Answer } from '../../kit/caller.ts'
import { type Film, NOSE_REACH, noseTargets, size } from '../material.ts'
import { type Act, erase, leave, must, personId, prove, type Session } from '../session.ts'
import { jpegVariant } from '../variants.ts'

type Family = 'Profile' | 'Distance' | 'Nose' | 'Light'

/** The request of each start, so that a film drawn before fits. */
const wishes: Readonly<Record<Family, object>> = {
  Profile: { exercise: 'yaw', static: true },
  Distance: { normal_amount: 1, far_amount: 1, close_amount: 1 },
  Nose: {},
  Light: {},
}
/** People who do not exist may rightly be judged not genuine; this option lets them pass. */
const lenient = { passive_liveness_threshold: 0.01 }
/** Callers act faster than people, so the claimed times are as far apart as the real ones can be. */
const HASTE = 4

const started = (session: Session, family: Family, external_person_id: string): Promise<Answer> => {
  const operation: OperationName =
    family !== 'Nose' && family !== 'Light' && session.dice.next() < 0.5
      ? `start${family}ChallengeShort`
      : `start${family}Challenge`
  return must(session, operation, {
    body: { external_person_id, ...size, ...wishes[family] },
  })
}

async function shown(session: Session, family: Family, challenge_id: string, film: Film): Promise<void> {
  const now = Date.now()
  // One camera encodes all its pictures alike.
  const mark = session.mark()
  for (const { task, bytes, atMs } of film) {
    const photo = jpegVariant(bytes, mark).toString('base64')
    await must(session, `add${family}Frame`, {
      id: challenge_id,
      ...(family === 'Nose'
        ? { body: { content: photo }, status: 201 }
        : {
            body: {
              photo,
              timestamp: now + Math.round(atMs / HASTE),
              ...(family === 'Light' ? { shown: 0, shown_since: now } : { task }),
            },
          }),
    })
  }
}

const verified = ({ caller }: Session, family: Family, challenge_id: string, code = 200): Promise<Answer> =>
  caller.ask(`verify${family}Challenge`, {
    id: challenge_id,
    body: lenient,
    code,
    fits: ({ body }) => body.success === (code === 200),
  })

const idOf = ({ body }: Answer): string => String(body.id)

/** The person passes and is erased afterwards, so that the same film can be used again. */
async function passed(session: Session, family: 'Profile' | 'Distance', film: Film): Promise<void> {
  const person = personId(session)
  const id = idOf(await started(session, family, person))
  await shown(session, family, id, film)
  await prove(session, await verified(session, family, id))
  await verified(session, family, id)
  await leave(session, person)
}

export const profile: Act = (session) =>
  passed(session, 'Profile', session.dice.pick(session.material.profile))

export const distance: Act = (session) =>
  passed(session, 'Distance', session.dice.pick(session.material.distance))

const MOST_STARTS = 20
const MOST_WALLS = 4

/** It starts again until the nose's target is one that a film has. */
export const nose: Act = async (session) => {
  const person = personId(session)
  for (let tries = 0; tries < MOST_STARTS; tries++) {
    const answer = await started(session, 'Nose', person)
    const { nose_left, nose_top, nose_width, nose_height } = answer.body as Record<string, number>
    const x = (nose_left ?? 0) + (nose_width ?? 0) / 2 - size.image_width / 2
    const y = (nose_top ?? 0) + (nose_height ?? 0) / 2 - size.image_height / 2
    const near = noseTargets.findIndex(
      (target) => Math.abs(target.x - x) <= NOSE_REACH.x && Math.abs(target.y - y) <= NOSE_REACH.y,
    )
    const film = session.material.nose[near]
    if (!film) continue
    await shown(session, 'Nose', idOf(answer), film)
    await prove(session, await verified(session, 'Nose', idOf(answer)))
    break
  }
  await leave(session, person)
}

/** The film of one challenge shown in another must be recognised. */
export const replay: Act = async (session) => {
  const film = session.dice.pick(session.material.distance)
  const people = [personId(session), personId(session)] as const
  for (const [i, person] of people.entries()) {
    const id = idOf(await started(session, 'Distance', person))
    await shown(session, 'Distance', id, film)
    await verified(session, 'Distance', id, i === 0 ? 200 : 141)
  }
  for (const person of people) await erase(session, person)
}

/**
 * The picture shows nobody, so no face is found. A light challenge is played before walls only: its sequence is another
 * each time, and to light a person anew takes a minute.
 */
export const emptyWall =
  (family: 'Profile' | 'Distance' | 'Light'): Act =>
  async (session) => {
    const person = personId(session)
    const answer = await started(session, family, person)
    const tasks = Object.keys(answer.body.task_order ?? session.material.walls).slice(0, MOST_WALLS)
    const film = tasks.map((task, i) => ({
      task,
      atMs: 700 * i,
      bytes: session.material.walls[i % session.material.walls.length] as Uint8Array,
    }))
    await shown(session, family, idOf(answer), film)
    await verified(session, family, idOf(answer), family === 'Light' ? 197 : 131)
    await erase(session, person)
  }

/** The challenge is started, asked for a verdict without a frame, and left. */
export const unfinished: Act = async (session) => {
  const person = personId(session)
  const family = session.dice.pick(['Profile', 'Distance', 'Nose', 'Light'] as const)
  const id = idOf(await started(session, family, person))
  if (session.dice.next() < 0.7) await verified(session, family, id, 144)
  // Some challenges are left to expire.
  if (session.dice.next() < 0.7) await leave(session, person)
}
