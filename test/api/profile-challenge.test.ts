// Tests the profile challenge over HTTP: every task done, and every result code with a rendered picture.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { film, instead, nobody, twoPeople } from '../../specimens/kit/films/films.ts'
import {
  callerOf,
  lenient,
  newCaller,
  play,
  type SentFrame,
  sendFrame,
  start,
  verify,
} from '../../specimens/kit/servers/challenge-caller.ts'
import { sharedServer, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { actProfile, done, type ProfileStart } from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'
import type { Scene } from '../../specimens/person/render.ts'
import { listOrganisations, setMirroredFrames } from '../../src/store/records/organisations.ts'

type Started = ProfileStart & { readonly id: string; readonly exercise: readonly string[] }
let server: TestServer
let started: Started
let good: SentFrame[]
const all = { exercise: 'yaw-pitch-smile-wink', static: true }

beforeAll(async () => {
  server = await sharedServer()
  started = await start<Started>(callerOf(server), 'profile', all)
  good = await film(3, actProfile(person(3), started))
})
afterAll(() => server.stop())

/** Sends only the frames that the exercise asks for, because looking at each takes time. */
async function played(exercise: string, frames: readonly SentFrame[], body?: object) {
  const call = await newCaller(server)
  const { id, task_order } = await start<Started>(call, 'profile', { exercise, static: true })
  const asked = frames.filter(({ task }) => task in task_order)
  return play(call, 'profile', id, asked, body)
}

/** Films one task again, done in another way. */
async function doing(task: string, otherwise: Partial<Scene>): Promise<SentFrame[]> {
  const only = { ...started, task_order: { [task]: 1 } }
  const [take] = await film(3, actProfile(person(3), only, { take: 7, otherwise: { [task]: otherwise } }))
  if (!take) throw new Error('no frame')
  return instead(good, task, take.bytes)
}

const failedChecks = (body: Record<string, unknown>) =>
  (body.checks as { name: string; outcome: string }[])
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ name }) => name)

describe('start', () => {
  test('answers the area, the exercises and their tasks', async () => {
    const one = await start<Started>(callerOf(server), 'profile', { image_width: 640, image_height: 480 })
    expect(one).toMatchObject({
      area_top: 60,
      area_left: 185,
      area_width: 270,
      area_height: 360,
      min_face_area_percent: 20,
      exercise: ['yaw'],
    })
    expect(Object.keys(one.task_order)).toEqual(['keep-face-ahead', 'turn-face-left', 'turn-face-right'])
    for (const count of Object.values(one.task_order)) expect([1, 2, 3]).toContain(count)
  })

  test('answers words in the order asked, and each once', async () => {
    const one = await start<Started>(callerOf(server), 'profile', {
      exercise: 'wink-pitch-wink',
      static: true,
    })
    expect(one.exercise).toEqual(['wink', 'pitch'])
    expect(Object.entries(one.task_order)).toEqual([
      ['keep-face-ahead', 1],
      ['wink', 1],
      ['tilt-face-up', 1],
      ['tilt-face-down', 1],
    ])
  })

  test('leaves everything to the caller with custom', async () => {
    const one = await start<Started>(callerOf(server), 'profile', { exercise: 'custom', static: true })
    expect(one.exercise).toEqual(['custom'])
    expect(one.task_order).toEqual(Object.fromEntries(Object.keys(done).map((task) => [task, 0])))
  })
})

