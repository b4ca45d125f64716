// Verifies webhooks as Standard Webhooks says, with the platform's own cryptography: in Node.js and wherever there is WebCrypto.

/** Types of events that a server sends. A newer server may send others. */
export type VerificationEventType =
  | 'verification.created'
  | 'verification.started'
  | 'verification.step_passed'
  | 'verification.step_failed'
  | 'verification.step_doubtful'
  | 'verification.processing'
  | 'verification.approved'
  | 'verification.declined'
  | 'verification.review'
  | 'verification.cancelled'
  | 'verification.expired'
  | 'verification.redacted'
  | 'verification.link_created'
  | 'verification.ask_again'

/** Something happened to a verification. Ask the server for the rest: `GET /verifications/{id}`. */
export interface VerificationEvent {
  readonly type: VerificationEventType
  /** When it happened, as ISO 8601. */
  readonly timestamp: string
  readonly data: {
    /** Id of the verification. */
    readonly id: string
    readonly external_person_id: string
    /** The state right after the event. */
    readonly state: string
    readonly policy: string
    readonly policy_version: number
    readonly reasons: readonly {
      readonly reason: string
      readonly outcome: string
      readonly step: string | null
    }[]
    readonly is_test: boolean
    readonly metadata: Readonly<Record<string, string>>
  }
}

/** What `testWebhookEndpoint` sends. */
export interface WebhookTest {
  readonly type: 'webhook.test'
  readonly timestamp: string
  readonly data: { readonly endpoint_id: string }
}

export type WebhookEvent = VerificationEvent | WebhookTest

export interface ReceivedWebhook {
  /** The body as it came, before anything parsed it: signatures are over its bytes. */
  readonly body: string | Uint8Array
  /** The headers of the request, of Fetch or of Node.js. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

export interface VerifyOptions {
  /** `whsec_...`; several while one takes the place of another. */
  readonly secret: string | readonly string[]
  /** How far the time of the message may be from now; 300 by default. */
  readonly toleranceSeconds?: number
  /** Milliseconds since 1970; the clock by default. */
  readonly now?: number
}

export type WebhookFault = 'headers' | 'timestamp' | 'signature' | 'body'

/** The message was not sent by the server, was changed on its way, or is old: answer 400, and believe nothing of it. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
  readonly fault: WebhookFault

  constructor(fault: WebhookFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** Somebody might send thousands, each of which would be computed. */
const MOST_SIGNATURES = 16

/**
 * Resolves to the event and its `webhook-id`, which is the same for every attempt: keep the ids that you have handled.
 * Rejects with `WebhookRefused` otherwise.
 */
export async function verifyWebhook(
  { body, headers }: ReceivedWebhook,
  { secret, toleranceSeconds = 300, now = Date.now() }: VerifyOptions,
): Promise<{ readonly id: string; readonly event: WebhookEvent }> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures)
    throw new WebhookRefused(
      'headers',
      'webhook-id, webhook-timestamp and webhook-signature must all be there once',
    )
  if (!/^\d{1,12}$/.test(timestamp) || !(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookRefused('timestamp', 'the message is too old, or from the future')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .slice(0, MOST_SIGNATURES)
    .map((one) => bytesOf(one.slice(3)))
  for (const text of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(text)
    // The platform compares in a time that does not depend on what is equal.
    for (const signature of given)
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
        return { id, event: eventIn(bytes) }
  }
  throw new WebhookRefused('signature', 'no signature is by a secret that is known here')
}

/** Undefined where it is missing, or there twice. */
function headerOf(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? undefined
  const found = Object.entries(headers as Readonly<Record<string, string | readonly string[] | undefined>>)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
  return found.length === 1 ? found[0] : undefined
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  // The secret itself is never said.
  if (!bytes || bytes.length < 16)
    throw new TypeError('the secret must be whsec_ and Base64 of 16 bytes or more')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function eventIn(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as WebhookEvent
  } catch {
    throw new WebhookRefused('body', 'the body is signed, but is no JSON')
  }
}
