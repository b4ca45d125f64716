// What an API key may do: the areas of the API, and which of them each scope opens.

/** What a route is about. Every route belongs to one area, by its tag. */
export type Area =
  | 'documents'
  | 'faces'
  | 'liveness'
  | 'policies'
  | 'verifications'
  | 'review'
  | 'webhooks'
  | 'persons'
  | 'receipts'
  | 'organisation'
  | 'members'
  | 'api-keys'

interface Scope {
  readonly areas: readonly Area[] | 'every'
  readonly methods: readonly string[] | 'every'
  /** Areas that are open to GET beside those. */
  readonly reads?: readonly Area[]
  readonly about: string
}

/** A key that only reads does not see members and keys: such lists would help an attacker. */
const readable: readonly Area[] = [
  'documents',
  'faces',
  'liveness',
  'policies',
  'verifications',
  'webhooks',
  'persons',
  'receipts',
  'organisation',
] as Area[]

/** A word that is not in the table opens nothing: a newer version may have written it. */
// biome-ignore format: one scope a row
export const scopes = {
  all: { areas: 'every', methods: 'every', about: 'everything, as with name and password' },
  documents: { areas: ['documents', 'receipts'], methods: 'every', about: 'read documents' },
  faces: { areas: ['faces', 'receipts'], methods: 'every', about: 'compare faces, and use collections' },
  liveness: { areas: ['liveness', 'receipts'], methods: 'every', about: 'run liveness challenges' },
  verifications: { areas: ['verifications', 'receipts'], methods: 'every', reads: ['policies', 'webhooks'], about: 'create verifications, and see what they come to' },
  review: { areas: ['review'], methods: 'every', reads: ['verifications', 'policies', 'receipts'], about: 'decide what is in review, and write notes; each key counts as one reviewer' },
  settings: { areas: ['policies', 'webhooks'], methods: 'every', about: 'policies, brand, what is asked of cameras, and where events are sent' },
  persons: { areas: ['persons'], methods: 'every', about: 'export and erase all data of one person' },
  read: { areas: readable, methods: ['GET'], about: 'GET only, everywhere but members and API keys' },
} as const satisfies Record<string, Scope>

/** What a key of the sandbox can reach at most, whatever its scopes: nothing that is live, and nothing that changes what is. */
const reachOfTestKeys: Readonly<Partial<Record<Area, Scope['methods']>>> = {
  organisation: ['GET'],
  policies: ['GET'],
  verifications: 'every',
  review: 'every',
  // Endpoints for tests are apart from the others.
  webhooks: 'every',
}

export function mayTest(area: Area, method: string): boolean {
  const methods = reachOfTestKeys[area] ?? []
  return methods === 'every' || methods.includes(method)
}

const table: Readonly<Record<string, Scope>> = scopes
export const scopeNames = Object.keys(scopes)

const opens = ({ areas, methods, reads = [] }: Scope, area: Area, method: string): boolean =>
  ((areas === 'every' || areas.includes(area)) && (methods === 'every' || methods.includes(method))) ||
  (method === 'GET' && reads.includes(area))

/** Whose credentials are these, and are they good: every key may ask that. */
const isForAll = (area: Area): boolean => area === 'organisation'

export const mayCall = (held: readonly string[], area: Area, method: string): boolean =>
  isForAll(area) ||
  held.some((name) => {
    const scope = Object.hasOwn(table, name) ? table[name] : undefined
    return scope !== undefined && opens(scope, area, method)
  })

/** The scopes of which a key needs one. Empty where every key may call. */
export const scopesFor = (area: Area, method: string): string[] =>
  isForAll(area) ? [] : scopeNames.filter((name) => opens(table[name] as Scope, area, method))