describe('a person who does all tasks', () => {
  test('passes, guided by ok from frame to frame', async () => {
    const call = await newCaller(server)
    const { id } = await start(call, 'profile', all)
    for (const frame of good) {
      const { status, body } = await sendFrame(call, 'profile', id, frame)
      expect(status).toBe(200)
      expect(body, frame.task).toEqual({ guidance: 'ok', message: 'Success', result_code: 200 })
    }
    const { body } = await verify(call, 'profile', id, { passive_liveness_threshold: 0.01 })
    expect(failedChecks(body)).toEqual([])
    expect(body).toMatchObject({ result_code: 200, message: 'Success', success: true })
  })

  test('passes with custom, and with a picture sent twice', async () => {
    const [ahead] = good
    if (!ahead) throw new Error('no frame')
    const sent = [...good.slice(0, 3), { ...ahead, task: 'turn-face-left' }]
    expect((await played('custom', sent)).body.result_code).toBe(200)
  })

  const inAMirror = () =>
    Promise.all(
      good.slice(0, 3).map(async (frame) => ({
        ...frame,
        bytes: await sharp(frame.bytes).flop().jpeg({ quality: 92 }).toBuffer(),
      })),
    )

  test('passes mirrored where start says that pictures are, and only there', async () => {
    const call = await newCaller(server)
    const yaw = { exercise: 'yaw', static: true }
    const { id, mirrored } = await start<{ mirrored: boolean }>(call, 'profile', { ...yaw, mirrored: true })
    expect(mirrored).toBe(true)
    const frames = await inAMirror()
    for (const frame of frames)
      expect((await sendFrame(call, 'profile', id, frame)).body.guidance, frame.task).toBe('ok')
    expect((await verify(call, 'profile', id, lenient)).body.result_code).toBe(200)
    const plain = await start<{ mirrored: boolean }>(await newCaller(server), 'profile', yaw)
    expect(plain.mirrored).toBe(false)
    expect((await played('yaw', frames)).body.result_code).toBe(151)
  })

  test('passes mirrored where the setting of the server or of the organisation says so', async () => {
    const mirroring = await startTestServer({ mirroredFrames: true })
    const { database } = mirroring.server.runtime.store
    const call = callerOf(mirroring)
    const yaw = { exercise: 'yaw', static: true }
    const saysMirrored = async () => (await start<{ mirrored: boolean }>(call, 'profile', yaw)).mirrored
    const [organisation] = await listOrganisations(database)
    const { id } = await start(call, 'profile', yaw)
    const { body } = await play(call, 'profile', id, await inAMirror())
    await setMirroredFrames(database, organisation?.id ?? '', false)
    const own = [await saysMirrored(), (await call('GET', '/organisation')).body.mirrored_frames]
    await setMirroredFrames(database, organisation?.id ?? '', undefined)
    const settings = [await saysMirrored(), (await call('GET', '/organisation')).body.mirrored_frames]
    await mirroring.stop()
    expect(body.result_code).toBe(200)
    expect(own).toEqual([false, false])
    expect(settings).toEqual([true, true])
  })

  test('passes when pictures are sent twice, whether the caller counts pictures or uploads', async () => {
    const [ahead, left, right] = good
    if (!ahead || !left || !right) throw new Error('no frames')
    // One picture of each is asked for: a copy is on top.
    const twice = await played('yaw', [ahead, left, left, right, right])
    expect(twice.body.result_code).toBe(200)
    // A caller that counts what it sends stops after as many uploads as are asked for.
    const call = await newCaller(server)
    const { id, task_order } = await start<Started>(call, 'profile', { exercise: 'yaw' })
    const sent = [ahead, left, right].flatMap((frame) =>
      Array.from({ length: task_order[frame.task] ?? 0 }, () => frame),
    )
    const answers = await Promise.all(sent.map((frame) => sendFrame(call, 'profile', id, frame)))
    for (const { body } of answers) expect(body).toMatchObject({ result_code: 200, guidance: 'ok' })
    expect((await verify(call, 'profile', id, lenient)).body.result_code).toBe(200)
  })

  test('passes when frames were sent until the guidance was ok', async () => {
    const call = await newCaller(server)
    const { id, task_order } = await start<Started>(call, 'profile', { exercise: 'yaw', static: true })
    const [ahead] = good
    if (!ahead) throw new Error('no frames')
    const early = (n: number) => ({ timestamp: ahead.timestamp - 400 + 40 * n })
    const turned = async (yawDegrees: number) =>
      (await doing(ahead.task, { yawDegrees }))[0]?.bytes ?? ahead.bytes
    const before = [
      { ...ahead, ...early(1), bytes: await nobody({ width: 360, height: 480 }) },
      { ...ahead, ...early(2), bytes: await sharp(ahead.bytes).linear(0.14, 0).jpeg().toBuffer() },
      // Turns would be measured from these heads, if they counted as straight.
      { ...ahead, ...early(3), bytes: await turned(30) },
      { ...ahead, ...early(4), bytes: await turned(36) },
    ]
    for (const frame of before)
      expect((await sendFrame(call, 'profile', id, frame)).body.guidance).not.toBe('ok')
    for (const frame of good.filter(({ task }) => task in task_order))
      expect((await sendFrame(call, 'profile', id, frame)).body.guidance).toBe('ok')
    const { body } = await verify(call, 'profile', id, lenient)
    expect(failedChecks(body)).toEqual([])
    expect(body.result_code).toBe(200)
  })

  test('is compared with the faces that were shown before', async () => {
    const call = await newCaller(server)
    const { id, task_order } = await start<Started>(call, 'profile', { exercise: 'yaw', static: true })
    const task = 'turn-face-left'
    const tooLittle = (await doing(task, { yawDegrees: 4 })).find((frame) => frame.task === task)
    if (!tooLittle) throw new Error('no frame')
    const early = { ...tooLittle, timestamp: tooLittle.timestamp - 50 }
    expect((await sendFrame(call, 'profile', id, early)).body.guidance).toBe('turn-left')
    const asked = good.filter(({ task }) => task in task_order)
    const { body } = await play(call, 'profile', id, asked)
    expect(body.result_code).toBe(200)
    expect(body.checks).toContainEqual(
      expect.objectContaining({ name: 'same-person-set-aside', outcome: 'passed' }),
    )
  })
})

