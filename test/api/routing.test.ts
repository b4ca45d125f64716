// Tests paths, methods and request ids: an unknown path is 404, a wrong method is 405, and every answer has an id.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestServer, type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import { exchange, openWire, request, type WireAnswer } from '../../specimens/kit/servers/wire.ts'
import { readConfig } from '../../src/config.ts'
import { expectRefusal, registeredCollections, signPath } from './expecting.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jsonLimitBytes: 1024 ** 2 })
})
afterAll(() => server.stop())

const ask = async (
  line: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<WireAnswer> => {
  const [answer] = await exchange(server.url, request(line, { connection: 'close', ...headers }, body))
  return answer as WireAnswer
}

describe('paths', () => {
  test.each([
    'GET /nope',
    'GET *',
    'GET //healthz',
    'GET /healthz//',
    'GET /HEALTHZ',
    'GET /../etc/passwd',
    'GET /docs/../../etc/passwd',
    'GET /docs/static/..%2f..%2f..%2fpackage.json',
    'GET /docs/%00',
    'POST /face-collections//sign-collection-id',
    'POST /face-collections/sign-collection-id//',
    'POST /face-collections%2fsign-collection-id',
    `GET /${'a'.repeat(8000)}`,
    'POST /docs',
  ])('%s is 404', async (line) => {
    expectRefusal(await ask(line), 404)
  })

  test('GET /docs/static/%2e%2e/%2e%2e/package.json is 404', async () => {
    expectRefusal(await ask('GET /docs/static/%2e%2e/%2e%2e/package.json'), 404)
  })

  test.each(['GET /%', 'GET /%zz', 'GET /%c3%28', 'GET /docs/static/%zz', 'POST /face-collections/%'])(
    '%s is not a path at all: 400',
    async (line) => {
      expectRefusal(await ask(line), 400)
    },
  )

  test('the reference page allows no script or style that stands in it', async () => {
    const { headers } = await fetch(`${server.url}/docs/`)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src /,
    )
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
  })

  test('an id that is too long is 400, and no server error', async () => {
    const headers = { authorization: basic(server.credentials), 'content-type': 'application/json' }
    expectRefusal(await ask(`POST /face-collections/${'a'.repeat(5000)}/delete`, headers, '{}'), 400)
    expect(server.logged()).not.toContain('"msg":"fault"')
  })

  test('a broken request that asks for the head only gets no body', async () => {
    const wire = await openWire(server.url)
    let text = ''
    wire.socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    wire.write(Buffer.from('HEAD /\xff HTTP/1.1\r\nhost: selfsame\r\n\r\n', 'latin1'))
    await expect.poll(() => wire.socket.readableEnded).toBe(true)
    wire.close()
    expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\n\r\n$/)
    expect(text).not.toContain('result_code')
  })

  test('an unknown path is 404 without reading its body', async () => {
    expectRefusal(await ask('POST /nope', { 'content-type': 'application/json' }, '{bad'), 404)
  })
})

describe('a slash at the end', () => {
  test.each(['GET /healthz/', 'GET /healthz/?a=/', 'GET /readyz/?', 'GET /openapi.json/'])(
    '%s answers as without it',
    async (line) => {
      expect((await ask(line)).status).toBe(200)
    },
  )

  test('a body survives, and what is wrong stays wrong', async () => {
    const headers = { authorization: basic(server.credentials), 'content-type': 'application/json' }
    const body = JSON.stringify({ id: 'with-a-slash', external_person_id: 'b' })
    const signed = await ask(`POST ${signPath}/`, headers, body)
    expect(signed.body).toMatchObject({ id: 'with-a-slash', result_code: 200 })
    const unknown = await ask('POST /face-collections/nobody/identify/?a=1', headers, '{}')
    expectRefusal(unknown, 400)
    expectRefusal(await ask(`GET ${signPath}/`), 405)
    expectRefusal(await ask(`POST ${signPath}/`, {}, '{}'), 401)
    expectRefusal(await ask('GET /nope/'), 404)
  })

  test('logs and metrics know the path without it', async () => {
    const metrics = await (await fetch(`${server.url}/metrics/`)).text()
    expect(metrics).not.toMatch(/route="[^"]*[^*]\/"/)
  })
})

