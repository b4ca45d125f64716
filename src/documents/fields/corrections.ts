// Letters that were hardly seen, corrected where it is known what must stand there: units of addresses, surnames, and the first figures of numbers.
import { isUnitName } from '../text/address-units.ts'
import { provinceOf } from '../text/addresses.ts'
import { foldName, placeTones } from '../text/knowledge/fold.ts'
import { nameCounts } from '../text/knowledge/names.ts'
import {
  communes2025Of,
  districtsOf,
  foldedProvince,
  namesLike,
  PROVINCES,
  PROVINCES_2025,
} from '../text/knowledge/units.ts'
import { PLACE_WORDS } from '../text/knowledge/words.ts'
import { editDistance } from '../text/likeness.ts'
import { provincesOfCmnd9 } from '../text/personal-number.ts'
import { parseNational } from '../text/words.ts'

/** What the picture shows of the words of a value, as read. */
export interface SeenLetters {
  /** The least confidence among the characters of a word; 1 where it was not read as one. */
  least(word: string): number
  /** How much likelier than a word another of as many characters is, by the picture alone; 0 where that was not seen. */
  odds(word: string, other: string): number
}

/** Below this confidence, another character was seen too. */
const DOUBT = 0.97

const isDoubtful = (seen: SeenLetters, word: string): boolean => seen.least(word) < DOUBT

/** A place of this name beside its parent is so many times likelier than a name that no place there has. */
const PLACE_TIMES = 500

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

/** Only words that differ from a unit's by marks that were seen too are changed, or by a letter that was hardly seen where no other unit is near. */
export const correctAddress = (address: string, seen: SeenLetters): string =>
  correctTones(correctUnits(address, seen), seen)

