// Tests that the server accepts every form of request that honest clients send.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { exchange, request } from '../../specimens/kit/servers/wire.ts'
import { signPath } from './expecting.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

const bodyOf = (id: string) => JSON.stringify({ id, external_person_id: 'p' })

test.each([
  ['with a byte order mark', '\ufeff'],
  ['with spaces around', ' \r\n\t'],
])('a body %s', async (name, around) => {
  const answer = await server.post(signPath, around + bodyOf(name))
  expect(answer.body).toEqual({ id: name, message: 'Success', result_code: 200 })
})

test.each([
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/json;charset="UTF-8"',
  'application/json ; x=y',
])('the content type %s', async (type) => {
  const answer = await server.post(signPath, bodyOf(type), undefined, { 'content-type': type })
  expect(answer.body.result_code).toBe(200)
})

test.each([
  ['identity encoding', { 'content-encoding': 'identity' }],
  ['an Expect: 100-continue header', { expect: '100-continue' }],
  ['a query string it does not need', {}, '?trace=1&trace=2&%zz'],
  ['an offer to upgrade', { connection: 'upgrade, close', upgrade: 'h2c' }],
])('a request with %s', async (name, headers, query = '') => {
  const sent = request(
    `POST ${signPath}${query}`,
    {
      authorization: basic(server.credentials),
      'content-type': 'application/json',
      connection: 'close',
      ...headers,
    },
    bodyOf(name),
  )
  const answers = await exchange(server.url, sent)
  expect(answers.at(-1)?.body).toEqual({ id: name, message: 'Success', result_code: 200 })
})

test('a chunked body, cut in the middle of a letter', async () => {
  const body = Buffer.from(bodyOf('Đà Nẵng'))
  const chunks = [...body].map((byte) =>
    Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
  )
  const head = request(`POST ${signPath}`, {
    authorization: basic(server.credentials),
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
    connection: 'close',
  })
  const [answer] = await exchange(
    server.url,
    Buffer.concat([Buffer.from(head), ...chunks, Buffer.from('0\r\n\r\n')]),
  )
  expect(answer?.body).toEqual({ id: 'Đà Nẵng', message: 'Success', result_code: 200 })
})
