// A check digit of a machine-readable zone as a check of the answer.
import { type Check, holds } from '../../checks.ts'
import type { MrzCheck } from './reading.ts'

export const digitCheck = ({ name, isRight }: MrzCheck): Check =>
  holds(`mrz-check-digit-${name === 'documentNumber' ? 'document-number' : name}`, isRight)
