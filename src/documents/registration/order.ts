// Puts the sheets of a certificate into their order, in whichever order they were sent.
import { type LabelTarget, printedPersonFields } from './fields.ts'
import { readHeading, readLabels } from './find-labels.ts'
import { isTitle } from './kinds.ts'
import type { SheetRow } from './rows.ts'

/** Marks on a sheet that tell its place among the others. */
interface Marks {
  readonly hasTitle: boolean
  readonly isSigned: boolean
  readonly headings: readonly number[]
  /** Numbers of the first table row before any heading, and of the last one after all headings. */
  readonly firstRow: number | undefined
  readonly lastRow: number | undefined
  /** Places, in the printed order, of the first label of a person before any heading, and of the last after all. */
  readonly firstLabel: number | undefined
  readonly lastLabel: number | undefined
}

/** More sheets than this keep their order: trying all orders would take too long. */
const MAX_SHEETS = 6

/** Takes and returns the rows of each sheet. */
export function inOrder(sheets: readonly (readonly SheetRow[])[]): (readonly SheetRow[])[] {
  if (sheets.length < 2 || sheets.length > MAX_SHEETS) return [...sheets]
  const marks = sheets.map(marksOf)
  let best = sheets.map((_, i) => i)
  let least = costOf(best, marks)
  for (const order of orders(best)) {
    const cost = costOf(order, marks)
    // The sheets keep the order in which they were sent unless another one is better.
    if (cost < least - 1e-9) [best, least] = [order, cost]
  }
  return best.map((i) => sheets[i] ?? [])
}

function costOf(order: readonly number[], marks: readonly Marks[]): number {
  let cost = marks[order[0] ?? 0]?.hasTitle ? 0 : 10
  if (order.slice(0, -1).some((i) => marks[i]?.isSigned)) cost += 3
  for (let i = 1; i < order.length; i++) {
    const [one, other] = [marks[order[i - 1] ?? 0], marks[order[i] ?? 0]]
    if (one && other) cost += stepCost(one, other)
  }
  // The numbers of headings rise from sheet to sheet, also across one that has none.
  const firsts = order.flatMap((i) => marks[i]?.headings[0] ?? [])
  for (const [i, first] of firsts.entries()) if (i > 0 && first <= (firsts[i - 1] ?? 0)) cost += 4
  return cost
}

function stepCost(one: Marks, other: Marks): number {
  let cost = 0
  if (one.lastRow !== undefined && other.firstRow !== undefined && one.lastLabel === undefined)
    cost += Math.min(3, Math.abs(other.firstRow - one.lastRow - 1))
  const goesOn = other.firstLabel !== undefined && other.firstLabel > 0
  // A person that goes on here began on the sheet before, which ended at the label before.
  if (goesOn && one.lastLabel === undefined) cost += 2
  else if (goesOn) cost += Math.min(1, Math.abs((other.firstLabel ?? 0) - (one.lastLabel ?? 0) - 1) / 5)
  return cost
}

const printedPlace = (target: LabelTarget): number =>
  target.of === 'person' ? printedPersonFields.indexOf(target.field) : -1

function marksOf(rows: readonly SheetRow[]): Marks {
  let [hasTitle, isSigned] = [false, false]
  const headings: number[] = []
  /** Labels of people and rows of tables before the first heading, and after the last. */
  const [early, late] = [noStops(), noStops()]
  let isEarly = true
  for (const { parts } of rows) {
    const [first] = parts
    if (first === undefined) continue
    if (parts.some(({ of }) => isTitle(of.folded))) hasTitle = true
    if (parts.some(({ of }) => isSignature(of.line.text))) isSigned = true
    const heading = readHeading(first)
    if (heading) {
      if (heading.number !== undefined) headings.push(heading.number)
      isEarly = false
      late.labels.splice(0)
      late.rows.splice(0)
      continue
    }
    const found = parts.flatMap((part) => readLabels(part, ({ of }) => of === 'person').labels)
    const numeral = /^(\d{1,3})(?=\s|$)/u.exec(first.of.line.text)?.[1]
    for (const stops of isEarly ? [early, late] : [late]) {
      stops.labels.push(...found.map(({ target }) => printedPlace(target)))
      if (numeral) stops.rows.push(Number(numeral))
    }
  }
  return {
    hasTitle,
    isSigned,
    headings,
    firstRow: early.rows[0],
    lastRow: late.rows.at(-1),
    firstLabel: early.labels[0],
    lastLabel: late.labels.at(-1),
  }
}

const noStops = (): { readonly labels: number[]; readonly rows: number[] } => ({ labels: [], rows: [] })

/** The signature stands under the title of the office holder, in capitals. */
const isSignature = (text: string): boolean =>
  /^(?:KT\.?|TUQ\.?|TL\.?)?\s*(?:PHÓ\s+)?TRƯỞNG PHÒNG/u.test(text.normalize('NFC'))

function* orders(items: readonly number[]): Generator<number[]> {
  if (items.length <= 1) yield [...items]
  else
    for (const [i, item] of items.entries())
      for (const rest of orders(items.toSpliced(i, 1))) yield [item, ...rest]
}
