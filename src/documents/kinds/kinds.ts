// The kinds of documents that we know, in the order in which the networks number them, and how one is looked up.
import { businessRegistration } from './business-registration.ts'
import { canCuoc } from './can-cuoc.ts'
import { cccd12 } from './cccd-12.ts'
import { cccdChip } from './cccd-chip.ts'
import { cmnd9 } from './cmnd-9.ts'
import { cmnd12 } from './cmnd-12.ts'
import { foreignTd1 } from './foreign-td1.ts'
import { foreignTd3 } from './foreign-td3.ts'
import type { KindDefinition, PageDefinition } from './kind.ts'
import { licence2025 } from './licence-2025.ts'
import { licencePaper } from './licence-paper.ts'
import { licencePet } from './licence-pet.ts'
import { other } from './other.ts'
import { passportNew } from './passport-new.ts'
import { passportOld } from './passport-old.ts'

/** The outputs of trained networks follow this order. */
const ORDER = [
  cmnd9,
  cmnd12,
  cccd12,
  cccdChip,
  canCuoc,
  passportOld,
  passportNew,
  licencePaper,
  licencePet,
  licence2025,
  businessRegistration,
  foreignTd1,
  foreignTd3,
  other,
] as const

export type Kind = (typeof ORDER)[number]['kind']

export const KINDS: readonly KindDefinition<Kind>[] = ORDER

/** A page that has but one side of interest (passport, certificate) is a front. */
export type Side = 'front' | 'back'

/** What a page is taken for when nothing is known of it. */
export const UNKNOWN_PAGE = { kind: other.kind, side: 'front' } as const
/** What a sheet of paper is taken for that has the shape of a certificate. */
export const CERTIFICATE_PAGE = { kind: businessRegistration.kind, side: 'front' } as const

export interface PageClass {
  readonly kind: Kind
  readonly side: Side
}

export const sidesOf = ({ back }: KindDefinition): readonly Side[] => (back ? ['front', 'back'] : ['front'])

export const pagesOf = ({ front, back }: KindDefinition): readonly PageDefinition[] =>
  back ? [front, back] : [front]

/** Output k of a network that names pages is row k. */
export const PAGE_CLASSES: readonly PageClass[] = KINDS.flatMap((definition) =>
  sidesOf(definition).map((side) => ({ kind: definition.kind, side })),
)

const byName: ReadonlyMap<string, KindDefinition<Kind>> = new Map(KINDS.map((each) => [each.kind, each]))

/** For names that may be of no kind, as a command or an old record has them. */
export const findKind = (name: string): KindDefinition<Kind> | undefined => byName.get(name)

export function kindDefinition(kind: Kind): KindDefinition<Kind> {
  const found = byName.get(kind)
  if (!found) throw new Error(`there is no kind ${kind}`)
  return found
}

/** Undefined for a side that the kind does not have. */
export const pageDefinition = ({ kind, side }: PageClass): PageDefinition | undefined =>
  kindDefinition(kind)[side]

/** Whether pages of the one kind are easily taken for pages of the other. */
export function areAlike(one: Kind, two: Kind): boolean {
  const { designs = [] } = kindDefinition(two)
  return kindDefinition(one).designs?.some((design) => designs.includes(design)) === true
}

export const isKnown = (kind: Kind): boolean => kindDefinition(kind).family !== 'unknown'
export const isPassport = (kind: Kind): boolean => kindDefinition(kind).family === 'passport'
export const isLicence = (kind: Kind): boolean => kindDefinition(kind).family === 'licence'
/** Identity cards and passports: what is read as an identity document. */
export const isIdentityDocument = (kind: Kind): boolean =>
  ['identity-card', 'passport'].includes(kindDefinition(kind).family)

/** `a`, `b` or `c`, for the description of the API. */
export const describeKinds = (isMeant: (kind: Kind) => boolean): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    KINDS.filter(({ kind }) => isMeant(kind)).map(({ kind }) => `\`${kind}\``),
  )
