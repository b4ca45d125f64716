// Tests the nose challenge over HTTP: a head that turns until the nose is in its box, and every way of failing.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { film, nobody, twoPeople } from '../../specimens/kit/films/films.ts'
import {
  type Call,
  callerOf,
  lenient,
  newCaller,
  play,
  type SentFrame,
  sendFrame,
  start,
  verify,
} from '../../specimens/kit/servers/challenge-caller.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { actNose, type NoseStart } from '../../specimens/liveness/acting.ts'
import { person } from '../../specimens/person/person.ts'

let server: TestServer
let call: Call

beforeAll(async () => {
  server = await sharedServer()
  call = callerOf(server)
})
afterAll(() => server.stop())

type Started = NoseStart & { readonly id: string }
const failedChecks = (body: Record<string, unknown>) =>
  (body.checks as { name: string; outcome: string }[])
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ name }) => name)

const reencoded = (frames: readonly (SentFrame & { readonly quality: number })[]) =>
  Promise.all(
    frames.map(async ({ quality, ...frame }) => ({
      ...frame,
      bytes: await sharp(frame.bytes).jpeg({ quality }).toBuffer(),
    })),
  )

/** Starts a new challenge and plays it with the first person, with frames or scenes changed on the way. */
async function played(
  change: (frames: SentFrame[]) => SentFrame[] | Promise<SentFrame[]> = (frames) => frames,
  direction: Parameters<typeof actNose>[2] = {},
) {
  const caller = await newCaller(server)
  const started = await start<Started>(caller, 'nose')
  const frames = await film(3, actNose(person(3), started, { frames: 4, ...direction }))
  return play(caller, 'nose', started.id, await change(frames))
}

test('start answers the area, a box beside its middle, and the thresholds', async () => {
  const started = await start<Started & Record<string, unknown>>(call, 'nose', {
    image_width: 640,
    image_height: 480,
  })
  expect(started).toMatchObject({
    area_top: 60,
    area_left: 185,
    area_width: 270,
    area_height: 360,
    nose_width: 20,
    nose_height: 20,
    min_face_area_percent: 50,
    duration: 10,
    framerate: 12,
    face_moving_check: true,
    face_rotation_check: true,
    nose_motion_check: true,
    frames: [],
    result_code: 200,
  })
  const sideways = Math.abs(started.nose_left + 10 - 320)
  expect(sideways).toBeGreaterThanOrEqual(45)
  expect(sideways).toBeLessThanOrEqual(75)
  expect(Math.abs(started.nose_top + 10 - 240)).toBeLessThanOrEqual(40)
})

test('the box is elsewhere at each start, and grows with the picture', async () => {
  const large = { image_width: 1280, image_height: 960 }
  const all = await Promise.all(Array.from({ length: 16 }, () => start<Started>(call, 'nose', large)))
  expect(new Set(all.map(({ nose_left, nose_top }) => `${nose_left},${nose_top}`)).size).toBeGreaterThan(8)
  expect(all.some(({ nose_left }) => nose_left < 620)).toBe(true)
  expect(all.some(({ nose_left }) => nose_left > 660)).toBe(true)
  expect(all.every(({ nose_width }) => nose_width === 40)).toBe(true)
})

test('a head that turns there passes; its frames are answered 201 with what to do', async () => {
  const caller = await newCaller(server)
  const started = await start<Started>(caller, 'nose')
  const frames = await film(3, actNose(person(3), started, { frames: 4 }))
  const towards = started.nose_left + started.nose_width / 2 < 180 ? 'nose-left' : 'nose-right'
  const guidance: unknown[] = []
  for (const frame of frames) {
    const { status, body } = await sendFrame(caller, 'nose', started.id, frame)
    expect(status).toBe(201)
    expect(body).toMatchObject({ result_code: 200, message: 'Success' })
    guidance.push(body.guidance)
  }
  expect(guidance[0]).toBe(towards)
  expect(guidance.at(-1)).toBe('ok')
  const { body } = await verify(caller, 'nose', started.id, lenient)
  expect(body).toMatchObject({ result_code: 200, success: true })
})

