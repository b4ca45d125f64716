// Tests comparing a live face with the portrait on a card over HTTP: the answers and the refusals.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anotherPerson,
  base64,
  type CardPhoto,
  cardOf,
  emptyPhoto,
  FACE_SIDE,
  faceOf,
  groupPhoto,
  herReference,
  herSelfie,
  him,
  jpegOf,
  notGenuine,
  photoOf,
  portraitMiddle,
} from '../../specimens/kit/photographs/face-photos.ts'
import { blackPng, exif, withExif } from '../../specimens/kit/photographs/pictures.ts'
import { type Answered, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { type Check, failedChecks } from '../kit/collection-caller.ts'
import { expectRefusal } from './expecting.ts'

const path = '/face-matching/compare-faces'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

const compare = (image_live: unknown, image_card: unknown, more: object = {}) =>
  server.post(path, { image_live, image_card, ...more })

const checkOf = ({ body }: Pick<Answered, 'body'>, name: string) =>
  (body.checks as Check[]).find((check) => check.name === name)
const outcomeOf = ({ status, body }: Answered) => [status, body.result_code, body.message]

/** The box must lie inside the image, with its middle within a third of the face from the portrait's middle. */
function expectAround(corners: unknown, middle: { x: number; y: number }, image: number): void {
  const [left, top, right, bottom] = corners as [number, number, number, number]
  for (const corner of [left, top, right, bottom]) expect(Number.isInteger(corner)).toBe(true)
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
  expect(Math.max(right, bottom)).toBeLessThanOrEqual(image)
  const [width, height] = [right - left, bottom - top]
  expect(Math.min(width, height)).toBeGreaterThan(20)
  expect(Math.abs((left + right) / 2 - middle.x)).toBeLessThan(width / 3)
  expect(Math.abs((top + bottom) / 2 - middle.y)).toBeLessThan(height / 3)
}

describe('the person on the card', () => {
  test('is 2, with every field of the specification', async () => {
    const answer = await compare(await photoOf(herSelfie), await cardOf(herReference))
    expect(answer.status).toBe(200)
    const { body } = answer
    const number = expect.any(Number)
    expect(body).toEqual({
      liveness_check: 'face-genuine',
      face_live_angle: { Pitch: number, Roll: number, Yaw: number },
      face_loc_card: [number, number, number, number],
      face_loc_live: [number, number, number, number],
      sim: number,
      verification_time: number,
      verify_result: 2,
      verify_result_text: 'Faces match',
      checks: expect.any(Array),
      message: 'Success',
      result_code: 200,
    })
    expect(body.sim).toBeGreaterThanOrEqual(80)
    expect(body.sim).toBeLessThanOrEqual(100)
    expect(body.verification_time).toBeGreaterThan(0)
    expect(body.verification_time).toBeLessThan(60)
    const { Pitch, Roll, Yaw } = body.face_live_angle as Record<string, number>
    expect(Roll).toBeGreaterThan(35)
    for (const angle of [Pitch, Yaw]) expect(Math.abs(angle ?? Number.NaN)).toBeLessThan(20)
    expectAround(body.face_loc_card, portraitMiddle(), 1600)
    expectAround(body.face_loc_live, { x: FACE_SIDE / 2, y: FACE_SIDE / 2 }, FACE_SIDE)
    expect(failedChecks(answer)).toEqual([])
    expect((body.checks as Check[]).map(({ name }) => name)).toEqual([
      'face-found',
      'faces',
      'genuineness',
      'persona-likeness',
      'card-face-found',
      'card-faces',
      'similarity',
    ])
  })

  test.each<CardPhoto>([
    { degrees: 8, scale: 0.5 },
    { degrees: 90 },
    { degrees: 180 },
    { degrees: 270, scale: 0.5 },
  ])('is found beside its ghost on a card as it lies: %o', async (lying) => {
    const { body } = await compare(await photoOf(herSelfie), await cardOf(herReference, lying))
    expect([body.result_code, body.verify_result]).toEqual([200, 2])
    expectAround(body.face_loc_card, portraitMiddle(lying), 2000)
  })

  test('is 0 for another person', async () => {
    const answer = await compare(await photoOf(anotherPerson), await cardOf(him, { scale: 0.5 }))
    expect(outcomeOf(answer)).toEqual([200, 200, 'Success'])
    expect(answer.body).toMatchObject({ verify_result: 0, verify_result_text: 'Faces do not match' })
    expect(answer.body.liveness_check).toBe('face-genuine')
    expect(answer.body.sim).toBeLessThan(80)
    expect(failedChecks(answer)).toEqual(['similarity'])
  })
})

describe('pictures as cameras and browsers make them', () => {
  test('a selfie that only its EXIF turns upright, and a card as WebP', async () => {
    const lying = await jpegOf((await faceOf(herSelfie)).rotate(-90))
    const card = await (await faceOf(herReference)).webp({ quality: 90 }).toBuffer()
    const { body } = await compare(base64(withExif(lying, exif(6))), base64(card))
    expect(body.verify_result).toBe(2)
    expect((body.face_live_angle as Record<string, number>).Roll).toBeGreaterThan(35)
    expect((body.face_live_angle as Record<string, number>).Roll).toBeLessThan(55)
  })

  test('a selfie as PNG in a data URL, and a card with line breaks', async () => {
    const live = await (await faceOf(herSelfie)).png().toBuffer()
    const card = (await photoOf(herReference)).replaceAll(/.{76}/g, '$&\r\n')
    const { body } = await compare(`data:image/png;base64,${base64(live)}`, card)
    expect(body.verify_result).toBe(2)
  })
})

describe('thresholds', () => {
  test('mean the same as share and as percent', async () => {
    const [live, card] = [await photoOf(herSelfie), await photoOf(herReference)]
    const asShare = await compare(live, card, { similarity_threshold: 0.9, liveness_threshold: 0.3 })
    const asPercent = await compare(live, card, { similarity_threshold: 90, liveness_threshold: 30 })
    expect(asShare.body.verify_result).toBe(2)
    expect(checkOf(asShare, 'similarity')?.threshold).toBe(90)
    expect(checkOf(asShare, 'genuineness')?.threshold).toBe(0.3)
    expect(asPercent.body).toEqual({ ...asShare.body, verification_time: expect.any(Number) })
  })

  test('are 80 percent and 0.5 where none is given, and decide', async () => {
    const [live, card] = [await photoOf(herSelfie), await photoOf(herReference)]
    const usual = await compare(live, card)
    expect(checkOf(usual, 'similarity')?.threshold).toBe(80)
    expect(checkOf(usual, 'genuineness')?.threshold).toBe(0.5)
    const strict = await compare(live, card, { similarity_threshold: 99.5 })
    expect(strict.body).toMatchObject({ verify_result: 0, sim: usual.body.sim })
  })

  test.each([
    ['similarity_threshold', '-0.01'],
    ['similarity_threshold', '100.5'],
    ['similarity_threshold', '1e999'],
    ['similarity_threshold', '"80"'],
    ['similarity_threshold', '1.5'],
    ['liveness_threshold', '1.01'],
    ['liveness_threshold', '-1'],
    ['liveness_threshold', '101'],
    ['liveness_threshold', 'true'],
  ])('%s of %s is refused by name', async (field, json) => {
    const body = `{"image_live":"aGVsbG8=","image_card":"aGVsbG8=","${field}":${json}}`
    expectRefusal(await server.post(path, body), 400, field)
  })
})

describe('who is not genuine', () => {
  test('gets one field and the checks of the live face, and nothing else, whatever the card is', async () => {
    const live = await photoOf(notGenuine)
    for (const card of [live, base64(Buffer.from('no image at all'))]) {
      const { status, body } = await compare(live, card)
      expect(status).toBe(200)
      expect(body).toEqual({ liveness_check: 'face-not-genuine', checks: expect.any(Array) })
      const genuineness = checkOf({ body }, 'genuineness')
      expect(genuineness).toMatchObject({ threshold: 0.5, outcome: 'failed' })
      expect(genuineness?.score).toBeLessThan(0.5)
      expect(checkOf({ body }, 'card-face-found')).toBeUndefined()
    }
  })

  test('depends on the threshold', async () => {
    const live = await photoOf(notGenuine)
    expect((await compare(live, live, { liveness_threshold: 0 })).body.verify_result).toBe(2)
    const strict = await compare(await photoOf(herSelfie), live, { liveness_threshold: 1 })
    expect(strict.body).toEqual({ liveness_check: 'face-not-genuine', checks: expect.any(Array) })
    expect(checkOf(strict, 'genuineness')).toMatchObject({ threshold: 1, outcome: 'failed' })
  })
})

describe('no face, or too many', () => {
  test.each([
    ['nobody before the camera', 131, ['face-found'], emptyPhoto, () => photoOf(herReference)],
    ['three before the camera', 135, ['faces'], async () => groupPhoto(), () => photoOf(herReference)],
    [
      'a blank card',
      131,
      ['card-face-found'],
      () => photoOf(herSelfie),
      () => cardOf(undefined, { scale: 0.5 }),
    ],
    [
      'two people on it',
      135,
      ['card-faces'],
      () => photoOf(him),
      () => cardOf(him, { scale: 0.5, beside: anotherPerson }),
    ],
  ] as const)('%s is %i', async (_name, code, checks, live, card) => {
    const answer = await compare(await live(), await card())
    const message = code === 131 ? 'No Face Detected' : 'Found More Than One Face'
    expect(outcomeOf(answer)).toEqual([200, code, message])
    expect(failedChecks(answer)).toEqual(checks)
    expect(answer.body).not.toHaveProperty('verify_result')
    expect(answer.body).not.toHaveProperty('sim')
  })
})

describe('what cannot be compared is refused by the name of the field', () => {
  const text = base64(Buffer.from('no image at all'))

  test('unreadable', async () => {
    const good = await photoOf(herSelfie)
    const half = base64(Buffer.from(good, 'base64').subarray(0, 20_000))
    expectRefusal(await compare(text, good), 422, 'image_live')
    expectRefusal(await compare(good, half), 422, 'image_card')
  })

  test('too large', async () => {
    const large = base64(Buffer.alloc(server.server.runtime.config.imageLimitBytes + 1))
    expectRefusal(await compare(large, text), 413, 'image_live')
    expectRefusal(await compare(text, large), 413, 'image_card')
    const wide = base64(blackPng(8000, 7000, { length: 1 }))
    expectRefusal(await compare(wide, text), 413, 'image_live')
  })

  test.each([
    ['missing', 'image_live', { image_card: text }],
    ['missing', 'image_card', { image_live: text }],
    ['a number', 'image_live', { image_live: 1, image_card: text }],
    ['null', 'image_card', { image_live: text, image_card: null }],
    ['a list', 'image_live', { image_live: [text], image_card: text }],
    ['empty', 'image_card', { image_live: text, image_card: '' }],
    ['not Base64', 'image_live', { image_live: 'http://localhost/me.jpg', image_card: text }],
  ])('%s: %s', async (_name, field, body) => {
    expectRefusal(await server.post(path, body), 400, field)
  })

  test('without credentials', async () => {
    expectRefusal(await server.post(path, { image_live: text, image_card: text }, null), 401)
  })
})
