// Letters that were hardly seen, corrected where it is known what must stand there: units of addresses, and surnames.
import { provinceOf } from '../text/addresses.ts'
import { foldName, placeTones } from '../text/knowledge/fold.ts'
import { nameCounts } from '../text/knowledge/names.ts'
import {
  communes2025Of,
  districtsOf,
  foldedProvince,
  PROVINCES,
  PROVINCES_2025,
} from '../text/knowledge/units.ts'
import { PLACE_WORDS } from '../text/knowledge/words.ts'
import { editDistance } from '../text/likeness.ts'
import { parseNational } from '../text/words.ts'

/** Whether a word, as read, has a character whose confidence is less than `below`: it may well be another. */
export type Doubt = (word: string, below?: number) => boolean

const TYPE_WORDS = [
  'Phường',
  'Xã',
  'Thị trấn',
  'Quận',
  'Huyện',
  'Thành phố',
  'Thị xã',
  'Tỉnh',
  'Đặc khu',
  'Việt Nam',
]

/** A unit of any level, as it may be printed: its type before its name, or its name alone. */
interface Named {
  readonly type: string
  readonly name: string
}

const PROVINCE_NAMES: readonly Named[] = [...PROVINCES, ...PROVINCES_2025].map(({ name, city }) => ({
  type: city ? 'Thành phố' : 'Tỉnh',
  name,
}))

/** Only words that differ from a unit's by their marks are changed, or by a letter where no other unit is near; and only those that are in doubt. */
export const correctAddress = (address: string, isDoubtful: Doubt): string =>
  correctTones(correctUnits(address, isDoubtful), isDoubtful)

function correctUnits(address: string, isDoubtful: Doubt): string {
  const sign = / - /.test(address) && !address.includes(',') ? ' - ' : ', '
  const parts = address.split(sign).map((part) => correctTypes(part.trim(), isDoubtful))
  parts.push(withoutStray(parts.pop() ?? ''))
  const province = foldedProvince(parts.at(-1) ?? '') ?? provinceOf(address)
  if (province === undefined) return correctNation(parts, isDoubtful).join(sign)
  const at = parts.length - 2
  const [middle = '', commune = ''] = [parts[at], parts[at - 1]]
  const all = province.codes.flatMap((code) => districtsOf(code))
  const named = all.filter((unit) => isNamed(middle, unit))
  const districts = named.length > 0 ? named : all.filter((unit) => isNearly(middle, unit))
  const set = (index: number, part: string, units: readonly Named[]): void => {
    if (index >= 0) parts[index] = correctPart(part, units, isDoubtful)
  }
  set(at + 1, parts.at(-1) ?? '', PROVINCE_NAMES)
  set(at, middle, [...districts, ...province.codes2025.flatMap((code) => communes2025Of(code))])
  set(
    at - 1,
    commune,
    districts.flatMap((district) => district.communes),
  )
  return parts.join(sign)
}

/** `Bến V Tre`: a leaf of the rosette between the words of a province; none has a word of one letter. */
function withoutStray(part: string): string {
  const rest = part.replaceAll(/(?<=^|\s)\p{L}\s+/gu, '')
  return foldedProvince(part) === undefined && foldedProvince(rest) !== undefined ? rest : part
}

/** The unit's words are the last ones of the part. */
const isNamed = (part: string, { name }: { readonly name: string }): boolean =>
  ` ${foldName(part)}`.endsWith(` ${foldName(name)}`)

/** One letter of a name may be another, two of a long one; short names are too much alike. */
const [LEAST_LETTERS, LONG] = [5, 10]

function isNearly(part: string, { name }: { readonly name: string }): boolean {
  const words = foldName(name).split(' ')
  const [read, known] = [foldName(part).split(' ').slice(-words.length).join(''), words.join('')]
  return known.length >= LEAST_LETTERS && editDistance(read, known) <= (known.length < LONG ? 1 : 2)
}

function correctPart(part: string, units: readonly Named[], isDoubtful: Doubt): string {
  const named = units.filter((unit) => isNamed(part, unit))
  if (named.length === 0) return correctLetter(part, units, isDoubtful)
  // The longest fits best; two that differ by their marks alone are both possible.
  const names = [...new Set(named.map(({ name }) => name.normalize('NFC')))].sort(
    (one, next) => next.length - one.length,
  )
  const [name, other] = names
  if (name === undefined || (other !== undefined && foldName(other) === foldName(name))) return part
  const typed = named.find((unit) => unit.name.normalize('NFC') === name && isNamed(part, whole(unit)))
  const words = typed ? whole(typed).name : name
  return corrected(part, words.split(/[\s-]+/), isDoubtful)
}

/** A letter counts as misread only where it was hardly seen. */
const HARDLY_SEEN = 0.9

