// Checks that clients of the first edition still work: each path, field, type and code of its OpenAPI is still there.
import { expect, test } from 'vitest'
import { missingFrom, withoutProse } from './contract.ts'
import { readText } from './source.ts'

const read = (path: string): object => JSON.parse(readText(path))

const first = read('test/house/first-edition.json')
const now = withoutProse(read('docs/reference/openapi.json'))

/** What requests may leave out since then: whoever sends it is understood as before. */
const optionalSince: readonly string[] = [
  // The chip of the card may take its place.
  '/components/schemas/CompareFacesRequest/required/image_card',
]

test('every path, field, type and code of the first edition is in the OpenAPI of today', () => {
  expect(missingFrom(first, now).toSorted()).toEqual(optionalSince)
})

test('a path, a field, a type or a code that is gone is noticed', () => {
  const text = JSON.stringify(now)
  for (const [part, without] of [
    ['"/organisation":', '"/gone":'],
    ['"linked_file_ids":', '"gone":'],
    ['"type":"integer"', '"type":"string"'],
    ['"enum":[200,', '"enum":['],
  ] as const) {
    expect(text).toContain(part)
    expect(missingFrom(first, JSON.parse(text.replaceAll(part, without)))).not.toEqual([])
  }
})
