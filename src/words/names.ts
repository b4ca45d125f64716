// Says names of the API in words. A name that no table has is shown as it is: a server of another version may have written it.
import { readCheckName } from '../checks.ts'
import type { Language } from './languages.ts'
import { filled } from './numbers.ts'
import { words } from './words.ts'

const plain = (name: string): string => name.replaceAll(/[-_]/g, ' ')
const inTable = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

export function checkName(name: string, language: Language): string {
  const form = readCheckName(name)
  if (!form) return plain(name)
  const { checks, checkParts, ofPicture } = words[language]
  const [part = ''] = form.parts
  const check = filled(checks[form.row][0], { part: inTable(checkParts, part) ?? part })
  return form.picture === undefined ? check : filled(ofPicture, { number: form.picture, check })
}

/** What the check looks at; undefined for one that has no row. */
export function checkSentence(name: string, language: Language): string | undefined {
  const form = readCheckName(name)
  return form && words[language].checks[form.row][1]
}

export function fieldName(name: string, language: Language): string {
  const { fields, certificateFields } = words[language]
  return inTable(fields, name) ?? inTable(certificateFields, name) ?? plain(name)
}

/** A kind of document, what was seen in place of one, or what a certificate registers. */
export function kindName(name: string, language: Language): string {
  const { kinds, commonNames, certificateKinds } = words[language]
  return inTable(kinds, name) ?? inTable(commonNames, name) ?? inTable(certificateKinds, name) ?? name
}

export const reasonName = (name: string, language: Language): string =>
  inTable(words[language].reasons, name) ?? name
