// Tests the studio over HTTP apart from its files: refusals, logs, and a studio that is switched off or not built.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { exchange, request, type WireAnswer } from '../../specimens/kit/servers/wire.ts'
import { buildCommands } from '../../src/http/studio.ts'
import { copyOfStudio } from '../kit/built-studio.ts'
import { expectRefusal } from './expecting.ts'
import { expectStrict, networkPath, strict } from './studio-kit.ts'

const servers = testServers()
let server: TestServer
let studio: Awaited<ReturnType<typeof copyOfStudio>>

beforeAll(async () => {
  studio = await copyOfStudio()
  server = await servers.start({}, undefined, studio.path)
})
afterAll(async () => {
  await servers.stopAll()
  studio.remove()
})

test('pages may connect to the bridge of their own machine where a port is set, and to nothing else', async () => {
  const bridged = await servers.start({ chipBridgePort: 7423 }, undefined, studio.path)
  const policyOf = async (path: string) =>
    (await fetch(bridged.url + path)).headers.get('content-security-policy') ?? ''
  const strictPolicy = strict['content-security-policy']
  expect(await policyOf('/studio/')).toBe(
    strictPolicy.replace("connect-src 'self'", "connect-src 'self' http://127.0.0.1:7423"),
  )
  // Workers, and everything that is no page of the studio, have no business with a reader.
  expect(await policyOf('/studio/mark.svg')).toBe(strictPolicy)
  expect(await policyOf('/verify/')).toBe(strictPolicy)
  const organisation = await fetch(`${bridged.url}/organisation`, {
    headers: { authorization: basic(bridged.credentials) },
  })
  expect(await organisation.json()).toMatchObject({ chip_bridge_port: 7423 })
})

describe('refused', () => {
  const ask = async (line: string): Promise<WireAnswer> =>
    (await exchange(server.url, request(line, { connection: 'close' })))[0] as WireAnswer

  test.each([
    '/studio/nope.js',
    '/studio/assets',
    '/studio/assets/',
    '/studio/index.html/',
    '/studio//index.html',
    '/studio/.sources',
    '/studio/assets/.hidden',
    '/studio/index.html.gz',
    '/studio/index.html.br',
    '/studio/../package.json',
    '/studio/../dist/index.html',
    '/studio/assets/../index.html',
    '/studio/..%2fbuild.ts',
    '/studio/%2e%2e/build.ts',
    '/studio/%2e%2e%2f%2e%2e%2fpackage.json',
    '/studio/..%5c..%5cpackage.json',
    '/studio/assets%2f..%2f..%2fbuild.ts',
    '/studio/%2fetc%2fpasswd',
    '/studio//etc/passwd',
    '/studio/%00',
    '/studio/index.html%00.js',
    '/studio/networks/..%2findex.html',
    '/STUDIO/',
    '/studio.html',
  ])('%s is 404 in JSON, and says nothing of the disk', async (path) => {
    const answer = await ask(`GET ${path}`)
    expectRefusal(answer, 404)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control'] ?? 'no-store').toBe('no-store')
    expect(JSON.stringify(answer)).not.toMatch(/\/web\/|ENOENT|\bat \//)
  })

  test.each(['', 'index.html', 'nope.js', 'networks/x.onnx'])(
    '/studio/%s takes GET and HEAD only',
    async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await ask(`${method} /studio/${path}`)
        expectRefusal(answer, 405)
        expect(answer.headers.allow).toBe('GET, HEAD')
      }
    },
  )
})

describe('around it', () => {
  test('metrics know one path for all its files, and the log no other', async () => {
    await fetch(`${server.url}/studio`)
    await fetch(`${server.url}/studio/mark.svg?person=somebody`)
    await fetch(`${server.url}/studio/nope-0123.js`)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    const routes = new Set([...metrics.matchAll(/route="(\/studio[^"]*)"/g)].map(([, route]) => route))
    expect([...routes].toSorted()).toEqual(['/studio', '/studio/*'])
    expect(server.logged()).toContain('"route":"/studio/*"')
    expect(server.logged()).not.toMatch(/nope-0123|somebody/)
  })

  test('it is no part of the API', async () => {
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: object }
    expect(Object.keys(paths).filter((path) => path.includes('studio'))).toEqual([])
  })

  test('the address of the server alone leads to it, also below a base path and behind one', async () => {
    const below = await servers.start({ basePath: '/kyc/v1' }, undefined, studio.path)
    for (const address of [server.url, `${server.url}/?x=1`, below.url, `${below.url}/`]) {
      const answer = await fetch(address, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')?.startsWith('/')]).toEqual([302, false])
      const { status, url, headers } = await fetch(address)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(new URL(url).pathname).toBe(address.includes(below.url) ? '/kyc/v1/studio/' : '/studio/')
    }
    const refused = await fetch(server.url, { method: 'POST' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const silent = await servers.start({ studio: 'off', docs: 'off' })
    expect((await fetch(silent.url)).status).toBe(404)
  })

  test('a studio that is switched off is 404', async () => {
    const without = await servers.start({ studio: 'off' })
    for (const path of ['/studio', '/studio/', `/studio/${networkPath('face-mesh')}`]) {
      const answer = await fetch(without.url + path)
      expectRefusal({ status: answer.status, body: (await answer.json()) as Record<string, unknown> }, 404)
    }
  })

  test('a studio that is not built says how to build it, serves the networks, and works once it is built', async () => {
    const empty = temporaryFolder()
    const bare = await servers.start({}, undefined, join(empty.path, 'dist'))
    const answer = await fetch(`${bare.url}/studio/`)
    expectStrict(answer)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(await answer.text()).toContain('<code>npm run studio</code>')
    const root = await fetch(`${bare.url}/`)
    expect([root.status, await root.text()]).toEqual([
      200,
      `Selfsame answers here.\nThe API to browse: docs\nThe studio is not built here: ${buildCommands}\n`,
    ])
    expect((await fetch(`${bare.url}/studio/${networkPath('face-mesh')}`, { method: 'HEAD' })).status).toBe(
      200,
    )
    const missing = await fetch(`${bare.url}/studio/index.html`)
    expectRefusal({ status: missing.status, body: (await missing.json()) as Record<string, unknown> }, 404)
    cpSync(studio.path, join(empty.path, 'dist'), { recursive: true })
    expect((await fetch(`${bare.url}/studio/`)).status).toBe(200)
    empty.remove()
  })
})
