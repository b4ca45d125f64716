// Tests the key of a phone that the page keeps by its name: registered once against a real server, used again, and replaced when phone or server know it no more.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openShellKey } from '../../client/src/challenge/shell-key.ts'
import { createClient } from '../../client/src/index.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { makeAndroidMaker } from '../../specimens/phones/android.ts'
import { pemOf } from '../../specimens/phones/issuing.ts'
import { newPhone } from '../kit/browser-shell.ts'

const folder = temporaryFolder()
const android = makeAndroidMaker(Date.now())
const app = { package: 'vn.example.bank', digest: Buffer.alloc(32, 9) }
let server: TestServer
beforeAll(async () => {
  const androidRoots = join(folder.path, 'android.pem')
  writeFileSync(androidRoots, pemOf(android.root))
  server = await startTestServer({ androidRoots })
}, 120_000)
afterAll(async () => {
  await server.stop()
  folder.remove()
})

/** As much of IndexedDB as keys need, because Node.js has none. */
beforeEach(() => {
  const kept = new Map<string, unknown>()
  const answered = (result: unknown) => {
    const request: { result: unknown; onsuccess?: () => void } = { result }
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const objectStore = () => ({
    get: (name: string) => answered(kept.get(name)),
    put: (value: unknown, name: string) => answered(kept.set(name, structuredClone(value))),
    delete: (name: string) => answered(kept.delete(name)),
  })
  const database = { transaction: () => ({ objectStore }), close: () => {} }
  vi.stubGlobal('indexedDB', { open: () => answered(database) })
})
afterAll(() => vi.unstubAllGlobals())

async function callerOf(name: string) {
  const credentials = await server.organisation(name)
  const client = createClient({ baseUrl: server.url, ...credentials })
  return { client, list: () => client.changeCaptureSettings({ android_apps: [listed] }) }
}
const listed = { package: app.package, digests: [app.digest.toString('hex')] }

test('is registered once, used again, and made anew when the app was installed anew or the server ended it', async () => {
  const { client, list } = await callerOf('keeps')
  await list()
  const phone = newPhone(android, app)
  const open = () => openShellKey(client, phone.calls, 'keeps')
  const first = await open()
  expect(first).toBeDefined()
  expect((await open())?.id).toBe(first?.id)
  expect(phone.made()).toBe(1)

  phone.installAnew()
  const second = await open()
  expect(second?.id).not.toBe(first?.id)
  expect(phone.made()).toBe(2)

  // The server refuses the start of a challenge with it; the runner then has it forgotten.
  await second?.forget()
  expect((await open())?.id).not.toBe(second?.id)
  expect(phone.made()).toBe(3)

  // Lost between two frames: the error is told, and the next challenge has a new one.
  const third = await open()
  phone.installAnew()
  await expect(third?.sign(`selfsame-frame-v1\na\n0\n\n${'0'.repeat(64)}`)).rejects.toThrow('unknown-key')
  expect((await open())?.id).not.toBe(third?.id)
})

test('that the server refuses is not made again and again; the browser signs then', async () => {
  const { client } = await callerOf('lists-no-app')
  const phone = newPhone(android, app)
  expect(await openShellKey(client, phone.calls, 'refused')).toBeUndefined()
  expect(await openShellKey(client, phone.calls, 'refused')).toBeUndefined()
  expect(phone.made()).toBe(1)
})

test('that the phone fails to make leaves the browser to sign', async () => {
  const { client, list } = await callerOf('no-hardware')
  await list()
  const calls = { ...newPhone(android, app).calls, attestation: () => Promise.reject(new Error('failed')) }
  expect(await openShellKey(client, calls, 'no-hardware')).toBeUndefined()
})
