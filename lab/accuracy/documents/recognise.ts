// Turns pages into the server's answer with the same pure functions, by the field names of the documents.
import type { BreakName } from '../../../specimens/documents/facts/record.ts'
import { hasFailed } from '../../../src/checks.ts'
import { nothingFound } from '../../../src/documents/cards/find.ts'
import { merge } from '../../../src/documents/cards/merge.ts'
import type { SideReading } from '../../../src/documents/cards/side-reading.ts'
import { ANSWER_FIELDS } from '../../../src/documents/fields/rows.ts'
import { askOfDocument, type FoundCard, findDocument } from '../../../src/documents/identity/find.ts'
import { type IdentityData, recognizedData } from '../../../src/documents/identity/record.ts'
import { isPassport, type Kind } from '../../../src/documents/kinds/kinds.ts'
import type { PageAsk, PagesReading } from '../../../src/documents/pages/page.ts'
import type { Day } from '../../../src/documents/text/dates.ts'
import type { Said } from './score.ts'

export interface Recognised {
  /** 200, 101 for none, 109 for several kinds, 422 for several cards. */
  readonly code: number
  readonly kind: Kind | undefined
  /** The keys are the names of fields on documents; empty fields are left out. */
  readonly fields: ReadonlyMap<string, Said>
  readonly warnings: readonly number[]
  /** Names of the checks that failed. */
  readonly failed: readonly string[]
  /** Names of those that were only noted. */
  readonly noted?: readonly string[]
  /** The specification's names of what else the pictures show. */
  readonly others?: readonly string[]
}

/** An endpoint: what it asks about a picture, and what it answers to pages. */
export interface RecognitionEndpoint {
  /** The name is empty for the default endpoint. */
  readonly name: string
  readonly ask: PageAsk
  readonly recognise: (readings: readonly PagesReading[], today: Day) => Recognised
}

export const none = (code: number): Recognised => ({
  code,
  kind: undefined,
  fields: new Map(),
  warnings: [],
  failed: [],
})

/** The beginnings of the names of checks that a broken rule fails. */
export const CHECKS_OF_BREAKS: Readonly<Partial<Record<BreakName, readonly string[]>>> = {
  expired: ['days-until-expiry', 'days-until-cmnd-ended'],
  'check-digit': ['mrz-check-digit'],
  'mrz-mismatch': ['mrz-against-print'],
  'qr-mismatch': ['qr-against-print'],
  'expiry-rule': ['expiry-by-rule'],
}

/**
 * Pictures are merged as if created and attached: one that shows no document leaves the rest unchanged. Warnings are those of
 * both sides in one call, which are more.
 */
export const recognise = (readings: readonly PagesReading[], today: Day): Recognised =>
  recogniseSides(readings, today, (sides) => sides)

/** `change` is what a forger did to what was read. */
export function recogniseSides(
  readings: readonly PagesReading[],
  today: Day,
  change: (sides: readonly SideReading[]) => readonly SideReading[],
): Recognised {
  const found = readings.map(
    (reading): FoundCard => ('fault' in reading ? nothingFound([], []) : findDocument(reading, today)),
  )
  if (found.some(({ outcome }) => outcome === 'several-cards')) return none(422)
  if (found.some(({ outcome }) => outcome === 'several-kinds')) return none(109)
  const sides = found.flatMap((one) => (one.outcome === 'found' ? one.sides : []))
  if (sides.length === 0) return none(101)
  const merged = merge(change(sides))
  if (merged === undefined) return none(109)
  const data = recognizedData(merged, { today, serverTag: '', isOneCall: true })
  return {
    code: 200,
    kind: merged.kind,
    fields: saidIn(data, merged.kind),
    warnings: data.warning_code,
    failed: data.checks.filter(hasFailed).map(({ name }) => name),
    others: found.flatMap((one) =>
      one.outcome === 'found' ? one.others.map(({ document }) => document) : [],
    ),
    noted: data.checks.filter(({ outcome }) => outcome === 'noted').map(({ name }) => name),
  }
}

/** In the answer to a passport the id is the number of the book, and the optional data is the holder's own number. */
function saidIn(data: IdentityData, kind: Kind): Map<string, Said> {
  const ofPassport: Readonly<Record<string, string>> = { id: 'passport_id', optional_data: 'id' }
  const rows = ANSWER_FIELDS.identity
    .filter(({ name }) => name !== 'characteristic')
    .flatMap(({ name, confidence }) => {
      const value = data[name]
      if (value === '') return []
      const numbers = JSON.parse(data[confidence]) as number[]
      const said = {
        value,
        confidence: numbers.length === 0 ? 0 : Math.min(...numbers),
        source: (data.source[name] ?? []).join('+'),
      }
      return [[isPassport(kind) ? (ofPassport[name] ?? name) : name, said] as const]
    })
  return new Map(rows)
}

export const identityEndpoint: RecognitionEndpoint = { name: '', ask: askOfDocument, recognise }
