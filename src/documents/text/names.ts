// Cleans names of people as printed, writes them as an MRZ does, and tells whether two are the same name.

/** Matches everything that is no letter and cannot stand within a name. */
const JUNK = /[^\p{L}\p{M}'\- ]+/gu
/** A name that was cut to the width of a zone is at least so long, on a card and on a passport. */
const SHORTEST_CUT = 28

/** Removes leader dots, figures and signs that are no part of a name. */
export function cleanName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[’‘`´ʼ]/g, "'")
    .replace(/[‐‑–—]/g, '-')
    .replace(JUNK, ' ')
    .replace(/(?<![\p{L}\p{M}])-+|-+(?![\p{L}\p{M}])/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[' ]+|[' ]+$/g, '')
}

/** The letters of the ICAO table that do not just lose a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Æ: 'AE',
  Å: 'AA',
  Đ: 'D',
  Ð: 'D',
  Ø: 'OE',
  Ö: 'OE',
  Œ: 'OE',
  Ü: 'UE',
  Þ: 'TH',
  Ł: 'L',
  Ħ: 'H',
  Ŋ: 'N',
  Ŧ: 'T',
  Ĳ: 'IJ',
}

const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[ĐÐ]/g, 'D')

/** `Nguyễn Văn Đạt` -> `NGUYEN VAN DAT`. */
export function mrzNameOf(name: string): string {
  return spaced(
    Array.from(name.normalize('NFC').toUpperCase(), (letter) => LETTERS[letter] ?? bare(letter)).join(''),
  )
}

const spaced = (letters: string): string =>
  letters
    .replace(/[<>\-\s]+/g, ' ')
    .replace(/[^A-Z ]/g, '')
    .trim()

/** The MRZ may have been cut at its width, or may write Ü as U. */
export function sameName(withTones: string, mrz: string): boolean {
  const read = spaced(mrz.toUpperCase())
  const forms = [mrzNameOf(withTones), spaced(bare(withTones.toUpperCase()))]
  return read !== '' && forms.some((form) => joined(form) === joined(read) || isCut(form, read))
}

const joined = (name: string): string => name.replace(/ /g, '')

/** Every word must begin its counterpart: names are cut at the end, and in earlier words where a filler would be last. */
function isCut(name: string, read: string): boolean {
  if (read.length < SHORTEST_CUT || read.length >= name.length) return false
  const words = name.split(' ')
  return read.split(' ').every((word, k) => words[k]?.startsWith(word) === true)
}