describe('a base path', () => {
  const servers = testServers()
  let below: TestServer
  let root: string
  beforeAll(async () => {
    below = await servers.start({ basePath: '/kyc/v1' })
    root = new URL(below.url).origin
  })
  afterAll(() => servers.stopAll())

  test('everything is served below it', async () => {
    expect(new URL(below.url).pathname).toBe('/kyc/v1')
    const signed = await below.post(`${signPath}/`, { id: 'below', external_person_id: 'b' })
    expect(signed.body).toMatchObject({ id: 'below', result_code: 200 })
    for (const path of [
      '/healthz',
      '/readyz',
      '/metrics',
      '/openapi.json',
      '/docs',
      '/docs/',
      '/receipts/keys',
    ])
      expect([path, (await fetch(below.url + path)).status]).toEqual([path, 200])
    const studio = await fetch(`${below.url}/studio`, { redirect: 'manual' })
    expect(new URL(studio.headers.get('location') ?? '', `${below.url}/studio`).pathname).toBe(
      '/kyc/v1/studio/',
    )
  })

  test('orchestrators find the probes without it, and nothing else is there', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect([path, (await fetch(root + path)).status]).toEqual([path, 200])
    const others = ['', '/', '/docs', '/studio/', '/openapi.json', signPath, '/kyc']
    for (const path of [
      ...others,
      '/kyc/v1x/healthz',
      '/KYC/v1/healthz',
      '/kyc/v1//healthz',
      '/kyc//v1/healthz',
    ])
      expect([path, (await fetch(root + path)).status]).toEqual([path, 404])
  })

  test('the reference finds its parts, and names the base to those who call', async () => {
    const page = await (await fetch(`${below.url}/docs`)).text()
    const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part = '']) => part)
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) expect((await fetch(new URL(part, `${below.url}/docs`))).status).toBe(200)
    const { status, url } = await fetch(`${below.url}/docs/static/index.html`)
    expect([status, new URL(url).pathname]).toEqual([200, '/kyc/v1/docs/'])
    const { servers: named } = (await (await fetch(`${below.url}/openapi.json`)).json()) as {
      servers: { url: string }[]
    }
    expect(named.map((one) => one.url)).toEqual(['/kyc/v1', 'http://127.0.0.1:8080/kyc/v1'])
  })

  test('logs and metrics know paths as the API writes them', async () => {
    const metrics = await (await fetch(`${root}/metrics`)).text()
    expect(metrics).toContain(`route="${signPath}"`)
    expect(metrics).not.toMatch(/route="\/kyc/)
  })

  const read = (value: string) => readConfig({ SELFSAME_BASE_PATH: value }, () => '')

  test.each(['', '/ekyc', '/kyc/v1.2', '/a-b_c~d'])('%j is read', (value) => {
    expect(read(value)).toMatchObject({ config: { basePath: value } })
  })

  test.each([
    'ekyc',
    '/',
    '/ekyc/',
    '//ekyc',
    '/a//b',
    '/a/../b',
    '/.',
    '/a?b',
    '/a%20b',
    'https://a.example/ekyc',
  ])('%j stops the start', (value) => {
    const reading = read(value)
    expect('faults' in reading && reading.faults.join()).toContain('SELFSAME_BASE_PATH')
  })
})

