// The clock of a server in use jumps: an hour back, a day and two years ahead; what lives, what ends, and what is kept.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Credentials } from '../../../src/organisations/manage.ts'
import type { Store } from '../../../src/store/open.ts'
import { purgeTurn } from '../../../src/store/records/retention.ts'
import { type Call, callerOf } from '../../../test/kit/challenge-caller.ts'
import { wall } from '../../../test/kit/films.ts'

export interface Clocked {
  readonly url: string
  readonly credentials: Credentials
  readonly store: Store
  /** By how much the server's clock is off from now on. */
  set(offsetMs: number): void
}

const hour = 3_600_000
const day = 24 * hour

export type Note = (tried: string, told: string, isGood: boolean) => void

/** The server keeps frames for an hour and tidies every second. */
export const clockSettings = { frameRetentionMs: hour, writeDeadlineMs: 2_000 } as const

export async function runClock({ url, credentials, store, set }: Clocked, note: Note): Promise<void> {
  const call = callerOf({ url, credentials })
  const judged = await challengeOf(call)
  const verdict = await verify(call, judged)
  await noteIs(
    note,
    'it has purged by a clock it believes',
    async () => (await purgeTurn(store.database)).lastAt > 0,
  )

  let open = await challengeOf(call)
  set(-hour)
  note(
    'an hour back: a challenge of before',
    await frameTo(call, open),
    (await frameTo(call, open)) === '201 200',
  )
  const early = await challengeOf(call)
  const earlier = await verify(call, early)
  note('an hour back: a new challenge', `verdict ${earlier.code}`, earlier.code !== '200 143')
  const late = await challengeOf(call)
  set(0)
  const told = await frameTo(call, late)
  note('right again: a challenge of the hour back is over', told, told === '200 143')

  for (const [words, offset] of [
    ['a day ahead', day],
    ['two years ahead', 730 * day],
  ] as const) {
    open = await challengeOf(call)
    set(offset)
    const over = await frameTo(call, open)
    note(`${words}: a challenge of before is over`, over, over === '200 143')
    await noteIs(note, `${words}: purging pauses and says so`, () => isPaused(url))
    const fresh = await challengeOf(call)
    const sent = await frameTo(call, fresh)
    note(`${words}: a new challenge`, sent, sent === '201 200')
    await sleep(2_500) // two more rounds, had they purged
    const again = await verify(call, judged)
    note(`${words}: a verdict of before`, again.code, again.text === verdict.text)
    const receipt = await call('GET', `/receipts/${verdict.requestId}`)
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

const root = '/liveness-challenge'
let shade = 5000

/** Started, with one frame in it. */
async function challengeOf(call: Call): Promise<string> {
  const body = { external_person_id: 'anna', image_width: 360, image_height: 480 }
  const id = String((await call('POST', `${root}/start`, body)).body.id)
  await frameTo(call, id)
  return id
}

async function frameTo(call: Call, id: string): Promise<string> {
  const content = Buffer.from(await wall(++shade)).toString('base64')
  const { status, body } = await call('POST', `${root}/${id}/frames`, { content })
  return `${status} ${String(body.result_code)}`
}

async function verify(call: Call, id: string) {
  const { status, body, headers } = await call('POST', `${root}/${id}/verify`, {})
  const requestId = headers.get('x-request-id') ?? ''
  return { code: `${status} ${String(body.result_code)}`, text: JSON.stringify(body), requestId }
}

async function isPaused(url: string): Promise<boolean> {
  return /^selfsame_purge_paused 1$/m.test(await (await fetch(`${url}/metrics`)).text())
}

async function framesOf({ database }: Store, challenge: string): Promise<number> {
  const sql = 'SELECT COUNT(*) AS n FROM challenge_frames WHERE challenge_id = $1'
  return (await database.query<{ n: number }>(sql, [challenge]))[0]?.n ?? 0
}
