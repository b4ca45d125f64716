// The same place written again as other forms of a person's data write it: types dropped or abbreviated, parts left out.
import { province2025ByCode, provinceByCode, type Unit } from '../../../src/documents/text/knowledge/units.ts'
import type { Dice } from '../../person/dice.ts'
import type { Place } from './addresses.ts'

/** Each type in the ways it is written before a name; an empty one leaves it out. */
const TYPES: Readonly<Record<Unit['type'], readonly string[]>> = {
  Phường: ['', 'P. ', 'P.', 'Phường ', 'phường '],
  Xã: ['', '', 'X. ', 'X.', 'Xã ', 'xã '],
  'Thị trấn': ['', 'TT. ', 'TT.', 'TT ', 'Thị trấn ', 'T.Trấn '],
  Quận: ['', 'Q. ', 'Q.', 'Quận ', 'quận '],
  Huyện: ['', 'H. ', 'H.', 'Huyện '],
  'Thành phố': ['', 'TP. ', 'TP.', 'Tp ', 'Thành phố '],
  'Thị xã': ['', 'TX. ', 'TX.', 'Tx ', 'Thị xã '],
  'Đặc khu': ['', 'Đặc khu '],
}

/** A numbered unit is never written without its type. */
function unitText(dice: Dice, { type, name }: Unit): string {
  const isNumber = /^\d/.test(name)
  const ways = TYPES[type].filter((way) => !isNumber || way !== '')
  const way = dice.pick(ways)
  return isNumber && dice.next() < 0.3 ? `${way.replaceAll(/[. ]/g, '')}${name}` : `${way}${name}`
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'Hồ Chí Minh': ['TP.HCM', 'TPHCM', 'TP. Hồ Chí Minh', 'Tp HCM', 'Thành phố Hồ Chí Minh'],
  'Thừa Thiên Huế': ['TT Huế', 'TT-Huế', 'T.T. Huế', 'Thừa Thiên - Huế'],
  'Bà Rịa - Vũng Tàu': ['BR-VT', 'Bà Rịa Vũng Tàu', 'Bà Rịa – Vũng Tàu', 'BRVT'],
  'Đắk Lắk': ['Đăk Lăk', 'Đắc Lắc', 'Đắk Lắk'],
  'Đắk Nông': ['Đăk Nông', 'Đắc Nông'],
}

function provinceText(dice: Dice, name: string, city: boolean): string {
  const known = NAMES[name]
  if (known && dice.next() < 0.7) return dice.pick(known)
  return `${dice.pick(city ? ['', 'TP. ', 'TP.', 'Thành phố '] : ['', '', 'T. ', 'T.', 'Tỉnh '])}${name}`
}

const SHORT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/Tổ dân phố /, 'TDP '],
  [/Khu phố /, 'KP '],
  [/Khu phố /, 'KP'],
  [/Số nhà /, 'SN '],
  [/^Số /, ''],
  [/^(?=\d+[A-C]? \p{L})/u, 'Số '],
  [/(?<=^\d+[A-C/\d]*) (?=\p{L})/u, ' đường '],
]

function houseText(dice: Dice, house: string): string {
  const [pattern, short] = dice.pick(SHORT_WORDS)
  return dice.next() < 0.5 ? house.replace(pattern, short) : house
}

/** How a person's data may lose parts of an address; most forms have all of them. */
const PARTS_LOST: readonly (readonly ('house' | 'commune' | 'district' | 'province')[])[] = [
  [],
  [],
  [],
  [],
  ['house'],
  ['district'],
  ['province'],
  ['house', 'district'],
]

/** `since2025` writes it with the units of today; then there is no district. */
export function shortForm(dice: Dice, place: Place, since2025 = false): string {
  const { province, district, commune, commune2025, house } = place
  const old = provinceByCode(province)
  const top = since2025 ? province2025ByCode(old?.code2025 ?? '') : old
  const lost = dice.pick(PARTS_LOST)
  const parts = [
    lost.includes('house') || house === '' ? '' : houseText(dice, house),
    unitText(dice, since2025 ? commune2025 : commune),
    since2025 || lost.includes('district') ? '' : unitText(dice, district),
    lost.includes('province') && !since2025 ? '' : provinceText(dice, top?.name ?? '', top?.city ?? false),
  ].filter((part) => part !== '')
  const text = parts.join(dice.pick([', ', ', ', ', ', ',', ' , ', ' - ']))
  return dice.next() < 0.1 ? text.toUpperCase() : text
}
