// Parses the printed text of a field of a certificate into the text that is answered, or an empty one where it makes no sense.
import { joinAddress } from '../text/addresses.ts'
import { formatDay, parseDate } from '../text/dates.ts'
import { parseEthnicity, parseNational, parseSex } from '../text/words.ts'

export type Parse = (text: string) => string

export const parseLine: Parse = (text) =>
  text
    .normalize('NFC')
    .replace(/[…_]+|\.{3,}/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s:;,.*•-]+|[\s:;,*•-]+$/gu, '')

export const parseText: Parse = (text) =>
  parseLine(text)
    .replace(/\s+([,;.])(?=\s|$)/gu, '$1')
    .replace(/\.$/u, '')

/** Letters for which the reader mistakes figures. */
const FIGURES: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  l: '1',
  I: '1',
  i: '1',
  S: '5',
  B: '8',
}
const withFigures: Parse = (text) =>
  text.replace(/[OoQDlIiSB](?=\d)|(?<=\d)[OoQDlIiSB]/gu, (letter) => FIGURES[letter] ?? letter)

export const parseBusinessCode: Parse = (text) => {
  const plain = withFigures(text).replace(/\s+/gu, '')
  const found = /\d{10}(?:[-–.]?\d{3})?(?!\d)/u.exec(plain)?.[0]
  return found ? found.replace(/^(\d{10})[-–.]?(\d{3})$/u, '$1-$2') : ''
}

export const parseDay: Parse = (text) => {
  const day = parseDate(text)
  return day ? formatDay(day) : ''
}

export const parsePhone: Parse = (text) => {
  const plain = parseLine(withFigures(text))
  return /\d{5,}/u.test(plain.replace(/\D/gu, '')) ? plain.replace(/\s*([/;])\s*/gu, ' $1 ') : ''
}

/** `600.000.000.000 đồng`: what follows in brackets or in words repeats the sum. */
export const parseMoney: Parse = (text) => {
  const found = /(\d[\d.,\s]*\d|\d)\s*(đồng|VNĐ|VND|USD|EUR|đ(?!\p{L}))?/iu.exec(withFigures(parseLine(text)))
  if (!found?.[1]) return ''
  const amount = found[1].replace(/\s+/gu, '').replace(/,(?=\d{3}(?!\d))/gu, '.')
  return found[2] ? `${amount} ${found[2]}` : amount
}

export const parseIdNumber: Parse = (text) => withFigures(text).replace(/[^\p{L}\p{N}]/gu, '')
/** The comma before `Việt Nam` stands at the end of a line, where the reader often loses it. */
export const parseAddress: Parse = (text) =>
  joinAddress(text.split('\n')).replace(/(?<=[\p{L}\p{N}])\s+(?=Việt Nam$)/u, ', ')
const withoutSpaces: Parse = (text) => parseLine(text).replace(/\s+/gu, '')
export const parseEmail: Parse = (text) => (/@/u.test(text) ? withoutSpaces(text) : '')
export const parseWebsite: Parse = (text) => (/\./u.test(text) ? withoutSpaces(text) : '')

export const parseGender: Parse = (text) => parseSex(text) ?? ''
export const parseEthnicGroup: Parse = (text) => parseEthnicity(text) ?? parseText(text)
export const parseNationality: Parse = (text) => parseNational(text) ?? parseText(text)
