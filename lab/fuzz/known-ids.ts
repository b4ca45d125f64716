// Keeps what a sequence has learned: ids that the server returned, and the fields of later requests that take them.
import type { Operation } from './api.ts'

export interface Known {
  /** Returns the known ids, newest last. */
  of(name: string): readonly string[]
  /** Learns the ids in an answer. */
  learn(operation: Operation, body: unknown, headers: Readonly<Partial<Record<string, string>>>): void
}

type Body = Readonly<Record<string, unknown>>
type Lesson = readonly [path: RegExp, name: string, read: (body: Body) => unknown]

/** An operation that is not listed here still gives its request id. */
const lessons: readonly Lesson[] = [
  [/-challenge\/(\w+-)?start$/, 'challenge_id', (body) => body.id],
  [/-challenge\/(\w+-)?start$/, 'task', (body) => Object.keys((body.task_order as object | null) ?? {})],
  [/^\/kyc-documents/, 'document_id', (body) => body.id],
  [/^\/face-collections\/sign/, 'collection_id', (body) => body.id],
  [/^\/face-collections\/\{\w+\}$/, 'face_id', (body) => body.id],
  [/^\/face-collections\/\{\w+\}$/, 'file_id', (body) => body.file_id],
  [/\/duplicate-searches$/, 'search_id', (body) => body.id],
  [/^\/persons\/export$/, 'more', (body) => body.more],
  [
    /^\/policies$/,
    'policy_id',
    (body) => (body.policies as { id?: unknown }[] | undefined)?.map(({ id }) => id),
  ],
  [/^\/policies(\/\{\w+\})?$/, 'policy_id', (body) => body.id],
  [/^\/policies(\/\{\w+\})?$/, 'policy', (body) => body.id],
  [/^\/verifications$/, 'verification_id', (body) => body.id],
  [/^\/verifications$/, 'cursor', (body) => body.next_cursor],
  [/^\/verifications/, 'link', (body) => (body.link as { token?: unknown } | undefined)?.token],
  [/^\/verification-session/, 'link', (body) => body.token],
  [/^\/capture-keys\/nonce$/, 'nonce', (body) => body.nonce],
  [/^\/capture-keys$/, 'capture_key_id', (body) => (body.capture_key as { id?: unknown } | undefined)?.id],
  [/^\/members/, 'member_id', (body) => (body.member as { id?: unknown } | undefined)?.id],
  [/^\/members/, 'email', (body) => (body.member as { email?: unknown } | undefined)?.email],
  [/^\/members/, 'token', (body) => (body.invitation as { token?: unknown } | undefined)?.token],
  [/^\/member-/, 'csrf_token', (body) => body.csrf_token],
  [/^\/member-/, 'session_id', (body) => body.session_id],
  [/^\/member-/, 'organisation', (body) => body.organisation],
  [
    /passkey-options$/,
    'challenge',
    (body) => (body.options as { challenge?: unknown } | undefined)?.challenge,
  ],
  [
    /passkey-options$/,
    'passkey_user',
    (body) => (body.options as { user?: { id?: unknown } } | undefined)?.user?.id,
  ],
  [/^\/webhook-endpoints$/, 'endpoint_id', (body) => (body.endpoint as { id?: unknown } | undefined)?.id],
  [
    /^\/webhook-deliveries$/,
    'delivery_id',
    (body) => (body.deliveries as { id?: unknown }[] | undefined)?.map(({ id }) => id),
  ],
]

/** The names of these fields alone do not say which id they take. */
const meanings: readonly (readonly [path: RegExp, field: string, name: string])[] = [
  [/^\/face-collections\/\{\w+\}\/delete$/, 'id', 'face_id'],
]

export const meaningOf = ({ path }: Operation, field: string): string =>
  meanings.find(([pattern, named]) => named === field && pattern.test(path))?.[2] ?? field

const mostOfAName = 8

export function nothingKnown(): Known {
  const kept = new Map<string, string[]>()
  const keep = (name: string, value: unknown): void => {
    if (typeof value !== 'string' || value === '') return
    const values = kept.get(name) ?? []
    kept.set(name, [...values.filter((one) => one !== value), value].slice(-mostOfAName))
  }
  return {
    of: (name) => kept.get(name) ?? [],
    learn({ path }, body, headers) {
      keep('request_id', headers['x-request-id'])
      keep('cookie', headers['set-cookie'])
      if (typeof body !== 'object' || body === null) return
      for (const [pattern, name, read] of lessons)
        if (pattern.test(path)) for (const value of [read(body as Body)].flat()) keep(name, value)
    },
  }
}
