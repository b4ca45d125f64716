// Tests CSV by RFC 4180, and tables for people.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCsv, parseCsvRecords } from '../../kit/csv.ts'
import { wilson } from '../../kit/statistics/proportion.ts'
import {
  countOf,
  markdownTable,
  percent,
  percentWithInterval,
  type Table,
  textTable,
  withInterval,
} from '../../kit/table.ts'

describe('CSV', () => {
  test('has quotes, doubled quotes, commas and line breaks within them', () => {
    expect(parseCsv('a,"b, c"\r\n"say ""no""","two\nlines"\n,\n')).toEqual([
      ['a', 'b, c'],
      ['say "no"', 'two\nlines'],
      ['', ''],
    ])
  })

  test('ends with a line break or without, begins with a byte order mark or without', () => {
    expect(parseCsv('a,b')).toEqual([['a', 'b']])
    expect(parseCsv('\ufeffa,b\n')).toEqual([['a', 'b']])
    expect(parseCsv('a,')).toEqual([['a', '']])
    expect(parseCsv('')).toEqual([])
  })

  test('that is broken is refused with its row', () => {
    expect(() => parseCsv('a\n"b')).toThrow(/row 2/)
    expect(() => parseCsv('"a"b')).toThrow(/row 1/)
    expect(() => parseCsvRecords('a,b\n1,2\n3\n')).toThrow(/row 3: 1 fields, 2 are named/)
  })

  test('reads back whatever is written', () => {
    const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`
    const field = fc.string({ unit: fc.constantFrom('a', 'ế', '"', ',', '\n', '\r', ' ') })
    const table = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { minLength: 1 })
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, end) => {
        expect(parseCsv(rows.map((row) => row.map(quoted).join(',') + end).join(''))).toEqual(rows)
      }),
    )
  })

  test('has its rows by the names in the first', () => {
    expect(parseCsvRecords('file,label\nx.jpg,live\n')).toEqual([{ file: 'x.jpg', label: 'live' }])
  })
})

describe('tables', () => {
  const table: Table = {
    title: 'Kinds',
    columns: ['kind', 'APCER', 'clips'],
    rows: [
      ['print', '3.3 % (0.6-16.7)', 30],
      ['điện thoại', '12.0 %', 1.23456],
      ['a|b', undefined, undefined],
    ],
    note: 'Clips, not frames.',
  }

  test('are aligned for the terminal: figures on the right, letters counted as they are seen', () => {
    expect(
      textTable({
        ...table,
        rows: table.rows.map(([kind = '', ...more]) => [String(kind).normalize('NFD'), ...more]),
      }).normalize(),
    ).toBe(`Kinds
kind                   APCER  clips
----------  ----------------  -----
print       3.3 % (0.6-16.7)     30
điện thoại            12.0 %  1.235
a|b
Clips, not frames.`)
  })

  test('are Markdown, with bars in texts escaped', () => {
    expect(markdownTable(table)).toBe(`### Kinds

| kind | APCER | clips |
|---|---:|---:|
| print | 3.3 % (0.6-16.7) | 30 |
| điện thoại | 12.0 % | 1.235 |
| a\\|b |  |  |

Clips, not frames.`)
  })

  test('write figures with their intervals', () => {
    expect(percent(0.98765)).toBe('98.77 %')
    expect(percentWithInterval(wilson(5, 10))).toBe('50.0 % (23.7-76.3)')
    expect(percentWithInterval(wilson(0, 0))).toBe('-')
    expect(withInterval({ value: 0.5, low: 0.25, high: 0.75 })).toBe('0.500 (0.250-0.750)')
    expect(countOf(wilson(3, 152))).toBe('3/152')
  })
})
