// Finds the header of a certificate: the office on the left, then the country and its motto on the right.
import { type Folded, findPhrase, foldPhrase } from '../fields/phrases.ts'
import { type Span, spanOf } from '../fields/spans.ts'
import { MOTTO } from '../text/knowledge/words.ts'
import { isTitle } from './kinds.ts'
import type { SheetRow } from './rows.ts'
import type { SlotPart } from './slots.ts'

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

interface Header {
  readonly office: readonly SlotPart[]
  readonly country: readonly SlotPart[]
}

/** Returns the lines of the office and those of the country, each from top to bottom. */
export function headerOf(head: readonly SheetRow[]): Header {
  const end = head.findIndex(({ parts }) => parts.some(({ of }) => isTitle(of.folded)))
  const start = head.findIndex(({ parts }) => parts.some(({ of }) => isTop(of.folded)))
  const rows = head.slice(Math.max(0, start), Math.max(0, end))
  const halves = rows.flatMap(({ parts, sheet }) =>
    parts.flatMap((part) => {
      const [left, right] = parted(part)
      return [
        ...(left ? [{ part: { span: left, sheet }, isNamed: false }] : []),
        ...(right ? [{ part: { span: right, sheet }, isNamed: true }] : []),
      ]
    }),
  )
  // A motto that was misread still stands beside the office.
  const edge = Math.min(...halves.filter(({ isNamed }) => isNamed).map(({ part }) => part.span.left))
  const isOffice = ({ part, isNamed }: (typeof halves)[number]) => !isNamed && part.span.left < edge
  return {
    office: halves.filter(isOffice).map(({ part }) => part),
    country: halves.filter((half) => !isOffice(half)).map(({ part }) => part),
  }
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
