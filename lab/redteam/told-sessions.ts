// Plays sessions of a person's token, where tasks are told one by one: frames that were rendered ahead, and frames rendered as they are asked for.
import { type Caller, failedChecks } from '../kit/caller.ts'
import { act, encoded, type Family, families, film, type Sent, type Started } from './films.ts'
import { begin, type Outcome, operations, served } from './session.ts'
import type { Species, Theatre } from './species.ts'

const SIZE = { width: 360, height: 480 }
/** A person's own client may ask for one frame of each task, so an attacker does. */
const FEWEST: Readonly<Record<Family, object>> = {
  profile: { exercise: 'yaw', static: true },
  distance: { far_amount: 2, normal_amount: 2, close_amount: 2 },
  nose: {},
}
/** Far from the takes of all others, whose frames would be known. */
const FIRST_TAKE = 5_000

interface Told {
  readonly task: string
  readonly box?: Started['far_distance'] & { readonly left: number; readonly top: number }
}

interface Person {
  readonly verificationId: string
  readonly as: { readonly apiKey: string }
}

/** A verification that asks for liveness alone, and the token of its person. */
async function newPerson(caller: Caller): Promise<Person> {
  const steps = { liveness: { families: [...families], min_strength: 'low' } }
  await served(() => caller.call('createPolicy', { body: { id: 'told', definition: { steps } } }))
  const asked = { policy: 'told', external_person_id: 'red-team' }
  const { body } = await served(() => caller.call('createVerification', { body: asked }))
  const link = (body.link as { readonly token: string }).token
  const opened = await served(() => caller.call('startVerificationSession', { as: { apiKey: link } }))
  return { verificationId: String(body.id), as: { apiKey: String(opened.body.token) } }
}

/** The person of the films does what the plan asks; what is not told is guessed from a plan of the attacker's own. */
async function rendered(family: Family, guessed: Started, seed: number, box?: Told['box']): Promise<Sent[]> {
  const few = Object.fromEntries(
    Object.keys(guessed.task_order ?? {}).map((task) => [task, family === 'distance' ? 2 : 1]),
  )
  const nose = box && {
    nose_left: box.left,
    nose_top: box.top,
    nose_width: box.width,
    nose_height: box.height,
  }
  const started = { ...guessed, task_order: few, ...(family === 'nose' && nose) } as Started
  return encoded(film(seed, act(family, started, { seed, take: FIRST_TAKE })))
}

async function play(theatre: Theatre, family: Family, number: number, isLive: boolean): Promise<Outcome> {
  const caller = await theatre.newCaller()
  const seed = 301 + number
  const guessed = await begin(caller, family, SIZE, 'yaw')
  const ahead = await rendered(family, guessed, seed)
  const { as, verificationId } = await newPerson(caller)
  const { start, frame, next, verify } = operations[family]
  const announced = { image_width: SIZE.width, image_height: SIZE.height, ...FEWEST[family] }
  const started = await served(() => caller.call(start, { as, body: announced }))
  const id = String(started.body.id)
  const from = Date.now()
  const send = async ({ task, bytes, atMs }: Sent): Promise<void> => {
    const photo = Buffer.from(bytes).toString('base64')
    const timed = { photo, task, timestamp: Math.round(from + atMs / 4) }
    await served(() => caller.call(frame, { as, id, body: family === 'nose' ? { content: photo } : timed }))
  }
  if (!isLive) for (const one of ahead) await send(one)
  for (let told = started.body.told as Told | undefined; told; ) {
    const { task, box } = told
    if (isLive) {
      const frames = task === 'nose' ? await rendered(family, guessed, seed, box) : ahead
      // The first frame of the nose looks ahead.
      const own =
        family === 'nose'
          ? task === 'nose'
            ? frames.slice(1)
            : frames.slice(0, 1)
          : frames.filter((one) => one.task === task)
      for (const one of own) await send(one)
    }
    const done = task
    const answer = await served(() => caller.call(next, { as, id, body: { done } }))
    told = answer.body.told as Told | undefined
  }
  const verdict = await served(() => caller.call(verify, { as, id, body: {} }))
  const found = await served(() => caller.call('verification', { id: verificationId }))
  const attempts = (found.body.attempts ?? []) as readonly { readonly checks?: readonly unknown[] }[]
  const checks = (attempts.at(-1)?.checks ?? []) as readonly {
    readonly name: string
    readonly score: number
  }[]
  return {
    code: verdict.code,
    failed: failedChecks({ body: { checks } }),
    scores: Object.fromEntries(checks.map(({ name, score }) => [name, score])),
  }
}

const speciesOf = (facts: Pick<Species, 'name' | 'what' | 'bounds'>, isLive: boolean): Species => ({
  ...facts,
  stages: families,
  count: 'sessions',
  play: (theatre, stage, number) => play(theatre, stage as Family, number, isLive),
})

/** Both have a perfect face: rendered people, who pass as genuine. */
export const toldSessions: readonly Species[] = [
  speciesOf(
    {
      name: 'rendered-ahead',
      what: 'a whole session of a person, rendered before its tasks were told and sent at once',
      bounds: [{ target: 'redteam-rendered-ahead', percent: 0 }],
    },
    false,
  ),
  speciesOf(
    {
      name: 'rendered-as-told',
      what: 'the same, each task sent as soon as it is told: a live renderer, or one that has every pose ready',
      bounds: [],
    },
    true,
  ),
]
