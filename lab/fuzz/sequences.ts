// Plays what callers do: use one part of the API in any order, try other paths and methods, ask about each other's things.

import { basicAuthorization } from '../kit/caller.ts'
import type { Api, Operation, Schema } from './api.ts'
import { finished } from './requests.ts'
import { ask, type Session } from './session.ts'

interface Sequence {
  readonly name: string
  readonly weight: number
  /** Whether the sequence sends files. */
  readonly isDeep: boolean
  readonly play: (session: Session) => Promise<void>
}

/** Members are invited by one part and come by others. */
const firstSegment = ({ path }: Operation): string =>
  path.startsWith('/member') ? 'members' : (path.split('/')[1] ?? '')

/** The weight of each part of the API; a part that is not listed has one. */
const weights: Readonly<Record<string, number>> = {
  'distance-liveness-challenge': 8,
  'liveness-challenge': 8,
  'profile-liveness-challenge': 8,
  'light-liveness-challenge': 8,
  'capture-keys': 5,
  members: 7,
  'capture-settings': 2,
  'kyc-documents-sync': 5,
  'kyc-documents-sides': 1,
  'driver-license-reader': 1,
  'mrz-reader': 1,
  'business-registration': 2,
  'video-liveness': 1.5,
  'face-matching': 2,
  'face-collections': 9,
  persons: 4,
  receipts: 2,
  organisation: 2,
  policies: 3,
  verifications: 10,
  'webhook-endpoints': 3,
  'webhook-deliveries': 1,
}

/** These parts belong with any work: proofs of it, and the person it was about. */
const besides = ['receipts', 'persons', 'organisation', 'readyz']

export function sequencesOf(api: Api): Sequence[] {
  const { operations } = api
  const parts = [...new Set(operations.map(firstSegment))]
  const beside = operations.filter((one) => besides.includes(firstSegment(one)))
  return [
    ...parts.map((part): Sequence => {
      const own = operations.filter((one) => firstSegment(one) === part)
      const isDeep = own.some((one) => takesFiles(api, one))
      return { name: part, weight: weights[part] ?? 1, isDeep, play: (session) => work(session, own, beside) }
    }),
    { name: 'astray', weight: 8, isDeep: false, play: otherPaths },
  ]
}

function takesFiles(api: Api, { takes, body }: Operation): boolean {
  const holds = (given: Schema): boolean => {
    const { contentEncoding, properties = {} } = api.resolve(given)
    return contentEncoding === 'base64' || Object.values(properties).some(holds)
  }
  return takes === 'multipart' || (body !== undefined && holds(body))
}

async function work(
  session: Session,
  own: readonly Operation[],
  beside: readonly Operation[],
): Promise<void> {
  const { random } = session.source
  for (let steps = random.whole(2, 14); steps > 0 && session.mayGoOn(); steps--) {
    const operation = beside.length > 0 && random.is(0.08) ? random.pick(beside) : nextOf(session, own)
    const request = ask(session, operation)
    if (random.is(0.06))
      await session.sendTogether([request, random.is(0.5) ? request : ask(session, operation)])
    else await session.send(request)
  }
}

/** Continues with a known thing, or makes one to continue with. */
function nextOf({ source }: Session, own: readonly Operation[]): Operation {
  const { random, known } = source
  const further = own.filter(({ pathNames }) => pathNames.length > 0)
  const first = own.filter(({ pathNames }) => pathNames.length === 0)
  if (further.length === 0 || first.length === 0 || random.is(0.1)) return random.pick(own)
  const isReady = further.some(({ pathNames }) => pathNames.every((name) => known.of(name).length > 0))
  return random.pick(random.is(isReady ? 0.85 : 0.1) ? further : first)
}

const methods = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
  'get',
  'FOO',
]
const paths = [
  '/',
  '//',
  '/.',
  '/..',
  '/docs',
  '/docs/',
  '/docs/json',
  '/docs/static/../../package.json',
  '/openapi.json',
  '/studio',
  '/studio/',
  '/studio/index.html',
  '/studio/../../package.json',
  '/studio/%2e%2e/%2e%2e/package.json',
  '/studio/networks/face-detector.onnx',
  '/studio/networks/../x',
  '/studio/assets/',
  '/studio/%00',
  '/studio/.env',
  '/healthz',
  '/readyz',
  '/metrics',
  '/healthz/',
  '/HEALTHZ',
  '/metrics?x=1',
  '/%68ealthz',
  '/favicon.ico',
  '/.git/config',
  '/%',
  '/%ff',
  '/\xff',
  `/${'a'.repeat(9000)}`,
  '/a?b',
  '*',
  '/a b',
  '/receipts/keys',
  '/;/',
  '/http://x/',
]

async function otherPaths(session: Session): Promise<void> {
  const { random, api } = session.source
  for (let steps = random.whole(1, 4); steps > 0 && session.mayGoOn(); steps--) {
    const known = random.pick(api.operations).path.replaceAll(/\{\w+\}/g, 'x')
    const path = random.is(0.5) ? known : random.pick(paths)
    const method = random.pick(methods)
    const isOwn = random.is(0.6)
    const headers = [
      ['host', '127.0.0.1'] as const,
      ...(isOwn ? [['authorization', basicAuthorization(session.credentials)] as const] : []),
      ...(random.is(0.3) ? [['content-type', 'application/json'] as const] : []),
    ]
    const body = random.is(0.3) ? Buffer.from('{}') : undefined
    const isBroken =
      !/^[A-Z]+$/.test(method) || !/^\/[\x21-\x7e]*$/.test(path) || method === 'CONNECT' || path.length > 8000
    await session.send(
      finished({ method, path, headers, body }, session.source, { isBroken, manner: random.is(0.05) }),
    )
  }
}
