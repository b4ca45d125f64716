// From what was read on the pages of a document to the specification's recognized_data (2.6).
import { cardOf } from '../cards/card.ts'
import { certaintyCheck, codeChecks, hiddenCheck, inPlaceChecks, tiltCheck } from '../cards/checks.ts'
import type { Merged } from '../cards/merge.ts'
import { type CardRecord, cardRecord, emptyRecord, type ReadContext } from '../cards/record.ts'
import { warningFields } from '../cards/warnings.ts'
import type { Detected } from '../detected.ts'
import { qualityChecks } from '../pages/quality.ts'
import { agreementChecks } from './agreement-checks.ts'
import { expiryChecks, numberChecks } from './rule-checks.ts'
import { notOneCard, warningsOf } from './warnings.ts'

export interface IdentityData extends CardRecord<'identity'>, Partial<Detected> {
  readonly warning: readonly string[]
  readonly warning_code: readonly number[]
}

export interface IdentityContext extends ReadContext {
  /** All pages came in one call. */
  readonly isOneCall: boolean
}

export function recognizedData(
  merged: Merged,
  { today, serverTag, isOneCall }: IdentityContext,
): IdentityData {
  const card = cardOf(merged.kind, merged.sides, today, merged.chip)
  const checks = [
    ...qualityChecks(merged.sides),
    ...numberChecks(card),
    ...expiryChecks(card),
    ...agreementChecks(merged, card.combined, isOneCall),
    ...certaintyCheck(card),
    hiddenCheck(card),
    ...codeChecks(card),
    ...inPlaceChecks(card),
    ...tiltCheck(merged.pages),
  ]
  return {
    ...cardRecord('identity', card, { pages: merged.pages, checks, serverTag }),
    ...warningFields(warningsOf(checks, isOneCall, card.combined)),
  }
}

/** For a picture in which nothing was found, and a document that is not known. */
export const emptyData = (serverTag: string): IdentityData => ({
  ...emptyRecord('identity', serverTag),
  ...warningFields([]),
})

/** A document beside a picture of another one. */
export const notOneCardData = (data: IdentityData): IdentityData =>
  data.warning_code.includes(notOneCard.code)
    ? data
    : {
        ...data,
        warning: [notOneCard.text, ...data.warning],
        warning_code: [notOneCard.code, ...data.warning_code],
      }

/** For pages of several documents. */
export const multipleData = (serverTag: string): IdentityData => ({
  ...emptyData(serverTag),
  document: 'MULTIPLE',
  id_type: 'UNIDENTIFIED',
  ...warningFields([notOneCard]),
})
