// Makes names comparable: without tones and case, or with the tone mark on the letter that has it today.

/** `Thừa Thiên – Huế` -> `thua thien hue`: letters and digits only, one space between words. */
export function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

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
