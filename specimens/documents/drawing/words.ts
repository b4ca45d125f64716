// Puts words on a sheet: several one after another on a baseline, and long texts broken into lines.
import type { Run, TypefaceRole } from '../sheet.ts'
import { type Cast, REFERENCE } from './casts.ts'
import { textWidth } from './typefaces.ts'

/** What one sheet is made with: the same facts under another making look different. */
export interface Making {
  readonly cast: Cast
  readonly seed: number
}

/** A run before its place is known. */
export type Words = Omit<Run, 'x' | 'baseline' | 'anchor' | 'maxWidthMm'> & {
  /** Space before these words in ems of their size; a word space where nothing is said. */
  readonly gapEm?: number
}

const WORD_SPACE_EM = 0.28

/** Words one after another from x; all are squeezed alike where they would be wider than `maxWidthMm`. */
export function inline(
  cast: Cast,
  x: number,
  baseline: number,
  words: readonly Words[],
  maxWidthMm = Infinity,
): Run[] {
  const shown = words.filter(({ text }) => text !== '')
  const widths = shown.map((word) => textWidth(cast, word.typeface, word.text, word.sizeMm, word.spacingMm))
  const gaps = shown.map(({ gapEm, sizeMm }, index) => (index === 0 ? 0 : (gapEm ?? WORD_SPACE_EM) * sizeMm))
  const total = [...widths, ...gaps].reduce((sum, each) => sum + each, 0)
  const squeeze = Math.min(1, maxWidthMm / total)
  let at = x
  return shown.map(({ gapEm: _, ...word }, index) => {
    const width = (widths[index] ?? 0) * squeeze
    at += (gaps[index] ?? 0) * squeeze
    const run: Run = { ...word, x: at, baseline, ...(squeeze < 1 ? { maxWidthMm: width } : {}) }
    at += width
    return run
  })
}

/** The same, about a middle. */
export function centred(
  cast: Cast,
  middle: number,
  baseline: number,
  words: readonly Words[],
  maxWidthMm = Infinity,
): Run[] {
  const runs = inline(cast, 0, baseline, words, maxWidthMm)
  const half = endOf(cast, runs) / 2
  return runs.map((run) => ({ ...run, x: run.x + middle - half }))
}

/** Where the last of some runs that start at their x ends. */
export function endOf(cast: Cast, runs: readonly Run[]): number {
  return Math.max(
    0,
    ...runs.map((run) => {
      const width = textWidth(cast, run.typeface, run.text, run.sizeMm, run.spacingMm)
      return run.x + Math.min(width, run.maxWidthMm ?? Infinity)
    }),
  )
}

/** Breaks a text at spaces: line k is at most `widthsMm[k]` wide in the reference cast; the last takes all that is left. */
export function brokenText(
  text: string,
  typeface: TypefaceRole,
  sizeMm: number,
  widthsMm: readonly number[],
): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    const room = widthsMm[lines.length] ?? Infinity
    const full = textWidth(REFERENCE, typeface, longer, sizeMm) > room
    if (full && line !== '' && lines.length < widthsMm.length - 1) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}
