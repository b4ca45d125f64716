// Which font file plays which role: casts that are used for training, and casts kept for measuring only.
import { seededDice } from '../../person/dice.ts'
import type { TypefaceRole } from '../sheet.ts'

export interface Cast {
  readonly name: string
  /** Never trained on. */
  readonly heldOut: boolean
  /** Module paths of font files, or a file name in specimens/typefaces. */
  readonly files: Readonly<Record<TypefaceRole, string>>
}

type Cut = 'Regular' | 'Bold' | 'Italic' | 'BoldItalic' | 'Black'
const CUTS = {
  Regular: '400Regular',
  Bold: '700Bold',
  Italic: '400Regular_Italic',
  BoldItalic: '700Bold_Italic',
  Black: '900Black',
} as const

/** npm package and the name its files begin with. */
const FAMILIES = {
  arimo: 'Arimo',
  tinos: 'Tinos',
  cousine: 'Cousine',
  roboto: 'Roboto',
  'roboto-condensed': 'RobotoCondensed',
  'gentium-book-plus': 'GentiumBookPlus',
  'libertinus-serif': 'LibertinusSerif',
  'open-sans': 'OpenSans',
  montserrat: 'Montserrat',
  'noto-sans': 'NotoSans',
  'noto-serif': 'NotoSerif',
  'be-vietnam-pro': 'BeVietnamPro',
  sarabun: 'Sarabun',
  'source-sans-3': 'SourceSans3',
  'source-serif-4': 'SourceSerif4',
  literata: 'Literata',
  'ibm-plex-mono': 'IBMPlexMono',
} as const
type Family = keyof typeof FAMILIES

const file = (family: Family, cut: Cut): string =>
  `@expo-google-fonts/${family}/${CUTS[cut]}/${FAMILIES[family]}_${CUTS[cut]}.ttf`

/** Nothing free and Vietnamese comes nearer to the Century Schoolbook of some heads. */
const schoolbook = (heldOut: boolean): Family => (heldOut ? 'source-serif-4' : 'noto-serif')

function cast(
  name: string,
  heldOut: boolean,
  sans: Family,
  serif: Family,
  typewriter: Family,
  struck: { book: Family; typed: string; numbering: string },
): Cast {
  return {
    name,
    heldOut,
    files: {
      sans: file(sans, 'Regular'),
      'sans-bold': file(sans, 'Bold'),
      'sans-italic': file(sans, 'Italic'),
      serif: file(serif, 'Regular'),
      'serif-bold': file(serif, 'Bold'),
      'serif-italic': file(serif, 'Italic'),
      'serif-bold-italic': file(serif, 'BoldItalic'),
      schoolbook: file(schoolbook(heldOut), 'Regular'),
      'schoolbook-bold': file(schoolbook(heldOut), 'Bold'),
      'geometric-bold': file(heldOut ? 'be-vietnam-pro' : 'montserrat', 'Bold'),
      typewriter: file(typewriter, 'Regular'),
      book: file(struck.book, 'Regular'),
      heavy: file(heldOut ? 'source-sans-3' : 'roboto-condensed', 'Black'),
      typed: struck.typed,
      numbering: struck.numbering,
      'ocr-b': 'OCRB.otf',
    },
  }
}

/** Nearest to Palatino among what is free and Vietnamese. */
const GENTIUM = { book: 'gentium-book-plus', typed: 'Typed1.ttf', numbering: 'Numbering1.ttf' } as const
const LIBERTINUS = { book: 'libertinus-serif', typed: 'Typed2.ttf', numbering: 'Numbering2.ttf' } as const
const UNSEEN = { book: 'literata', typed: 'TypedHeldOut.ttf', numbering: 'NumberingHeldOut.ttf' } as const

/** Real cards are set in Arial and Times: the first cast has their widths and comes most often. */
export const CASTS: readonly Cast[] = [
  cast('usual', false, 'arimo', 'tinos', 'cousine', GENTIUM),
  cast('usual-roboto', false, 'roboto', 'tinos', 'cousine', LIBERTINUS),
  cast('usual-open', false, 'open-sans', 'noto-serif', 'cousine', {
    ...LIBERTINUS,
    numbering: 'Numbering3.ttf',
  }),
  cast('usual-noto', false, 'noto-sans', 'noto-serif', 'cousine', {
    ...GENTIUM,
    numbering: 'Numbering2.ttf',
  }),
  cast('held-out-vietnam', true, 'be-vietnam-pro', 'source-serif-4', 'ibm-plex-mono', UNSEEN),
  cast('held-out-sarabun', true, 'sarabun', 'literata', 'ibm-plex-mono', UNSEEN),
  cast('held-out-source', true, 'source-sans-3', 'source-serif-4', 'ibm-plex-mono', UNSEEN),
]

/** Whose widths decide where a text breaks into lines, whatever cast it is drawn with. */
export const REFERENCE: Cast = castNamed('usual')

export function castNamed(name: string): Cast {
  const found = CASTS.find((each) => each.name === name)
  if (found === undefined)
    throw new Error(`no cast ${name}; there are ${CASTS.map((each) => each.name).join(', ')}`)
  return found
}

/** Half of the usual specimens are set as the real ones are. */
export function castFor(seed: number, family: 'usual' | 'held-out' = 'usual'): Cast {
  const dice = seededDice(seed, 0xca57)
  const choice = CASTS.filter((each) => each.heldOut === (family === 'held-out'))
  return family === 'usual' && dice.next() < 0.5 ? REFERENCE : dice.pick(choice)
}
