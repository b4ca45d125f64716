// Tests the light challenge over HTTP: a face that answers the colours of the screen, and every way of failing.
import { fork } from 'node:child_process'
import { createHash, sign } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { written } from '../../specimens/kit/films/video-maker.ts'
import { type Call, callerOf, lenient, newCaller } from '../../specimens/kit/servers/challenge-caller.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { ecKeys } from '../../specimens/phones/issuing.ts'
import { framesOf } from '../../src/liveness/challenge.ts'
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

interface Started {
  readonly id: string
  readonly sequence: readonly { pattern: string; colour: string; duration_ms: number }[]
}

const start = async (caller: Call): Promise<Started> =>
  (await caller('POST', `${root}/start`, size)).body as unknown as Started

test('start answers the area, the frame rate and a sequence that is another each time', async () => {
  const caller = await newCaller(server)
  const { body } = await caller('POST', `${root}/start`, size)
  expect(body).toMatchObject({
    ...size,
    ...{ area_top: 60, area_left: 45, area_width: 270, area_height: 360 },
    ...{ min_face_area_percent: 20, frame_rate: 10, result_code: 200 },
  })
  const { sequence } = body as unknown as Started
  expect(sequence.length).toBeGreaterThanOrEqual(7)
  expect(sequence[0]).toEqual({ pattern: 'full', colour: '#ffffff', duration_ms: 1000 })
  const others = await Promise.all(Array.from({ length: 8 }, () => start(caller)))
  expect(new Set(others.map((one) => JSON.stringify(one.sequence))).size).toBe(8)
  expect(Object.keys(body)).not.toContain('secret')
})

test('a frame needs a picture or a film, possible claims and a time that can be read', async () => {
  const { id, sequence } = await start(call)
  const sent = async (fields: object) => {
    const { status, body } = await call('PUT', `${root}/${id}/frames`, fields)
    return { status, path: (body.errors as { path: string }[] | undefined)?.[0]?.path }
  }
  const photo = Buffer.from('no picture').toString('base64')
  expect(await sent({ timestamp: 1 })).toEqual({ status: 400, path: 'photo' })
  expect(await sent({ photo, video: photo })).toEqual({ status: 400, path: 'photo' })
  expect(await sent({ photo, shown: sequence.length })).toEqual({ status: 400, path: 'shown' })
  expect(await sent({ photo, shown: -1 })).toEqual({ status: 400, path: 'shown' })
  expect(await sent({ photo, shown: 0, shown_since: 'soon' })).toEqual({ status: 400, path: 'shown_since' })
  expect(await sent({ video: photo, screens: [{ shown: 99 }] })).toEqual({
    status: 400,
    path: 'screens.0.shown',
  })
  expect(await sent({ photo })).toEqual({ status: 422, path: 'photo' })
  expect(await sent({ video: photo })).toEqual({ status: 422, path: 'video' })
  const { body } = await call('POST', `${root}/${id}/verify`)
  expect(body).toEqual({ result_code: 144, message: 'Moving Photo Is Missing', success: false })
})

const FRAMES_PER_SECOND = 6

