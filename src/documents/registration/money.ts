// Parses sums of money, in figures and in Vietnamese words.
import { foldName } from '../text/knowledge/fold.ts'

/** `600.000.000 đồng` -> 600000000; undefined where the figures are no whole number. */
export function amountIn(figures: string): number | undefined {
  const found = /\d[\d.,]*/u.exec(figures)?.[0] ?? ''
  const digits = found.replace(/[.,](?=\d{3}(?!\d))/gu, '')
  const amount = /^\d{1,16}$/u.test(digits) ? Number(digits) : undefined
  return amount !== undefined && Number.isSafeInteger(amount) ? amount : undefined
}

/** Words have no tones here; four is `bốn` or `tư`, five is `năm`, `lăm` or `nhăm`. */
const ONES: Readonly<Record<string, number>> = {
  khong: 0,
  mot: 1,
  hai: 2,
  ba: 3,
  bon: 4,
  tu: 4,
  nam: 5,
  lam: 5,
  nham: 5,
  sau: 6,
  bay: 7,
  tam: 8,
  chin: 9,
}
const SCALES: Readonly<Record<string, number>> = { nghin: 1e3, ngan: 1e3, trieu: 1e6 }
const BILLION = new Set(['ty', 'ti'])
/** Words that join others and have no value. */
const SILENT = new Set(['le', 'linh', 'va'])
const END = new Set(['dong', 'viet', 'vnd', 'chan', 'do', 'usd', 'my'])

/** `Một tỷ năm trăm triệu đồng` -> 1500000000; undefined where a word is none of a number. */
export function amountInWords(words: string): number | undefined {
  const said = foldName(words).split(' ')
  let [whole, below, group, ones] = [0, 0, 0, 0]
  let count = 0
  for (const word of said) {
    if (END.has(word)) break
    count++
    if (word in ONES) ones = ONES[word] ?? 0
    // `mười` and `mươi` are one word without their tones: the second follows a figure.
    else if (word === 'muoi') [group, ones] = [group + 10 * (ones || 1), 0]
    else if (word === 'tram') [group, ones] = [group + 100 * ones, 0]
    else if (word in SCALES) {
      below += (group + ones) * (SCALES[word] ?? 1)
      ;[group, ones] = [0, 0]
    } else if (BILLION.has(word)) {
      whole += (below + group + ones) * 1e9
      ;[below, group, ones] = [0, 0, 0]
    } else if (!SILENT.has(word)) return undefined
  }
  const amount = whole + below + group + ones
  return count > 0 && Number.isSafeInteger(amount) ? amount : undefined
}
