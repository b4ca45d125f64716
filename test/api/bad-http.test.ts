// Tests requests that break HTTP itself: each gets one answer, and the server keeps running.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { exchange, openWire, request, type WireAnswer } from '../../specimens/kit/servers/wire.ts'
import { expectNothingHeld, expectRefusal, registeredCollections, signPath } from './expecting.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
  // The credentials are verified once here, because another test covers a caller who leaves during the first check.
  await server.post(signPath, { id: 'first', external_person_id: 'b' })
})
afterAll(() => server.stop())

const good = (id: string) => JSON.stringify({ id, external_person_id: 'b' })
const headers = (more: Record<string, string> = {}) => ({
  authorization: basic(server.credentials),
  'content-type': 'application/json',
  ...more,
})
const only = async (bytes: string): Promise<WireAnswer> => {
  const answers = await exchange(server.url, bytes)
  expect(answers).toHaveLength(1)
  return answers[0] as WireAnswer
}
const post = `POST ${signPath}`

describe('broken HTTP is answered in JSON, and the connection closed', () => {
  test.each([
    ['garbage', 'hello\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a method nobody knows', 'BREW /coffee HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['a version nobody knows', 'GET /healthz HTTP/9.9\r\nhost: a\r\n\r\n'],
    ['a header without colon', 'GET /healthz HTTP/1.1\r\nhost a\r\n\r\n'],
    ['a space before the colon', 'GET /healthz HTTP/1.1\r\nhost : a\r\n\r\n'],
    ['a zero in a header', 'GET /healthz HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n'],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nhost: a\r\nx: a\r\n b: c\r\n\r\n'],
    ['lines that end in a bare line feed', 'GET /healthz HTTP/1.1\nhost: a\n\n'],
    ['a negative length', 'POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n'],
    ['a length that is no number', 'POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 1e3\r\n\r\n'],
    ['two lengths', 'POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s', async (_name, bytes) => {
    const answer = await only(bytes)
    expectRefusal(answer, 400)
    expect(answer.headers.connection).toBe('close')
  })

  test.each([
    ['while it is still worked on', 'HEAD /readyz', '(200|400)'],
    ['after it was refused at once', 'HEAD /organisation', '405'],
    ['after it was refused at once, with a body', 'POST /organisation', '405'],
  ])('a body that never comes gives no second answer %s', async (_name, line, status) => {
    const wire = await openWire(server.url)
    let text = ''
    wire.socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    wire.socket.end(request(line, headers({ 'content-length': '40' })))
    await expect.poll(() => wire.socket.readableEnded).toBe(true)
    wire.close()
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    if (line.startsWith('HEAD')) expect(text).toMatch(/\r\n\r\n$/)
  })

  test('a chunk whose length is no number', async () => {
    expectRefusal(
      await only(`${request(post, headers({ 'transfer-encoding': 'chunked' }))}zz\r\nab\r\n`),
      400,
    )
  })

  test('an unknown transfer encoding', async () => {
    const head = request(post, headers({ 'transfer-encoding': 'xchunked' }))
    const answers = await exchange(server.url, `${head}${good('unknown-encoding')}`)
    expectRefusal(answers.at(-1) as WireAnswer, 400)
    expect(answers.map((answer) => answer.status)).not.toContain(200)
  })

  test('a chunk with an endless extension', async () => {
    const head = request(post, headers({ 'transfer-encoding': 'chunked' }))
    expectRefusal(await only(`${head}1;${'a'.repeat(20_000)}`), 400)
  })

  test('headers over 16 KiB are 431, in one header or in thousands', async () => {
    expectRefusal(await only(request('GET /healthz', { 'x-large': 'a'.repeat(20_000) })), 431)
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`x-${n}`, '1']))
    expectRefusal(await only(request('GET /healthz', many)), 431)
    expectRefusal(await only(request(`GET /${'a'.repeat(20_000)}`, {})), 431)
  })

  test('a body longer than its length: the rest is never taken for a request', async () => {
    const length = { 'content-length': String(good('cut').length) }
    const answers = await exchange(server.url, request(post, headers(length), good('cut') + good('rest')))
    expect(answers.length).toBeGreaterThan(0)
    for (const { status, body } of answers) {
      if (status === 200) expect(body).toEqual({ id: 'cut', message: 'Success', result_code: 200 })
      else expectRefusal({ status, body }, 400)
    }
  })
})

test('20 pipelined requests are answered in order', async () => {
  const wire = await openWire(server.url)
  const ids = Array.from({ length: 20 }, (_, n) => `pipelined-${n}`)
  wire.write(ids.map((id) => request(post, headers({ 'x-request-id': `${id}-of-20` }), good(id))).join(''))
  const answers = await wire.answers(20)
  expect(answers.map((answer) => answer.body.id)).toEqual(ids)
  expect(answers.map((answer) => answer.headers['x-request-id'])).toEqual(ids.map((id) => `${id}-of-20`))
  wire.write(request('GET /healthz', {}))
  expect((await wire.answers(1))[0]?.status).toBe(200)
  wire.close()
})

test('a good request before a broken one on the same connection gets its own answer', async () => {
  const [first] = await exchange(server.url, `${request('GET /readyz', {})}GARBAGE\r\n\r\n`)
  expect(first?.status).not.toBe(400)
})

test.each([
  ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['an expectation nobody knows', request('GET /healthz', { expect: 'miracles', connection: 'close' })],
])('a refusal is JSON also for %s', async (_name, bytes) => {
  const [answer] = await exchange(server.url, bytes)
  expect(answer?.status).toBeGreaterThanOrEqual(400)
  expectRefusal(answer as WireAnswer, (answer as WireAnswer).status)
})

test.each([
  ['the same', 'host: a\r\nhost: a'],
  ['different ones', 'host: a\r\nHOST: b'],
  ['far apart', 'Host: a\r\nx: y\r\naccept: */*\r\nhost: b'],
])('two Host headers are 400: %s', async (_name, hosts) => {
  for (const line of ['GET /healthz', 'GET /organisation', 'GET /nowhere', 'GET /docs/']) {
    const bytes = `${line} HTTP/1.1\r\n${hosts}\r\nauthorization: ${basic(server.credentials)}\r\nconnection: close\r\n\r\n`
    expectRefusal(await only(bytes), 400, 'host')
  }
})

test('after all of this no counter is left, and only the valid requests were written', async () => {
  await expectNothingHeld(server)
  expect(await registeredCollections(server)).toBe(22)
})