describe('codes', () => {
  const swapped = (frames: readonly SentFrame[], one: string, other: string): SentFrame[] => {
    const bytesOf = (task: string) => frames.find((frame) => frame.task === task)?.bytes ?? new Uint8Array()
    return instead(instead(frames, one, bytesOf(other)), other, bytesOf(one))
  }

  test('131 no face, 135 two people', async () => {
    expect(
      (await played('smile', instead(good, 'smile', await nobody({ width: 360, height: 480 })))).body
        .result_code,
    ).toBe(131)
    const [one, , , , , other] = good
    if (!one || !other) throw new Error('no frames')
    const two = await twoPeople(one.bytes, other.bytes)
    expect((await played('smile', instead(good, 'keep-face-ahead', two))).body.result_code).toBe(135)
  })

  test('133 in the dark', async () => {
    const dark = await Promise.all(
      good.map(async (frame) => ({
        ...frame,
        bytes: await sharp(frame.bytes).linear(0.14, 0).jpeg().toBuffer(),
      })),
    )
    expect((await played('smile', dark)).body).toMatchObject({
      result_code: 133,
      message: 'Brightness Not Reach Requirements',
    })
  })

  test('140 tasks mixed in time', async () => {
    const [ahead, left, right] = good
    if (!ahead || !left || !right) throw new Error('no frames')
    const again = async (frame: SentFrame, timestamp: number) => ({
      ...frame,
      bytes: await sharp(frame.bytes).jpeg({ quality: 70 }).toBuffer(),
      timestamp,
    })
    const mixed = [ahead, left, await again(ahead, right.timestamp), await again(left, right.timestamp + 9)]
    expect((await played('custom', mixed)).body.result_code).toBe(140)
  })

  test('142 a mask over mouth and nose', async () => {
    const { body } = await played('smile', await doing('keep-face-ahead', { cover: 'mask' }))
    expect(body).toMatchObject({ result_code: 142, message: 'Face Occlusion Detected' })
  })

  test('144 without frames, for custom too', async () => {
    const call = await newCaller(server)
    const { id } = await start(call, 'profile', all)
    expect((await verify(call, 'profile', id)).body).toMatchObject({
      result_code: 144,
      message: 'Moving Photo Is Missing',
    })
    const custom = await start(call, 'profile', { exercise: 'custom' })
    expect((await verify(call, 'profile', custom.id)).body.result_code).toBe(144)
  })

  test('150, 151 the head turned the other way', async () => {
    const other = swapped(good, 'turn-face-left', 'turn-face-right')
    expect((await played('yaw', other)).body).toMatchObject({
      result_code: 151,
      message: 'Left Face Angle Not Correct',
    })
    const straight = await doing('turn-face-right', { yawDegrees: 4 })
    expect((await played('yaw', straight)).body).toMatchObject({ result_code: 150 })
  })

  test('152 not looking ahead', async () => {
    const aside = await doing('keep-face-ahead', { yawDegrees: 32 })
    expect((await played('yaw', aside)).body).toMatchObject({
      result_code: 152,
      message: 'Ahead Face Angle Not Correct',
    })
  })

  test('153 frames further apart than a challenge lasts', async () => {
    const slow = good.map((frame, i) => ({
      ...frame,
      timestamp: Math.floor(frame.timestamp / 1000) - 40 * (7 - 3 * i),
    }))
    expect((await played('yaw', slow)).body).toMatchObject({
      result_code: 153,
      message: 'Trajectory Too Slow',
    })
  })

  test('154 too few and too many frames of a task', async () => {
    expect((await played('yaw', good.slice(0, 2))).body).toMatchObject({
      result_code: 154,
      message: 'Illegal Duration',
    })
    const [ahead] = good
    if (!ahead) throw new Error('no frame')
    const twice = { ...ahead, bytes: await sharp(ahead.bytes).jpeg().toBuffer() }
    expect((await played('yaw', [...good, twice])).body.result_code).toBe(154)
    // A task without a picture of its own was not done, whatever was sent under its name.
    expect((await played('yaw', instead(good, 'turn-face-left', ahead.bytes))).body.result_code).toBe(154)
  })

  test('180, 181 the head not raised, not lowered', async () => {
    expect((await played('pitch', await doing('tilt-face-up', { pitchDegrees: 3 }))).body).toMatchObject({
      result_code: 180,
    })
    expect((await played('pitch', await doing('tilt-face-down', { pitchDegrees: -3 }))).body).toMatchObject({
      result_code: 181,
    })
  })

  test('192 no smile, 193 no wink', async () => {
    expect((await played('smile', await doing('smile', { smile: 0 }))).body).toMatchObject({
      result_code: 192,
    })
    expect((await played('wink', await doing('wink', { leftEyeClosed: 0 }))).body).toMatchObject({
      result_code: 193,
    })
    const both = await doing('wink', { leftEyeClosed: 1, rightEyeClosed: 1 })
    expect((await played('wink', both)).body.result_code).toBe(193)
  })

  test('141 when the passive check is not met', async () => {
    const { body } = await played('smile', good, { passive_liveness_threshold: 1 })
    expect(body).toMatchObject({ result_code: 141, success: false })
    expect(failedChecks(body)).toContain('genuineness')
  })
})
