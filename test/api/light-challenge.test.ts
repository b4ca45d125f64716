// Tests the light challenge over HTTP: a face that answers the colours of the screen, and every way of failing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, callerOf, newCaller } from '../kit/challenge-caller.ts'
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
