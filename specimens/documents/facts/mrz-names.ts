// Names as an MRZ writes them: transliterated by the ICAO table, and cut where they are too long.

/** Letters that do not simply lose a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Æ: 'AE',
  Å: 'AA',
  Ð: 'D',
  Đ: 'D',
  Ø: 'OE',
  Ö: 'OE',
  Œ: 'OE',
  Ü: 'UE',
  ß: 'SS',
  ẞ: 'SS',
  Þ: 'TH',
  Ł: 'L',
  Ħ: 'H',
  Ŋ: 'N',
  Ŧ: 'T',
  ı: 'I',
  Ĳ: 'IJ',
}

/** `Müller-O’Neill` -> `MUELLER<ONEILL`: apostrophes go, hyphens and spaces become fillers. */
export function transliterate(name: string): string {
  return [...name.normalize('NFC').toUpperCase()]
    .map((letter) => LETTERS[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('')
    .replace(/[^A-Z\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '<')
}

/** Surname, two fillers, given names, and fillers to the width of the field. */
export function mrzNames(surname: string, givenNames: string, width: number): string {
  const [primary, secondary] = [transliterate(surname), transliterate(givenNames)]
  const whole = secondary === '' ? primary : `${primary}<<${secondary}`
  return whole.length <= width ? whole.padEnd(width, '<') : truncated(primary, secondary, width)
}

/** A cut name fills the field and ends in a letter, so that the cut can be seen; something of the given names stays. */
function truncated(primary: string, secondary: string, width: number): string {
  if (secondary === '') return endingInLetter(primary, width)
  const surname = primary.length > width - 3 ? endingInLetter(primary, width - 3) : primary
  return endingInLetter(`${surname}<<${secondary}`, width)
}

function endingInLetter(text: string, width: number): string {
  const cut = text.slice(0, width)
  if (!cut.endsWith('<')) return cut
  // One letter less in a component before brings the first letter of the next into the field; an initial stays.
  const letter = [...cut.matchAll(/(?<=[A-Z])[A-Z](?=<)/g)].at(-1)
  if (letter === undefined) return cut
  return endingInLetter(text.slice(0, letter.index) + text.slice(letter.index + 1), width)
}
