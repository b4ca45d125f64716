// Numbers as documents print them, found in a text by their shape; a misread character is corrected only inside such a shape.
import { foldName } from '../text/knowledge/fold.ts'

export type NumberShape = 'personal' | 'cmnd' | 'licence' | 'passport' | 'serial'

export interface FoundNumber {
  readonly value: string
  /** Characters of the text that it takes, `to` not included. */
  readonly from: number
  readonly to: number
  /** How many characters had to be read as others. */
  readonly corrected: number
}

const DIGIT_FOR: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  D: '0',
  Q: '0',
  I: '1',
  l: '1',
  i: '1',
  '|': '1',
  '!': '1',
  Z: '2',
  z: '2',
  S: '5',
  s: '5',
  G: '6',
  b: '6',
  C: '0',
  B: '8',
  g: '9',
  q: '9',
}
/** How many letters, then how many digits; a shape can have several forms. */
const SHAPES: Readonly<Record<NumberShape, readonly (readonly [letters: number, digits: number])[]>> = {
  personal: [
    [0, 12],
    [0, 9],
  ],
  cmnd: [
    [0, 9],
    [0, 12],
  ],
  licence: [
    [0, 12],
    [2, 6],
    [2, 7],
    [1, 6],
  ],
  passport: [
    [1, 8],
    [1, 7],
  ],
  serial: [
    [2, 6],
    [2, 7],
    [3, 6],
    [2, 8],
  ],
}

/** A text of which more than this share had to be corrected is no number. */
const MOST_CORRECTED = 0.25

/** The first of a shape's forms that stands alone in the text. */
export function findNumber(texts: readonly string[], shape: NumberShape): FoundNumber | undefined {
  for (const [letters, digits] of SHAPES[shape]) {
    for (let from = 0; from < texts.length; from++) {
      if (!isStart(texts, from) && !isGlued(texts, from, letters)) continue
      const found = numberAt(texts, from, letters, digits)
      if (found !== undefined) return found
    }
  }
  return undefined
}

const isPart = (text: string): boolean => /^[\p{L}\p{N}|!]$/u.test(text)

const isStart = (texts: readonly string[], at: number): boolean =>
  isPart(texts[at] ?? '') && !(at > 0 && isPart(texts[at - 1] ?? ''))

/** The labels of a number, folded: `SỐ`, `Số`, `No`, both after each other. */
const LABEL = /^(?:so|no|sono)$/

/** `SỐ123456789`: the space after the label was lost. Two plain capitals may belong to a number that has letters. */
function isGlued(texts: readonly string[], at: number, letters: number): boolean {
  if (letters === 0 && !/^\d$/.test(texts[at] ?? '')) return false
  let from = at
  while (from > 0 && /^\p{L}$/u.test(texts[from - 1] ?? '')) from--
  const label = texts.slice(from, at).join('')
  return LABEL.test(foldName(label)) && (letters === 0 || !/^[A-Z]+$/.test(label))
}

/** Digits may be printed with spaces or dots between them. */
function numberAt(
  texts: readonly string[],
  from: number,
  letters: number,
  digits: number,
): FoundNumber | undefined {
  let [value, corrected, to] = ['', 0, from]
  let digitsRead = 0
  while (value.length < letters + digits && to < texts.length) {
    const text = texts[to] ?? ''
    to++
    if (/^[ .]$/.test(text) && value.length > 0) continue
    const isLetter = value.length < letters
    const isRight = isLetter ? /^[A-ZĐ]$/.test(text) : /^\d$/.test(text)
    // A digit is never read as a letter: too many letters look like one digit.
    const character = isRight ? text : isLetter ? undefined : DIGIT_FOR[text]
    // A letter before eight digits is a passport's.
    if (character === undefined || (!isRight && value === '' && digits === 9)) return undefined
    value += character
    if (!isRight) corrected++
    if (value.length > letters && isRight) digitsRead++
  }
  const isWhole = value.length === letters + digits && !isPart(texts[to] ?? '')
  if (!isWhole || goesOn(texts, to) || corrected > MOST_CORRECTED * value.length || digitsRead < 4)
    return undefined
  return { value, from, to, corrected }
}

/** A number that more digits follow after a space is a piece of a longer one. */
const goesOn = (texts: readonly string[], at: number): boolean =>
  texts[at] === ' ' && /^\d$/.test(texts[at + 1] ?? '')
