// Checks the evaluation of chips on few changes, and without the data of states.
import { expect, test } from 'vitest'
import { evaluateChips } from '../../accuracy/chips/chips.ts'
import { DataMissing } from '../../kit/datasets/labels.ts'
import type { Context } from '../../kit/report.ts'
import { isMet } from '../../kit/targets.ts'

const context = (part: string): Context => ({
  data: '/nowhere',
  cache: '/nowhere',
  networksFolder: '/nowhere',
  out: '/nowhere',
  workers: 1,
  limit: 25,
  wants: (name) => name === part,
  asked: () => false,
  sample: (items) => [...items],
})

test('changed bytes are counted by file, and none is accepted', async () => {
  const { tables, targets } = await evaluateChips(context('changes'))
  const [table] = tables
  // The passport has no DG13.
  expect(table?.rows.map(([kind, , file]) => `${kind} ${file}`)).toHaveLength(14)
  expect(targets.map(({ name }) => name)).toEqual([
    'chip_changes_tried',
    'chip_changes_accepted',
    'chip_changes_not_refused',
  ])
  expect(targets.every(isMet)).toBe(true)
})

test('the worked examples are the same on both sides, and their exchanges are counted', async () => {
  const { targets } = await evaluateChips(context('examples'))
  expect(targets.map(({ value }) => value)).toEqual([31, 0])
})

test('answers are changed on their way and by the chip, and no foreign file is accepted', async () => {
  const { tables, targets } = await evaluateChips(context('answers'))
  const changes = tables[0]?.rows.map(([change]) => String(change)) ?? []
  expect(changes.some((change) => change.endsWith('inside the channel'))).toBe(true)
  expect(changes.some((change) => !change.endsWith('inside the channel'))).toBe(true)
  const [tried, ...counts] = targets
  expect(tried?.value).toBe(25)
  expect(counts.every(isMet)).toBe(true)
})

test.each(['mustermann', 'master-list'])('%s says what is missing', async (part) => {
  await expect(evaluateChips(context(part))).rejects.toThrow(DataMissing)
})
