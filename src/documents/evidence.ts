// What documents and chips can say to a verification: what was read, what each source says, and where the portrait is.
import { createHash } from 'node:crypto'
import type { Database } from '../store/port.ts'
import { portraitOfChip } from '../store/records/chips.ts'
import { documentImages } from '../store/records/documents.ts'
import type { Vault } from '../store/vault.ts'
import { cardOf, sourcedReadings } from './cards/card.ts'
import { merge } from './cards/merge.ts'
import { readContextAt } from './cards/record.ts'
import { ofChip, type StoredCard, storedCard } from './cards/stored.ts'
import { judgeChip } from './chip/judge.ts'
import { type StoredChip, storedChip } from './chip/keep.ts'
import { minConfidence } from './fields/reading.ts'
import { FIELDS } from './fields/rows.ts'
import { recognizedData } from './identity/record.ts'
import { isPassport } from './kinds/kinds.ts'
import { parseBirthYear, parseDate, today } from './text/dates.ts'
import { foldName, placeTones } from './text/knowledge/fold.ts'
import { sameAddress } from './text/same-address.ts'
import { parseNational, parseSex } from './text/words.ts'

interface DocumentSources {
  readonly store: { readonly database: Database; readonly vault: Vault }
  readonly version: string
  readonly now: () => number
}

/** Ids of what a person sent; undefined where there is none. */
interface SentDocuments {
  readonly documentId: string | undefined
  readonly chipId: string | undefined
}

type Context = Parameters<typeof recognizedData>[1]

/** The file of a portrait. `page` has the corners of the document in its picture: another face there, though larger, is not its portrait. */
interface PortraitFile {
  readonly from: 'chip' | 'document'
  readonly fileId: string
  readonly page?: Corners
}

type Corners = NonNullable<
  NonNullable<NonNullable<ReturnType<typeof merge>>['sides'][number]['place']>['corners']
>

export function documentEvidence({ store: { database, vault }, version, now }: DocumentSources) {
  const stored = async (organisationId: string, { documentId, chipId }: SentDocuments) => ({
    card: documentId ? await storedCard(database, vault, { organisationId, id: documentId }) : undefined,
    chip: chipId ? await storedChip(database, vault, { organisationId, id: chipId }) : undefined,
  })

  return {
    /** Pictures and chip are read anew together, in whichever order they came. */
    async read(organisationId: string, sent: SentDocuments, at: number) {
      const { card, chip } = await stored(organisationId, sent)
      const context = { ...readContextAt(at, version), isOneCall: false }
      return {
        document: card && documentOf(card, chip, context),
        chip: chip && chipOf(chip, card, context.today),
        values: valuesOf(card, chip, context.today),
        numbers: numbersOf(card, chip),
      }
    },

    /** What each source says of each field, in the order in which documents name them. */
    async fields(organisationId: string, sent: SentDocuments) {
      const { card, chip } = await stored(organisationId, sent)
      const merged = card && merge(card.sides)
      const kind = merged?.kind ?? chip?.record.kind
      if (!kind) return []
      const ofChipFiles = chip ? ofChip(chip.record) : []
      const sides = merged?.sides ?? []
      const { combined } = cardOf(kind, sides, readContextAt(now(), version).today, ofChipFiles)
      const readings = [...ofChipFiles, ...sourcedReadings(sides)]
      return [...combined.fields.values()].map(({ field, value, sources: [first] }) => ({
        field,
        value,
        sources: readings
          .filter((one) => one.field === field)
          .toSorted((a, b) => Number(b.source === first) - Number(a.source === first))
          .map((one) => ({
            source: one.source,
            side: one.side,
            value: one.value,
            confidence: hundredths(minConfidence(one)),
          })),
      }))
    },

    /** The portrait of a chip that a state signed comes first, because it cannot have been changed. */
    async portraits(organisationId: string, sent: SentDocuments): Promise<PortraitFile[]> {
      const { card, chip } = await stored(organisationId, sent)
      const ofChipFile = sent.chipId && (await portraitOfChip(database, { organisationId, id: sent.chipId }))
      const front = card && merge(card.sides)?.sides.find(({ side }) => side === 'front')
      const printed = card && front ? card.fileIds[front.file ?? 0] : undefined
      const page = front?.place?.corners
      const both: PortraitFile[] = []
      if (ofChipFile) both.push({ from: 'chip', fileId: ofChipFile })
      if (printed) both.push({ from: 'document', fileId: printed, ...(page && { page }) })
      return chip?.record.authenticity === 'trusted' ? both : both.toReversed()
    },

    /** Pictures by their hashes, and the files of a chip by theirs. */
    async inputs(organisationId: string, { documentId, chipId }: SentDocuments) {
      const images = documentId ? await documentImages(database, { organisationId, id: documentId }) : []
      const pictures = await Promise.all(
        images.map(async ({ id, number }) => {
          const bytes = await vault.read(organisationId, id)
          if (!bytes) return []
          const sha256 = createHash('sha256').update(bytes).digest('hex')
          return [{ name: `document.${number}`, sha256, bytes: bytes.byteLength }]
        }),
      )
      const chip = chipId && (await storedChip(database, vault, { organisationId, id: chipId }))
      const files = chip ? chip.record.files : []
      return [...pictures.flat(), ...files.map(({ name, ...file }) => ({ name: `chip.${name}`, ...file }))]
    },

    /** The day in Việt Nam, as YYYY-MM-DD. */
    today: (time: number): string => isoDay(today(new Date(time))),
  }
}

