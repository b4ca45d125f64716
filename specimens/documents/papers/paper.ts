// A sheet of paper being written on: runs, drawings, codes and fields gathered until it is a Sheet.
import type { Kind, Side } from '../../../src/documents/kinds/kinds.ts'
import type { Words } from '../drawing/words.ts'
import type { BoxMm, CodeMark, Run, Sheet } from '../sheet.ts'

/** How a run looks; what it says and where is given when it is written. */
type Pen = Pick<Run, 'typeface' | 'sizeMm' | 'colour' | 'role'> &
  Partial<Pick<Run, 'spacingMm' | 'anchor' | 'maxWidthMm'>>

export interface Form {
  readonly kind: Kind
  readonly side: Side
  readonly widthMm: number
  readonly heightMm: number
  readonly cornerMm: number
  readonly page?: number
}

export interface Paper {
  readonly form: Form
  draw(...elements: readonly string[]): void
  /** An empty text writes nothing: a field that is not on this specimen leaves no run. */
  write(text: string, x: number, baseline: number, pen: Pen, more?: Partial<Run>): void
  /** Runs whose places are known: what `inline` and `centred` of the kit give. */
  put(runs: readonly Run[]): void
  mark(code: { readonly svg: string; readonly mark: CodeMark }): void
  portrait(box: BoxMm): void
  /** A value that is printed in other words than a person would give it (dates in words). */
  state(field: string, value: string): void
  sheet(): Sheet
}

export function paper(form: Form): Paper {
  const drawn: string[] = []
  const runs: Run[] = []
  const codes: CodeMark[] = []
  const fields: Record<string, string> = {}
  const stated = new Set<string>()
  let portrait: BoxMm | undefined
  const add = (run: Run) => {
    if (run.text === '') return
    runs.push(run)
    if (run.field === undefined || stated.has(run.field)) return
    const before = fields[run.field]
    fields[run.field] = before === undefined ? run.text : `${before} ${run.text}`
  }
  return {
    form,
    write: (text, x, baseline, pen, more = {}) => add({ text, x, baseline, ...pen, ...more }),
    put: (written) => {
      for (const run of written) add(run)
    },
    draw: (...elements) => void drawn.push(...elements),
    mark: ({ svg, mark }) => {
      drawn.push(svg)
      codes.push(mark)
    },
    portrait: (box) => {
      portrait = box
    },
    state: (field, value) => {
      stated.add(field)
      fields[field] = value
    },
    sheet: () => ({
      ...form,
      page: form.page ?? 1,
      plate: drawn.join('\n'),
      runs,
      codes,
      ...(portrait ? { portrait } : {}),
      fields,
    }),
  }
}

/** Words in one hand: what is said comes later. */
export function hand(pen: Pick<Run, 'typeface' | 'sizeMm' | 'colour' | 'role'>) {
  return (text: string, field?: string, gapEm?: number): Words => ({
    ...pen,
    text,
    ...(field === undefined ? {} : { field }),
    ...(gapEm === undefined ? {} : { gapEm }),
  })
}
