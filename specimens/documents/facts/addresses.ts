// Addresses that could be: a house, hamlet or street, then real units, in the ways cards write them.
import { FORMER_PROVINCES } from '../../../src/documents/text/knowledge/province-aliases.ts'
import {
  communes2025Of,
  type District,
  districtsOf,
  province2025ByCode,
  provinceByCode,
  type Unit,
  type UnitType,
} from '../../../src/documents/text/knowledge/units.ts'
import type { Dice } from '../../person/dice.ts'
import type { Address } from './record.ts'

/** How the types of units are written; one way per document. */
export type AddressStyle = 'bare' | 'short' | 'full'

export interface Place {
  readonly province: string
  readonly district: District
  readonly commune: Unit
  readonly commune2025: Unit
  /** Before the units; empty for a hometown. */
  readonly house: string
}

const SHORT: Readonly<Record<UnitType, string>> = {
  Quận: 'Q.',
  Huyện: 'H.',
  'Thành phố': 'TP.',
  'Thị xã': 'TX.',
  Phường: 'P.',
  Xã: 'X.',
  'Thị trấn': 'TT.',
  'Đặc khu': 'Đặc khu ',
}

const STREETS =
  'Lý Thường Kiệt;Nguyễn Trãi;Nguyễn Tất Thành;Ngô Quyền;Quang Trung;Lê Lợi;Phan Ngọc Hiển;Huỳnh Thúc Kháng;' +
  'Hùng Vương;Trần Hưng Đạo;Phan Bội Châu;Ngô Gia Tự;Tôn Đức Thắng;Nguyễn Công Trứ;Nguyễn Du;Tạ Uyên;Lý Bôn;' +
  'Hải Thượng Lãn Ông;Nguyễn Đình Chiểu;Mậu Thân;Bùi Thị Trường;Lê Vĩnh Hòa;Cao Thắng;Trần Quang Khải;' +
  'Phan Đình Phùng;Võ Văn Kiệt;Hoàng Diệu;Trần Quang Diệu;Lê Hồng Phong;Trần Văn Thời;Đề Thám;Hoa Lư;' +
  'Tô Hiến Thành;Lưu Hữu Phước;An Dương Vương;Huỳnh Tấn Phát;Võ Văn Tần;Nguyễn Bỉnh Khiêm;Thoại Ngọc Hầu;' +
  'Nguyễn Trung Trực;Mạc Đĩnh Chi;Trần Bình Trọng;Dương Thị Cẩm Vân;Lê Anh Xuân;Châu Văn Liêm;Hồ Tùng Mậu;' +
  'Phạm Hồng Thám;Phạm Ngũ Lão;Trần Văn Ơn;Nguyễn Văn Trỗi;Bà Triệu;Nguyễn Thái Học;Phạm Ngọc Thạch;' +
  'Hoàng Văn Thụ;Ngô Thời Nhiệm;Trưng Trắc;Âu Cơ;Sư Vạn Hạnh;Thái Văn Lung;Lương Thế Vinh;Lê Lai;Lê Duẩn;' +
  'Đoàn Giỏi;Nguyễn Bính;Tố Hữu;Trương Định;Đinh Tiên Hoàng;Trần Nguyên Hãn;Lê Đức Thọ;Bạch Đằng'
const streets = STREETS.split(';')
const HAMLETS =
  'Thượng;Hạ;Đông;Đoài;Trung;Nam Sơn;Tân Lập;Bình Hòa;Mỹ Lộc;Phú Thọ;Tân Thành;Hòa Bình;Đồng Tâm;An Phú;Quyết Tiến;Yên Lão'
const hamlets = HAMLETS.split(';')

const count = (dice: Dice, most: number): number => 1 + Math.floor(dice.next() * most)

