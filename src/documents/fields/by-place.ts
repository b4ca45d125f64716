// Values whose label could not be read, looked for where such documents print them: a last resort, trusted less.
import type { Page } from '../pages/page.ts'
import { type Span, spanOf, textOf } from './spans.ts'
import type { Announced, FieldTable } from './tables.ts'
import type { ValueLine } from './take-values.ts'
import { VALUE_RULES } from './values.ts'

type PlaceOnPage = readonly [across: number, down: number]
type Places = Readonly<Partial<Record<Announced, PlaceOnPage>>>

/** Where values begin, as shares of the page; only fields that cannot hold any text. */
const PLACES: Readonly<Record<string, Places>> = {
  'cmnd-9 front': { name: [0.43, 0.46], birthday: [0.47, 0.61] },
  'cmnd-9 back': { ethnicity: [0.17, 0.11], religion: [0.65, 0.11] },
  'cmnd-12 front': {
    ...{ name: [0.56, 0.47], birthday: [0.6, 0.61], sex: [0.44, 0.67] },
    ...{ ethnicity: [0.75, 0.67], expiry: [0.16, 0.94] },
  },
  'cccd-12 front': {
    ...{ name: [0.46, 0.47], birthday: [0.46, 0.55], sex: [0.44, 0.63] },
    ...{ national: [0.78, 0.63], expiry: [0.16, 0.94] },
  },
  'cccd-chip front': {
    ...{ name: [0.31, 0.58], birthday: [0.61, 0.65], sex: [0.5, 0.71] },
    ...{ national: [0.86, 0.71], expiry: [0.16, 0.9] },
  },
  'cccd-chip back': { issue_date: [0.61, 0.23] },
  'can-cuoc front': {
    ...{ id: [0.3, 0.5], name: [0.3, 0.64], birthday: [0.3, 0.78] },
    ...{ sex: [0.75, 0.78], national: [0.3, 0.91] },
  },
  'can-cuoc back': { issue_date: [0.42, 0.37], expiry: [0.42, 0.48] },
  'passport-old front': {
    ...{ country: [0.57, 0.2], passport_id: [0.76, 0.2], name: [0.36, 0.3], national: [0.67, 0.34] },
    ...{ birthday: [0.36, 0.44], sex: [0.36, 0.53], id: [0.67, 0.53] },
    ...{ issue_date: [0.36, 0.62], expiry: [0.67, 0.62] },
  },
  'passport-new front': {
    ...{ country: [0.48, 0.21], passport_id: [0.67, 0.21], surname: [0.34, 0.3], given_names: [0.34, 0.39] },
    ...{ birthday: [0.34, 0.47], sex: [0.53, 0.47], national: [0.34, 0.55], id: [0.67, 0.55] },
    ...{ issue_date: [0.34, 0.63], expiry: [0.67, 0.63] },
  },
  'licence-paper front': {
    ...{ name: [0.45, 0.38], birthday: [0.49, 0.44], nationality: [0.49, 0.5] },
    ...{ class_type: [0.19, 0.85], expiry: [0.2, 0.93] },
  },
  'licence-pet front': {
    ...{ name: [0.51, 0.37], birthday: [0.57, 0.43], nationality: [0.55, 0.5] },
    ...{ class_type: [0.22, 0.74], expiry: [0.28, 0.89] },
  },
  'licence-2025 front': {
    ...{ name: [0.51, 0.37], birthday: [0.57, 0.43], nationality: [0.55, 0.5] },
    ...{ class_type: [0.22, 0.74], expiry: [0.05, 0.9] },
  },
}

/** How far from its place a value may stand, as shares of the page. */
const [ASIDE, ABOVE_OR_BELOW] = [0.05, 0.045]

/** For the fields that have no reading yet, the nearest of the spans that can be its value. */
export function valuesByPlace(
  spans: readonly Span[],
  missing: (field: Announced) => boolean,
  { kind, side }: FieldTable,
  { width, height }: Pick<Page, 'width' | 'height'>,
): { readonly field: Announced; readonly lines: readonly ValueLine[] }[] {
  const taken = new Set<Span>()
  return (Object.entries(PLACES[`${kind} ${side}`] ?? {}) as [Announced, PlaceOnPage][]).flatMap(
    ([field, place]) => {
      if (!missing(field)) return []
      const [x, y] = [place[0] * width, place[1] * height]
      const near = spans
        .filter((span) => !taken.has(span) && span.left < x + ASIDE * width && span.right > x + ASIDE * width)
        .map((span) => ({ span, off: Math.abs(span.y + span.of.slope * x - y) }))
        .filter(({ off }) => off < ABOVE_OR_BELOW * height)
        .sort((one, other) => one.off - other.off)
      for (const { span } of near) {
        const part = partThatFits(span, field, { kind })
        if (part === undefined) continue
        taken.add(span)
        return [{ field, lines: [[part]] }]
      }
      return []
    },
  )
}

/** All of it, what follows a colon, or the capitals at its end: the label before it could not be read. */
function partThatFits(span: Span, field: Announced, { kind }: Pick<FieldTable, 'kind'>): Span | undefined {
  const text = textOf(span)
  const starts = [/^/u, /:\s*(?=[^:]*$)/u, /(?<=\s)(?=[\p{Lu}\s]+$)/u].flatMap((pattern) => {
    const found = pattern.exec(text)
    return found ? [[...text.slice(0, found.index + found[0].length)].length] : []
  })
  for (const start of starts) {
    const part = spanOf(span.of, span.from + start, span.to)
    if (part && VALUE_RULES[field].parse([textOf(part)], kind) !== undefined) return part
  }
  return undefined
}
