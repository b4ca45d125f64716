// Tests the light challenge over HTTP: a face that answers the colours of the screen, and every way of failing.
import { fork } from 'node:child_process'
import { createHash, sign } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Call, callerOf, lenient, newCaller } from '../../specimens/kit/servers/challenge-caller.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { ecKeys } from '../../specimens/phones/issuing.ts'
import type { LightStep } from '../../src/liveness/light/plan.ts'
import type { LightFilm, LightOrder } from '../kit/light-film-process.ts'

let server: TestServer
let call: Call

beforeAll(async () => {
  // On a busy machine it takes longer to render a session than a challenge lives.
  server = await startTestServer({ challengeLifeMs: 3_600_000 })
  call = callerOf(server)
})
afterAll(() => server.stop())

const root = '/light-liveness-challenge'
const size = { external_person_id: 'anna', image_width: 360, image_height: 480 }

type Step = { readonly pattern: string; readonly colour: string; readonly duration_ms: number }

interface Started {
  readonly id: string
  readonly steps: number
  readonly sequence: readonly Step[]
}

const start = async (caller: Call): Promise<Started> =>
  (await caller('POST', `${root}/start`, size)).body as unknown as Started

/** What only the server knows at start: the whole sequence. */
async function planned({ id }: Started): Promise<readonly LightStep[]> {
  const rows = await server.server.runtime.store.database.query<{ plan: string }>(
    'SELECT plan FROM challenges WHERE id = $1',
    [id],
  )
  return (JSON.parse(rows[0]?.plan ?? '') as { sequence: LightStep[] }).sequence
}

test('start answers the area, the frame rate and the first step of a sequence that is another each time', async () => {
  const caller = await newCaller(server)
  const { body } = await caller('POST', `${root}/start`, size)
  expect(body).toMatchObject({
    ...size,
    ...{ area_top: 60, area_left: 45, area_width: 270, area_height: 360 },
    ...{ min_face_area_percent: 20, frame_rate: 10, result_code: 200 },
    sequence: [{ pattern: 'full', colour: '#ffffff', duration_ms: 1000 }],
  })
  expect(await planned(body as unknown as Started)).toHaveLength(Number(body.steps))
  expect(body.steps).toBeGreaterThanOrEqual(7)
  const others = await Promise.all(Array.from({ length: 8 }, async () => planned(await start(caller))))
  expect(new Set(others.map((one) => JSON.stringify(one))).size).toBe(8)
  expect(Object.keys(body)).not.toContain('secret')
})

test('a frame needs a picture, a possible claim and a time that can be read', async () => {
  const { id, steps } = await start(call)
  const sent = async (fields: object) => {
    const { status, body } = await call('PUT', `${root}/${id}/frames`, fields)
    return { status, path: (body.errors as { path: string }[] | undefined)?.[0]?.path }
  }
  const photo = Buffer.from('no picture').toString('base64')
  expect(await sent({ timestamp: 1 })).toEqual({ status: 400, path: 'photo' })
  expect(await sent({ photo, shown: steps })).toEqual({ status: 400, path: 'shown' })
  expect(await sent({ photo, shown: -1 })).toEqual({ status: 400, path: 'shown' })
  expect(await sent({ photo, shown: 0, shown_since: 'soon' })).toEqual({ status: 400, path: 'shown_since' })
  expect(await sent({ photo })).toEqual({ status: 422, path: 'photo' })
  const { body } = await call('POST', `${root}/${id}/verify`)
  expect(body).toEqual({ result_code: 144, message: 'Moving Photo Is Missing', success: false })
})

const FRAMES_PER_SECOND = 6

