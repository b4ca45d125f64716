// The specification's warnings (2.7), each by the check that raises it.
import { type Check, hasFailed } from '../../checks.ts'
import { isTooFarOrDark } from '../pages/quality.ts'
import { isAnotherCard, isAnotherPicture, isNumberSplit } from './agreement-checks.ts'

export interface Warning {
  readonly code: number
  readonly text: string
}

const failed =
  (name: string) =>
  (checks: readonly Check[]): boolean =>
    checks.some((check) => check.name === name && hasFailed(check))

interface WarningRow extends Warning {
  readonly isRaised: (checks: readonly Check[], isOneCall: boolean) => boolean
}

export const notOneCard: Warning = { code: 109, text: 'Information was not on the same card' }

export const sidesDiffer: Warning = { code: 113, text: 'ID front-back not match' }

const WARNINGS: readonly WarningRow[] = [
  // Where sides come one by one, warning 113 says the same.
  {
    ...notOneCard,
    isRaised: (checks, isOneCall) => isAnotherPicture(checks) || (isOneCall && isAnotherCard(checks)),
  },
  { code: 110, text: 'Sex code not match', isRaised: failed('number-sex') },
  { code: 111, text: 'Province code not match', isRaised: failed('number-province') },
  { code: 112, text: 'Year of birth code not match', isRaised: failed('number-birth-year') },
  { ...sidesDiffer, isRaised: isNumberSplit },
  { code: 115, text: 'Image does not reach requirements', isRaised: isTooFarOrDark },
]

export function warningsOf(checks: readonly Check[], isOneCall: boolean): Warning[] {
  return WARNINGS.filter(({ isRaised }) => isRaised(checks, isOneCall)).map(({ code, text }) => ({
    code,
    text,
  }))
}
