// The documents we know, by kind and side, in the order in which the networks number them.

export type Kind =
  | 'cmnd-9'
  | 'cmnd-12'
  | 'cccd-12'
  | 'cccd-chip'
  | 'can-cuoc'
  | 'passport-old'
  | 'passport-new'
  | 'licence-paper'
  | 'licence-pet'
  | 'licence-2025'
  | 'business-registration'
  | 'foreign-td1'
  | 'foreign-td3'
  | 'other'

/** A page that has but one side of interest (passport, certificate) is a front. */
export type Side = 'front' | 'back'

export interface KindRow {
  readonly kind: Kind
  readonly sides: readonly Side[]
  readonly widthMm: number
  readonly heightMm: number
}

const ID1 = { widthMm: 85.6, heightMm: 53.98 } as const
const TWO: readonly Side[] = ['front', 'back']
const ONE: readonly Side[] = ['front']

/** `other` is a document with edges and text that is none of these; its size is a guess. */
export const KINDS: readonly KindRow[] = [
  { kind: 'cmnd-9', sides: TWO, widthMm: 85.6, heightMm: 53.98 },
  { kind: 'cmnd-12', sides: TWO, ...ID1 },
  { kind: 'cccd-12', sides: TWO, ...ID1 },
  { kind: 'cccd-chip', sides: TWO, ...ID1 },
  { kind: 'can-cuoc', sides: TWO, ...ID1 },
  { kind: 'passport-old', sides: ONE, widthMm: 125, heightMm: 88 },
  { kind: 'passport-new', sides: ONE, widthMm: 125, heightMm: 88 },
  { kind: 'licence-paper', sides: TWO, widthMm: 95, heightMm: 65 },
  { kind: 'licence-pet', sides: TWO, ...ID1 },
  { kind: 'licence-2025', sides: TWO, ...ID1 },
  { kind: 'business-registration', sides: ONE, widthMm: 210, heightMm: 297 },
  { kind: 'foreign-td1', sides: TWO, ...ID1 },
  { kind: 'foreign-td3', sides: ONE, widthMm: 125, heightMm: 88 },
  { kind: 'other', sides: ONE, ...ID1 },
]

export interface PageClass {
  readonly kind: Kind
  readonly side: Side
}

/** Output k of a network that names pages is row k. */
export const PAGE_CLASSES: readonly PageClass[] = KINDS.flatMap(({ kind, sides }) =>
  sides.map((side) => ({ kind, side })),
)
