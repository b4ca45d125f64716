// Tests the light challenge over HTTP: a face that answers the colours of the screen, and every way of failing.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { written } from '../image/video-maker.ts'
import { type Call, callerOf, lenient, newCaller } from '../kit/challenge-caller.ts'
import type { LightFilm, LightOrder } from '../kit/light-film-process.ts'
import { sharedServer, type TestServer } from '../kit/server.ts'

let server: TestServer
let call: Call

beforeAll(async () => {
  server = await sharedServer()
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

async function sendAll(caller: Call, { id }: Started, frames: LightFilm): Promise<void> {
  const epoch = Date.now()
  const sent = frames.map(({ jpeg, takenAtMs, shown, shownSinceMs }) => ({
    photo: Buffer.from(jpeg).toString('base64'),
    timestamp: Math.round(epoch + takenAtMs),
    shown,
    shown_since: Math.round(epoch + shownSinceMs),
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
  const begin = async () => (await caller('POST', `${root}/start`, challenge)).body as unknown as Started
  const [asked, other, dark] = [await begin(), await begin(), await begin()]
  const frames = await rendered(asked)
  await sendAll(caller, asked, frames)
  const verdict = await verdictOf(caller, asked)
  expect(failedIn(verdict)).toEqual([])
  expect(verdict).toMatchObject({ result_code: 200, success: true, strength: 'low' })
  expect(verdict.checks).toContainEqual(expect.objectContaining({ name: 'light-sequence-rank', score: 0 }))
  expect(await verdictOf(caller, asked)).toEqual(verdict)

  const video = filmOf(frames).toString('base64')
  const film = await caller('PUT', `${root}/${other.id}/frames`, { video, timestamp: Date.now() })
  expect(film.body).toMatchObject({ result_code: 200, guidance: 'ok' })
  const refused = await verdictOf(caller, other)
  expect([141, 197]).toContain(refused.result_code)
  expect(refused.success).toBe(false)

  await sendAll(caller, dark, await rendered(dark, 0))
  const unseen = await verdictOf(caller, dark)
  expect(unseen).toMatchObject({ result_code: 196, message: 'Light Not Seen', success: false })
  expect(['darker-room', 'screen-brighter', 'come-closer']).toContain(unseen.guidance)
})
