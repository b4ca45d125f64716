// Walks down the rows of a certificate and gives every part of them to the field that it belongs to.
import type { Span } from '../fields/spans.ts'
import type { Target } from './fields.ts'
import { readHeading, readLabels } from './find-labels.ts'
import type { Row } from './rows.ts'
import { isTable, type Section } from './sections.ts'
import { noSlots, type Slot, type Slots, slotFor } from './slots.ts'

export interface AssignedRows extends Slots {
  /** Rows above the first heading or label. */
  readonly head: readonly Row[]
  /** How many headings and labels of a certificate were found. */
  readonly landmarks: number
}

/** Values that may go on in the next row. */
const LONG_VALUES: ReadonlySet<string> = new Set([
  ...['company_name', 'company_foreign_name', 'company_short_name', 'company_address', 'capital_words'],
  ...['name', 'title', 'id_type', 'id_issue_at', 'id_address', 'contact_address', 'email', 'website'],
])
/** Rows further apart than this are apart. */
const NEXT = 1.75
/** A row that goes on begins where the one before it did, give or take so many of its heights. */
const INDENT = 5

export function assignRows(rows: readonly Row[]): AssignedRows {
  const slots = noSlots()
  const head: Row[] = []
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
    // A person where the heading was not read: whoever signs for the company.
    if (section !== 'lead' && section !== 'owner' && startsPerson(first)) section = 'lead'
    let isOurs = goesOn(open, row, first, left)
    left = first.left
    if (!isOurs) open = undefined
    for (const part of row.parts) {
      const { before, labels } = readLabels(part, acceptedIn(section))
      if (before && open && isOurs) open.parts.push({ span: before, sheet: row.sheet })
      for (const { target, value } of labels) {
        if (target.of !== 'nobody') landmarks++
        open = slotFor(slots, section, target)
        isOurs = true
        if (value) open.parts.push({ span: value, sheet: row.sheet })
      }
    }
    if (section === 'head' && landmarks === 0) head.push(row)
  }
  return { ...slots, head, landmarks }
}

/** Under the heading of an address stands the address; other headings are followed by labels. */
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
  (target: Target): boolean =>
    target.of !== 'person' || section === 'lead' || section === 'owner'
      ? target.of !== 'company' || target.field !== 'paper_number' || section === 'head'
      : false

const startsPerson = (part: Span): boolean =>
  readLabels(part, (target) => target.of === 'person' && target.field === 'name').labels.length > 0 &&
  part.of.line.text.includes(':')

function goesOn(open: Slot | undefined, row: Row, first: Span, left: number): boolean {
  if (open === undefined) return false
  if (!LONG_VALUES.has(open.field) && open.parts.length > 0) return false
  if (open.parts.length === 0 && open.field !== 'company_address' && !LONG_VALUES.has(open.field))
    return false
  return (row.isFirst || row.step < NEXT) && Math.abs(first.left - left) < INDENT * row.height
}
