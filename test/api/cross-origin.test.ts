// Tests callers in browsers: which pages may call and read, and that no other page can use remembered credentials.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import { exchange, openWire, request, type WireAnswer } from '../../specimens/kit/servers/wire.ts'
import { allRoutes } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { expectRefusal, registeredCollections, signPath } from './expecting.ts'

const page = 'https://app.example'
const other = 'https://evil.example'
const servers = testServers()
let server: TestServer
let closed: TestServer
let open: TestServer

beforeAll(async () => {
  server = await servers.start({ corsOrigins: ['http://localhost:5173', page], failedLogins: 3 })
  closed = await servers.start({ failedLogins: 3, trustProxy: ['127.0.0.1'] })
  open = await servers.start({ corsOrigins: ['*'] })
})
afterAll(() => servers.stopAll())

type Headers = Record<string, string>

const ask = async (to: TestServer, line: string, headers: Headers, body?: string): Promise<WireAnswer> => {
  const [answer] = await exchange(to.url, request(line, { connection: 'close', ...headers }, body))
  return answer as WireAnswer
}

const crossOriginNames = (answer: WireAnswer): string[] =>
  Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))

function expectReadable({ headers }: WireAnswer, origin = page): void {
  expect(headers['access-control-allow-origin']).toBe(origin)
  expect(headers['access-control-allow-credentials']).toBe('true')
  expect(headers.vary?.split(', ')).toContain('Origin')
  const exposed = headers['access-control-expose-headers']?.toLowerCase().split(', ')
  for (const name of [
    'x-request-id',
    'retry-after',
    'www-authenticate',
    'x-selfsame-ignored-fields',
    'allow',
  ])
    expect(exposed).toContain(name)
}

const preflight = (origin: string, method = 'POST', headers = 'authorization,content-type'): Headers => ({
  origin,
  'access-control-request-method': method,
  'access-control-request-headers': headers,
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
})

/** What a browser adds to a request by a script of this page. */
const script = (origin: string, site = 'cross-site'): Headers => ({
  origin,
  'sec-fetch-site': site,
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
})

const json = (to: TestServer): Headers => ({
  authorization: basic(to.credentials),
  'content-type': 'application/json',
})
const sign = (id: string): string => JSON.stringify({ id, external_person_id: 'p' })

describe('preflight', () => {
  test('every path of the API answers it, without credentials, with its own methods', async () => {
    for (const { path, method } of allRoutes(server.server.runtime)) {
      const answer = await ask(server, `OPTIONS ${path.replaceAll(/\{\w+\}/g, 'x')}`, preflight(page, method))
      expect([path, answer.status]).toEqual([path, 204])
      expect(answer.headers['access-control-allow-methods']?.split(', ')).toContain(method)
      expectReadable(answer)
    }
  })

  test.each(['/healthz', '/readyz', '/metrics', '/receipts/keys', '/openapi.json', '/studio/index.html'])(
    'so does %s',
    async (path) => {
      const answer = await ask(server, `OPTIONS ${path}`, preflight(page, 'GET'))
      expect(answer.status).toBe(204)
      expect(answer.headers['access-control-allow-methods']).toContain('GET')
      expectReadable(answer)
    },
  )

  test('it allows what the server reads and what the page sends besides, and may be remembered', async () => {
    const { headers } = await ask(
      server,
      `OPTIONS ${signPath}`,
      preflight(page, 'POST', 'baggage, x-own_header.1'),
    )
    const allowed = headers['access-control-allow-headers']?.split(', ')
    for (const name of ['authorization', 'content-type', 'x-requested-with', 'x-request-id', 'traceparent'])
      expect(allowed).toContain(name)
    expect(allowed).toEqual(expect.arrayContaining(['baggage', 'x-own_header.1']))
    expect(Number(headers['access-control-max-age'])).toBeGreaterThan(0)
    expect(headers.vary).toContain('Access-Control-Request-Headers')
  })

  test.each(['a b', 'x:y', 'x,,y', 'ü', 'x'.repeat(2000), ''])(
    'headers asked for as %j are not repeated',
    async (asked) => {
      const { status, headers } = await ask(server, `OPTIONS ${signPath}`, preflight(page, 'POST', asked))
      expect(status).toBe(204)
      expect(headers['access-control-allow-headers']).toMatch(/^authorization, [a-z, -]+tracestate$/)
    },
  )

  test('an unknown path is 404 and a plain OPTIONS is 405, as ever', async () => {
    expectRefusal(await ask(server, 'OPTIONS /nope', preflight(page)), 404)
    const plain = await ask(server, `OPTIONS ${signPath}`, { origin: page })
    expectRefusal(plain, 405)
    expect(plain.headers.allow).toBe('POST')
    expectReadable(plain)
  })

  test.each([other, 'null', 'https://app.example.evil.example', 'http://app.example', `${page}:8443`, ''])(
    'the origin %j is not listed: 403 without any header for it',
    async (origin) => {
      for (const one of [server, closed]) {
        const answer = await ask(one, `OPTIONS ${signPath}`, preflight(origin))
        expectRefusal(answer, 403)
        expect(crossOriginNames(answer)).toEqual([])
      }
    },
  )

  test('it is neither audited nor counted against anybody, and logged as an open path is', async () => {
    const audited = () => server.number('COUNT(*)', 'audit_entries')
    const before = await audited()
    for (let n = 0; n < 20; n++) await ask(server, `OPTIONS ${signPath}`, preflight(page))
    expect(await audited()).toBe(before)
    expect(server.logged()).not.toMatch(/"method":"OPTIONS"[^\n]*"status":204/)
    expect((await server.post(signPath, sign('after-preflights'))).status).toBe(200)
  })
})

