// Tests that malformed requests to a challenge get a 4xx that names the field.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nobody, wall } from '../../specimens/kit/films/films.ts'
import { type Call, callerOf, families, start } from '../../specimens/kit/servers/challenge-caller.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { expectRefusal } from './expecting.ts'

let server: TestServer
let call: Call
let photo: string

beforeAll(async () => {
  server = await sharedServer()
  call = callerOf(server)
  photo = Buffer.from(await wall(1)).toString('base64')
})
afterAll(() => server.stop())

const fine = { external_person_id: 'p', image_width: 480, image_height: 640 }

describe('start', () => {
  const cases: readonly (readonly [what: string, path: string, fields: object, field: string])[] = [
    ['no person', families.nose.start, { external_person_id: undefined }, 'external_person_id'],
    ['an empty person', families.nose.start, { external_person_id: '' }, 'external_person_id'],
    ['a width of 0', families.profile.start, { image_width: 0 }, 'image_width'],
    ['a width of 1e9', families.distance.start, { image_width: 1e9 }, 'image_width'],
    ['half a pixel', families.distance.start, { image_height: 640.5 }, 'image_height'],
    ['a height as text', families.nose.start, { image_height: '640' }, 'image_height'],
    ['a count of 0', families.distance.start, { far_amount: 0 }, 'far_amount'],
    ['a count of 1000', families.distance.start, { close_amount: 1000 }, 'close_amount'],
    ['half a frame', families.distance.start, { normal_amount: 1.5 }, 'normal_amount'],
    ['a ratio of 0', families.distance.start, { far_distance_ratio: 0 }, 'far_distance_ratio'],
    ['a ratio of 2', families.distance.start, { close_distance_ratio: 2 }, 'close_distance_ratio'],
    [
      'a least share over the most',
      families.distance.start,
      { min_face_area_percent: 1.2 },
      'min_face_area_percent',
    ],
    ['an unknown exercise', families.profile.start, { exercise: 'jump' }, 'exercise'],
    ['an unknown word among others', families.profile.start, { exercise: 'yaw-jump' }, 'exercise'],
    ['custom among others', families.profile.start, { exercise: 'yaw-custom' }, 'exercise'],
    ['an empty exercise', families.profile.start, { exercise: '' }, 'exercise'],
    ['static as text', families.profile.start, { static: 'true' }, 'static'],
    ['mirrored as text', families.profile.start, { mirrored: 'yes' }, 'mirrored'],
  ]
  test.each(cases)('%s', async (_, path, fields, field) => {
    expectRefusal(await call('POST', path, { ...fine, ...fields }), 400, field)
  })

  test('without a body', async () => {
    expectRefusal(await call('POST', families.nose.start), 400, 'body')
  })
})

describe('frames', () => {
  const put = async (fields: object) => {
    const { id } = await start(call, 'profile', { exercise: 'yaw', ...fine })
    const body = { photo, task: 'keep-face-ahead', timestamp: Date.now(), ...fields }
    return call('PUT', `/profile-liveness-challenge/${id}/frames`, body)
  }

  test('of a size with other proportions than announced', async () => {
    const { id } = await start(call, 'profile', { ...fine, image_width: 640, image_height: 480 })
    const body = { photo, task: 'keep-face-ahead', timestamp: Date.now() }
    const answer = await call('PUT', `/profile-liveness-challenge/${id}/frames`, body)
    expectRefusal(answer, 400, 'photo')
    expect(JSON.stringify(answer.body.errors)).toMatch(
      /360 x 480 pixels; the challenge was started for 640 x 480/,
    )
  })

  test('of the announced proportions at another size are as good', async () => {
    expect(
      (await put({ photo: Buffer.from(await nobody({ width: 240, height: 320 })).toString('base64') }))
        .status,
    ).toBe(200)
  })

  test.each([
    ['a task nobody knows', { task: 'jump' }, 'task'],
    ['a task that was not asked for', { task: 'smile' }, 'task'],
    ['no task', { task: undefined }, 'task'],
    ['a negative time', { timestamp: -1 }, 'timestamp'],
    ['a time as text', { timestamp: 'now' }, 'timestamp'],
    ['a time in two days', { timestamp: Date.now() + 2 * 86_400_000 }, 'timestamp'],
    ['a time as an empty text', { timestamp: '' }, 'timestamp'],
    ['a day that is none', { timestamp: '2026-02-31T25:00:00Z' }, 'timestamp'],
    [
      'a time in two days as text',
      { timestamp: new Date(Date.now() + 2 * 86_400_000).toISOString() },
      'timestamp',
    ],
    ['a time that is neither', { timestamp: true }, 'timestamp'],
    ['a photo that is no Base64', { photo: '***' }, 'photo'],
    ['no photo', { photo: undefined }, 'photo'],
  ])('with %s', async (_, fields, field) => {
    expectRefusal(await put(fields), 400, field)
  })

  test('that are no image', async () => {
    expectRefusal(await put({ photo: Buffer.from('no image at all').toString('base64') }), 422, 'photo')
  })

  test('with the time as seconds, milliseconds, either as text, ISO 8601, or none', async () => {
    const now = Date.now()
    const times = [
      Math.floor(now / 1000),
      now / 1000,
      now,
      0,
      String(now),
      String(Math.floor(now / 1000)),
      new Date(now).toISOString(),
      undefined,
      null,
    ]
    for (const timestamp of times) expect((await put({ timestamp })).status, String(timestamp)).toBe(200)
  })

  test('by POST where the specification has PUT', async () => {
    const { id } = await start(call, 'distance')
    expectRefusal(await call('POST', `/distance-liveness-challenge/${id}/frames`, {}), 405)
  })
})

describe('verify', () => {
  test.each([
    ['a share of 0', { passive_liveness_frame_percentage: 0 }, 'passive_liveness_frame_percentage'],
    ['a share over 1', { passive_liveness_frame_percentage: 1.5 }, 'passive_liveness_frame_percentage'],
    ['a share over 100', { passive_liveness_frame_percentage: 101 }, 'passive_liveness_frame_percentage'],
    ['a threshold on no scale', { passive_liveness_threshold: 1.5 }, 'passive_liveness_threshold'],
    ['a threshold below 0', { passive_liveness_threshold: -0.1 }, 'passive_liveness_threshold'],
    ['a threshold over 100', { passive_liveness_threshold: 101 }, 'passive_liveness_threshold'],
    ['a threshold as text', { passive_liveness_threshold: 'high' }, 'passive_liveness_threshold'],
  ])('with %s', async (_, body, field) => {
    const { id } = await start(call, 'nose')
    expectRefusal(await call('POST', `/liveness-challenge/${id}/verify`, body), 400, field)
  })

  test('with and without a body, even an empty one', async () => {
    const { id } = await start(call, 'nose')
    expect((await call('POST', `/liveness-challenge/${id}/verify`)).body.result_code).toBe(144)
    expect((await call('POST', `/liveness-challenge/${id}/verify`, {})).body.result_code).toBe(144)
    const empty = await server.post(`/liveness-challenge/${id}/verify`, '')
    expect(empty.body.result_code).toBe(144)
  })
})
