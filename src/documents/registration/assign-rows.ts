// Goes down the rows of a certificate and assigns every part of them to the field that it belongs to.
import type { Span } from '../fields/spans.ts'
import { FIELD_ROWS, type LabelTarget } from './fields.ts'
import { readHeading, readLabels } from './find-labels.ts'
import type { SheetRow } from './rows.ts'
import { isTable, type Section } from './sections.ts'
import { noSlots, type Slot, type Slots, slotFor } from './slots.ts'

export interface AssignedRows extends Slots {
  /** Rows above the first heading or label. */
  readonly head: readonly SheetRow[]
  /** How many headings and labels of a certificate were found. */
  readonly landmarks: number
}

/** A value goes on in the next row if that is nearer than this, in usual steps from row to row. */
const MAX_STEP = 1.75
/** A row that continues a value begins at most so many of its heights left or right of the row before. */
const MAX_INDENT = 5

export function assignRows(rows: readonly SheetRow[]): AssignedRows {
  const slots = noSlots()
  const head: SheetRow[] = []
  let left = 0
  let section: Section = 'head'
  let open: Slot | undefined
  let landmarks = 0
  for (const row of rows) {
    const [first] = row.parts
    if (first === undefined) continue
    const found = readHeading(first)
    if (found) {
      landmarks++
      section = found.heading.section
      open = openedBy(slots, section, found)
      if (open && found.rest) open.parts.push({ span: found.rest, sheet: row.sheet })
      left = first.left
      continue
    }
    if (isTable(section) && !startsPerson(first)) continue
    // A person outside such a section means that a heading was not read: it is the legal representative.
    if (section !== 'lead' && section !== 'owner' && startsPerson(first)) section = 'lead'
    let isOurs = goesOn(open, row, first, left)
    left = first.left
    if (!isOurs) open = undefined
    for (const part of row.parts) {
      const { before, labels } = readLabels(part, acceptedIn(section))
      if (before && open && isOurs) open.parts.push({ span: before, sheet: row.sheet })
      for (const { target, value } of labels) {
        if (target.of !== 'unrelated') landmarks++
        open = slotFor(slots, section, target)
        isOurs = true
        if (value) open.parts.push({ span: value, sheet: row.sheet })
      }
    }
    if (section === 'head' && landmarks === 0) head.push(row)
  }
  return { ...slots, head, landmarks }
}

/** The heading of an address is followed by the address itself, other headings by labels. */
function openedBy(
  slots: Slots,
  section: Section,
  { heading: { field }, rest }: NonNullable<ReturnType<typeof readHeading>>,
): Slot | undefined {
  if (field === undefined || (rest === undefined && field !== 'company_address')) return undefined
  return slotFor(slots, section, { of: 'company', field })
}

const acceptedIn =
  (section: Section) =>
  (target: LabelTarget): boolean =>
    target.of !== 'person' || section === 'lead' || section === 'owner'
      ? target.of !== 'company' || target.field !== 'paper_number' || section === 'head'
      : false

const startsPerson = (part: Span): boolean =>
  readLabels(part, (target) => target.of === 'person' && target.field === 'name').labels.length > 0 &&
  part.of.line.text.includes(':')

function goesOn(open: Slot | undefined, row: SheetRow, first: Span, left: number): boolean {
  if (open?.field === undefined || !FIELD_ROWS[open.field].isLong) return false
  return (row.isFirst || row.step < MAX_STEP) && Math.abs(first.left - left) < MAX_INDENT * row.height
}
