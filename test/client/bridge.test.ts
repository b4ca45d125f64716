// Runs the bridge for workflows against a real server: pictures and a callbackUrl in, a signed outcome back.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWebhook } from '../../client/src/index.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { readText } from '../house/source.ts'
import { newApiKey } from '../kit/api-keys.ts'
import { openReceiver, type Receiver } from '../webhooks/receivers.ts'
import { picturesFolder } from './pictures.ts'

const program = fileURLToPath(new URL('../../docs/guides/bridge.ts', import.meta.url))
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const token = 'a token of this test'
let server: TestServer
let engine: Receiver
let pictures: string
beforeAll(async () => {
  server = await sharedServer()
  engine = await openReceiver()
  pictures = await picturesFolder()
}, 600_000)
afterAll(async () => {
  await engine.close()
  await server.stop()
})

test('a document and a selfie come back with a decision; a callback elsewhere and a caller without the token are refused', async () => {
  const { key } = await newApiKey(server.server.runtime.store.database, server.credentials.name, [
    'documents',
    'faces',
  ])
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH ?? '',
      SELFSAME_URL: server.url,
      SELFSAME_API_KEY: key,
      BRIDGE_TOKEN: token,
      BRIDGE_CALLBACKS: new URL(engine.url).origin,
      BRIDGE_SECRET: secret,
      PORT: '8197',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve))
    const picture = (name: string) => readFileSync(join(pictures, name)).toString('base64')
    const post = async (body: object, authorization = `Bearer ${token}`) =>
      (
        await fetch('http://127.0.0.1:8197/', {
          method: 'POST',
          headers: { authorization },
          body: JSON.stringify(body),
        })
      ).status
    const task = {
      personId: 'anna',
      front: picture('front.jpg'),
      selfie: picture('selfie.jpg'),
      callbackUrl: `${engine.url}/hook/VENDOR_DONE`,
    }
    expect(await post(task, 'Bearer wrong')).toBe(401)
    expect(await post({ ...task, callbackUrl: 'http://169.254.169.254/' })).toBe(400)
    expect(await post({ ...task, front: undefined })).toBe(400)
    expect(await post(task)).toBe(202)
    await expect.poll(() => engine.received.length, { timeout: 120_000, interval: 100 }).toBe(1)
    const [message] = engine.received
    const { event } = await verifyWebhook(message ?? { body: '', headers: {} }, { secret })
    // The card is of somebody else than the selfie.
    expect(event).toMatchObject({
      decision: 'rejected',
      document: { result_code: 200, number: expect.stringMatching(/^\d{12}$/) },
      face: { is_same: false },
    })
  } finally {
    child.kill()
  }
})

test('the page links the bridge and names each of its settings', () => {
  const page = readText('docs/guides/workflow-engines.md')
  expect(page).toContain('(bridge.ts)')
  const settings = [...readText('docs/guides/bridge.ts').matchAll(/env\.((?:SELFSAME|BRIDGE)_\w+)/g)]
  expect(settings.length).toBeGreaterThan(3)
  expect(settings.map(([, name = '']) => name).filter((name) => !page.includes(name))).toEqual([])
})