function documentOf(card: StoredCard, chip: StoredChip | undefined, context: Context) {
  const merged = merge(card.sides)
  if (!merged) return undefined
  const data = recognizedData({ ...merged, chip: chip ? ofChip(chip.record) : [] }, context)
  return { kind: merged.kind, checks: data.checks, warnings: data.warning_code }
}

function chipOf({ record }: StoredChip, card: StoredCard | undefined, day: Context['today']) {
  const { authenticity, copy, checks } = record
  const { warnings } = judgeChip(record, { authenticity, checks: [] }, { copy, checks }, card, day)
  return { authenticity, copy, checks, warnings: warnings.map(({ code }) => code) }
}

function valuesOf(card: StoredCard | undefined, chip: StoredChip | undefined, day: Context['today']) {
  const merged = card && merge(card.sides)
  const kind = merged?.kind ?? chip?.record.kind
  if (!kind) return {}
  const { combined } = cardOf(kind, merged?.sides ?? [], day, chip ? ofChip(chip.record) : [])
  const of = (...rows: readonly { readonly field: keyof typeof FIELDS }[]) =>
    rows.flatMap(({ field }) => combined.fields.get(field)?.value ?? [])
  return {
    name: of(FIELDS.name),
    // A passport has a number of its own beside that of its holder.
    number: isPassport(kind) ? of(FIELDS.id, FIELDS.optional_data) : of(FIELDS.id),
    birthday: of(FIELDS.birthday),
    sex: of(FIELDS.sex),
    nationality: of(FIELDS.national),
    address: of(FIELDS.address),
  }
}

/** Of every source and every picture, whichever of them counts. */
const numbersOf = (card: StoredCard | undefined, chip: StoredChip | undefined): string[] =>
  [...(chip ? ofChip(chip.record) : []), ...sourcedReadings((card && merge(card.sides))?.sides ?? [])]
    .filter(({ field }) => field === FIELDS.id.field || field === FIELDS.optional_data.field)
    .map(({ value }) => value)

const hundredths = (value: number): number => Math.round(100 * value) / 100

const isoDay = ({ year, month, day }: { year: number; month: number; day: number }): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** How words of documents are compared, whoever wrote them. */
export const documentWords = (now: () => number) => ({
  fold: foldName,
  placeTones,
  addresses: sameAddress,
  day: (text: string) => {
    const day = parseDate(text, { as: 'birth', today: today(new Date(now())) })
    return day ? isoDay(day) : parseBirthYear(text)
  },
  sex: parseSex,
  nation: parseNational,
})