function correctLetter(part: string, units: readonly Named[], isDoubtful: Doubt): string {
  const near = units.filter((unit) => isNearly(part, unit)).map(({ name }) => name.normalize('NFC'))
  const [name, other] = new Set(near)
  if (name === undefined || other !== undefined) return part
  const names = name.split(/[\s-]+/)
  const words = part.split(' ')
  const last = words.slice(-names.length)
  const isSeen = (word: string, k: number) => !isSame(word, names[k] ?? '') && !isDoubtful(word, HARDLY_SEEN)
  return last.length < names.length || last.some(isSeen)
    ? part
    : [...words.slice(0, -names.length), ...names].join(' ')
}

const whole = ({ type, name }: Named) => ({ name: `${type} ${name}`.normalize('NFC') })

/** Replaces the last words; none of them where one was surely read otherwise. */
function corrected(part: string, names: readonly string[], isDoubtful: Doubt): string {
  const words = part.split(' ')
  const from = words.length - names.length
  const last = words.slice(from)
  if (
    from < 0 ||
    !last.every((word, k) => isSame(word, names[k] ?? '') || isMeant(word, names[k] ?? '', isDoubtful))
  )
    return part
  return [
    ...words.slice(0, from),
    ...last.map((word, k) => (isSame(word, names[k] ?? '') ? word : names[k])),
  ].join(' ')
}

/** `Hoà` is printed as often as `Hòa`. */
const isSame = (word: string, name: string): boolean => placeTones(word) === placeTones(name)

const isMeant = (word: string, name: string, isDoubtful: Doubt): boolean =>
  foldName(word) === foldName(name) && isCapital(word) === isCapital(name) && isDoubtful(word)

const isCapital = (word: string): boolean => word.charAt(0) !== word.charAt(0).toLowerCase()

const HAMLET = 'Ấp'
/** Where nothing else can be meant, little doubt is enough. */
const NEARLY_SURE = 0.999

const KNOWN = new Map([...TYPE_WORDS, ...PLACE_WORDS].map((words) => [foldName(words), words]))

/** `Quân 12`, `Ap 9`: a type of place before its number. */
function correctTypes(part: string, isDoubtful: Doubt): string {
  const [word = '', ...others] = part.split(' ')
  // A hamlet is one whatever follows, and no other word with these letters begins a part of an address.
  if (others.length > 0 && foldName(word) === 'ap' && word !== HAMLET && isCapital(word))
    return isDoubtful(word, NEARLY_SURE) ? [HAMLET, ...others].join(' ') : part
  const [, before = '', rest = ''] = /^(\p{L}+(?: \p{L}+)?)( \d.*)$/u.exec(part) ?? []
  const known = KNOWN.get(foldName(before))
  if (known === undefined || before.toLowerCase() === known.toLowerCase()) return part
  return before.split(' ').some(isDoubtful) ? known + rest : part
}

/** The place of somebody born abroad is a country. */
function correctNation(parts: readonly string[], isDoubtful: Doubt): readonly string[] {
  const [part = '', ...others] = parts
  const name = others.length === 0 ? parseNational(part) : undefined
  return name === undefined || foldName(name) !== foldName(part)
    ? parts
    : [corrected(part, name.split(' '), isDoubtful)]
}

/** A syllable that ends in a stop takes the tone above that rises, or the dot below, and no other. */
const STOPPED = /(?:c|ch|p|t)$/iu
/** Grave, hook and tilde stand above as the acute does, and are what it is misread as: `BẲC`, `ĐẢT`. */
const OTHER_TONES_ABOVE = /[\u0300\u0309\u0303]/u

/** Changes the tone of syllables that cannot be, where only one other can be meant and the word is in doubt. */
export const correctTones = (text: string, isDoubtful: Doubt): string =>
  text.replaceAll(/\p{L}+/gu, (word) => {
    const apart = word.normalize('NFD')
    if (!STOPPED.test(apart) || !OTHER_TONES_ABOVE.test(apart) || !isDoubtful(word)) return word
    return apart.replace(OTHER_TONES_ABOVE, '\u0301').normalize('NFC')
  })

/** Of two surnames with the same letters, one that is so many times as frequent is meant. */
const FAR_MORE = 10

/** A surname with this count in the register is a thousand times likelier than one that is not in it at all. */
const COMMON = 100

/** `name` is in capitals, its first word the surname. */
export const correctName = (name: string, isDoubtful: Doubt): string =>
  correctTones(correctSurname(name, isDoubtful), isDoubtful)

/** It changes where no family has that name and one has it with other marks. */
function correctSurname(name: string, isDoubtful: Doubt): string {
  const [read = '', ...rest] = name.split(' ')
  const alike = [...nameCounts('surname')].filter(([surname]) => foldName(surname) === foldName(read))
  const [first, second] = alike.sort((one, other) => other[1] - one[1])
  if (first === undefined || alike.some(([surname]) => capitals(surname) === capitals(read))) return name
  const below = first[1] >= COMMON ? NEARLY_SURE : undefined
  if ((second !== undefined && first[1] < FAR_MORE * second[1]) || !isDoubtful(read, below)) return name
  return [capitals(first[0]), ...rest].join(' ')
}

const capitals = (text: string): string => text.normalize('NFC').toUpperCase()
