// Checks that everything about a field of a document is written in its row.
import { expect, test } from 'vitest'
import { ANSWER_FIELDS, FIELDS } from '../../src/documents/fields/rows.ts'
import { mentionsOfFields, OTHER_MEANINGS, placesThatNameAField } from './field-names.ts'
import { sourceFiles } from './source.ts'

test('no file of src/documents names a field but its row and the kinds', () => {
  expect(placesThatNameAField()).toEqual([])
})

test('every other meaning of a field’s name is still in use', () => {
  const mentions = mentionsOfFields()
  const unused = OTHER_MEANINGS.flatMap(([folder, names]) =>
    names
      .filter((name) => !mentions.some((one) => one.name === name && one.path.startsWith(folder)))
      .map((name) => `${folder} ${name}`),
  )
  expect(unused).toEqual([])
})

test('no table beside the rows and the kinds has a line for each field', () => {
  const tables = sourceFiles('src').filter(({ text }) => /Record<(?:FieldName|Announced)\b/.test(text))
  expect(tables.map(({ path }) => path).toSorted()).toEqual([
    'src/documents/fields/tables.ts',
    'src/documents/kinds/kind.ts',
  ])
})

test('every field is answered somewhere', () => {
  const answered = Object.values(ANSWER_FIELDS).flatMap((rows) => rows.map(({ field }) => field))
  expect(Object.keys(FIELDS).filter((field) => !answered.some((one) => one === field))).toEqual([])
})
