// The warnings of identity documents: those of the specification (2.7), and our own, 125 and from 191 on.
import type { Check } from '../../checks.ts'
import { isChipOfAnother, isChipOfAnotherPerson } from '../cards/checks.ts'
import { type CardWarning, chipNotDocument, codeNotPrint, failed, sharedWarnings } from '../cards/warnings.ts'
import type { Combined } from '../merge/combined.ts'
import { isTooFarOrDark } from '../pages/quality.ts'
import {
  isAnotherCard,
  isAnotherPicture,
  isCodeOfAnother,
  isNumberSplit,
  isSideTwice,
} from './agreement-checks.ts'

interface WarningRow extends CardWarning {
  readonly isRaised: (checks: readonly Check[], isOneCall: boolean, combined: Combined) => boolean
}

export const notOneCard: CardWarning = { code: 109, text: 'Information was not on the same card' }

export const sidesDiffer: CardWarning = { code: 113, text: 'ID front-back not match' }

/** Where sides come one by one, warning 113 says the same. */
const areTwoCards = (checks: readonly Check[], isOneCall: boolean): boolean =>
  isOneCall && isAnotherCard(checks)

const WARNINGS: readonly WarningRow[] = [
  {
    ...notOneCard,
    isRaised: (checks, isOneCall, combined) =>
      isAnotherPicture(checks) || areTwoCards(checks, isOneCall) || isChipOfAnotherPerson(combined),
  },
  { code: 110, text: 'Sex code not match', isRaised: failed('number-sex') },
  { code: 111, text: 'Province code not match', isRaised: failed('number-province') },
  { code: 112, text: 'Year of birth code not match', isRaised: failed('number-birth-year') },
  { ...sidesDiffer, isRaised: isNumberSplit },
  { code: 115, text: 'Image does not reach requirements', isRaised: isTooFarOrDark },
  {
    ...codeNotPrint,
    isRaised: (checks, isOneCall, combined) =>
      isCodeOfAnother(combined, areTwoCards(checks, isOneCall) || isNumberSplit(checks)),
  },
  { ...chipNotDocument, isRaised: (_checks, _isOneCall, combined) => isChipOfAnother(combined) },
  { code: 198, text: 'Same side twice', isRaised: isSideTwice },
]

export const warningsOf = (
  checks: readonly Check[],
  isOneCall: boolean,
  combined: Combined,
): CardWarning[] => [
  ...WARNINGS.filter(({ isRaised }) => isRaised(checks, isOneCall, combined)).map(({ code, text }) => ({
    code,
    text,
  })),
  ...sharedWarnings(checks),
]