/** Renders what a person looks like who is before a screen that shows the sequence; without light the screen is off. */
function rendered(sequence: readonly LightStep[], screenNits = 300): Promise<LightFilm> {
  const program = fileURLToPath(new URL('../kit/light-film-process.ts', import.meta.url))
  const child = fork(program, { serialization: 'advanced', execArgv: [] })
  const order: LightOrder = { screenNits, framesPerSecond: FRAMES_PER_SECOND, sequence }
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the renderer ended with ${code}`)))
    child.on('message', (frames) => {
      resolve(frames as LightFilm)
      child.disconnect()
    })
    child.send(order)
  })
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** The key of a browser; it signs a file of a challenge. */
async function newKey(caller: Call) {
  const keys = ecKeys()
  const nonce = String((await caller('POST', '/capture-keys/nonce')).body.nonce)
  const signature = base64(sign('sha256', Buffer.from(`selfsame-capture-key-v1\n${nonce}`), keys.privateKey))
  const sent = { nonce, platform: 'web', public_key: base64(keys.publicKey), signature }
  const { body } = await caller('POST', '/capture-keys', sent)
  return {
    id: (body.capture_key as { id: string }).id,
    signed: (id: string, number: number, timestamp: number, file: Uint8Array) => {
      const hash = createHash('sha256').update(file).digest('hex')
      const text = ['selfsame-frame-v1', id, number, timestamp, hash].join('\n')
      return { number, timestamp, signature: base64(sign('sha256', Buffer.from(text), keys.privateKey)) }
    },
  }
}
type Key = Awaited<ReturnType<typeof newKey>>

/** Only the clock is ours: a session is sent as fast as the machine can, and comes as fast as a person lives it. */
const clockAt = (ms: number) => void vi.useFakeTimers({ toFake: ['Date'], now: ms })
afterEach(() => void vi.useRealTimers())

/** Sends a film at its pace, and gives the steps that were told before each frame. */
async function sendAll(
  caller: Call,
  { id, steps, sequence }: Started,
  frames: LightFilm,
  key?: Key,
): Promise<readonly (readonly Step[])[]> {
  const epoch = Date.now() + 60_000
  let told = sequence
  const before: (readonly Step[])[] = []
  for (const [number, { jpeg, takenAtMs, shown, shownSinceMs }] of frames.entries()) {
    clockAt(epoch + takenAtMs)
    before.push(told)
    const timestamp = Math.round(epoch + takenAtMs)
    const { body } = await caller('PUT', `${root}/${id}/frames`, {
      photo: base64(jpeg),
      timestamp,
      // A film for other steps may have more of them.
      shown: Math.min(shown, steps - 1),
      shown_since: Math.round(epoch + shownSinceMs),
      ...key?.signed(id, number, timestamp, jpeg),
    })
    expect(body).toMatchObject({ result_code: 200, guidance: 'ok' })
    told = body.sequence as Step[]
  }
  return before
}

const verdictOf = async (caller: Call, { id }: Started) =>
  (await caller('POST', `${root}/${id}/verify`, lenient)).body
const failedIn = (body: Record<string, unknown>) =>
  (body.checks as { name: string; outcome: string }[])
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ name }) => name)

test('a face that answers passes; its film for other steps does not; without light nothing is said', async () => {
  const caller = await newCaller(server)
  const challenge = { ...size, image_width: 240, image_height: 320 }
  const begin = async (more: object = {}) =>
    (await caller('POST', `${root}/start`, { ...challenge, ...more })).body as unknown as Started
  const key = await newKey(caller)
  const asked = await begin({ capture_key_id: key.id })
  const sequence = await planned(asked)
  const frames = await rendered(sequence)
  const before = await sendAll(caller, asked, frames, key)
  // Each step was told before it was shown, and not long before.
  for (const [i, { shown }] of frames.entries()) {
    expect(before[i]?.length).toBeGreaterThan(shown)
    expect(before[i]?.length).toBeLessThanOrEqual(shown + 2)
  }
  const verdict = await verdictOf(caller, asked)
  expect(failedIn(verdict)).toEqual([])
  expect(verdict).toMatchObject({ result_code: 200, success: true, strength: 'low', capture: 'signed' })
  expect(verdict.checks).toContainEqual(expect.objectContaining({ name: 'light-sequence-rank', score: 0 }))
  expect(await verdictOf(caller, asked)).toEqual(verdict)

  const other = await begin()
  await sendAll(caller, other, frames)
  const refused = await verdictOf(caller, other)
  expect([141, 197]).toContain(refused.result_code)
  expect(refused.success).toBe(false)

  const dark = await begin()
  await sendAll(caller, dark, await rendered(await planned(dark), 0))
  const unseen = await verdictOf(caller, dark)
  expect(unseen).toMatchObject({ result_code: 196, message: 'Light Not Seen', success: false })
  expect(['darker-room', 'screen-brighter', 'come-closer']).toContain(unseen.guidance)
})

test('whoever asks for all steps first and renders afterwards is too late, whatever the frames say of their time', async () => {
  const caller = await newCaller(server)
  const challenge = { ...size, image_width: 240, image_height: 320 }
  const begun = async () => (await caller('POST', `${root}/start`, challenge)).body as unknown as Started
  const wall = await rendered([{ pattern: 'full', colour: '#ffffff', durationMs: 1000 }])
  for (const claimedEarlierMs of [0, 500_000]) {
    const started = await begun()
    const epoch = Date.now() + 60_000
    const send = async (jpeg: Uint8Array, atMs: number, timestamp: number, more: object = {}) => {
      clockAt(epoch + atMs)
      const frame = { photo: base64(Buffer.concat([jpeg])), timestamp, ...more }
      return (await caller('PUT', `${root}/${started.id}/frames`, frame)).body
    }
    // Any pictures at all, until every step is told.
    let told: readonly unknown[] = []
    let atMs = 0
    for (; told.length < started.steps; atMs += 500) {
      const { jpeg } = wall[(atMs / 500) % wall.length] ?? { jpeg: Buffer.of() }
      const body = await send(jpeg, atMs, epoch + atMs - claimedEarlierMs)
      expect(body.result_code).toBe(200)
      told = body.sequence as unknown[]
    }
    // Each step takes its time: they cannot be asked for faster.
    const sequence = await planned(started)
    const drawnMs = sequence.slice(0, -1).reduce((sum, { durationMs }) => sum + durationMs, 0)
    expect(atMs).toBeGreaterThan(drawnMs - 400)
    const film = await rendered(sequence)
    const renderedMs = atMs + 20_000
    for (const { jpeg, takenAtMs, shown, shownSinceMs } of film) {
      const more = { shown, shown_since: Math.round(epoch + shownSinceMs) }
      await send(jpeg, renderedMs + takenAtMs, Math.round(epoch + takenAtMs), more)
    }
    const verdict = await verdictOf(caller, started)
    expect(verdict.success).toBe(false)
    expect(verdict.checks).toContainEqual(
      expect.objectContaining({ name: 'frames-out-of-turn', outcome: 'noted' }),
    )
    vi.useRealTimers()
  }
})
