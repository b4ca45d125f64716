// Signs messages as Standard Webhooks says: HMAC-SHA256 over id, time and body.
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

export const newSecret = (): Buffer => randomBytes(secretBytes)

/** As receivers keep it. */
export const secretText = (secret: Uint8Array): string => prefix + Buffer.from(secret).toString('base64')

interface Message {
  /** The same for every attempt, so that a receiver knows a message that it has had. */
  readonly id: string
  /** When it is sent, in milliseconds since 1970. */
  readonly at: number
  readonly body: string
}

/** The headers of a message; it has a signature by each secret, because a receiver may know only one of them. */
export function signedHeaders(secrets: readonly Uint8Array[], { id, at, body }: Message) {
  const timestamp = String(Math.floor(at / 1000))
  const signature = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature.join(' '),
  }
}
