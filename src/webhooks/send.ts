// Sends a message to a receiver that is not trusted: checked addresses only, no redirects, bounded time and answer.
import { lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import type { AllowedReceiver } from '../system/setting-forms.ts'
import { type Forbidden, targetRules, type WebhookTarget } from './target.ts'

export interface SendResult {
  /** Null where there was no answer. */
  readonly status: number | null
  /** Why it is no success, in words that repeat nothing of the answer; null where it is one. */
  readonly failure: string | null
  readonly milliseconds: number
  /** What a receiver asks for that is busy; undefined for nothing. */
  readonly retryAfterMs?: number
}

export interface WebhookSender {
  send(
    url: string,
    message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
    signal?: AbortSignal,
  ): Promise<SendResult>
  /** Says why a URL is not allowed; a name that cannot be resolved now is no reason, because it may be resolved later. */
  check(url: string): Promise<Forbidden | undefined>
}

/** Gives the addresses of a name. `isTrusted` where the operator named the host. */
export type Resolve = (name: string, isTrusted: boolean, signal: AbortSignal) => Promise<readonly string[]>

interface SenderOptions {
  readonly allowed: readonly AllowedReceiver[]
  readonly timeoutMs: number
  readonly userAgent: string
  readonly resolve?: Resolve
}

const CHECK_MS = 2_000
/** The status decides; some of the rest is read so that no receiver finds its answer cut off. */
const MOST_ANSWER_BYTES = 64 * 1024
const LONGEST_ANSWER_MS = 1_000
const LONGEST_RETRY_AFTER_S = 86_400

/** What of an attempt was under way when time was up. */
const phases = {
  resolving: 'while its name was resolved',
  connecting: 'while connecting',
  securing: 'while TLS was set up',
  answering: 'before it answered',
} as const
type Phase = keyof typeof phases

export function openSender({
  allowed,
  timeoutMs,
  userAgent,
  resolve = resolveName,
}: SenderOptions): WebhookSender {
  const rules = targetRules(allowed)

  /** Resolves a name once: the addresses that were checked are those that are connected to. */
  async function addressesOf(
    target: WebhookTarget,
    signal: AbortSignal,
  ): Promise<readonly string[] | Forbidden> {
    const { host } = target
    const addresses = isIP(host)
      ? [host]
      : await untilAborted(resolve(host, target.isAllowedHost, signal), signal)
    if (addresses.length === 0) return { why: 'the name has no address' }
    const forbidden = rules.checkAddresses(target, addresses)
    return forbidden ? { why: `the URL ${forbidden.why}` } : addresses
  }

  return {
    async check(url) {
      const target = rules.readTarget(url)
      if ('why' in target) return target
      const signal = AbortSignal.timeout(CHECK_MS)
      const addresses = await untilAborted(
        isIP(target.host)
          ? Promise.resolve([target.host])
          : resolve(target.host, target.isAllowedHost, signal),
        signal,
      ).catch(() => [])
      return rules.checkAddresses(target, addresses)
    },

    async send(url, { headers, body }, signal) {
      const begunAt = performance.now()
      let phase: Phase = 'resolving'
      const ended = (sent: Omit<SendResult, 'milliseconds'>): SendResult => ({
        ...sent,
        milliseconds: Math.round(performance.now() - begunAt),
      })
      const deadline = AbortSignal.timeout(timeoutMs)
      const stop = signal ? AbortSignal.any([deadline, signal]) : deadline
      try {
        const target = rules.readTarget(url)
        if ('why' in target) return ended({ status: null, failure: `the URL ${target.why}` })
        const addresses = await addressesOf(target, stop)
        if ('why' in addresses) return ended({ status: null, failure: addresses.why })
        phase = 'connecting'
        const all = { ...headers, 'user-agent': userAgent, 'content-type': 'application/json' }
        const response = await post(target, addresses, { headers: all, body }, stop, (now) => {
          phase = now
        })
        return ended(judged(response))
      } catch (error) {
        if (deadline.aborted)
          return ended({
            status: null,
            failure: `no answer within ${timeoutMs / 1000} s: time was up ${phases[phase]}`,
          })
        return ended({ status: null, failure: wordsOf(error) })
      }
    },
  }
}

function judged({ statusCode = 0, headers }: IncomingMessage): Omit<SendResult, 'milliseconds'> {
  if (statusCode >= 200 && statusCode < 300) return { status: statusCode, failure: null }
  if (statusCode >= 300 && statusCode < 400)
    return { status: statusCode, failure: `answered ${statusCode}: redirects are not followed` }
  const seconds = /^\d{1,9}$/.test(headers['retry-after'] ?? '') ? Number(headers['retry-after']) : undefined
  return {
    status: statusCode,
    failure: `answered ${statusCode}`,
    ...(seconds !== undefined && { retryAfterMs: 1000 * Math.min(seconds, LONGEST_RETRY_AFTER_S) }),
  }
}

/** Resolves as soon as the status is there. */
function post(
  { url, host, port }: WebhookTarget,
  addresses: readonly string[],
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
  enter: (phase: Phase) => void,
): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_name, options, done) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    const [first] = found
    if (options.all) done(null, found)
    else done(null, first?.address ?? '', first?.family)
  }
  const isSecure = url.protocol === 'https:'
  const bytes = Buffer.from(body)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (isSecure ? requestSecure : requestPlain)({
    host,
    port,
    path: url.pathname + url.search,
    method: 'POST',
    headers: { ...headers, 'content-length': String(bytes.length), connection: 'close' },
    lookup: pinned,
    // A connection of its own: none that was opened for another organisation is used again.
    agent: false,
    signal,
    ...(isSecure && !isIP(host) && { servername: host }),
  })
  request.on('socket', (socket) => {
    socket.once('connect', () => enter(isSecure ? 'securing' : 'answering'))
    socket.once('secureConnect', () => enter('answering'))
  })
  request.on('response', (response) => {
    resolve(response)
    let received = 0
    const timer = setTimeout(() => response.destroy(), LONGEST_ANSWER_MS)
    response.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > MOST_ANSWER_BYTES) response.destroy()
    })
    response.on('close', () => clearTimeout(timer))
    response.on('error', () => undefined)
  })
  request.on('upgrade', (_response, socket) => {
    socket.destroy()
    reject(new Error('upgrade'))
  })
  request.on('error', reject)
  request.end(bytes)
  return promise
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
    aborted.promise.catch(() => undefined)
  }
}

