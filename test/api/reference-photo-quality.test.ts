// Tests that a reference photo of too poor quality is refused with its reason, and that nothing of it is kept.
import type { Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  base64,
  FACE_SIDE,
  faceOf,
  herSelfie,
  him,
  jpegOf,
  turnedAside,
  type Who,
} from '../../specimens/kit/photographs/face-photos.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { type Check, collectionCaller, failedChecks, storedBy } from '../kit/collection-caller.ts'

let server: TestServer
let caller: ReturnType<typeof collectionCaller>
beforeAll(async () => {
  server = await sharedServer()
  caller = collectionCaller(server)
  await caller.sign('staff')
})
afterAll(() => server.stop())

const as = (photo: Sharp) => photo
const blurred = (photo: Sharp) => photo.blur(5)
const small = (photo: Sharp) => photo.resize(140)
const dark = (photo: Sharp) => photo.linear(0.25, 0)
const washedOut = (photo: Sharp) => photo.linear(0.18, 215)

/** An ellipse of cloth from under the eyes of the man in `him` to his chin. */
function masked(photo: Sharp): Sharp {
  const cloth = Buffer.alloc(FACE_SIDE * FACE_SIDE * 4)
  for (let y = 0; y < FACE_SIDE; y++)
    for (let x = 0; x < FACE_SIDE; x++)
      if (((x - 231) / 116) ** 2 + ((y - 312) / 90) ** 2 <= 1)
        cloth.set([127, 178, 217, 255], (y * FACE_SIDE + x) * 4)
  return photo.composite([{ input: cloth, raw: { width: FACE_SIDE, height: FACE_SIDE, channels: 4 } }])
}

test.each<[string, number, string, string, Who, (photo: Sharp) => Sharp]>([
  ['turned aside', 152, 'Ahead Face Angle Not Correct', 'yaw-degrees', turnedAside, as],
  ['leaning', 152, 'Ahead Face Angle Not Correct', 'roll-degrees', herSelfie, as],
  ['blurred', 191, 'Face Not Sharp', 'sharpness', him, blurred],
  ['small', 190, 'Face Too Small', 'face-height-pixels', him, small],
  ['dark', 133, 'Brightness Not Reach Requirements', 'brightness', him, dark],
  ['washed out', 133, 'Brightness Not Reach Requirements', 'brightness-not-too-high', him, washedOut],
  ['behind a mask', 142, 'Face Occlusion Detected', 'mouth-covered', him, masked],
])('a face that is %s is %i', async (_name, code, message, check, who, spoil) => {
  const photo = base64(await jpegOf(spoil(await faceOf(who))))
  const answer = await caller.register('staff', 'person', photo)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    external_person_id: 'person',
    checks: expect.any(Array),
    message,
    result_code: code,
  })
  expect(failedChecks(answer)).toContain(check)
  for (const { score, threshold, rule, outcome } of answer.body.checks as Check[])
    expect(outcome).toBe(
      (rule === 'at-least' ? score >= threshold : score <= threshold) ? 'passed' : 'failed',
    )
  expect(await storedBy(server)).toEqual({ faces: 0, counted: 0, files: 0, onDisk: 0 })
})

test('an unspoiled photo of the same person is accepted', async () => {
  const answer = await caller.register('staff', 'person', base64(await jpegOf(await faceOf(him))))
  expect(answer.body.result_code).toBe(200)
  expect(await storedBy(server)).toEqual({ faces: 1, counted: 1, files: 1, onDisk: 1 })
})
