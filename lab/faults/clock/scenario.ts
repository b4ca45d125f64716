// Moves the clock of a server in use an hour back, a day and two years ahead, and checks what expires and what is kept.
import { setTimeout as sleep } from 'node:timers/promises'
import { wall } from '../../../specimens/kit/films/films.ts'
import type { Credentials } from '../../../src/organisations/manage.ts'
import type { Store } from '../../../src/store/open.ts'
import { purgeTurn } from '../../../src/store/records/retention.ts'
import { type Caller, callerOf } from '../../kit/caller.ts'

interface Clocked {
  readonly url: string
  readonly credentials: Credentials
  readonly store: Store
  /** Sets how far the server's clock is off from now on. */
  set(offsetMs: number): void
}

const hour = 3_600_000
const day = 24 * hour

type Note = (tried: string, answer: string, isGood: boolean) => void

/** The server keeps frames for an hour and tidies every second. */
export const clockSettings = { frameRetentionMs: hour, writeDeadlineMs: 2_000 } as const

export async function runClock({ url, credentials, store, set }: Clocked, note: Note): Promise<void> {
  const caller = callerOf(url, credentials)
  const judged = await challengeOf(caller)
  const verdict = await verify(caller, judged)
  await noteIs(
    note,
    'it has purged by a clock it believes',
    async () => (await purgeTurn(store.database)).lastAt > 0,
  )

  let open = await challengeOf(caller)
  set(-hour)
  note(
    'an hour back: a challenge of before',
    await frameTo(caller, open),
    (await frameTo(caller, open)) === '201 200',
  )
  const early = await challengeOf(caller)
  const earlier = await verify(caller, early)
  note('an hour back: a new challenge', `verdict ${earlier.code}`, earlier.code !== '200 143')
  const late = await challengeOf(caller)
  set(0)
  const answer = await frameTo(caller, late)
  note('right again: a challenge of the hour back is over', answer, answer === '200 143')

  for (const [words, offset] of [
    ['a day ahead', day],
    ['two years ahead', 730 * day],
  ] as const) {
    open = await challengeOf(caller)
    set(offset)
    const over = await frameTo(caller, open)
    note(`${words}: a challenge of before is over`, over, over === '200 143')
    await noteIs(note, `${words}: purging pauses and says so`, () => isPaused(url))
    const fresh = await challengeOf(caller)
    const sent = await frameTo(caller, fresh)
    note(`${words}: a new challenge`, sent, sent === '201 200')
    await sleep(2_500) // This allows two more rounds of purging.
    const again = await verify(caller, judged)
    note(`${words}: a verdict of before`, again.code, again.text === verdict.text)
    const receipt = await caller.call('receipt', { id: verdict.requestId })
    note(`${words}: its receipt`, String(receipt.status), receipt.status === 200)
    const kept = await framesOf(store, judged)
    note(`${words}: its frames`, `${kept} kept`, kept === 1)
    set(0)
    await noteIs(note, `after ${words}: purging goes on`, async () => !(await isPaused(url)))
  }
  const kept = await framesOf(store, judged)
  note('at the end: frames of before', `${kept} kept`, kept === 1)
}

async function noteIs(note: Note, tried: string, isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + 60_000
  let is = await isSo()
  while (!is && performance.now() < until) {
    await sleep(100)
    is = await isSo()
  }
  note(tried, is ? 'yes' : 'no', is)
}

let shade = 5000

/** Starts a challenge and sends one frame to it. */
async function challengeOf(caller: Caller): Promise<string> {
  const request = { external_person_id: 'anna', image_width: 360, image_height: 480 }
  const id = String((await caller.call('startNoseChallenge', { request })).body.id)
  await frameTo(caller, id)
  return id
}

async function frameTo({ call }: Caller, id: string): Promise<string> {
  const content = Buffer.from(await wall(++shade)).toString('base64')
  const { status, code } = await call('addNoseFrame', { id, request: { content } })
  return `${status} ${code}`
}

async function verify({ call }: Caller, id: string) {
  const { status, code, body, requestId } = await call('verifyNoseChallenge', { id })
  return { code: `${status} ${code}`, text: JSON.stringify(body), requestId }
}

async function isPaused(url: string): Promise<boolean> {
  return /^selfsame_purge_paused 1$/m.test(await (await fetch(`${url}/metrics`)).text())
}

async function framesOf({ database }: Store, challenge: string): Promise<number> {
  const sql = 'SELECT COUNT(*) AS n FROM challenge_frames WHERE challenge_id = $1'
  return (await database.query<{ n: number }>(sql, [challenge]))[0]?.n ?? 0
}
