// Builds tables of letter error rates of lines: ours with and without the lexicon, and Tesseract's.
import { bootstrap } from '../../kit/statistics/bootstrap.ts'
import type { Estimate } from '../../kit/statistics/proportion.ts'
import { type Compared, compareTexts, errorRate } from './letters.ts'
import type { Photographs, Seen } from './photographs.ts'
import type { SetName } from './plan.ts'

const readers = ['read', 'raw', 'tesseract'] as const
export type Reader = (typeof readers)[number]

export interface JudgedLine {
  readonly set: SetName
  readonly seed: number
  readonly kind: string
  readonly side: string
  readonly role: string
  readonly truth: string
  readonly texts: Readonly<Partial<Record<Reader, string>>>
  readonly compared: Readonly<Partial<Record<Reader, Compared>>>
}

export function judgedLines(photographs: Photographs, set: SetName): JudgedLine[] {
  return (photographs.get(set) ?? []).flatMap((seen) => linesOf(seen))
}

function linesOf({ shot, documents }: Seen): JudgedLine[] {
  return documents.flatMap(({ truth: { kind, side }, lines }) =>
    lines.map(({ text, role, read, raw, tesseract }) => {
      const texts = { read, raw, ...(tesseract !== undefined && { tesseract }) }
      const compared = Object.fromEntries(
        Object.entries(texts).map(([reader, found]) => [reader, compareTexts(text, found)]),
      )
      return { set: shot.set, seed: shot.seed, kind, side, role, truth: text, texts, compared }
    }),
  )
}

export const isMrz = ({ role }: JudgedLine): boolean => role === 'mrz'

export const hasReader = (lines: readonly JudgedLine[], reader: Reader): boolean =>
  lines.some(({ compared }) => compared[reader] !== undefined)

const comparedBy = (lines: readonly JudgedLine[], reader: Reader): Compared[] =>
  lines.flatMap(({ compared }) => compared[reader] ?? [])

export const rateOf = (lines: readonly JudgedLine[], reader: Reader): number =>
  errorRate(comparedBy(lines, reader))

/** Lines of a document share its typeface and its photograph, so whole documents are resampled. */
export function rateWithInterval(lines: readonly JudgedLine[], reader: Reader): Estimate {
  return bootstrap({
    items: lines,
    groupOf: ({ seed }) => String(seed),
    figure: (some) => rateOf(some, reader),
  })
}

export const isWhole =
  (reader: Reader) =>
  ({ compared }: JudgedLine): boolean =>
    compared[reader]?.wrong === 0

/** The lines with the most wrong letters show what to improve. They are specimens, so their text may be kept. */
export function worstOf(lines: readonly JudgedLine[], count: number) {
  const wrongOf = ({ compared }: JudgedLine): number => compared.read?.wrong ?? 0
  return lines
    .filter((line) => wrongOf(line) > 0)
    .toSorted((one, other) => wrongOf(other) - wrongOf(one))
    .slice(0, count)
    .map(({ set, seed, kind, side, role, truth, texts, compared }) => ({
      set,
      seed,
      page: `${kind} ${side}`,
      role,
      wrong: compared.read?.wrong,
      truth,
      ...texts,
    }))
}