describe('answers', () => {
  test('a listed page reads every answer, outcome or refusal', async () => {
    const headers = { ...json(server), ...script(page) }
    const lines: [string, number, Headers, string?][] = [
      [`POST ${signPath}`, 200, headers, sign('of-a-page')],
      [`POST ${signPath}`, 400, headers, '{'],
      [`POST ${signPath}`, 401, script(page), '{}'],
      [`POST ${signPath}`, 415, { ...headers, 'content-type': 'text/plain' }, 'x'],
      ['POST /nope', 404, headers, '{}'],
      ['GET /%zz', 400, script(page)],
      [`DELETE ${signPath}`, 405, headers],
      ['GET /healthz', 200, script(page)],
      ['GET /receipts/keys', 200, script(page)],
      ['GET /studio/nope.js', 404, script(page)],
    ]
    for (const [line, status, sent, body] of lines) {
      const answer = await ask(server, line, sent, body)
      expect([line, answer.status]).toEqual([line, status])
      expectReadable(answer)
    }
    expectReadable(
      await ask(server, 'GET /healthz', script('http://localhost:5173')),
      'http://localhost:5173',
    )
  })

  test('also without the audit trail, 429, 503 while closing, and 408 of a body that does not come', async () => {
    const narrow = await servers.start({
      corsOrigins: [page],
      audit: 'off',
      rate: 1,
      rateBurst: 2,
      requestTimeoutMs: 500,
    })
    const headers = { ...json(narrow), ...script(page) }
    const first = await ask(narrow, `POST ${signPath}`, headers, sign('unaudited'))
    expect(first.status).toBe(200)
    expectReadable(first)
    const late = await openWire(narrow.url)
    late.write(request(`POST ${signPath}`, { ...headers, 'content-length': '10' }))
    await expect.poll(() => narrow.server.runtime.traffic.inFlight, { interval: 1 }).toBe(1)
    const limited = async () => (await ask(narrow, `POST ${signPath}`, headers, sign('x'))).status
    await expect.poll(limited, { interval: 1 }).toBe(429)
    expectReadable(await ask(narrow, `POST ${signPath}`, headers, sign('x')))
    const [timedOut] = await late.untilClosed(30_000)
    expectRefusal(timedOut as WireAnswer, 408)
    expectReadable(timedOut as WireAnswer)
    late.close()
    narrow.server.runtime.traffic.closing = true
    const closing = await ask(narrow, `POST ${signPath}`, headers, sign('x'))
    narrow.server.runtime.traffic.closing = false
    expectRefusal(closing, 503)
    expectReadable(closing)
  })

  test('a cache learns from Vary that answers differ by origin, and a Vary that was there stays', async () => {
    expect((await ask(server, 'GET /healthz', {})).headers.vary).toBe('Origin')
    const file = await fetch(`${server.url}/studio/index.html`, { headers: { origin: page } })
    expect(file.headers.get('vary')?.toLowerCase()).toMatch(/accept-encoding, origin|^origin$/)
  })

  test('a server without the setting says nothing of origins', async () => {
    for (const headers of [{}, { origin: page }] as Headers[]) {
      const answer = await ask(closed, 'GET /healthz', headers)
      expect(answer.status).toBe(200)
      expect([crossOriginNames(answer), answer.headers.vary]).toEqual([[], undefined])
    }
  })
})

