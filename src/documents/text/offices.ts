// The offices that issue documents: the words that name each over a signature, and the value that is answered.
import { AUTHORITIES } from './knowledge/words.ts'

export interface Office {
  /** The words are folded, without spaces; any of them names the office. */
  readonly words: readonly string[]
  readonly value: string
}

const office = (value: string, ...words: readonly string[]): Office => ({ value, words })

/** The order matters: the name of one may stand within the name of another. */
export const NATIONAL_OFFICES: readonly Office[] = [
  office(
    AUTHORITIES['social-order'].value,
    'quanlyhanhchinhvetrattuxahoi',
    'qlhcvettxh',
    'administrativemanagementofsocialorder',
  ),
  office(
    AUTHORITIES['population-register'].value,
    'dkqlcutruvadlqgvedancu',
    'dangkyquanlycutruvadulieuquocgiavedancu',
  ),
  office(AUTHORITIES.immigration.value, 'quanlyxuatnhapcanh', 'immigrationdepartment'),
  office(AUTHORITIES.roads.value, 'tongcucduongbo'),
  office('Cục Đường bộ Việt Nam', 'cucduongbo'),
  office(AUTHORITIES['traffic-police'].value, 'cuccanhsatgiaothong', 'cuccsgt'),
]
/** Its name may stand in a seal beside any other. */
export const MINISTRY = office(AUTHORITIES['public-security'].value, 'bocongan', 'ministryofpublicsecurity')

interface LocalOffice {
  /** Matches the folded lines up to the name of the province. */
  readonly words: RegExp
  readonly value: string
  /** The type of the province is part of the name. */
  readonly typed: boolean
}

const OF_PROVINCE = '(?: ?(?:tinh|tp|t p|thanh pho))? ?'
/** `CA` may be misread where the word for a province follows it. */
const POLICE = `(?:c ?a|cong ?an|giam doc \\S{2,3}(?= (?:tinh|tp|thanh pho) ))${OF_PROVINCE}`
const local = (words: string, value: string, typed: boolean): LocalOffice => ({
  words: new RegExp(`(?:^| )${words}(?= |$)`),
  value,
  typed,
})

export const LOCAL_OFFICES: readonly LocalOffice[] = [
  local(`phong (?:csgt|canh sat giao thong)(?: duong bo)? ${POLICE}`, 'Phòng CSGT Công an', true),
  local(`so (?:giao thong van tai|gtvt|giao thong cong chanh)${OF_PROVINCE}`, 'Sở Giao thông vận tải', false),
  local(`so (?:ke hoach va dau tu|kh ?(?:va )?dt)${OF_PROVINCE}`, 'Sở Kế hoạch và Đầu tư', false),
  local(`so tai chinh${OF_PROVINCE}`, 'Sở Tài chính', false),
  local(POLICE, 'Công an', true),
]