const VILLAGES: readonly ((dice: Dice) => string)[] = [
  (dice) => `Thôn ${count(dice, 12)}`,
  (dice) => `Thôn ${dice.pick(hamlets)}`,
  (dice) => `Khu ${count(dice, 9)}`,
]
const NORTHERN: readonly ((dice: Dice) => string)[] = [
  ...VILLAGES,
  (dice) => `Xóm ${count(dice, 20)}`,
  (dice) => `Đội ${count(dice, 15)}`,
  (dice) => `Bản ${dice.pick(hamlets)}`,
]
const SOUTHERN: readonly ((dice: Dice) => string)[] = [
  (dice) => `Ấp ${dice.pick(hamlets)}`,
  (dice) => `Ấp ${count(dice, 9)}`,
  (dice) => `Tổ ${count(dice, 20)}, Ấp ${dice.pick(hamlets)}`,
]
/** Codes run from north to south. */
const villages = (province: string) => (province >= '070' ? SOUTHERN : province < '048' ? NORTHERN : VILLAGES)
const URBAN: readonly ((dice: Dice) => string)[] = [
  (dice) => `${count(dice, 400)} ${dice.pick(streets)}`,
  (dice) => `Số ${count(dice, 200)} ${dice.pick(streets)}`,
  (dice) => `${count(dice, 300)}/${count(dice, 40)} ${dice.pick(streets)}`,
  (dice) => `${count(dice, 90)}/${count(dice, 20)}${dice.pick(['A', 'B', 'C'])} ${dice.pick(streets)}`,
  (dice) => `Tổ ${count(dice, 30)}`,
  (dice) => `Tổ dân phố ${count(dice, 20)}`,
  (dice) => `Tổ dân phố ${dice.pick(hamlets)}`,
  (dice) => `Khu phố ${count(dice, 9)}`,
  (dice) => `Khóm ${count(dice, 9)}`,
  (dice) => `Số nhà ${count(dice, 90)}, Ngõ ${count(dice, 200)} ${dice.pick(streets)}`,
  (dice) => `Tổ ${count(dice, 12)}, Khu phố ${count(dice, 8)}`,
  (dice) => `Ngõ ${count(dice, 150)} ${dice.pick(streets)}`,
  (dice) => `P${count(dice, 25)}0${count(dice, 9)} Chung cư ${dice.pick(hamlets)}`,
]

/** Somewhere in a province, before 2025 and in the province that holds it now. */
export function drawPlace(dice: Dice, province: string, withHouse: boolean): Place {
  const inhabited = districtsOf(province).filter(({ communes }) => communes.length > 0)
  const district = dice.pick(inhabited)
  const commune = dice.pick(district.communes)
  const today = communes2025Of(provinceByCode(province)?.code2025 ?? '')
  // Most communes were merged, and many kept the name of one of them.
  const commune2025 = today.find(({ name }) => name === commune.name) ?? dice.pick(today)
  const house = dice.pick(commune.type === 'Xã' ? villages(province) : URBAN)(dice)
  return { province, district, commune, commune2025, house: withHouse ? house : '' }
}

function unitText({ type, name }: Unit, style: AddressStyle): string {
  if (style === 'full') return `${type} ${name}`
  if (style === 'short' && type !== 'Xã')
    return `${SHORT[type]}${/^\d/.test(name) ? '' : ' '}${name}`.replace('  ', ' ')
  return /^\d/.test(name) ? `${type} ${name}` : name
}

export function provinceText(name: string, city: boolean, style: AddressStyle): string {
  if (style === 'full') return `${city ? 'Thành phố' : 'Tỉnh'} ${name}`
  return name === 'Hồ Chí Minh' ? `TP. ${name}` : name
}

const address = (house: string, units: string): Address => ({
  text: house === '' ? units : `${house}, ${units}`,
  lines: house === '' ? [units] : [house, units],
})

/** Commune, district, province. */
export function oldForm({ province, district, commune, house }: Place, style: AddressStyle): Address {
  const row = provinceByCode(province)
  const top = provinceText(row?.name ?? '', row?.city ?? false, style)
  return address(house, [unitText(commune, style), unitText(district, style), top].join(', '))
}

/** Commune and province: the form since July 2025. */
export function newForm({ province, commune2025, house }: Place, style: AddressStyle): Address {
  const row = province2025ByCode(provinceByCode(province)?.code2025 ?? '')
  const top = provinceText(row?.name ?? '', row?.city ?? false, style)
  return address(house, [unitText(commune2025, style), top].join(', '))
}

/** The same address with the province under a name it had before it was split, where it had one. */
export function underFormerName(dice: Dice, { text, lines }: Address, province: string): Address {
  const names = FORMER_PROVINCES.filter(([, ...codes]) => codes.includes(province)).map(([name]) => name)
  if (names.length === 0) return { text, lines }
  const former = dice.pick(names)
  const renamed = (line: string) => [...line.split(', ').slice(0, -1), former].join(', ')
  return { text: renamed(text), lines: lines.with(-1, renamed(lines.at(-1) ?? '')) }
}