function correctUnits(address: string, seen: SeenLetters): string {
  const sign = / - /.test(address) && !address.includes(',') ? ' - ' : ', '
  const parts = address.split(sign).map((part) => correctTypes(part.trim(), seen))
  parts.push(withoutStray(parts.pop() ?? ''))
  const province = foldedProvince(parts.at(-1) ?? '') ?? provinceOf(address)
  if (province === undefined) return correctAlone(parts, seen).join(sign)
  const at = parts.length - 2
  const [middle = '', commune = ''] = [parts[at], parts[at - 1]]
  const all = province.codes.flatMap((code) => districtsOf(code))
  const named = all.filter((unit) => isNamed(middle, unit))
  const districts = named.length > 0 ? named : all.filter((unit) => isNearly(middle, unit))
  const set = (index: number, part: string, units: readonly Named[]): void => {
    if (index >= 0) parts[index] = correctPart(part, units, seen)
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

/** Without a province: a commune before its district, which may be of any province, or a country. */
function correctAlone(parts: readonly string[], seen: SeenLetters): readonly string[] {
  const [last = '', before = ''] = parts.toReversed()
  if (parts.length < 2) return [correctLone(correctNation(last, seen), seen)]
  const within = PROVINCES.flatMap(({ code }) => districtsOf(code)).flatMap((district) => {
    const communes = isNamed(last, district) ? district.communes.filter((unit) => isNamed(before, unit)) : []
    return communes.length > 0 ? [{ district, communes }] : []
  })
  const districts = within.map(({ district }) => district)
  const communes = within.flatMap((one) => one.communes)
  return [...parts.slice(0, -2), correctPart(before, communes, seen), correctPart(last, districts, seen)]
}

function correctPart(part: string, units: readonly Named[], seen: SeenLetters): string {
  const named = units.filter((unit) => isNamed(part, unit))
  if (named.length === 0) return correctLetter(part, units, seen)
  // The longest fits best; two that differ by their marks alone are both possible.
  const names = [...new Set(named.map(({ name }) => name.normalize('NFC')))].sort(
    (one, next) => next.length - one.length,
  )
  const [name, other] = names
  if (name === undefined || (other !== undefined && foldName(other) === foldName(name))) return part
  const typed = named.find((unit) => unit.name.normalize('NFC') === name && isNamed(part, whole(unit)))
  const words = typed ? whole(typed).name : name
  return corrected(part, words.split(/[\s-]+/), seen)
}

/** A letter counts as misread only where it was hardly seen. */
const HARDLY_SEEN = 0.9

function correctLetter(part: string, units: readonly Named[], seen: SeenLetters): string {
  const near = units.filter((unit) => isNearly(part, unit)).map(({ name }) => name.normalize('NFC'))
  const [name, other] = new Set(near)
  if (name === undefined || other !== undefined) return part
  const names = name.split(/[\s-]+/)
  const words = part.split(' ')
  const last = words.slice(-names.length)
  const isSeen = (word: string, k: number) => !isSame(word, names[k] ?? '') && seen.least(word) >= HARDLY_SEEN
  return last.length < names.length || last.some(isSeen)
    ? part
    : [...words.slice(0, -names.length), ...names].join(' ')
}

const whole = ({ type, name }: Named) => ({ name: `${type} ${name}`.normalize('NFC') })

/** Replaces the last words; none of them where what was seen of one forbids it. */
function corrected(part: string, names: readonly string[], seen: SeenLetters, times = PLACE_TIMES): string {
  const words = [...part.matchAll(/[\p{L}\p{M}\p{N}']+/gu)].slice(-names.length)
  const odds = words.reduce((product, { 0: word }, k) => product * oddsOf(word, names[k] ?? '', seen), 1)
  if (words.length < names.length || odds * times < 1) return part
  return words.reduceRight((text, { 0: word, index }, k) => {
    const name = names[k] ?? ''
    return isSame(word, name)
      ? text
      : text.slice(0, index) + inCase(name, word) + text.slice(index + word.length)
  }, part)
}

/** `Hoà` is printed as often as `Hòa`. */
const isSame = (word: string, name: string): boolean => placeTones(word) === placeTones(name)

/** `Lấp` as `R'lấp` has it. */
const inCase = (name: string, word: string): string => {
  const letters = [...word.normalize('NFC')]
  const isSmall = (i: number) => letters[i] === letters[i]?.toLowerCase()
  return [...name].map((letter, i) => (isSmall(i) ? letter.toLowerCase() : letter)).join('')
}

/** 1 where the word is the name. */
function oddsOf(word: string, name: string, seen: SeenLetters): number {
  if (isSame(word, name)) return 1
  return foldName(word) === foldName(name) && isCapital(word) === isCapital(name) ? seen.odds(word, name) : 0
}

const isCapital = (word: string): boolean => word.charAt(0) !== word.charAt(0).toLowerCase()

const HAMLET = 'Ấp'
/** Where nothing else can be meant, little doubt is enough. */
const NEARLY_SURE = 0.999

const KNOWN = new Map([...TYPE_WORDS, ...PLACE_WORDS].map((words) => [foldName(words), words]))

/** `Quân 12`, `Ap 9`: a type of place before its number. */
function correctTypes(part: string, seen: SeenLetters): string {
  const [word = '', ...others] = part.split(' ')
  // A hamlet is one whatever follows, and no other word with these letters begins a part of an address.
  if (others.length > 0 && foldName(word) === 'ap' && word !== HAMLET && isCapital(word))
    return seen.least(word) < NEARLY_SURE ? [HAMLET, ...others].join(' ') : part
  const [, before = '', rest = ''] = /^(\p{L}+(?: \p{L}+)?)( \d.*)$/u.exec(part) ?? []
  const known = KNOWN.get(foldName(before))
  if (known === undefined || before.toLowerCase() === known.toLowerCase()) return part
  return before.split(' ').some((one) => isDoubtful(seen, one)) ? known + rest : part
}

/** With nothing beside it, a place that exists is so many times likelier than a name that no place has. */
const LONE_TIMES = 100

/** A place alone takes the marks of the only name with these letters. */
function correctLone(part: string, seen: SeenLetters): string {
  const [name, other] = isUnitName(part) ? [] : namesLike(foldName(part))
  return name === undefined || other !== undefined
    ? part
    : corrected(part, name.split(/[\s-]+/), seen, LONE_TIMES)
}

/** The place of somebody born abroad is a country. */
function correctNation(part: string, seen: SeenLetters): string {
  const name = parseNational(part)
  return name === undefined || foldName(name) !== foldName(part)
    ? part
    : corrected(part, name.split(' '), seen)
}

/** A syllable that ends in a stop takes the tone above that rises, or the dot below, and no other. */
const STOPPED = /(?:c|ch|p|t)$/iu
/** Grave, hook and tilde stand above as the acute does, and are what it is misread as: `BẲC`, `ĐẢT`. */
const OTHER_TONES_ABOVE = /[\u0300\u0309\u0303]/u

/** Changes the tone of syllables that cannot be, where only one other can be meant and the word is in doubt. */
export const correctTones = (text: string, seen: SeenLetters): string =>
  text.replaceAll(/\p{L}+/gu, (word) => {
    const apart = word.normalize('NFD')
    if (!STOPPED.test(apart) || !OTHER_TONES_ABOVE.test(apart) || !isDoubtful(seen, word)) return word
    return apart.replace(OTHER_TONES_ABOVE, '\u0301').normalize('NFC')
  })

/** A surname is at most so many times likelier than one that no family has. */
const NAME_TIMES = 1000

/** `name` is in capitals, its first word the surname. Other names are left alone: too many people have a rare one. */
export const correctName = (name: string, seen: SeenLetters): string =>
  correctTones(correctSurname(name, seen), seen)

/** Changes where no family has that name, and one that was seen too is had by many. */
function correctSurname(name: string, seen: SeenLetters): string {
  const [read = '', ...rest] = name.split(' ')
  const alike = [...nameCounts('surname')].filter(([surname]) => foldName(surname) === foldName(read))
  if (alike.some(([surname]) => capitals(surname) === read)) return name
  const weighed = alike
    .map(([surname, count]) => ({ surname: capitals(surname), times: Math.min(NAME_TIMES, count) }))
    .map(({ surname, times }) => ({ surname, weight: times * seen.odds(read, surname) }))
  const best = weighed.toSorted((one, other) => other.weight - one.weight)[0]
  return best && best.weight >= 1 ? [best.surname, ...rest].join(' ') : name
}

const capitals = (text: string): string => text.normalize('NFC').toUpperCase()

const BEGINNINGS = Array.from({ length: 100 }, (_, k) => String(k).padStart(2, '0'))

/** A number of nine figures that no province had takes the likeliest beginning that was seen and that one had. */
export function correctNumber(number: string, seen: SeenLetters): string {
  if (!/^\d{9}$/.test(number) || provincesOfCmnd9(number).length > 0) return number
  const issued = BEGINNINGS.map((first) => first + number.slice(2)).filter(
    (other) => provincesOfCmnd9(other).length > 0,
  )
  const weighed = issued.map((other) => ({ other, odds: seen.odds(number, other) }))
  const best = weighed.toSorted((one, next) => next.odds - one.odds)[0]
  return best && best.odds > 0 ? best.other : number
}
