// Everything that is said in Vietnamese, but for page and screens, which load their own.
import type { Words } from '../language-words.ts'
import { advice } from './advice.ts'
import { certificateFields } from './certificate-fields.ts'
import { checkParts, checks, ofPicture } from './checks.ts'
import { codes, detected, warnings } from './codes.ts'
import { fields } from './fields.ts'
import { guidance } from './guidance.ts'
import { certificateKinds, commonNames, kinds } from './kinds.ts'
import { reasons } from './reasons.ts'
import { report } from './report.ts'
import { times } from './times.ts'

export const words: Words = {
  advice,
  certificateFields,
  certificateKinds,
  checkParts,
  checks,
  codes,
  commonNames,
  detected,
  fields,
  guidance,
  kinds,
  ofPicture,
  reasons,
  report,
  times,
  warnings,
}
