// What a member of an organisation may do: the roles, and which areas of the API each opens.
import type { Area } from './scopes.ts'

interface Role {
  readonly areas: readonly Area[] | 'every'
  readonly methods: readonly string[] | 'every'
  /** Areas that are open whatever the method. */
  readonly does: readonly Area[]
  readonly about: string
}

/** What a person must see to understand a case. */
const cases: readonly Area[] = ['verifications', 'policies', 'receipts', 'documents', 'faces', 'liveness']

/** A word that is not in the table opens nothing: a newer version may have written it. */
// biome-ignore format: one role a row
export const roles = {
  viewer: { areas: cases, methods: ['GET'], does: [], about: 'look at verifications, policies and receipts' },
  reviewer: { areas: cases, methods: ['GET'], does: ['review'], about: 'look, decide what is in review, and write notes' },
  admin: { areas: 'every', methods: 'every', does: [], about: 'everything of the organisation: members, API keys, webhooks, policies and all else' },
} as const satisfies Record<string, Role>

export type RoleName = keyof typeof roles
export const roleNames = Object.keys(roles) as [RoleName, ...RoleName[]]

const table: Readonly<Record<string, Role>> = roles

interface Wanted {
  readonly area: Area
  readonly method: string
}

const opens = ({ areas, methods, does }: Role, { area, method }: Wanted): boolean =>
  does.includes(area) ||
  ((areas === 'every' || areas.includes(area)) && (methods === 'every' || methods.includes(method)))

/** Whose credentials these are, every role may ask. */
const isForAll = ({ area, method }: Wanted): boolean => area === 'organisation' && method === 'GET'

export function mayDo(role: string, wanted: Wanted): boolean {
  const held = Object.hasOwn(table, role) ? table[role] : undefined
  return held !== undefined && (isForAll(wanted) || opens(held, wanted))
}

/** The roles that may call it. */
export const rolesFor = (wanted: Wanted): RoleName[] => roleNames.filter((role) => mayDo(role, wanted))

/** The fields of requests that a member fills, by e-mail address: it stays the same, and a name may not. */
export const fieldsOfMember = ({ email }: { readonly email: string }): Record<string, string> => ({
  reviewer: email,
  author: email,
})