describe('methods', () => {
  test.each([
    [signPath, 'POST', ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['/healthz', 'GET, HEAD', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['/readyz', 'GET, HEAD', ['POST', 'DELETE']],
    ['/metrics', 'GET', ['POST', 'DELETE']],
    ['/openapi.json', 'GET', ['POST', 'DELETE']],
  ])('%s allows %s only', async (path, allowed, others) => {
    for (const method of others) {
      const answer = await ask(`${method} ${path}`, { 'content-type': 'application/json' }, '{bad')
      expectRefusal(answer, 405)
      expect(answer.headers.allow).toBe(allowed)
    }
  })

  test('HEAD is refused without a body, as HTTP wants it', async () => {
    const { status, headers } = await fetch(server.url + signPath, { method: 'HEAD' })
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.each(['TRACE', 'PROPFIND', 'MKCOL', 'SEARCH'])(
    '%s is known to HTTP but not to us: 4xx',
    async (method) => {
      const { status } = await ask(`${method} ${signPath}`)
      expect([404, 405]).toContain(status)
    },
  )

  test('QUERY is known to HTTP but not to us: 4xx', async () => {
    const { status } = await ask(`QUERY ${signPath}`)
    expect([404, 405]).toContain(status)
  })
})

describe('request ids', () => {
  const idOf = (answer: WireAnswer) => answer.headers['x-request-id'] ?? ''
  const made = /^[0-9a-f-]{36}$/

  test('a harmless id of the caller is echoed, in answers and refusals alike', async () => {
    for (const id of ['trace-0123456789', 'a.b:c_d-e', 'x'.repeat(64)])
      for (const line of ['GET /healthz', 'GET /nope', `POST ${signPath}`])
        expect(idOf(await ask(line, { 'x-request-id': id }))).toBe(id)
  })

  test.each([
    ['short', 'abc'],
    ['long', 'x'.repeat(65)],
    ['a number, perhaps of a person', '012345678901'],
    ['empty', ''],
    ['with spaces', 'has a space inside'],
    ['with markup', '<script>alert(1)</script>'],
    ['with a line break to be', 'id%0d%0aset-cookie:x'],
    ['with a tab', 'trace\tx-evil'],
    ['with other letters', 'trace-Đà-Nẵng-1'],
    ['with JSON', '{"level":"fatal"}'],
  ])('another is replaced: %s', async (_name, id) => {
    expect(idOf(await ask('GET /healthz', { 'x-request-id': id }))).toMatch(made)
  })

  test('two ids are none', async () => {
    const bytes = `GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-request-id: trace-aaaa\r\nX-Request-Id: trace-bbbb\r\n\r\n`
    expect(idOf((await exchange(server.url, bytes))[0] as WireAnswer)).toMatch(made)
  })

  test('no header of an answer carries what a header of the request said', async () => {
    const evil = 'evil-value-in-headers'
    const answer = await ask('GET /nope', {
      origin: evil,
      referer: evil,
      'x-forwarded-host': evil,
      cookie: evil,
    })
    expect(JSON.stringify(answer)).not.toContain(evil)
  })

  test('a path that cannot be read gets an id and a line in the log, too', async () => {
    const id = idOf(await ask('GET /%zz'))
    expect(id).toMatch(made)
    expect(server.logged()).toContain(id)
  })
})

test('nothing of this was written but what was asked for', async () => {
  expect(await registeredCollections(server)).toBe(1)
  await server.post(signPath, { id: 'a', external_person_id: 'b' }, server.credentials, {
    authorization: basic(server.credentials),
  })
  expect(await registeredCollections(server)).toBe(2)
})

describe('what is not wanted is switched off', () => {
  const switches = { docs: '/docs/', openapi: '/openapi.json', metrics: '/metrics' } as const
  const statusesOf = async ({ url }: TestServer) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(switches).map(
          async ([name, path]) => [name, (await fetch(`${url}${path}`)).status] as const,
        ),
      ),
    )
  const { start, stopAll } = testServers()
  afterAll(stopAll)

  test('all three are served by default', async () => {
    expect(await statusesOf(server)).toEqual({ docs: 200, openapi: 200, metrics: 200 })
  })

  test.each(['docs', 'openapi', 'metrics'] as const)('%s alone', async (name) => {
    const without = await start({ [name]: 'off' })
    expect(await statusesOf(without)).toEqual({ docs: 200, openapi: 200, metrics: 200, [name]: 404 })
    const answer = await fetch(`${without.url}${switches[name]}`)
    expectRefusal({ status: answer.status, body: (await answer.json()) as Record<string, unknown> }, 404)
  })

  test('the description of the API goes with its page, and the metrics with their entry in it', async () => {
    const without = await start({ docs: 'off', openapi: 'off' })
    for (const path of [
      '/docs',
      '/docs/',
      '/docs/json',
      '/docs/yaml',
      '/docs/static/index.html',
      '/openapi.json',
    ])
      expect((await fetch(`${without.url}${path}`)).status, path).toBe(404)
    const unmeasured = await start({ metrics: 'off' })
    const { paths } = (await (await fetch(`${unmeasured.url}/openapi.json`)).json()) as { paths: object }
    expect(Object.keys(paths)).not.toContain('/metrics')
    expect(Object.keys(paths)).toContain('/healthz')
  })
})
