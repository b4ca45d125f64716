// Tells what may stand at each place of a zone, and which form of its format a card of three lines has.
import { FILLER, signAt, textOf, type ZoneGrid } from './check-digits.ts'
import type { CheckRow, MrzFormat, PlaceClass } from './formats.ts'

/** Returns one class for each place of each line. */
export function classesOf({ lines, width, fields, checks, narrower = [] }: MrzFormat): PlaceClass[][] {
  const classes = Array.from({ length: lines }, () => new Array<PlaceClass>(width).fill('any'))
  const put = (line: number, at: number, place: PlaceClass): void => {
    const row = classes[line]
    if (row) row[at] = place
  }
  for (const row of [...fields, ...narrower])
    for (let at = row.span.from; at < row.span.to; at++) put(row.span.line, at, row.class)
  for (const { at } of checks) put(at.line, at.at, 'check')
  put(0, 0, 'head')
  return classes
}

const OPTIONAL = { line: 0, from: 15, to: 30 } as const
const NUMBER = { line: 0, from: 5, to: 14 } as const

/** Returns the form of the format that this document has: the Vietnamese one, or one with a long number. */
export function formOf(format: MrzFormat, grid: ZoneGrid): MrzFormat {
  if (format.name === 'TD3') return isVietnamesePassport(grid) ? vietnamesePassport(format) : format
  if (format.name !== 'TD1') return format
  if (isVietnamese(grid)) return vietnamese(format)
  return signAt(grid, 0, 14) === FILLER ? withLongNumber(format, grid) : format
}

const isAlike = (text: string, least: number): boolean =>
  [...'VNM'].filter((letter, i) => text[i] === letter).length >= least

const isVietnamesePassport = (grid: ZoneGrid): boolean =>
  isAlike(textOf(grid, { line: 0, from: 2, to: 5 }), 2) &&
  isAlike(textOf(grid, { line: 1, from: 10, to: 13 }), 2)

/** A Vietnamese passport number is a letter and digits; the number of the holder's card has digits alone. */
function vietnamesePassport(format: MrzFormat): MrzFormat {
  const number = { line: 1, from: 1, to: 9 } as const
  return {
    ...format,
    narrower: [{ span: number, class: 'digits' }],
    fields: format.fields.map((field) =>
      field.name === 'optional1' ? { ...field, class: 'digits' } : field,
    ),
  }
}

/** Twelve digits, two fillers and a check digit follow the number; the country may be misread in one letter. */
function isVietnamese(grid: ZoneGrid): boolean {
  const country = textOf(grid, { line: 0, from: 2, to: 5 })
  const digits = textOf(grid, { line: 0, from: 15, to: 27 }).replaceAll(/[^0-9]/g, '').length
  const fillers = textOf(grid, { line: 0, from: 27, to: 29 }).replaceAll(/[^<]/g, '').length
  return digits >= 9 && (isAlike(country, 3) || (isAlike(country, 2) && fillers === 2))
}

function vietnamese(format: MrzFormat): MrzFormat {
  const personal: CheckRow = {
    name: 'personal',
    at: { line: 0, at: 29 },
    covers: [{ ...OPTIONAL, to: 29 }],
  }
  return {
    ...format,
    fields: format.fields.map((field) =>
      field.name === 'documentNumber'
        ? { ...field, class: 'digits' }
        : field.name === 'optional1'
          ? { ...field, class: 'digits', span: { ...OPTIONAL, to: 27 } }
          : field,
    ),
    checks: [...format.checks, personal],
    narrower: [
      { span: { ...OPTIONAL, from: 27, to: 29 }, class: 'filler' },
      { span: { line: 1, from: 18, to: 29 }, class: 'filler' },
    ],
  }
}

/** The rest of the number, its digit and a filler stand at the head of the optional data. */
function withLongNumber(format: MrzFormat, grid: ZoneGrid): MrzFormat {
  const rest = textOf(grid, OPTIONAL)
  const end = rest.indexOf(FILLER) < 0 ? rest.length : rest.indexOf(FILLER)
  if (end < 2) return format
  const at = OPTIONAL.from + end - 1
  return {
    ...format,
    fields: format.fields.map((field) =>
      field.name === 'optional1' ? { ...field, span: { ...OPTIONAL, from: at + 1 } } : field,
    ),
    checks: format.checks.map((check) =>
      check.name === 'documentNumber'
        ? { name: check.name, at: { line: 0, at }, covers: [NUMBER, { ...OPTIONAL, to: at }] }
        : check,
    ),
  }
}

/** Returns where the rest of a number stands that is too long for its place. */
export function restOfNumber({
  name,
  checks,
}: MrzFormat): { line: number; from: number; to: number } | undefined {
  const covers = name === 'TD1' ? checks.find((check) => check.name === 'documentNumber')?.covers : undefined
  return covers?.[1]
}
