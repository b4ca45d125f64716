// Tests malformed bodies: each is refused with the field or the fault named, and nothing is written.
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { basic, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { exchange, request } from '../../specimens/kit/servers/wire.ts'
import { expectNothingHeld, expectRefusal, registeredCollections, signPath } from './expecting.ts'

let server: TestServer
let before = 0
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  before = await registeredCollections(server)
})
afterEach(async () => {
  expect(await registeredCollections(server)).toBe(before)
  await expectNothingHeld(server)
})

const good = '{"id":"a","external_person_id":"b"}'
const credentials = () => ({ authorization: basic(server.credentials), connection: 'close' })

describe('not JSON', () => {
  test.each([
    ['an empty text', ''],
    ['only spaces', ' \r\n\t '],
    ['a brace', '{'],
    ['a closing brace too many', `${good}}`],
    ['two objects', good + good],
    ['a comma at the end', '{"id":"a","external_person_id":"b",}'],
    ['single quotes', "{'id':'a'}"],
    ['a bare word', '{"id":name}'],
    ['a comment', `${good}//`],
    ['a text without end', '{"id":"a'],
    ['a text that ends in an escape', '{"id":"a\\'],
    ['a wrong escape', '{"id":"\\x41","external_person_id":"b"}'],
    ['a wrong escape in a field name', '{"\\x69d":"a","external_person_id":"b"}'],
    ['a line break inside a text', '{"id":"a\nb","external_person_id":"b"}'],
    ['not a number', '{"id":NaN}'],
    ['a half word', 'tru'],
    ['a form', 'id=a&external_person_id=b'],
    ['XML', '<id>a</id>'],
  ])('%s', async (_name, body) => {
    expectRefusal(await server.post(signPath, body), 400, 'body')
  })

  test.each([
    ['an invalid byte', Buffer.from('{"id":"\xff","external_person_id":"b"}', 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le')],
    [
      'a surrogate in UTF-8',
      Buffer.from([...Buffer.from('{"id":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
    ],
    ['an overlong slash', Buffer.from([...Buffer.from('{"id":"'), 0xc0, 0xaf, ...Buffer.from('"}')])],
  ])('not UTF-8: %s', async (_name, body) => {
    const answer = await server.post(signPath, body)
    expectRefusal(answer, 400, 'body')
    expect(JSON.stringify(answer.body.errors)).toContain('UTF-8')
  })
})

describe('JSON, but not this request', () => {
  test.each([
    ['null', 'null', 'body'],
    ['a list', `[${good}]`, 'body'],
    ['a number', '1', 'body'],
    ['a text', '"id"', 'body'],
    ['true', 'true', 'body'],
    ['no fields', '{}', 'id'],
    ['one field missing', '{"id":"a"}', 'external_person_id'],
    ['a number for a text', '{"id":1,"external_person_id":"b"}', 'id'],
    ['null for a text', '{"id":"a","external_person_id":null}', 'external_person_id'],
    ['a list for a text', '{"id":["a"],"external_person_id":"b"}', 'id'],
    ['an object for a text', '{"id":{"$ne":""},"external_person_id":"b"}', 'id'],
    ['another case', '{"ID":"a","external_person_id":"b"}', 'id'],
    ['a prototype', '{"id":"a","external_person_id":"b","__proto__":{"admin":true}}', '__proto__'],
    ['an escaped prototype', '{"id":"a","external_person_id":"b","__pr\\u006fto__":1}', '__proto__'],
    ['a field given twice', '{"id":"a","id":"b","external_person_id":"b"}', 'id'],
    ['a field given twice, once escaped', '{"id":"a","\\u0069d":"b","external_person_id":"b"}', 'id'],
    ['a nested field given twice', '{"id":{"x":[{"y":1,"y":2}]},"external_person_id":"b"}', 'y'],
    ['100 000 lists in each other', `{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'body'],
    ['100 000 objects in each other', `${'{"id":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'body'],
    ['a million values', `{"id":[${'1,'.repeat(1_000_000)}1]}`, 'body'],
    ['50 000 fields', `{${Array.from({ length: 50_000 }, (_, n) => `"f${n}":1`).join()}}`, 'body'],
  ])('%s', async (_name, body, path) => {
    // A route without pictures refuses a large body by its size alone.
    const route = body.length > 60_000 ? '/face-matching/compare-faces' : signPath
    expectRefusal(await server.post(route, body), 400, path)
  })

  test('a refusal never quotes what was sent, and is short whatever was sent', async () => {
    const long = 'k'.repeat(50_000)
    const fields = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`${long.slice(0, 90)}${n}`, 'v']),
    )
    const secret = await server.post(signPath, '{"id":"079203004567" "x"')
    expect(JSON.stringify(secret.body)).not.toContain('079203004567')
    expectRefusal(await server.post(signPath, `{"${long}":"079203004567"}`), 400, 'id')
    const many = await server.post(signPath, fields)
    expectRefusal(many, 400, 'id')
    expect(JSON.stringify(many.body).length).toBeLessThan(1000)
    expect(many.headers.get('x-selfsame-ignored-fields')?.length).toBeLessThan(1100)
  })
})

describe('another content type', () => {
  test.each([
    ['text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['a multipart form', 'multipart/form-data; boundary=x'],
    ['JSON of another kind', 'application/json-patch+json'],
    ['JSON hidden behind text', 'text/plain; application/json'],
    ['nonsense', '/;;;'],
  ])('%s is 415 and says what to send', async (_name, type) => {
    const answer = await server.post(signPath, good, undefined, { 'content-type': type })
    expectRefusal(answer, 415)
    expect(answer.body.message).toContain('application/json')
  })

  test('a compressed body is 415: nothing is unpacked', async () => {
    const answer = await server.post(signPath, gzipSync(good), undefined, { 'content-encoding': 'gzip' })
    expectRefusal(answer, 415)
    expect(answer.body.message).toContain('Content-Encoding')
  })

  test('a body without a type is 415, no body at all is 400', async () => {
    const [untyped] = await exchange(server.url, request(`POST ${signPath}`, credentials(), good))
    expectRefusal(untyped ?? fail(), 415)
    expect(untyped?.body.message).toContain('send application/json, and say so in the header Content-Type')
    const [none] = await exchange(server.url, request(`POST ${signPath}`, credentials()))
    expectRefusal(none ?? fail(), 400, 'body')
    expect(JSON.stringify(none?.body.errors)).toContain('application/json')
    const json = { ...credentials(), 'content-type': 'application/json' }
    const [empty] = await exchange(server.url, request(`POST ${signPath}`, json, ''))
    expectRefusal(empty ?? fail(), 400, 'body')
  })
})

const fail = (): never => {
  throw new Error('no answer')
}
