// The fields and kinds of documents in words of the language that is chosen, and the order in which fields are shown.
import { fieldName, kindName } from '../../../src/words/names.ts'
import type { AnsweredField, CertificateField } from '../../../src/words/shapes.ts'
import { words } from '../../../src/words/words.ts'
import { language } from './words.ts'

export type FieldName = AnsweredField | CertificateField

/** Certificates print these of a person after the name. */
const afterName: readonly FieldName[] = ['title', 'gender']

const { fields, certificateFields } = words.en
const inOrder = Object.keys({ ...fields, ...certificateFields }) as FieldName[]

export const fieldNames: readonly FieldName[] = inOrder
  .filter((name) => !afterName.includes(name))
  .flatMap((name) => (name === 'name' ? [name, ...afterName] : [name]))

export const fieldWords = (name: string): string => fieldName(name, language.value)
export const kindWords = (kind: string): string => kindName(kind, language.value)