const lookupAll = promisify(lookup)

/**
 * A name of the internet is asked of the name servers directly: the usual way keeps one of the process's few threads
 * for as long as a name server takes. Hosts that the operator named may stand in the hosts file, and take that way.
 */
const resolveName: Resolve = async (name, isTrusted, signal) => {
  if (isTrusted) return (await lookupAll(name, { all: true })).map(({ address }) => address)
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Only words of this table are kept: what a library says may quote the receiver. */
const faults: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name does not resolve',
  ENODATA: 'the name has no address',
  ESERVFAIL: 'the name servers failed',
  ETIMEOUT: 'the name servers did not answer',
  EAI_AGAIN: 'the name servers did not answer',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the host did not answer the connection',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is of an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is of an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is of an authority that is not trusted',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
}

function wordsOf(error: unknown): string {
  const { code, errors } = error as { readonly code?: unknown; readonly errors?: readonly unknown[] }
  // Several addresses were tried, and each failed.
  const inner = typeof code === 'string' ? code : (errors?.[0] as { readonly code?: unknown })?.code
  if (typeof inner !== 'string') return 'the answer was not HTTP'
  if (faults[inner]) return faults[inner]
  if (/^(ERR_SSL|EPROTO|ERR_TLS)/.test(inner)) return 'TLS could not be set up'
  if (/^HPE_/.test(inner)) return 'the answer was not HTTP'
  return `the connection failed (${inner.slice(0, 40)})`
}
