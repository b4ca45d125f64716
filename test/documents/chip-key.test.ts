// Tests what a person's page is told of a chip: the files of its kind, and the key that the virtual card of the same facts opens with.
import { describe, expect, test } from 'vitest'
import { passwordsOf } from '../../specimens/chips/card/cards.ts'
import { type Holder, holderOf } from '../../specimens/chips/groups.ts'
import { readableChip } from '../../src/documents/chip-key.ts'

/** What a reader of the card answers. */
function readOf({ facts }: Holder) {
  if (!('back' in facts)) {
    const { passportId, birthday, expiry } = facts.front
    return { id: passportId, birthday, expiry }
  }
  const { id, birthday } = facts.front
  return { id, birthday, expiry: facts.kind === 'cccd-chip' ? facts.front.expiry : facts.back.expiry }
}

describe.each(['cccd-chip', 'can-cuoc', 'passport'] as const)('%s', (kind) => {
  test('is opened by number and dates as they are printed, also without an expiry', () => {
    const seeds = Array.from({ length: 60 }, (_, seed) => seed)
    const holders = seeds.map((seed) => holderOf(kind, seed))
    const expiries = holders.map((holder) => passwordsOf(holder).mrz.dateOfExpiry)
    if (kind !== 'passport') expect(expiries).toContain('991231')
    for (const holder of holders) {
      const { documentNumber, dateOfBirth, dateOfExpiry } = passwordsOf(holder).mrz
      expect(readableChip(holder.facts.kind, readOf(holder))?.key).toEqual({
        document_number: documentNumber,
        date_of_birth: dateOfBirth,
        date_of_expiry: dateOfExpiry,
      })
    }
  })
})

test('the details of a passport lie in other files than those of a card', () => {
  const read = { id: '052083382992', birthday: '02/05/1983', expiry: '02/05/2043' }
  expect(readableChip('can-cuoc', read)?.files).toContain('dg13')
  expect(readableChip('can-cuoc', read)?.files).not.toContain('dg11')
  expect(readableChip('passport-new', read)?.files).toEqual(expect.arrayContaining(['dg11', 'dg12']))
})

test('what was not read makes no key, and a kind without a chip has no files', () => {
  const read = { id: '052083382992', birthday: '1983', expiry: '02/05/2043' }
  expect(readableChip('cccd-chip', read)?.key).toBeUndefined()
  expect(readableChip('cccd-chip', { ...read, birthday: '02/05/1983', expiry: '' })?.key).toBeUndefined()
  expect(readableChip('cccd-12', read)).toBeUndefined()
})
