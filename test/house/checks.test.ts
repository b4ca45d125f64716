// Holds the table of checks: every check of the server and of its documents has a row, and every row a check.
import { expect, test } from 'vitest'
import { readCheckName } from '../../src/checks.ts'
import { checksWithoutARow, rowsWithoutACheck } from './check-rows.ts'

test('every check has a row', () => {
  expect(checksWithoutARow()).toEqual([])
})

test('every row has a check', () => {
  expect(rowsWithoutACheck()).toEqual([])
})

test.each([
  ['genuineness', 'genuineness', []],
  ['frames-turn-face-left', 'frames-{task}', ['turn-face-left']],
  ['frames-far-distance', 'frames-{distance}', ['far-distance']],
  ['frames-a-second', 'frames-a-second', []],
  ['growth-far-to-close', 'growth-{size}-to-{size}', ['far', 'close']],
  ['transition-10', 'transition-{number}', ['10']],
])('%s is read by its row', (name, row, parts) => {
  expect(readCheckName(name)).toEqual({ row, parts })
})

test('a name tells of which picture it is, and one without a row is not read', () => {
  expect(readCheckName('image2-documents-found')).toEqual({ row: 'documents-found', parts: [], picture: '2' })
  expect(readCheckName('frames-hum')).toBeUndefined()
})
