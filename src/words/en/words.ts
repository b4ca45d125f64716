// Everything that is said in English; the page of the person loads its own file alone.
import type { Words } from '../language-words.ts'
import { advice } from './advice.ts'
import { checkParts, checks, ofPicture } from './checks.ts'
import { codes, detected, warnings } from './codes.ts'
import { certificateFields, fields } from './fields.ts'
import { guidance } from './guidance.ts'
import { certificateKinds, commonNames, kinds } from './kinds.ts'
import { page } from './page.ts'
import { reasons } from './reasons.ts'
import { report } from './report.ts'
import { studio } from './studio.ts'
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
  page,
  reasons,
  report,
  studio,
  times,
  warnings,
}
