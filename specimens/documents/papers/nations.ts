// Invented looks of foreign documents: colours, layout and languages by country code.
import type { Motif } from './motifs.ts'
import type { Language } from './wordings.ts'

/** Where things stand: portrait left or right, labels above the values, before them or numbered. */
export type CardLayout = 'left' | 'right' | 'numbered' | 'beside'
export type DateStyle = 'dots' | 'slashes' | 'month' | 'two-months' | 'spaces'

export interface Nation {
  readonly languages: readonly Language[]
  /** Degrees of the two main colours of the background. */
  readonly hues: readonly [number, number]
  readonly layout: CardLayout
  readonly dates: DateStyle
  readonly motif: Motif
}

const look = (
  layout: CardLayout,
  dates: DateStyle,
  motif: Motif,
  hues: readonly [number, number],
  ...languages: readonly Language[]
): Nation => ({ languages, hues, layout, dates, motif })

/** The codes are real, the documents are not: no country prints a card that looks like these. */
const NATIONS: Readonly<Record<string, Nation>> = {
  UTO: look('left', 'two-months', 'sun', [210, 150], 'english', 'french'),
  FRA: look('left', 'spaces', 'leaf', [215, 350], 'french', 'english'),
  ESP: look('right', 'spaces', 'shield', [25, 330], 'spanish', 'english'),
  MEX: look('left', 'slashes', 'sun', [140, 20], 'spanish', 'english'),
  ITA: look('numbered', 'dots', 'rosette', [195, 120], 'italian', 'english'),
  D: look('right', 'dots', 'waves', [160, 45], 'english', 'french'),
  DEU: look('right', 'dots', 'waves', [160, 45], 'english', 'french'),
  POL: look('numbered', 'dots', 'shield', [330, 205], 'polish', 'english'),
  SWE: look('left', 'spaces', 'stars', [205, 48], 'english', 'french'),
  NLD: look('beside', 'month', 'waves', [25, 195], 'dutch', 'english'),
  CHE: look('left', 'dots', 'shield', [355, 190], 'french', 'italian', 'english'),
  IDN: look('beside', 'month', 'waves', [205, 175], 'malay', 'english'),
  MYS: look('right', 'month', 'sun', [190, 350], 'malay', 'english'),
  PHL: look('left', 'month', 'sun', [225, 45], 'filipino', 'english'),
  THA: look('numbered', 'month', 'rosette', [275, 200], 'english'),
  KOR: look('left', 'month', 'waves', [150, 220], 'english'),
  JPN: look('right', 'month', 'leaf', [335, 260], 'english'),
  CHN: look('beside', 'month', 'stars', [30, 0], 'english'),
  IND: look('numbered', 'slashes', 'rosette', [45, 130], 'english'),
  USA: look('left', 'month', 'stars', [220, 5], 'english', 'french', 'spanish'),
  GBR: look('left', 'two-months', 'shield', [240, 170], 'english', 'french'),
  AUS: look('beside', 'month', 'leaf', [55, 140], 'english'),
  LAO: look('right', 'slashes', 'rosette', [10, 215], 'english', 'french'),
  KHM: look('numbered', 'dots', 'waves', [230, 355], 'english', 'french'),
  SGP: look('beside', 'month', 'stars', [350, 30], 'english'),
}

const INVENTED = look('left', 'slashes', 'rosette', [90, 200], 'utopian', 'english')
export const CARD_LAYOUTS: readonly CardLayout[] = ['left', 'right', 'numbered', 'beside']
const MOTIFS: readonly Motif[] = ['stars', 'waves', 'rosette', 'sun', 'shield', 'leaf']

/** A country without a row has a look of its own all the same, chosen by the letters of its code. */
export function nationOf(code: string): Nation {
  const known = NATIONS[code]
  if (known !== undefined) return known
  const sum = [...code].reduce((total, letter) => total * 31 + (letter.codePointAt(0) ?? 0), 7)
  const layout = CARD_LAYOUTS[sum % CARD_LAYOUTS.length] ?? INVENTED.layout
  const motif = MOTIFS[sum % MOTIFS.length] ?? INVENTED.motif
  return { ...INVENTED, languages: ['english'], layout, motif, hues: [sum % 360, (sum * 7) % 360] }
}
