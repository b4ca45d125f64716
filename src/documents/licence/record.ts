// From what was read on a driving licence to the specification's recognized_data (2.8).
import {
  certaintyCheck,
  codeChecks,
  hiddenCheck,
  identityCheck,
  inPlaceChecks,
  sourceChecks,
} from '../cards/checks.ts'
import { type CardRecord, cardRecord, emptyRecord, type ReadContext } from '../cards/record.ts'
import { codeNotPrint, sharedWarnings, warningFields } from '../cards/warnings.ts'
import { numberText } from '../confidence-text.ts'
import type { Detected } from '../detected.ts'
import type { FieldPlace } from '../pages/places.ts'
import { qualityChecks } from '../pages/quality.ts'
import { type LicenceCard, licenceCardOf } from './card.ts'
import { BACK_ROWS, classChecks } from './class-checks.ts'
import { expiryChecks, numberChecks } from './rule-checks.ts'
import type { LicenceSide } from './side-reading.ts'

interface BackRow {
  readonly class_name: string
  readonly class_date: string
  readonly class_conf: string
}

export interface LicenceData extends CardRecord<'licence'>, Partial<Detected> {
  readonly back_side_info: readonly BackRow[]
  readonly warning: readonly string[]
  readonly warning_code: readonly number[]
}

/** `sides` has at least one side. */
export function recognizedData(
  sides: readonly LicenceSide[],
  { today, serverTag }: ReadContext,
): LicenceData {
  const card = licenceCardOf(sides, today)
  const checks = [
    ...qualityChecks(sides),
    ...numberChecks(card),
    ...expiryChecks(card),
    ...classChecks(card),
    ...sourceChecks(card.combined),
    ...identityCheck(card.combined),
    ...certaintyCheck(card),
    hiddenCheck(card),
    ...codeChecks(card),
    ...inPlaceChecks(card),
  ]
  const record = cardRecord('licence', card, { pages: sides, checks, serverTag })
  return {
    ...record,
    ...classRows(card, record),
    ...warningFields([...(card.combined.dispute ? [codeNotPrint] : []), ...sharedWarnings(checks)]),
  }
}

/** The rows of the back; places are given cell by cell, row by row. */
function classRows({ rows }: LicenceCard, { source, places }: CardRecord<'licence'>) {
  const cells = rows.flatMap((row) => row.places.map((quad): FieldPlace => ({ source: 'ocr', quad })))
  return {
    back_side_info: rows.map(({ className, classDate, confidence }) => ({
      class_name: className,
      class_date: classDate,
      class_conf: numberText(confidence),
    })),
    source: rows.length > 0 ? { ...source, [BACK_ROWS]: ['ocr' as const] } : source,
    places: { ...places, [BACK_ROWS]: cells },
  }
}

/** For a picture in which nothing was found. */
export const emptyData = (serverTag: string): LicenceData => ({
  ...emptyRecord('licence', serverTag),
  back_side_info: [],
  ...warningFields([]),
})
