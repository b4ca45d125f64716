// Reads the one driving licence in a picture: finds its sides, judges and keeps them, or says why there is none.
import { type Code, codes } from '../../codes.ts'
import type { Vault } from '../../store/vault.ts'
import { type NothingFound, nothingFound } from '../cards/find.ts'
import { notStored, type Outcome } from '../cards/outcome.ts'
import type { ReadContext } from '../cards/record.ts'
import { commonKind, differences, withoutStrays } from '../cards/same-card.ts'
import { encodeSides } from '../cards/side.ts'
import { detectedOf, documentNotFound, othersAmong } from '../detected.ts'
import { minConfidence } from '../fields/reading.ts'
import { FIELDS, type NamedRow } from '../fields/rows.ts'
import { type DocumentOwner, fileDocument } from '../filing.ts'
import { isLicence, type Side } from '../kinds/kinds.ts'
import type { PageAsk, Pages } from '../pages/page.ts'
import type { PlacedPage } from '../pages/places.ts'
import { licenceCardOf } from './card.ts'
import { emptyData, type LicenceData, recognizedData } from './record.ts'
import { type LicenceSide, licenceSideOf } from './side-reading.ts'

export interface Reading extends DocumentOwner {
  readonly bytes: Uint8Array
  readonly found: ReadableLicence
}

/** What lacks its number or name is answered as far as it was read, and not stored: it will be sent again. */
export async function readLicence(
  vault: Vault,
  { bytes, found, ...owner }: Reading,
  context: ReadContext,
): Promise<Outcome<LicenceData>> {
  if (found.outcome === 'nothing')
    return notStored(documentNotFound(found.detected), nothingData(found, context))
  const { sides, others } = found
  const data = { ...recognizedData(sides, context), other_documents: others }
  const code = codeOf(data)
  const { kind } = licenceCardOf(sides, context.today)
  if (code !== codes.success) {
    const lacking = code === codes.licenceNumberNotFound ? 'number-not-legible' : 'name-not-legible'
    return notStored(code, { ...data, ...detectedOf(lacking, kind) })
  }
  const parts = [{ bytes, reading: encodeSides(sides) }]
  return { code, data, ...(await fileDocument(vault, { ...owner, kind, parts })) }
}

function nothingData(
  { sides, detected, checks }: NothingFound<LicenceSide>,
  context: ReadContext,
): LicenceData {
  const data = sides.length > 0 ? recognizedData(sides, context) : emptyData(context.serverTag)
  return { ...data, ...detected, checks: [...checks, ...data.checks] }
}

export function codeOf({ id_type, id, name }: LicenceData): Code {
  if (id_type !== '0') return codes.success
  if (id === '') return codes.licenceNumberNotFound
  return name === '' ? codes.nameNotFound : codes.success
}

export const askOfLicence: PageAsk = { lines: true, quality: true, codes: 'expected', seeks: 'licence' }

export type FoundLicence =
  /** At most one front and one back, the front first. */
  | {
      readonly outcome: 'found'
      readonly sides: readonly LicenceSide[]
      /** What else the picture shows. */
      readonly others: readonly PlacedPage[]
    }
  | NothingFound<LicenceSide>
  /** Licences of several people, and it is not known which one is meant. */
  | { readonly outcome: 'several' }

/** What can be answered; several licences are refused before. */
export type ReadableLicence = Exclude<FoundLicence, { readonly outcome: 'several' }>

export function findLicence({ pages, image }: Pages): FoundLicence {
  const own = pages.filter(({ kind }) => isLicence(kind))
  const all = own.map((page) => licenceSideOf(page, image))
  const legible = all.filter(({ readings, rows }) => readings.length + rows.length > 0)
  if (legible.length === 0) return nothingFound(pages, all)
  const sides = withoutStrays(legible, worth)
  const bySide = (['front', 'back'] as const).map((side) => sides.filter((one) => one.side === side))
  if (bySide.some(areSeveral) || commonKind(sides) === undefined) return { outcome: 'several' }
  const used = own.filter((_, i) => sides.some((side) => side === all[i]))
  return {
    outcome: 'found',
    sides: bySide.flatMap((pictures) => pictures.toSorted(byWorth).slice(0, 1)),
    others: othersAmong(pages, used, image),
  }
}

/** The fields that tell a side of one licence from that of another. */
const DECISIVE: Readonly<Record<Side, readonly NamedRow[]>> = {
  front: [FIELDS.id, FIELDS.name, FIELDS.birthday],
  back: [FIELDS.seri_id, FIELDS.id],
}

const areSeveral = (sides: readonly LicenceSide[]): boolean =>
  sides.some((one, i) =>
    sides.slice(i + 1).some((other) => differences(one, other, DECISIVE[one.side]).length > 0),
  )

/** The side of which more was read comes first, the number above all. */
const byWorth = (one: LicenceSide, other: LicenceSide): number => worth(other) - worth(one)

const worth = ({ readings, rows }: LicenceSide): number =>
  readings.reduce(
    (sum, reading) => sum + minConfidence(reading) * (reading.field === FIELDS.id.field ? 5 : 1),
    0,
  ) + rows.reduce((sum, { confidence }) => sum + confidence, 0)
