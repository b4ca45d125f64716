// Tests that the words of documents are known in any case, and that others are not.
import { expect, test } from 'vitest'
import { documentLexicon } from '../../../src/documents/text/lexicon.ts'

const lexicon = documentLexicon()

test.each(['NGUYỄN', 'Huế', 'quận', 'Identity', 'CÔNG', 'Đắk', 'Khánh'])('%s is known', (word) => {
  expect(lexicon.bonus(word)).toBeGreaterThan(0.3)
})

test.each(['NGUYỄM', 'Hxế', '', 'A', 'qUận'])('%s is not', (word) => {
  expect(lexicon.bonus(word)).toBe(0)
})

test('no word counts for more than the network seeing it eight times likelier', () => {
  for (const word of ['NGUYỄN', 'Việt', 'Hà', 'Thị'])
    expect(lexicon.bonus(word)).toBeLessThanOrEqual(Math.log(8))
})
