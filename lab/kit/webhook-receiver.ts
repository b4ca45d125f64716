// A receiver of webhooks for measuring programs: checks signatures, notes what came in which order, and fails when told to.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  /** `msg_` and the id of the event. */
  readonly id: string
  readonly type: string
  readonly verificationId: string
  readonly state: string
  /** By `performance.now()`. */
  readonly at: number
}

export interface Receiver {
  readonly url: string
  /** What the operator allows: host and port. */
  readonly allow: string
  /** Messages in the order in which they were taken; those that were refused are not among them. */
  readonly taken: readonly Received[]
  /** Messages whose signature was wrong. */
  readonly unsigned: number
  /** One more secret that messages may be signed with. */
  expect(secret: string): void
  /** Answers 500 where it returns true. */
  failing: () => boolean
  stop(): Promise<void>
}

const secretBytes = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** More endpoints than are there at a time. */
const MOST_SECRETS = 100

export async function startReceiver(): Promise<Receiver> {
  const taken: Received[] = []
  const secrets: Buffer[] = []

  function isSigned(headers: NodeJS.Dict<string | string[]>, body: string): boolean {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const given = String(headers['webhook-signature'])
      .split(' ')
      .map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'))
    return secrets
      .map((secret) => createHmac('sha256', secret).update(signed).digest())
      .some((own) => given.some((one) => one.byteLength === own.byteLength && timingSafeEqual(one, own)))
  }

  const state = { failing: () => false, unsigned: 0 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const at = performance.now()
    if (state.failing()) return void response.writeHead(500).end()
    if (!isSigned(request.headers, body)) {
      state.unsigned++
      return void response.writeHead(401).end()
    }
    const { type, data } = JSON.parse(body) as { type: string; data: { id: string; state: string } }
    taken.push({
      id: String(request.headers['webhook-id']),
      type,
      verificationId: data.id,
      state: data.state,
      at,
    })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/hook`,
    allow: `127.0.0.1:${port}`,
    taken,
    expect(text: string) {
      secrets.unshift(secretBytes(text))
      secrets.length = Math.min(secrets.length, MOST_SECRETS)
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}
