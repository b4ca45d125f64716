// The identity documents: how answers name each, what its number looks like, and which others it is easily taken for.
import type { Kind } from '../kinds.ts'

export interface IdentityRow {
  readonly kind: Kind
  /** The specification's `document`. */
  readonly label: 'CMND' | 'CCCD' | 'CHIP ID' | 'CC' | 'PASSPORT'
  /** Of its `id`. */
  readonly number: RegExp
  /** Kinds whose pages look so much alike that one taken for the other is no other document, unless both are sure. */
  readonly alike: readonly Kind[]
}

const TWELVE = /^\d{12}$/
const PASSPORT = /^[A-Z]\d{7,8}$/

export const IDENTITY_KINDS: readonly IdentityRow[] = [
  { kind: 'cmnd-9', label: 'CMND', number: /^\d{9}$/, alike: ['cmnd-12'] },
  { kind: 'cmnd-12', label: 'CMND', number: TWELVE, alike: ['cmnd-9', 'cccd-12'] },
  { kind: 'cccd-12', label: 'CCCD', number: TWELVE, alike: ['cmnd-12', 'cccd-chip'] },
  { kind: 'cccd-chip', label: 'CHIP ID', number: TWELVE, alike: ['cccd-12', 'can-cuoc'] },
  { kind: 'can-cuoc', label: 'CC', number: TWELVE, alike: ['cccd-chip'] },
  { kind: 'passport-old', label: 'PASSPORT', number: PASSPORT, alike: ['passport-new'] },
  { kind: 'passport-new', label: 'PASSPORT', number: PASSPORT, alike: ['passport-old'] },
]

export const identityRow = (kind: Kind): IdentityRow | undefined =>
  IDENTITY_KINDS.find((row) => row.kind === kind)

export const isPassport = (kind: Kind): boolean => identityRow(kind)?.label === 'PASSPORT'
