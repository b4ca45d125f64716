// Runs the receivers of the guides against a real server, each where its language is installed: create, redirect, webhook.
import { type ChildProcess, spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { findProgram } from '../../src/system/find-program.ts'
import { signedHeaders } from '../../src/webhooks/signature.ts'
import { readText } from '../house/source.ts'
import { newApiKey } from '../kit/api-keys.ts'

const folder = fileURLToPath(new URL('../../docs/guides/receivers/', import.meta.url))

/** How each is started. A language that is not on this machine is skipped, and said to be. */
const languages: readonly {
  language: string
  program: string
  file: string
  args: (port: string) => string[]
}[] = [
  { language: 'Node.js', program: process.execPath, file: 'receiver.ts', args: () => [] },
  { language: 'Python', program: 'python3', file: 'receiver.py', args: () => [] },
  { language: 'Java', program: 'java', file: 'Receiver.java', args: () => [] },
  { language: 'Go', program: 'go', file: 'receiver.go', args: () => ['run'] },
  { language: 'PHP', program: 'php', file: 'receiver.php', args: (port) => ['-S', `127.0.0.1:${port}`] },
]

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

let server: TestServer
let ports: number[]
let apiKey: string
beforeAll(async () => {
  ports = await Promise.all(languages.map(freePort))
  server = await startTestServer({ webhookAllow: ports.map((port) => ({ range: '127.0.0.1/32', port })) })
  const { database } = server.server.runtime.store
  apiKey = (await newApiKey(database, server.credentials.name, ['verifications'])).key
})
afterAll(() => server.stop())

interface Shop {
  readonly url: string
  readonly endpointId: string
  readonly secret: string
  readonly said: () => string
  end(): void
}

async function openShop(index: number): Promise<Shop> {
  const { program, file, args } = languages[index] ?? { program: '', file: '', args: () => [] }
  const url = `http://127.0.0.1:${ports[index]}`
  const made = await server.post('/webhook-endpoints', { url: `${url}/webhooks`, events: ['*'] })
  const { id: endpointId } = made.body.endpoint as { id: string }
  const secret = String(made.body.secret)
  const home = temporaryFolder()
  const child: ChildProcess = spawn(program, [...args(String(ports[index])), folder + file], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home.path,
      TMPDIR: home.path,
      SELFSAME_URL: server.url,
      SELFSAME_API_KEY: apiKey,
      SELFSAME_WEBHOOK_SECRET: secret,
      PORT: String(ports[index]),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // `go run` starts the receiver as a child of its own: the group ends with it.
    detached: true,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk))
  const isUp = () => fetch(url).then(Boolean, () => false)
  await expect.poll(isUp, { timeout: 90_000, interval: 100 }).toBe(true)
  return {
    ...{ url, endpointId, secret },
    said: () => text,
    end: () => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      home.remove()
    },
  }
}

describe.each(languages.map((row, index) => ({ ...row, index })))(
  'the receiver in $language',
  ({ program, index, language }) => {
    const isThere = program.includes('/') || findProgram(program) !== undefined

    test.skipIf(!isThere)(
      `creates, redirects, and takes what is genuine alone${isThere ? '' : `: ${language} is not installed here`}`,
      async () => {
        const shop = await openShop(index)
        try {
          const sent = await fetch(`${shop.url}/start?person=anna`, { redirect: 'manual' })
          expect([sent.status, shop.said()]).toEqual([302, expect.not.stringContaining('rror')])
          const location = sent.headers.get('location') ?? ''
          expect(location).toMatch(new RegExp(`^${server.url}/verify/ssl_\\w+$`))

          const listed = await fetch(`${server.url}/verifications?external_person_id=anna&limit=1`, {
            headers: { authorization: basic(server.credentials) },
          })
          const { verifications } = (await listed.json()) as { verifications: { id: string }[] }
          await server.post(`/verifications/${verifications[0]?.id}/cancel`, {})
          await expect
            .poll(shop.said, { timeout: 120_000 })
            .toContain('verified verification.created created')
          await expect
            .poll(shop.said, { timeout: 120_000 })
            .toContain('verified verification.cancelled cancelled')

          const tested = await server.post(`/webhook-endpoints/${shop.endpointId}/test`, '')
          expect(tested.body).toMatchObject({ delivered: true, status: 204 })
          expect(shop.said()).toContain('verified webhook.test')

          const key = Buffer.from(shop.secret.slice(6), 'base64')
          const body = '{"type":"forged.once","data":{"state":"approved"}}'
          const post = async (headers: Record<string, string>, text = body) =>
            (await fetch(`${shop.url}/webhooks`, { method: 'POST', headers, body: text })).status
          const now = { id: 'msg_1', at: Date.now(), body }
          const good = signedHeaders([key], now)
          expect(await post(signedHeaders([Buffer.alloc(32)], now))).toBe(400)
          expect(await post(good, body.replace('approved', 'declined'))).toBe(400)
          expect(await post(signedHeaders([key], { ...now, at: now.at - 400_000 }))).toBe(400)
          expect(await post({})).toBe(400)
          expect(shop.said()).not.toContain('forged')
          // While a secret is rotated there are two signatures; a message that comes again is taken, and handled once.
          expect(await post(signedHeaders([Buffer.alloc(32), key], now))).toBe(204)
          expect(await post(good)).toBe(204)
          expect(shop.said().match(/forged\.once/g)).toHaveLength(1)
        } finally {
          shop.end()
        }
      },
      180_000,
    )
  },
)

test.each(languages)('the guide links the receiver in $language', ({ file }) => {
  expect(readText('docs/guides/create-redirect-webhook.md')).toContain(`(receivers/${file})`)
})

test('the guide shows the receiver in Node.js as it is', () => {
  const shown = readText('docs/guides/receivers/receiver.ts').replaceAll(
    "'../../../client/src/index.ts'",
    "'selfsame-client'",
  )
  expect(readText('docs/guides/create-redirect-webhook.md')).toContain(`\`\`\`ts\n${shown}\`\`\``)
})
