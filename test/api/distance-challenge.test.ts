// Tests the distance challenge over HTTP with rendered pictures: a person who passes, and every way of failing.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { film, instead, nobody, twoPeople } from '../../specimens/kit/films/films.ts'
import {
  callerOf,
  newCaller,
  play,
  type SentFrame,
  start,
  verify,
} from '../../specimens/kit/servers/challenge-caller.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { actDistance, type DistanceStart } from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'

let server: TestServer
let good: SentFrame[]
const once = { normal_amount: 1, far_amount: 1, close_amount: 1 }

beforeAll(async () => {
  server = await sharedServer()
  const started = await start<DistanceStart>(callerOf(server), 'distance', once)
  good = await film(3, actDistance(person(3), started))
})
afterAll(() => server.stop())

/** Runs a challenge of one frame per distance with these frames, in an organisation that never saw them. */
async function played(frames: readonly SentFrame[], body?: unknown, fields: object = {}) {
  const call = await newCaller(server)
  const { id } = await start(call, 'distance', { ...once, ...fields })
  return play(call, 'distance', id, frames, body)
}

test('start answers boxes, counts and the thresholds in force', async () => {
  const started = await start<DistanceStart & Record<string, unknown>>(callerOf(server), 'distance', {
    external_person_id: 'anna',
    image_width: 640,
    image_height: 480,
  })
  expect(started).toMatchObject({
    external_person_id: 'anna',
    image_width: 640,
    image_height: 480,
    normal_distance: { left: 194, top: 72, width: 252, height: 336 },
    far_distance: { left: 212, top: 96, width: 216, height: 288 },
    close_distance: { left: 185, top: 60, width: 270, height: 360 },
    max_face_area_percent: 1.1,
    min_face_area_percent: 0.7,
    message: 'Success',
    result_code: 200,
  })
  expect(Object.keys(started.task_order)).toEqual(['normal-distance', 'far-distance', 'close-distance'])
  for (const count of Object.values(started.task_order)) expect([2, 3, 4, 5]).toContain(count)
})

test('counts differ from start to start', async () => {
  const call = callerOf(server)
  const orders = await Promise.all(
    Array.from({ length: 12 }, async () =>
      JSON.stringify((await start<DistanceStart>(call, 'distance')).task_order),
    ),
  )
  expect(new Set(orders).size).toBeGreaterThan(3)
})

test('a person who comes closer passes, with the checks in the answer', async () => {
  const { status, body } = await played(good)
  expect(body).toMatchObject({ result_code: 200, message: 'Success', success: true })
  expect(status).toBe(200)
  const checks = body.checks as { name: string; outcome: string }[]
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['perspective-dioptres', 'same-person', 'genuineness', 'copies-of-one-picture']),
  )
  expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
})

test('the order in which frames arrive does not matter', async () => {
  expect((await played([...good].reverse())).body.result_code).toBe(200)
})

test('131 when a frame shows no face', async () => {
  const wall = await nobody({ width: 360, height: 480 })
  const { body } = await played(instead(good, 'far-distance', wall))
  expect(body).toMatchObject({ result_code: 131, message: 'No Face Detected', success: false })
})

test('135 when a frame shows two people', async () => {
  const [one, other] = [good[1]?.bytes, good[2]?.bytes]
  if (!one || !other) throw new Error('no frames')
  const { body } = await played(instead(good, 'normal-distance', await twoPeople(one, other)))
  expect(body).toMatchObject({ result_code: 135, success: false })
})

test('140 when a task has no frame, and when tasks are mixed in time', async () => {
  expect((await played(good.slice(0, 2))).body).toMatchObject({
    result_code: 140,
    message: 'Task Order Not Found',
  })
  const [far, normal] = good
  if (!far || !normal) throw new Error('no frames')
  const later = { ...far, bytes: await sharp(far.bytes).jpeg().toBuffer(), timestamp: normal.timestamp + 10 }
  const twice = {
    ...normal,
    bytes: await sharp(normal.bytes).jpeg().toBuffer(),
    timestamp: normal.timestamp + 20,
  }
  expect((await played([...good, later, twice])).body.result_code).toBe(140)
})

test('143 for a challenge that was never started', async () => {
  const { body } = await verify(callerOf(server), 'distance', 'nothing-like-it')
  expect(body).toEqual({ result_code: 143, message: 'Request Challenge ID Not Found', success: false })
})

test('144 without frames, and the challenge stays open', async () => {
  const call = await newCaller(server)
  const { id } = await start(call, 'distance', once)
  const { body } = await verify(call, 'distance', id)
  expect(body).toEqual({ result_code: 144, message: 'Moving Photo Is Missing', success: false })
  expect((await play(call, 'distance', id, good)).body.result_code).toBe(200)
})

test('184 when frames are too few, and when the face is not where it was asked to be', async () => {
  expect((await played(good, undefined, { far_amount: 2 })).body).toMatchObject({ result_code: 184 })
  const [far] = good
  if (!far) throw new Error('no frames')
  const still = good.map((frame) => ({ ...frame, bytes: far.bytes }))
  const shifted = await Promise.all(
    still.map(async (frame, i) => ({
      ...frame,
      bytes: await sharp(frame.bytes)
        .jpeg({ quality: 80 + i })
        .toBuffer(),
    })),
  )
  const { body } = await played(shifted)
  expect(body).toMatchObject({ result_code: 184, message: 'Distance Task Failed' })
})

test('141 when a photograph is brought closer: it grows evenly', async () => {
  const [far] = good
  if (!far) throw new Error('no frames')
  const { width, height } = { width: 360, height: 480 }
  const closer = async (times: number) => {
    const [w, h] = [Math.round(width / times), Math.round(height / times)]
    const part = { width: w, height: h, left: Math.round((width - w) / 2), top: Math.round((height - h) / 2) }
    return sharp(far.bytes).extract(part).resize(width, height).jpeg({ quality: 92 }).toBuffer()
  }
  const grown = [far, ...(await Promise.all([1.17, 1.25].map(closer)))]
  const frames = good.map((frame, i) => ({ ...frame, bytes: i === 0 ? far.bytes : (grown[i] as Uint8Array) }))
  const { body } = await played(frames)
  expect(body).toMatchObject({ result_code: 141, message: 'face-not-genuine', success: false })
  const failed = (body.checks as { name: string; outcome: string }[]).filter(
    ({ outcome }) => outcome === 'failed',
  )
  expect(failed.map(({ name }) => name)).toContain('perspective-dioptres')
})

test('141 when the passive check is not met', async () => {
  const { body } = await played(good, { passive_liveness_threshold: 1, passive_liveness_frame_percentage: 1 })
  expect(body).toMatchObject({ result_code: 141, success: false })
})

test('141 when another person steps in', async () => {
  const started = await start<DistanceStart>(callerOf(server), 'distance', once)
  const other = (await film(4, actDistance(person(4), started, { share: 0.98 }))).find(
    ({ task }) => task === 'close-distance',
  )
  if (!other) throw new Error('no frame')
  const { body } = await played(instead(good, 'close-distance', other.bytes))
  expect(body).toMatchObject({ result_code: 141 })
  const missed = (body.checks as { name: string; outcome: string }[]).filter(
    ({ outcome }) => outcome !== 'passed',
  )
  expect(missed.map(({ name }) => name)).toContain('same-person')
})
