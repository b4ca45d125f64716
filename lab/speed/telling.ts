// npm run bench:telling: how much longer an honest session takes over a slow line because its tasks are told one by one.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { callsOf, type TakenFrame } from '../../client/src/challenge/calls.ts'
import { frameSender } from '../../client/src/challenge/frame-sender.ts'
import type { Task, TaskCount, ToldTask } from '../../client/src/challenge/shapes.ts'
import { tasksOf } from '../../client/src/challenge/task-order.ts'
import { createClient } from '../../client/src/client.ts'
import { film } from '../../specimens/kit/films/films.ts'
import { actNose } from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { startInProcess } from '../kit/server-in-process.ts'
import { median } from '../kit/statistics/summary.ts'
import { atMost, printTargets } from '../kit/targets.ts'

answerHelp(`Plays honest sessions over a slow line, once with tasks told one by one and once with all told at start, and
measures how much longer the first take. The person acts for the same time in both, and the calls are those of the client.

  --rounds N  sessions of each kind and family (5)
  --line MS   from asking to the answer, beside the time of the server (200)

${writesCacheOnly}`)

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, line: { type: 'string', default: '200' } },
})
const rounds = Number(values.rounds)
const lineMs = Number(values.line)

/** A person needs this long to read what to do, and to do it. */
const ACT_MS = 1_500
/** Between two frames, and of looking ahead before the box of the nose is told, as in the runner. */
const GAP_MS = 300
const HOLD_MS = 450
const SIZE = { image_width: 360, image_height: 480 }
const START = { external_person_id: 'bench', ...SIZE }

const families = ['profile', 'distance', 'nose'] as const
type Family = (typeof families)[number]
const framesAtOnce: Readonly<Record<Family, number>> = { profile: 2, distance: 2, nose: 1 }

const server = await startInProcess({ shotMemoryOf: 'organisation' })

/** Half of the line's time passes before the server hears of a request, and half before its answer is heard. */
const slowly: typeof fetch = async (input, init) => {
  await pause(lineMs / 2)
  const response = await fetch(input, init)
  const body = await response.arrayBuffer()
  await pause(lineMs / 2)
  return new Response(body, { status: response.status, headers: response.headers })
}

type Credentials = { readonly name: string; readonly password: string } | { readonly apiKey: string }
const clientOf = (credentials: Credentials, fetching = fetch) =>
  createClient({ baseUrl: server.url, ...credentials, fetch: fetching })

/** The token of a person whose verification asks for liveness alone. */
async function tokenOf(credentials: Credentials): Promise<Credentials> {
  const organisation = clientOf(credentials)
  const steps = { liveness: { families: [...families], min_strength: 'low' as const } }
  await organisation.createPolicy({ id: 'bench', definition: { steps } })
  const { link } = await organisation.createVerification({ policy: 'bench', external_person_id: 'bench' })
  const { token } = await clientOf({ apiKey: link?.token ?? '' }).startVerificationSession({})
  return { apiKey: token }
}

const face = await renderedFace()

/** Every frame has other bytes at its end, so that each of them is looked at. */
const jpeg = (): Blob => new Blob([new Uint8Array(face), randomBytes(8)])

async function renderedFace(): Promise<Uint8Array> {
  const plan = await clientOf(server.credentials).startNoseChallenge(START)
  const [straight] = await film(3, actNose(person(3), plan, { frames: 2 }))
  if (!straight) throw new Error('no frame')
  return straight.bytes
}

/** How long the session took beyond the time in which the person acted, in seconds; the verdict is not waited for. */
async function lengthened(family: Family, credentials: Credentials): Promise<number> {
  const client = clientOf(credentials, slowly)
  const calls = callsOf[family]
  const { signal } = new AbortController()
  const begun = performance.now()
  let actedMs = 0
  const act = async (ms: number): Promise<void> => {
    actedMs += ms
    await pause(ms)
  }
  const plan = await calls.start(client, START, signal)
  const { id, told } = plan.started as { readonly id: string; readonly told?: ToldTask }
  const sender = frameSender(
    (frame: TakenFrame) => calls.frame(client, id, frame, signal),
    framesAtOnce[family],
  )
  const take = (task: Task) => void sender.send({ task, takenAtMs: Date.now(), jpeg: jpeg() }).catch(() => {})
  const perform = async ({ task, frames }: TaskCount): Promise<void> => {
    await act(task === 'keep-face-ahead' && family === 'nose' ? HOLD_MS : ACT_MS)
    for (let taken = 0; taken < frames; taken++) {
      if (taken > 0) await act(GAP_MS)
      take(task)
    }
  }
  // The recording of a nose is sent when it is complete.
  const ofNose = (task: Task): TaskCount => ({ task, frames: 1 })
  let now = told
  if (!now) for (const one of tasksOf(plan)) await perform(family === 'nose' ? ofNose(one.task) : one)
  while (now) {
    const task = now.task as Task
    await perform({ task, frames: now.frames })
    if (now.tasks_left === 0) break
    const answer = await calls.next?.(client, id, task, signal)
    if (!answer?.told) throw new Error(JSON.stringify(answer))
    now = answer.told
  }
  await sender.finished()
  // Looking ahead before the box of the nose is told is time that telling costs.
  const extraMs = family === 'nose' && told ? HOLD_MS : 0
  return (performance.now() - begun - actedMs + extraMs) / 1000
}

const added: Record<string, number> = {}
for (const family of families) {
  const [whole, oneByOne]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const organisation = await server.addOrganisation(`${family}-${round}`)
    const token = await tokenOf(organisation)
    whole.push(await lengthened(family, organisation))
    oneByOne.push(await lengthened(family, token))
  }
  added[family] = median(oneByOne) - median(whole)
  const text = (all: readonly number[]) =>
    `${median(all).toFixed(2)} s (${Math.min(...all).toFixed(2)}-${Math.max(...all).toFixed(2)})`
  console.log(
    `${family.padEnd(9)} beyond acting: told at start ${text(whole)}, one by one ${text(oneByOne)}, added ${added[family]?.toFixed(2)} s`,
  )
}
await server.stop()
printTargets([atMost('reaction_lengthens_session_s', Math.max(...Object.values(added)), 2)])
process.exit(0)
