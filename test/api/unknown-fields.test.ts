// Tests what becomes of null and of unknown fields: ignored and named, or refused where the server is set so.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Answered,
  sharedServer,
  startTestServer,
  type TestServer,
} from '../../specimens/kit/servers/server.ts'
import { expectRefusal, registeredCollections, signPath } from './expecting.ts'

let server: TestServer
let strict: TestServer
beforeAll(async () => {
  server = await sharedServer()
  strict = await startTestServer({ unknownFields: 'refuse' })
})
afterAll(() => Promise.all([server.stop(), strict.stop()]))

const ignoredIn = ({ headers }: Answered) => headers.get('x-selfsame-ignored-fields')
const start = { external_person_id: 'p', image_width: 640, image_height: 480 }
const content = 'aGVsbG8='

describe('null', () => {
  test.each([
    ['/liveness-challenge/start', { ...start, consent_reference: null }],
    [
      '/distance-liveness-challenge/start',
      { ...start, normal_amount: null, far_distance_ratio: null, min_face_area_percent: null },
    ],
    ['/profile-liveness-challenge/start', { ...start, exercise: null, static: null }],
    ['/persons/export', { external_person_id: 'p', more: null }],
  ])('for an optional field of %s is as if it were not there', async (path, body) => {
    for (const one of [server, strict]) {
      const answer = await one.post(path, body)
      expect(answer.body.result_code).toBe(200)
      expect(ignoredIn(answer)).toBeNull()
    }
  })

  test.each([
    ['/mrz-reader', { content, name: null, attachment: null, external_person_id: null }, 'content'],
    ['/mrz-reader', { content: null, attachment: { content, name: null } }, 'attachment.content'],
    [
      '/kyc-documents-sync',
      { attachment: { content, name: null }, consent_reference: null },
      'attachment.content',
    ],
    ['/driver-license-reader', { content, name: null, external_person_id: null }, 'content'],
  ])('does not stand in the way of the picture of %s', async (path, body, field) => {
    // The picture is none, so that it is the picture that is refused.
    expectRefusal(await server.post(path, body), 422, field)
  })

  test('for a required field is 400 and says so', async () => {
    const answer = await server.post(signPath, { id: null, external_person_id: 'p' })
    expect(answer.body.errors).toEqual([{ path: 'id', message: 'is required: a text' }])
    const nested = await server.post('/mrz-reader', { attachment: { content: null } })
    expect(nested.body.errors).toEqual([{ path: 'attachment.content', message: 'is required: a text' }])
    const neither = await server.post('/mrz-reader', { content: null, attachment: null })
    expect(neither.body.errors).toEqual([
      { path: 'content', message: 'is required: a text, here or in attachment' },
    ])
  })

  test('in the place of a body that may be left out is none', async () => {
    const { body } = await server.post('/liveness-challenge/start', start)
    const path = `/liveness-challenge/${body.id}/verify`
    const asks = { passive_liveness_threshold: null, passive_liveness_frame_percentage: null }
    for (const sent of ['null', asks]) expect((await server.post(path, sent)).body.result_code).toBe(144)
  })
})

describe('an unknown field', () => {
  const signing = (id: string) => ({ id, external_person_id: 'p' })

  test('is ignored and named', async () => {
    const answer = await server.post(signPath, { ...signing('named'), admin: true, constructor: {} })
    expect(answer.body).toEqual({ id: 'named', message: 'Success', result_code: 200 })
    expect(ignoredIn(answer)).toBe('admin, constructor')
    const plain = await server.post(signPath, signing('plain'))
    expect(ignoredIn(plain)).toBeNull()
  })

  test('is named in every outcome', async () => {
    await server.post(signPath, signing('again'))
    const again = await server.post(signPath, { ...signing('again'), note: 1 })
    expect([again.body.result_code, ignoredIn(again)]).toEqual([138, 'note'])
    const unread = await server.post('/mrz-reader', { attachment: { content, foo: 1 }, bar: 2 })
    expect([unread.status, ignoredIn(unread)]).toEqual([422, 'attachment.foo, bar'])
  })

  test('shows a wrong name of a required field', async () => {
    const before = await registeredCollections(server)
    const answer = await server.post(signPath, { ID: 'a', external_person_id: 'p' })
    expectRefusal(answer, 400, 'id')
    expect(ignoredIn(answer)).toBe('ID')
    expect(await registeredCollections(server)).toBe(before)
  })

  test('may have any name, and any number', async () => {
    const odd = await server.post(signPath, { ...signing('odd'), 'a\r\nx-evil: 1': 1, 'họ, tên': 2 })
    expect(ignoredIn(odd)).toBe('a%0D%0Ax-evil%3A%201, h%E1%BB%8D%2C%20t%C3%AAn')
    expect(odd.headers.get('x-evil')).toBeNull()
    const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`field${n}`, n]))
    const many = await server.post(signPath, { ...signing('many'), ...fields })
    expect(many.status).toBe(200)
    expect(ignoredIn(many)).toMatch(/^field0, field1, .*, field19, \+980$/)
  })

  test('of the query is named too', async () => {
    const answer = await server.post(`${signPath}?trace=1&trace=2`, signing('query'))
    expect([answer.status, ignoredIn(answer)]).toEqual([200, 'trace'])
  })

  test('is 400 on a server that refuses them, at every depth', async () => {
    expectRefusal(await strict.post(signPath, { ...signing('a'), admin: true }), 400, 'admin')
    expectRefusal(await strict.post(signPath, { ...signing('a'), constructor: {} }), 400, 'constructor')
    expectRefusal(await strict.post('/liveness-challenge/start', { ...start, colour: 'red' }), 400, 'colour')
    const nested = await strict.post('/mrz-reader', { attachment: { content, foo: 1 } })
    expectRefusal(nested, 400, 'attachment.foo')
    expect(ignoredIn(nested)).toBeNull()
    expect((await strict.post(`${signPath}?trace=1`, signing('b'))).status).toBe(200)
  })
})

describe('an empty body of a verify', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded'])('may call itself %s', async (type) => {
    const { body } = await server.post('/liveness-challenge/start', start)
    const path = `/liveness-challenge/${body.id}/verify`
    expect((await server.post(path, '', undefined, { 'content-type': type })).body.result_code).toBe(144)
    expectRefusal(await server.post(path, '{}', undefined, { 'content-type': type }), 415)
  })
})

test('the OpenAPI says so: no request forbids more fields, and every answer may name those ignored', async () => {
  const text = await (await fetch(`${server.url}/openapi.json`)).text()
  expect(text).not.toContain('"additionalProperties":false')
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { responses: Record<string, { headers?: object }> }>>
  }
  expect(paths['/mrz-reader']?.post?.responses[200]?.headers).toHaveProperty('x-selfsame-ignored-fields')
})