describe('requests that a page of another origin made', () => {
  const credentials = (to: TestServer): Headers => ({ authorization: basic(to.credentials) })
  const boundary = 'multipart/form-data; boundary=x'
  const form = '--x\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\nhello\r\n--x--\r\n'

  test.each([
    ['a form', { ...script(other), 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['a script', script(other)],
    ['a page of the same site', script('https://other.app.example', 'same-site')],
    ['a sandboxed frame', script('null')],
    ['a browser without Sec-Fetch-Site', { origin: other }],
    ['such a browser in a sandbox', { origin: 'null' }],
    ['a word we do not know', { 'sec-fetch-site': 'near' }],
    ['two words', { 'sec-fetch-site': 'same-origin, cross-site', origin: other }],
  ] as [string, Headers][])('%s: 403 before anything else is looked at', async (_name, sent) => {
    for (const one of [server, closed]) {
      const headers = { ...credentials(one), ...sent }
      for (const [path, type, body] of [
        ['/business-registration', boundary, form],
        [signPath, 'text/plain', sign('forged')],
        [signPath, 'application/json', sign('forged')],
      ] as const) {
        const answer = await ask(one, `POST ${path}`, { ...headers, 'content-type': type }, body)
        expectRefusal(answer, 403)
        expect(answer.body.message).toContain('SELFSAME_CORS_ORIGINS')
        expect(crossOriginNames(answer)).toEqual([])
      }
      expectRefusal(await ask(one, 'GET /organisation', headers), 403)
    }
  })

  test('a link, a picture or a script element that names an API path: 403', async () => {
    for (const [mode, dest] of [
      ['navigate', 'document'],
      ['no-cors', 'image'],
      ['no-cors', 'script'],
      ['navigate', 'iframe'],
    ] as const)
      for (const one of [server, closed, open]) {
        const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
        expectRefusal(await ask(one, 'GET /organisation', { ...credentials(one), ...headers }), 403)
      }
  })

  test('a link to the studio, the reference or a probe works from anywhere', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    for (const path of ['/studio/', '/docs', '/openapi.json', '/healthz', '/receipts/keys']) {
      const { status } = await fetch(closed.url + path, { headers })
      expect([path, status === 200 || path === '/studio/']).toEqual([path, true])
      expect(status).not.toBe(403)
    }
  })

  test('wrong credentials of such requests are not counted, so that a page cannot lock others out', async () => {
    const headers = { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=', ...script(other) }
    for (let n = 0; n < 10; n++) expectRefusal(await ask(closed, 'GET /organisation', headers), 403)
    const own = { authorization: headers.authorization }
    expectRefusal(await ask(closed, 'GET /organisation', own), 401)
  })

  test('nothing of this was written, and nothing is held', async () => {
    expect(await registeredCollections(closed)).toBe(0)
  })
})

describe('requests that are taken', () => {
  const organisation = (to: TestServer, headers: Headers) =>
    ask(to, 'GET /organisation', { authorization: basic(to.credentials), ...headers })

  test.each([
    ['a caller that is no browser', {}],
    ['Node, which says only how', { 'sec-fetch-mode': 'cors' }],
    ['the studio', script('https://kyc.example', 'same-origin')],
    ['the studio, without Origin as in a GET', { 'sec-fetch-site': 'same-origin' }],
    ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['the studio in an old browser', { host: 'kyc.example:8443', origin: 'https://kyc.example:8443' }],
    ['the studio over plain HTTP', { host: 'KYC.example', origin: 'http://kyc.example' }],
  ] as [string, Headers][])('%s', async (_name, headers) => {
    for (const one of [server, closed, open]) expect((await organisation(one, headers)).status).toBe(200)
  })

  test('a listed page, also with what needs no preflight', async () => {
    expect((await organisation(server, script(page))).status).toBe(200)
    expect((await organisation(server, { origin: page })).status).toBe(200)
  })

  test('the name by which a trusted proxy was called counts', async () => {
    const headers = { host: '10.0.0.1:8080', origin: 'https://kyc.example' }
    expect((await organisation(closed, { ...headers, 'x-forwarded-host': 'kyc.example' })).status).toBe(200)
    expect((await organisation(server, { ...headers, 'x-forwarded-host': 'kyc.example' })).status).toBe(403)
  })
})

describe('any origin', () => {
  test('every page reads every answer, but never with remembered credentials', async () => {
    for (const line of [`POST ${signPath}`, 'GET /healthz', 'GET /nope', `OPTIONS ${signPath}`]) {
      const isPreflight = line.startsWith('OPTIONS')
      const answer = await ask(open, line, isPreflight ? preflight(other) : script(other))
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  test('what may have come without a preflight is 403, unless it says that it did not', async () => {
    const headers = { ...json(open), ...script(other) }
    expect((await ask(open, `POST ${signPath}`, headers, sign('of-any-page'))).status).toBe(200)
    const plain = { authorization: basic(open.credentials), ...script(other) }
    expectRefusal(await ask(open, 'GET /organisation', plain), 403)
    for (const type of ['multipart/form-data; boundary=x', 'TEXT/plain', 'application/x-www-form-urlencoded'])
      expectRefusal(
        await ask(open, 'POST /business-registration', { ...plain, 'content-type': type }, 'x'),
        403,
      )
    expectRefusal(await ask(open, `POST ${signPath}`, plain, sign('untyped')), 403)
    const said = { ...plain, 'x-requested-with': 'XMLHttpRequest' }
    expect((await ask(open, 'GET /organisation', said)).status).toBe(200)
  })
})

describe('the setting', () => {
  const read = (value: string) => readConfig({ SELFSAME_CORS_ORIGINS: value }, () => '')

  test.each([
    ['', []],
    ['*', ['*']],
    ['https://app.example', ['https://app.example']],
    [
      'https://app.example , http://localhost:5173,http://[::1]:3000',
      ['https://app.example', 'http://localhost:5173', 'http://[::1]:3000'],
    ],
    [
      'capacitor://localhost,chrome-extension://abcdef',
      ['capacitor://localhost', 'chrome-extension://abcdef'],
    ],
  ])('%j is read', (value, origins) => {
    expect(read(value)).toMatchObject({ config: { corsOrigins: origins } })
  })

  test.each([
    ['https://app.example/', 'write https://app.example instead'],
    ['https://app.example/kyc', 'write https://app.example instead'],
    ['https://App.example', 'write https://app.example instead'],
    ['https://app.example:443', 'write https://app.example instead'],
    ['https://u:p@app.example', 'write https://app.example instead'],
    ['https://ví-dụ.vn', 'write https://xn--'],
    ['app.example', 'is none'],
    ['null', 'is none'],
    ['https://', 'is none'],
    ['https://*.example', 'is none'],
    ['capacitor://localhost/', 'is none'],
    ['https://a.example,', 'is none'],
    ['https://a.example;https://b.example', 'is none'],
    ['*,https://app.example', 'alone'],
  ])('%j stops the start', (value, why) => {
    const reading = read(value)
    expect('faults' in reading && reading.faults.join()).toContain('SELFSAME_CORS_ORIGINS')
    expect('faults' in reading && reading.faults.join()).toContain(why)
  })
})
