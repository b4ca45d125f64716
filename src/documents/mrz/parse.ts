// Parses lines of text as a machine-readable zone: the format they fit, fields with confidences, check digits, repairs.
import { FILLER, isRight, textOf, type ZoneGrid } from './check-digits.ts'
import { seenConfidence, trustOf } from './confidence.ts'
import { forced, forcedHead, mayStand } from './confusable.ts'
import { asCountry } from './countries.ts'
import { cleaned, type FittedLine, fittings, isTorn } from './fit.ts'
import { type CheckRow, FORMATS, type MrzFormat, type PlaceClass, type ZoneSpan } from './formats.ts'
import { classesOf, formOf, restOfNumber } from './places.ts'
import type { MrzCharacter, MrzField, MrzFieldName, MrzLine, MrzReading, MrzRepair } from './reading.ts'
import { repaired } from './repair.ts'

/** What a right check digit is worth, in the costs of fittings. */
const DIGIT_WORTH = 2
/** A line that costs more than this per place belongs to no zone. */
const MOST_COST = 0.16
/** The confidence is multiplied by these for a character that its place changes, and for one that cannot stand there. */
const FORCED = 0.75
const ILLEGAL = 0.05

interface Candidate {
  readonly format: MrzFormat
  readonly grid: ZoneGrid
  readonly sources: readonly MrzLine[]
  readonly worth: number
}

/** The lines come from top to bottom; others may be among them. Undefined where no check digit is right. */
export function parseMrz(lines: readonly MrzLine[]): MrzReading | undefined {
  const candidates = FORMATS.flatMap((format) =>
    windows(lines, format.lines).flatMap((sources) => candidatesFor(format, sources)),
  )
  const [best] = candidates.toSorted((a, b) => b.worth - a.worth)
  return best && readingOf(best)
}

function windows(lines: readonly MrzLine[], count: number): MrzLine[][] {
  return Array.from({ length: Math.max(0, lines.length - count + 1) }, (_, i) => lines.slice(i, i + count))
}

function candidatesFor(format: MrzFormat, sources: readonly MrzLine[]): Candidate[] {
  const classes = classesOf(format)
  const each = sources.map((line, i) =>
    fittings(cleaned(line), classes[i] ?? []).filter(({ cost }) => cost <= MOST_COST * format.width),
  )
  return combinations(each).flatMap((fitted) => {
    const read = fitted.map(({ characters }) => characters)
    const headed = withHead(placed(read, classes), format)
    if (!headed) return []
    const grid = withCountries(headed, format)
    const form = formOf(format, grid)
    const right = form.checks.filter((check) => isRight(grid, check) && !isTrivial(grid, check)).length
    const cost = fitted.reduce((sum, line) => sum + line.cost, 0)
    return right === 0 ? [] : [{ format, grid, sources, worth: DIGIT_WORTH * right - cost }]
  })
}

/** A digit of zero over nothing but fillers proves nothing. */
const isTrivial = (grid: ZoneGrid, { covers }: CheckRow): boolean =>
  covers.every((span) => /^<*$/.test(textOf(grid, span)))

function combinations(each: readonly (readonly FittedLine[])[]): FittedLine[][] {
  return each.reduce<FittedLine[][]>(
    (sets, fitted) => sets.flatMap((set) => fitted.map((one) => [...set, one])),
    [[]],
  )
}

/** Replaces characters that cannot stand in their place by the one that looks like them and can. */
function placed(grid: ZoneGrid, classes: readonly (readonly PlaceClass[])[]): ZoneGrid {
  return grid.map((characters, line) =>
    characters.map((one, at) => inPlace(one, classes[line]?.[at] ?? 'any')),
  )
}

function withHead(grid: ZoneGrid, { heads }: MrzFormat): ZoneGrid | undefined {
  const [first, ...rest] = grid[0] ?? []
  const meant = first && forcedHead(first.text, heads)
  if (!first || meant === undefined) return undefined
  if (meant === first.text) return grid
  return [
    [{ text: meant, confidence: FORCED * first.confidence, others: [first] }, ...rest],
    ...grid.slice(1),
  ]
}

/** Corrects issuer and nationality to a known code where only one can be meant. */
function withCountries(grid: ZoneGrid, { fields }: MrzFormat): ZoneGrid {
  const spans = fields
    .filter(({ name }) => name === 'issuer' || name === 'nationality')
    .map(({ span }) => span)
  return spans.reduce<ZoneGrid>((all, span) => {
    const other = spans.find((one) => one !== span)
    const like = other ? textOf(grid, other) : ''
    return all.map((row, line) =>
      line === span.line
        ? [
            ...row.slice(0, span.from),
            ...asCountry(row.slice(span.from, span.to), like),
            ...row.slice(span.to),
          ]
        : row,
    )
  }, grid)
}

function inPlace(character: MrzCharacter, place: PlaceClass): MrzCharacter {
  if (mayStand(character.text, place)) return character
  const meant = forced(character.text, place)
  const confidence = character.confidence * (meant === undefined ? ILLEGAL : FORCED)
  const others = [{ text: character.text, confidence: character.confidence }]
  return { text: meant ?? character.text, confidence, others: [...others, ...(character.others ?? [])] }
}

