// The rows that hold for every path: methods, credentials, events, refusals and limits.
import { expect } from 'vitest'
import {
  callerOf,
  type Family,
  families,
  start,
  verify,
} from '../../specimens/kit/servers/challenge-caller.ts'
import { type Answered, basic, startTestServer } from '../../specimens/kit/servers/server.ts'
import { openPoint, post, type Request, type Row, refused, row, success, text } from './row.ts'

const SIGN = '/face-collections/sign-collection-id'
const body = { id: 'visitors', external_person_id: 'me' }

/** Asks a server that is strict in every way, once for all, and collects its answers by name. */
const strict: Request = async () => {
  const server = await startTestServer({ rate: 1, rateBurst: 12, unknownFields: 'refuse' })
  try {
    const call = callerOf(server)
    const names = Object.keys(families) as Family[]
    const started = await Promise.all(names.map(async (family) => (await start(call, family)).id))
    const { database } = server.server.runtime.store
    await database.query('UPDATE challenges SET expires_at = $1', [Date.now() - 1])
    const verdicts = await Promise.all(names.map((family, i) => verify(call, family, started[i] ?? '')))
    const unknown = await server.post(SIGN, { ...body, colour: 'red' })
    const many = await Promise.all(Array.from({ length: 40 }, () => server.post(SIGN, body)))
    const tooMany = many.find(({ status }) => status === 429)
    const expired = Object.fromEntries(names.map((family, i) => [family, verdicts[i]?.body]))
    return { ...unknown, body: { ...expired, unknown: unknown.body, tooMany: tooMany?.body } }
  } finally {
    await server.stop()
  }
}
const tooSlow = { result_code: 153, message: 'Trajectory Too Slow', success: false }
const expired = { result_code: 143, message: expect.stringMatching(/expired/), success: false }

const wrongMethod: Request = ({ call }) => call('GET', SIGN)

export const serviceRows: readonly Row[] = [
  row('4', 'All operations use POST unless another method is stated', post(SIGN, body), success()),
  row('4', 'All operations use POST unless another method is stated', wrongMethod, refused(405)),

  row(
    '5',
    'HTTP Basic form (<USERNAME>:<PASSWORD>)',
    post(SIGN, { ...body, id: 'suppliers' }),
    success({ id: 'suppliers' }),
  ),
  row(
    '5',
    'The response to missing or invalid credentials: not shown @ missing',
    ({ server }) => server.post(SIGN, body, null),
    refused(401),
  ),
  row(
    '5',
    'The response to missing or invalid credentials: not shown @ invalid',
    ({ server }) => server.post(SIGN, body, { ...server.credentials, password: 'guessed' }),
    refused(401),
  ),

  row(
    '6',
    'No webhook or notification mechanism is described',
    async ({ call }) => call('GET', '/openapi.json'),
    { status: 200, body: expect.not.objectContaining({ webhooks: expect.anything() }) },
  ),

  row('7', 'Outcomes are reported in the body as `result_code` and `message`', post(SIGN, {}), {
    body: { result_code: 400, message: text },
  }),
  row('7', 'HTTP status codes of failures: not shown', post('/no-such-path', {}), refused(404)),
  row(
    '7',
    'HTTP status codes of failures: not shown',
    post('/mrz-reader', { content: Buffer.from('no image at all').toString('base64') }),
    refused(422, 'content'),
  ),
  row(
    '7',
    'HTTP status codes of failures: not shown',
    ({ server }) => server.post(SIGN, body, server.credentials, { 'content-type': 'text/plain' }),
    refused(415),
  ),
  row('7', '153 | Trajectory Too Slow @ by arrival', strict, { body: { profile: tooSlow } }),

  row(
    '8',
    'Rate limits, request and file size limits, time-outs and challenge expiry: not shown @ size',
    ({ server }) =>
      server.post('/mrz-reader', {
        content: Buffer.alloc(server.server.runtime.config.imageLimitBytes + 1).toString('base64'),
      }),
    refused(413, 'content'),
  ),
  row(
    '8',
    'Rate limits, request and file size limits, time-outs and challenge expiry: not shown @ expiry',
    strict,
    { body: { profile: tooSlow, distance: expired, nose: expired } },
  ),
  row(
    '8',
    'Rate limits, request and file size limits, time-outs and challenge expiry: not shown @ rate',
    strict,
    { body: { tooMany: refused(429).body } },
  ),

  openPoint('a slash at the end', post(`${SIGN}/`, { ...body, id: 'with-a-slash' }), success()),
  openPoint(
    'a key twice',
    ({ server }) => server.post(SIGN, '{"id": "a", "id": "b", "external_person_id": "me"}'),
    refused(400, 'id'),
  ),
  openPoint('unknown fields refused where the setting says so', strict, {
    body: { unknown: refused(400, 'colour').body },
  }),
  openPoint(
    'no content type',
    async ({ server }) => {
      const answer = await fetch(server.url + SIGN, {
        method: 'POST',
        headers: { authorization: basic(server.credentials) },
        body: new Blob([JSON.stringify(body)]),
      })
      return { status: answer.status, headers: answer.headers, body: await answer.json() } as Answered
    },
    { status: 415, body: { result_code: 415, message: expect.stringMatching(/application\/json/) } },
  ),
  openPoint(
    'a page of another origin',
    ({ server }) => server.post(SIGN, body, server.credentials, { origin: 'https://elsewhere.example' }),
    refused(403),
  ),
  openPoint('a request id in every answer', post(SIGN, {}), { headers: { 'x-request-id': text } }),
]
