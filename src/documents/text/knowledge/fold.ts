// Makes names comparable: without tones and case, or with the tone mark on the letter that has it today.

/** `Thừa Thiên – Huế` -> `thua thien hue`: letters and digits only, one space between words. */
export function foldName(text: string): string {
  let folded = ''
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= TABLED) return foldSlowly(text)
    const letters = table[code] ?? tabled(code)
    if (letters !== ' ' || (folded !== '' && !folded.endsWith(' '))) folded += letters
  }
  return folded.trimEnd()
}

/** Letters below this fold each by itself; every letter of Vietnamese is one of them. Documents are folded thousands of times over, so each letter is looked up. */
const TABLED = 0x2000
const table: (string | undefined)[] = new Array(TABLED)

function tabled(code: number): string {
  const letters = foldLetter(String.fromCharCode(code))
  table[code] = letters
  return letters
}

/** A mark alone folds to nothing, what is no letter and no digit to a space. */
const foldLetter = (letter: string): string => (/\p{M}/u.test(letter) ? '' : foldSlowly(letter) || ' ')

const foldSlowly = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const TONES = ['\u0300', '\u0301', '\u0303', '\u0309', '\u0323'].join('')
/** Matches a tone on the second vowel of an open oa, oe, uy; after q the u is no vowel. */
const OLD_PLACE = new RegExp(
  `(?<![qQ])(o)([ae])([${TONES}])(?!\\p{L}|\\p{M})|(?<![qQ])(u)(y)([${TONES}])(?!\\p{L}|\\p{M})`,
  'giu',
)

/** `Hoà Bình` -> `Hòa Bình`, `Thuý` -> `Thúy`; anything else stays as it is. */
export function placeTones(text: string): string {
  return text
    .normalize('NFD')
    .replace(OLD_PLACE, (_, o, ae, tone, u, y, other) => `${o ?? u}${tone ?? other}${ae ?? y}`)
    .normalize('NFC')
}