/** Reads a zone letter by letter as it stands, from a chip: nothing is fitted or repaired. Undefined where no format has such lines. */
export function parseExactMrz(lines: readonly string[]): MrzReading | undefined {
  const head = lines[0]?.[0] ?? ''
  if (!/^[A-Z]$/.test(head) || !lines.every((line) => /^[A-Z0-9<]*$/.test(line))) return undefined
  const fitting = FORMATS.filter(
    (each) => lines.length === each.lines && lines.every((line) => line.length === each.width),
  )
  // A state may use a letter that is in no table: the size tells the format, too.
  const format = fitting.find(({ heads }) => heads.includes(head)) ?? fitting[0]
  if (!format) return undefined
  const grid = lines.map((line) => [...line].map((text) => ({ text, confidence: 1 })))
  return finished(format, grid, grid, [], [])
}

function readingOf({ format, grid: read, sources }: Candidate): MrzReading {
  const before = formOf(format, read)
  const classes = classesOf(before)
  const forcedGrid = placed(read, classes)
  // Missing characters could be anything, and would make up for any change.
  const isMendable = !forcedGrid.some(isTorn)
  const { grid, repairs } = isMendable
    ? repaired(forcedGrid, before, classes)
    : { grid: forcedGrid, repairs: [] }
  return finished(format, grid, forcedGrid, sources, repairs)
}

/** `unrepaired` is the grid before any repair. */
function finished(
  format: MrzFormat,
  grid: ZoneGrid,
  unrepaired: ZoneGrid,
  sources: readonly MrzLine[],
  repairs: readonly MrzRepair[],
): MrzReading {
  const form = formOf(format, grid)
  const checkDigits = form.checks.map((check) => ({
    name: check.name,
    isRight: isRight(grid, check),
    ...(isRight(grid, check) && !isRight(unrepaired, check) && { repaired: true }),
  }))
  const all = grid.map((characters, line) => ({ line, from: 0, to: characters.length }))
  const fields = fieldsOf(form, grid)
  return {
    format: format.name,
    lines: grid.map((characters, i) => lineOf(characters, sources[i])),
    fields,
    checkDigits,
    repairs,
    confidence: checkDigits.every((check) => check.isRight)
      ? Math.min(...Object.values(fields).map(({ confidence }) => confidence))
      : Math.min(seenConfidence(grid, all), ...Object.values(fields).map(({ confidence }) => confidence)),
  }
}

function lineOf(characters: readonly MrzCharacter[], source: MrzLine | undefined): MrzLine {
  const text = characters.map((one) => one.text).join('')
  return { text, characters, ...(source?.quad && { quad: source.quad }) }
}

const CHECK_OF: Readonly<Partial<Record<MrzFieldName, CheckRow['name']>>> = {
  documentNumber: 'documentNumber',
  birth: 'birth',
  expiry: 'expiry',
}

function fieldsOf(form: MrzFormat, grid: ZoneGrid): Record<MrzFieldName, MrzField> {
  const none: MrzField = { text: '', confidence: 1, proof: 'none', line: 0 }
  const fields: Record<MrzFieldName, MrzField> = {
    documentCode: none,
    issuer: none,
    documentNumber: none,
    optional1: none,
    optional2: none,
    birth: none,
    sex: none,
    expiry: none,
    nationality: none,
    surname: none,
    givenNames: none,
  }
  for (const { name, span } of form.fields) {
    if (name === 'names') Object.assign(fields, namesOf(form, grid, span))
    else fields[name] = fieldOf(form, grid, name, span)
  }
  return fields
}

function fieldOf(form: MrzFormat, grid: ZoneGrid, name: MrzFieldName, span: ZoneSpan): MrzField {
  const rest = name === 'documentNumber' ? restOfNumber(form) : undefined
  const spans = rest ? [span, rest] : [span]
  const text = spans.map((one) => textOf(grid, one)).join('')
  const check = name === 'optional1' ? (form.name === 'TD3' ? 'optional' : 'personal') : CHECK_OF[name]
  return { text: trimmed(text), ...trustOf(grid, form, spans, check), line: span.line }
}

const trimmed = (text: string): string => text.replaceAll(/^<+|<+$/g, '')

/** The surname ends at two fillers; single ones stand for spaces and hyphens. */
function namesOf(
  form: MrzFormat,
  grid: ZoneGrid,
  span: ZoneSpan,
): Pick<Record<MrzFieldName, MrzField>, 'surname' | 'givenNames'> {
  const text = textOf(grid, span)
  const start = text.length - text.replace(/^<+/, '').length
  const cut = text.indexOf(FILLER.repeat(2), start)
  const end = cut < 0 ? text.length : cut
  const part = (from: number, to: number): MrzField => {
    const own = text.slice(from, to)
    const inner = {
      line: span.line,
      from: span.from + from,
      to: span.from + from + own.replace(/<+$/, '').length,
    }
    return {
      text: trimmed(own).replaceAll(/<+/g, ' '),
      ...trustOf(grid, form, [inner], undefined),
      line: span.line,
    }
  }
  return { surname: part(0, end), givenNames: part(end, text.length) }
}