/** Renders what a person looks like who is before a screen that shows the sequence; without light the screen is off. */
function rendered({ sequence }: Started, screenNits = 300): Promise<LightFilm> {
  const program = fileURLToPath(new URL('../kit/light-film-process.ts', import.meta.url))
  const child = fork(program, { serialization: 'advanced', execArgv: [] })
  const order: LightOrder = {
    screenNits,
    framesPerSecond: FRAMES_PER_SECOND,
    sequence: sequence.map(({ pattern, colour, duration_ms }) => ({
      pattern: pattern === 'edge' ? 'edge' : 'full',
      colour,
      durationMs: duration_ms,
    })),
  }
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the renderer ended with ${code}`)))
    child.on('message', (frames) => {
      resolve(frames as LightFilm)
      child.disconnect()
    })
    child.send(order)
  })
}

/** The film has the very frames, one after the other at their pace. */
function filmOf(frames: LightFilm): Buffer {
  const pace = ['-f', 'image2pipe', '-framerate', String(FRAMES_PER_SECOND), '-c:v', 'mjpeg', '-i', 'pipe:0']
  return written(pace, 'avi', ['-c', 'copy'], Buffer.concat(frames.map(({ jpeg }) => jpeg)))
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

/** A minute passes: a fast machine renders and sends a session in less time than it takes a person to live it. */
const passMinute = ({ id }: Started) =>
  server.server.runtime.store.database.query(
    'UPDATE challenges SET created_at = created_at - 60000 WHERE id = $1',
    [id],
  )

async function sendAll(caller: Call, started: Started, frames: LightFilm, key?: Key): Promise<void> {
  const { id } = started
  await passMinute(started)
  const epoch = Date.now()
  const sent = frames.map(({ jpeg, takenAtMs, shown, shownSinceMs }, number) => ({
    photo: base64(jpeg),
    timestamp: Math.round(epoch + takenAtMs),
    shown,
    shown_since: Math.round(epoch + shownSinceMs),
    ...key?.signed(id, number, Math.round(epoch + takenAtMs), jpeg),
  }))
  for (let i = 0; i < sent.length; i += 4)
    for (const { body } of await Promise.all(
      sent.slice(i, i + 4).map((frame) => caller('PUT', `${root}/${id}/frames`, frame)),
    ))
      expect(body).toMatchObject({ result_code: 200, guidance: 'ok' })
}

const verdictOf = async (caller: Call, { id }: Started) =>
  (await caller('POST', `${root}/${id}/verify`, lenient)).body
const failedIn = (body: Record<string, unknown>) =>
  (body.checks as { name: string; outcome: string }[])
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ name }) => name)

test('a face that answers passes; its film for another sequence does not; without light nothing is said', async () => {
  const caller = await newCaller(server)
  const challenge = { ...size, image_width: 240, image_height: 320 }
  const begin = async (more: object = {}) =>
    (await caller('POST', `${root}/start`, { ...challenge, ...more })).body as unknown as Started
  const key = await newKey(caller)
  const asked = await begin({ capture_key_id: key.id })
  const frames = await rendered(asked)
  await sendAll(caller, asked, frames, key)
  const verdict = await verdictOf(caller, asked)
  expect(failedIn(verdict)).toEqual([])
  expect(verdict).toMatchObject({ result_code: 200, success: true, strength: 'low', capture: 'signed' })
  expect(verdict.checks).toContainEqual(expect.objectContaining({ name: 'light-sequence-rank', score: 0 }))
  expect(await verdictOf(caller, asked)).toEqual(verdict)

  const other = await begin({ capture_key_id: key.id })
  await passMinute(other)
  const video = filmOf(frames)
  const now = Date.now()
  const screens = [0, 1, 2].map((shown) => ({ shown, shown_since: now + 1000 * shown }))
  const sent = { video: base64(video), screens, ...key.signed(other.id, 1, now, video) }
  const film = await caller('PUT', `${root}/${other.id}/frames`, sent)
  expect(film.body).toMatchObject({ result_code: 200, guidance: 'ok' })
  const { store } = server.server.runtime
  const [{ organisation_id: organisationId = '' } = {}] = await store.database.query<{
    organisation_id: string
  }>('SELECT organisation_id FROM challenges WHERE id = $1', [other.id])
  const stills = await framesOf(store.database, store.vault, { organisationId, id: other.id }, 'light')
  // What the screen is said to have shown is kept with each picture of the film, by its time.
  expect(stills.length).toBeGreaterThan(20)
  for (const { takenAtMs, claim } of stills) {
    const step = Math.min(2, Math.floor((takenAtMs - now) / 1000))
    expect(claim).toEqual({ step, sinceMs: now + 1000 * step })
  }
  const refused = await verdictOf(caller, other)
  expect([141, 197]).toContain(refused.result_code)
  expect(refused).toMatchObject({ success: false, capture: 'signed', capture_reason: 'own-key' })

  const dark = await begin()
  await sendAll(caller, dark, await rendered(dark, 0))
  const unseen = await verdictOf(caller, dark)
  expect(unseen).toMatchObject({ result_code: 196, message: 'Light Not Seen', success: false })
  expect(['darker-room', 'screen-brighter', 'come-closer']).toContain(unseen.guidance)
})
