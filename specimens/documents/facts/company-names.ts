// Names of companies that do not exist, in Vietnamese and English, and the tax prefixes of provinces.
import { foldName } from '../../../src/documents/text/knowledge/fold.ts'
import type { Dice } from '../../person/dice.ts'

const TRADES: readonly (readonly [vietnamese: string, english: string])[] = [
  ['THƯƠNG MẠI VÀ DỊCH VỤ', 'TRADING AND SERVICES'],
  ['XÂY DỰNG', 'CONSTRUCTION'],
  ['TƯ VẤN THIẾT KẾ XÂY DỰNG', 'CONSTRUCTION DESIGN CONSULTING'],
  ['XUẤT NHẬP KHẨU THỦY SẢN', 'SEAFOOD IMPORT EXPORT'],
  ['GIẢI PHÁP CÔNG NGHỆ', 'TECHNOLOGY SOLUTIONS'],
  ['NĂNG LƯỢNG TÁI TẠO', 'RENEWABLE ENERGY'],
  ['SẢN XUẤT THƯƠNG MẠI', 'MANUFACTURING TRADING'],
  ['VẬN TẢI', 'TRANSPORT'],
  ['DU LỊCH', 'TRAVEL'],
  ['ĐẦU TƯ BẤT ĐỘNG SẢN', 'REAL ESTATE INVESTMENT'],
  ['NỘI THẤT', 'FURNITURE'],
  ['DƯỢC PHẨM', 'PHARMACEUTICAL'],
  ['GIÁO DỤC', 'EDUCATION'],
  ['THỰC PHẨM', 'FOOD'],
]
const FIRST = [
  'MINH',
  'HOÀNG',
  'ĐỨC',
  'THÀNH',
  'PHÚ',
  'AN',
  'GIA',
  'BẢO',
  'TÂN',
  'HƯNG',
  'NGỌC',
  'VIỆT',
  'THIÊN',
  'TRƯỜNG',
] as const
const SECOND = [
  'PHÁT',
  'LONG',
  'HƯNG',
  'THỊNH',
  'TÍN',
  'KHANG',
  'LỘC',
  'PHÚC',
  'SƠN',
  'VŨ',
  'ĐẠT',
  'ÁNH',
  'QUANG',
  'KHOA',
] as const

interface CompanyName {
  readonly vietnamese: string
  readonly english: string
  readonly short: string
  /** For mail and web. */
  readonly domain: string
}

export function drawCompanyName(dice: Dice, prefix: string, englishForm: string): CompanyName {
  const [trade, english] = dice.pick(TRADES)
  const own = `${dice.pick(FIRST)} ${dice.pick(SECOND)}`
  const plain = foldName(own)
  return {
    vietnamese: `${prefix} ${trade} ${own}`,
    english: `${plain.toUpperCase()} ${english} ${englishForm}`,
    short: `${plain.toUpperCase()} ${englishForm === 'JOINT STOCK COMPANY' ? 'JSC' : 'CO., LTD'}`,
    domain: plain.replaceAll(' ', ''),
  }
}

/** First two digits of the business code, in the order of the provinces' own codes. */
const PREFIXES =
  '001:01 002:51 004:48 006:47 008:50 010:53 011:56 012:62 014:55 015:52 017:54 019:46 020:49 022:57 024:24 025:26 ' +
  '026:25 027:23 030:08 031:02 033:09 034:10 035:07 036:06 037:27 038:28 040:29 042:30 044:31 045:32 046:33 048:04 ' +
  '049:40 051:43 052:41 054:44 056:42 058:45 060:34 062:61 064:59 066:60 067:64 068:58 070:38 072:39 074:37 075:36 ' +
  '077:35 079:03 080:11 082:12 083:13 084:21 086:15 087:14 089:16 091:17 092:18 093:63 094:22 095:19 096:20'

const prefixes = new Map(PREFIXES.split(' ').map((row) => [row.slice(0, 3), row.slice(4)]))

export const taxPrefix = (province: string): string => prefixes.get(province) ?? '01'
