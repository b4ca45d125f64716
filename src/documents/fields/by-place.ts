// Values whose label could not be read, looked for where such documents print them: a last resort, trusted less.
import type { PlaceOnPage } from '../kinds/kind.ts'
import { pageDefinition } from '../kinds/kinds.ts'
import type { Page } from '../pages/page.ts'
import type { NumberShape } from './numbers.ts'
import { type Announced, printedRow } from './rows.ts'
import { type Span, spanOf, textOf } from './spans.ts'
import type { FieldTable } from './tables.ts'
import type { ValueLine } from './take-values.ts'

/** How far from its place a value may stand, as shares of the page. */
const [ASIDE, ABOVE_OR_BELOW] = [0.05, 0.045]

/** For the fields that have no reading yet, the nearest of the spans that can be its value. */
export function valuesByPlace(
  spans: readonly Span[],
  missing: (field: Announced) => boolean,
  { kind, side, number }: FieldTable,
  { width, height }: Pick<Page, 'width' | 'height'>,
): { readonly field: Announced; readonly lines: readonly ValueLine[] }[] {
  const taken = new Set<Span>()
  return (Object.entries(pageDefinition({ kind, side })?.places ?? {}) as [Announced, PlaceOnPage][]).flatMap(
    ([field, place]) => {
      if (!missing(field)) return []
      const [x, y] = [place[0] * width, place[1] * height]
      const near = spans
        .filter((span) => !taken.has(span) && span.left < x + ASIDE * width && span.right > x + ASIDE * width)
        .map((span) => ({ span, off: Math.abs(span.y + span.of.slope * x - y) }))
        .filter(({ off }) => off < ABOVE_OR_BELOW * height)
        .sort((one, other) => one.off - other.off)
      for (const { span } of near) {
        const part = partThatFits(span, field, number)
        if (part === undefined) continue
        taken.add(span)
        return [{ field, lines: [[part]] }]
      }
      return []
    },
  )
}

/** All of it, what follows a colon, or the capitals at its end: the label before it could not be read. */
function partThatFits(span: Span, field: Announced, number: NumberShape): Span | undefined {
  const text = textOf(span)
  const starts = [/^/u, /:\s*(?=[^:]*$)/u, /(?<=\s)(?=[\p{Lu}\s]+$)/u].flatMap((pattern) => {
    const found = pattern.exec(text)
    return found ? [[...text.slice(0, found.index + found[0].length)].length] : []
  })
  for (const start of starts) {
    const part = spanOf(span.of, span.from + start, span.to)
    if (part && printedRow(field).value.parse([textOf(part)], number) !== undefined) return part
  }
  return undefined
}
