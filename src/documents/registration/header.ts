// Finds the header of a certificate: the office on the left, then the country and its motto on the right.
import { type Folded, findPhrase, foldPhrase } from '../fields/phrases.ts'
import { type Span, spanOf } from '../fields/spans.ts'
import { MOTTO } from '../text/knowledge/words.ts'
import { isTitle } from './kinds.ts'
import type { Row } from './rows.ts'
import type { Part } from './slots.ts'

const MOTTOES = MOTTO.map(foldPhrase)
/** The names of registration offices begin with these words. */
const OFFICES = [
  'SỞ KẾ HOẠCH',
  'SỞ TÀI CHÍNH',
  'ỦY BAN NHÂN DÂN',
  'PHÒNG ĐĂNG KÝ',
  'PHÒNG TÀI CHÍNH',
  'BAN QUẢN LÝ',
].map(foldPhrase)

const isTop = (line: Folded): boolean =>
  [...MOTTOES, ...OFFICES].some((phrase) => findPhrase(line, phrase) !== undefined)

/** Returns the lines of the office, then those of the country, each from top to bottom. */
export function headerOf(head: readonly Row[]): Part[] {
  const end = head.findIndex(({ parts }) => parts.some(({ of }) => isTitle(of.folded)))
  const start = head.findIndex(({ parts }) => parts.some(({ of }) => isTop(of.folded)))
  const rows = head.slice(Math.max(0, start), Math.max(0, end))
  const [office, country]: [Part[], Part[]] = [[], []]
  for (const { parts, sheet } of rows)
    for (const part of parts) {
      const [left, right] = parted(part)
      if (left) office.push({ span: left, sheet })
      if (right) country.push({ span: right, sheet })
    }
  return [...office, ...country]
}

/** Office and country may have been read as one line. */
function parted(part: Span): readonly [Span | undefined, Span | undefined] {
  const { of } = part
  const at = MOTTOES.flatMap((motto) => startOf(of.folded, motto) ?? [])[0]
  if (at === undefined) return [part, undefined]
  return [spanOf(of, 0, at), spanOf(of, at, of.texts.length)]
}

function startOf(line: Folded, motto: string): number | undefined {
  const match = findPhrase(line, motto)
  return match && line.at[match.from]
}
