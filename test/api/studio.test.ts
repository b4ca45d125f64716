// Tests the studio over HTTP: its files, its networks and their headers.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import { exchange, request } from '../../specimens/kit/servers/wire.ts'
import { guidingPageNetworkNames } from '../../src/documents/pages/networks.ts'
import { networkRows, rowNamed } from '../../src/models/manifest.ts'
import { fileOf } from '../../src/models/network.ts'
import { guidingNetworkNames } from '../../src/vision/networks.ts'
import { copyOfStudio } from '../kit/built-studio.ts'
import { expectRefusal } from './expecting.ts'
import { expectStrict, networkPath, strict } from './studio-kit.ts'

const servers = testServers()
let server: TestServer
let studio: Awaited<ReturnType<typeof copyOfStudio>>
let files: readonly string[]

beforeAll(async () => {
  studio = await copyOfStudio()
  server = await servers.start({}, undefined, studio.path)
  files = readdirSync(studio.path, { recursive: true, encoding: 'utf8' })
})
afterAll(async () => {
  await servers.stopAll()
  studio.remove()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(`${server.url}/studio/${path}`, { method, headers, redirect: 'manual' })
/** Finds one file of the build by its ending. */
const kind = (end: string): string => {
  const file = files.find((one) => one.startsWith('assets/') && one.endsWith(`.${end}`))
  if (file === undefined) throw new Error(`the build wrote no .${end}`)
  return file
}

const servedNames = [...guidingNetworkNames, ...guidingPageNetworkNames]
const yearLong = 'public, max-age=31536000, immutable'

describe('files', () => {
  test.each([
    ['html', () => '', /^text\/html; charset=utf-8$/i, 'no-cache'],
    ['js', () => kind('js'), /^(text|application)\/javascript/, yearLong],
    ['css', () => kind('css'), /^text\/css/, yearLong],
    ['wasm', () => kind('wasm'), /^application\/wasm$/, yearLong],
    ['woff2', () => kind('woff2'), /^font\/woff2$/, yearLong],
    ['svg', () => 'mark.svg', /^image\/svg\+xml/, 'no-cache'],
    ['onnx', () => networkPath('face-mesh'), /^application\/octet-stream$/, yearLong],
  ])('%s comes with its type, its caching and every strict header', async (_kind, path, type, caching) => {
    const answer = await get(path())
    expect(answer.status).toBe(200)
    expectStrict(answer)
    expect(answer.headers.get('content-type')).toMatch(type)
    expect(answer.headers.get('cache-control')).toBe(caching)
    await answer.arrayBuffer()
  })

  test('are what the build wrote, byte for byte, compressed for clients that accept it', async () => {
    const path = kind('css')
    const written = readFileSync(join(studio.path, path))
    const plain = await get(path, { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(Buffer.from(await plain.arrayBuffer()).equals(written)).toBe(true)
    const small = await get(path, { 'accept-encoding': 'br' }, 'HEAD')
    expect(small.headers.get('content-encoding')).toBe('br')
    expect(small.headers.get('vary')).toMatch(/accept-encoding/i)
    const copy = readFileSync(join(studio.path, `${path}.br`))
    expect(Number(small.headers.get('content-length'))).toBe(copy.length)
    expect(brotliDecompressSync(copy).equals(written)).toBe(true)
    expect((await get(path, { 'accept-encoding': 'gzip' }, 'HEAD')).headers.get('content-encoding')).toBe(
      'gzip',
    )
  })

  test('are answered 304 to a client that has them', async () => {
    for (const path of ['', kind('css'), networkPath('face-mesh')]) {
      const accept = { 'accept-encoding': 'gzip' }
      const etag = (await get(path, accept, 'HEAD')).headers.get('etag') ?? ''
      const line = `GET /studio/${path}`
      // This does not use fetch, which asks for a fresh copy as soon as it is given a condition.
      const headers = { ...accept, 'if-none-match': etag, connection: 'close' }
      const [answer] = await exchange(server.url, request(line, headers))
      expect([answer?.status, answer?.body]).toEqual([304, { text: '' }])
      expect(answer?.headers).toMatchObject(strict)
    }
  })

  test('HEAD says what GET says, without the body', async () => {
    for (const path of ['', kind('js'), networkPath('face-mesh')]) {
      const [head, whole] = [await get(path, {}, 'HEAD'), await get(path)]
      expect(await head.text()).toBe('')
      const headersOf = ({ headers }: Response) =>
        ['content-type', 'cache-control', 'content-length', 'etag'].map((name) => headers.get(name))
      expect([head.status, ...headersOf(head)]).toEqual([200, ...headersOf(whole)])
      await whole.arrayBuffer()
    }
  })

  test('the first page holds no script and no style of its own: the policy would refuse them', async () => {
    const page = await (await get('')).text()
    expect(page).toContain('<script type="module"')
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:/i)
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//)
  })

  test('/studio leads to /studio/, behind a proxy with a path of its own too', async () => {
    const answer = await fetch(`${server.url}/studio`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, 'studio/'])
    expect(new URL('studio/', `${server.url}/kyc/studio`).pathname).toBe('/kyc/studio/')
    expectStrict(answer)
  })
})

describe('networks', () => {
  test.each(servedNames)('%s is the one of the manifest', async (name) => {
    const answer = await get(networkPath(name))
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(rowNamed(name).sha256)
    const plain = await get(networkPath(name), { 'accept-encoding': 'gzip;q=0, identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(bytes.equals(Buffer.from(await plain.arrayBuffer()))).toBe(true)
  })

  test('no other is given away, nor the right one by another name', async () => {
    const others = networkRows.filter(({ name }) => !servedNames.some((known) => known === name))
    expect(others.length).toBeGreaterThan(2)
    const [short] = guidingNetworkNames
    const wrong = [`${short}.onnx`, `${short}-00000000.onnx`, fileOf(rowNamed(short)).toUpperCase(), '']
    for (const file of [...others.map(fileOf), ...wrong]) {
      const answer = await get(`networks/${file}`)
      expectRefusal({ status: answer.status, body: (await answer.json()) as Record<string, unknown> }, 404)
    }
  })
})
