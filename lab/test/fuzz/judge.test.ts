// Tests the judge of the fuzzer with planted faults: it finds what a server must not do, and nothing else.
import { describe, expect, test } from 'vitest'
import { readApi } from '../../fuzz/api.ts'
import { type FaultKind, judge, type Sent } from '../../fuzz/judge.ts'
import type { Exchange, Script } from '../../fuzz/wire.ts'
import { parseAnswers } from '../../fuzz/wire-answer.ts'

const api = readApi()
const operation = api.match('POST', '/face-collections/sign-collection-id')
const script: Script = { pieces: [], ending: 'wait', answers: 1, method: 'POST', alone: false }
const sent: Sent = { operation, secrets: ['zq7secret'], isBroken: false }
const json = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'fuzz-0001' }

const answered = (
  status: number,
  body: object | string,
  headers: Record<string, string> = json,
): Exchange => ({
  outcome: 'answered',
  answers: [{ status, headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }],
  ms: 1,
})
const kinds = (exchange: Exchange, more: Partial<Sent> = {}): FaultKind[] =>
  judge(api, { ...sent, ...more }, script, exchange).map(({ kind }) => kind)
const refused = (code: number, message = 'no') => ({ message, result_code: code })
const ignored = (names: string) => ({ 'x-selfsame-ignored-fields': names })
const success = { id: 'a', message: 'Success', result_code: 200 }

describe('nothing is found in', () => {
  test.each<[string, Exchange, Partial<Sent>]>([
    ['a success', answered(200, success), {}],
    ['a refusal', answered(400, { ...refused(400), errors: [{ path: 'id', message: 'is required' }] }), {}],
    [
      'ignored fields that are named',
      answered(200, success, { ...json, ...ignored('a%20b.c, "", +12') }),
      {},
    ],
    ['a deliberate 503', answered(503, refused(503), { ...json, 'retry-after': '2' }), {}],
    [
      'a server that says it is not ready',
      answered(503, {
        ...refused(503),
        checks: { workers: 'no worker is ready' },
        sandbox: { state: 'caged', layers: [] },
      }),
      { operation: api.match('GET', '/readyz') },
    ],
    ['404 where there is no operation', answered(404, refused(404)), { operation: undefined }],
    ['431 to headers that are too long', answered(431, refused(431)), { isBroken: true }],
    ['a caller who left', { outcome: 'cut', answers: [], ms: 1 }, {}],
  ])('%s', (_name, exchange, more) => {
    expect(kinds(exchange, more)).toEqual([])
  })
})

describe('a fault is found in', () => {
  test.each<[string, FaultKind, Exchange, Partial<Sent>]>([
    ['a 500', '5xx', answered(500, refused(500)), {}],
    ['a 503 that does not say when to come back', '5xx', answered(503, refused(503)), {}],
    ['a 503 of somebody else', '5xx', answered(503, '<h1>', { 'retry-after': '1' }), {}],
    [
      'a server that says so in another shape',
      'undocumented',
      answered(503, refused(503)),
      { operation: api.match('GET', '/readyz') },
    ],
    [
      'names of ignored fields that are not encoded',
      'undocumented',
      answered(200, success, { ...json, ...ignored('a b; c=d') }),
      {},
    ],
    [
      'too many names of ignored fields',
      'undocumented',
      answered(200, success, { ...json, ...ignored('name, '.repeat(300)) }),
      {},
    ],
    ['a 502', '5xx', answered(502, ''), {}],
    ['no answer', 'hang', { outcome: 'hung', answers: [], ms: 75_000 }, {}],
    ['a connection closed without an answer', 'hang', { outcome: 'closed', answers: [], ms: 5 }, {}],
    ['nobody there', 'dead', { outcome: 'refused', answers: [], ms: 5 }, {}],
    ['bytes that are no HTTP', 'undocumented', { outcome: 'garbled', answers: [], ms: 5 }, {}],
    ['a status that is not described', 'undocumented', answered(418, refused(418)), {}],
    ['431 to a proper request', 'undocumented', answered(431, refused(431)), {}],
    ['a missing field', 'undocumented', answered(200, refused(200)), {}],
    ['a field of another type', 'undocumented', answered(200, { ...success, id: 7 }), {}],
    ['a field that is not described', 'undocumented', answered(200, { ...success, more: 1 }), {}],
    [
      'a result code that is not of the operation',
      'undocumented',
      answered(200, { ...success, result_code: 143 }),
      {},
    ],
    ['a body that is no JSON', 'undocumented', answered(200, '{'), {}],
    ['another content type', 'undocumented', answered(200, success, { 'content-type': 'text/plain' }), {}],
    [
      'an answer without an id',
      'undocumented',
      answered(200, success, { 'content-type': 'application/json' }),
      {},
    ],
    ['a stack', 'leak', answered(400, refused(400, 'x\n    at f (/srv/src/a.ts:3:14)')), {}],
    ['what was sent, repeated', 'leak', answered(400, refused(400, 'zq7secret is wrong')), {}],
  ])('%s', (_name, kind, exchange, more) => {
    expect(kinds(exchange, more)).toContain(kind)
  })
})

test('answers are read from pieces of a connection, whole ones only', () => {
  const one = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nab'
  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n'
  const bytes = Buffer.from(`HTTP/1.1 100 Continue\r\n\r\n${one}${chunked}${one.slice(0, -1)}`)
  const { answers, isGarbled } = parseAnswers(bytes, 'POST')
  expect(answers.map(({ status, body }) => [status, body.toString()])).toEqual([
    [200, 'ab'],
    [200, 'ab'],
  ])
  expect(isGarbled).toBe(false)
  expect(parseAnswers(Buffer.from('SSH-2.0'), 'POST').isGarbled).toBe(true)
})

test('a body without a length ends with its connection, as HTTP/1.0 has it', () => {
  const bytes = Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nid,state')
  expect(parseAnswers(bytes, 'GET')).toMatchObject({ answers: [], isGarbled: false })
  expect(parseAnswers(bytes, 'GET', true).answers).toMatchObject([{ body: Buffer.from('id,state') }])
  expect(parseAnswers(Buffer.from('HTTP/1.1 200 OK\r\n\r\nid'), 'GET', true).isGarbled).toBe(true)
})

test('paths lead to operations as the router has it', () => {
  const id = (path: string) => api.match('POST', path)?.id
  expect(id('/face-collections/sign-collection-id')).toBe('signCollectionId')
  expect(id('/face-collections/%73ign-collection-id?x=1')).toBe('signCollectionId')
  expect(id('/face-collections/a%2fb')).toBe('registerFace')
  expect(id('/face-collections/')).toBeUndefined()
  expect(id('/face-collections/%')).toBeUndefined()
  expect(api.match('GET', '/capture-keys/nonce')).toBeUndefined()
  expect(api.match('GET', '/capture-keys/x')?.id).toBe('captureKey')
})