test('131 when the frames show no face, 135 when they show two', async () => {
  const wall = await nobody({ width: 360, height: 480 })
  const some = await played((frames) =>
    frames.map((frame, i) => (i === 2 ? { ...frame, bytes: wall } : frame)),
  )
  expect(some.body).toMatchObject({ result_code: 131, success: false })
  const two = await played(async (frames) => {
    const [first, , third] = frames
    if (!first || !third) throw new Error('no frames')
    return [...frames.slice(0, -1), { ...third, bytes: await twoPeople(first.bytes, third.bytes) }]
  })
  expect(two.body).toMatchObject({ result_code: 135, success: false })
})

test('144, spelled as this challenge spells it, without frames and with too few', async () => {
  const caller = await newCaller(server)
  const { id } = await start(caller, 'nose')
  const { body } = await verify(caller, 'nose', id)
  expect(body).toEqual({ result_code: 144, message: 'moving-photo-missing', success: false })
  // A picture that is sent twice counts once.
  const few = await played(([first, second]) => (first && second ? [first, second, first] : []))
  expect(few.body).toMatchObject({ result_code: 144, message: 'moving-photo-missing' })
})

test('190 when the face is too far away, 195 when it leaves the area', async () => {
  expect((await played(undefined, { share: 0.4 })).body.result_code).toBe(190)
  const caller = await newCaller(server)
  const started = await start<Started>(caller, 'nose', { image_width: 640, image_height: 480 })
  const takes = actNose(person(3), started, { frames: 3 }).map((take) => ({
    ...take,
    scene: { ...take.scene, offsetCm: { x: 8, y: 0 } },
  }))
  expect((await play(caller, 'nose', started.id, await film(3, takes))).body.result_code).toBe(195)
})

test('194 when the nose never gets there, and when it is there from the beginning', async () => {
  const half = await played((frames) => frames.slice(0, 3), { frames: 7 })
  expect(half.body).toMatchObject({ result_code: 194, message: 'Nose Position Not Reached' })
  expect((await played((frames) => frames.toReversed())).body).toMatchObject({ result_code: 194 })
  const last = await played(async (frames) => {
    const end = frames.slice(-1)
    return [
      ...end,
      ...(await reencoded(end.flatMap((frame) => [70, 80].map((quality) => ({ ...frame, quality }))))),
    ]
  })
  expect(last.body.result_code).toBe(194)
  expect(failedChecks(last.body)).toContain('nose-outside-box-at-first')
})

test('141 when a photograph is pushed there instead of a head turning', async () => {
  const caller = await newCaller(server)
  const started = await start<Started>(caller, 'nose')
  const [first] = await film(3, actNose(person(3), started, { frames: 4, share: 0.72 }))
  if (!first) throw new Error('no frames')
  const [dx, dy] = [
    started.nose_left + started.nose_width / 2 - 180,
    started.nose_top + started.nose_height / 2 - 240,
  ]
  const wide = await sharp(first.bytes)
    .extend({ top: 200, bottom: 200, left: 200, right: 200, extendWith: 'copy' })
    .toBuffer()
  const pushed = (share: number) =>
    sharp(wide)
      .extract({
        left: Math.round(200 - share * dx),
        top: Math.round(200 - share * dy),
        width: 360,
        height: 480,
      })
      .jpeg({ quality: 90 })
      .toBuffer()
  const frames = await Promise.all(
    [0, 0.3, 0.6, 0.9, 1].map(async (share) => ({ ...first, bytes: await pushed(share) })),
  )
  const { body } = await play(caller, 'nose', started.id, frames)
  // Where the box is far to the side, the picture leaves the area earlier.
  expect([141, 195]).toContain(body.result_code)
  expect(body.success).toBe(false)
})

test('141 when the passive check is not met', async () => {
  const caller = await newCaller(server)
  const started = await start<Started>(caller, 'nose')
  const frames = await film(3, actNose(person(3), started, { frames: 4 }))
  const { body } = await play(caller, 'nose', started.id, frames, { passive_liveness_threshold: 100 })
  expect(body).toMatchObject({ result_code: 141, message: 'face-not-genuine', success: false })
  expect(failedChecks(body)).toContain('genuineness')
})
