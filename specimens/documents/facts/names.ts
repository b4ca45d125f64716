// Names of people who do not exist, as common as in the country, fitting the sex.
import { nameCounts } from '../../../src/documents/text/knowledge/names.ts'
import type { Dice } from '../../person/dice.ts'
import type { Sex } from './numbers.ts'

export interface FullName {
  readonly surname: string
  readonly middle: string
  readonly given: string
  /** All parts in order. */
  readonly name: string
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const WOMEN_GIVEN = words(
  'Linh Phương Thảo Ngọc Ngân Hiền Trang Thi Dung Châu Hạnh Nga Hương Loan Huyền Yến Nhi Mai Hằng Vân Quỳnh ' +
    'Tiên Thư Thủy Ánh Xuân Hân Mỹ Như Trâm Duyên Thúy My Phụng Chi Hoa Thùy Trúc Trinh Ly Thu Kim Nhung ' +
    'Tuyền Uyên Hồng Quyên Hường Vy Oanh Ái Kiều Lan Diệu Thoa Khuê Diệp Tuyết Phượng Huệ Trà Thơ Sương Nguyệt ' +
    'Vi Bích Diễm Nương Ngoan Lanh Liên Thắm Lệ Cúc Khuyên Đan Bé Xuyến Mến Bông Lam Ni Cẩm Yên Thơm Thy Lành ' +
    'Sen Đoan Mộng Thuý Thuỷ',
)
const EITHER_GIVEN = words('Anh Minh Tâm An Thanh Hà Giang Bình Khánh Nguyên Thương Tú Hải Dương')
const WOMEN_MIDDLE = words(
  'Thị Kim Diệu Bích Thu Yến Thúy Thùy Kiều Cẩm Mỹ Nguyệt Quỳnh Tuyết Trúc Tố Nhi Lan Liên Mai Hạnh Huệ Ánh Nương ' +
    'Như Phương Linh',
)
const EITHER_MIDDLE = words('Ngọc Thanh Minh Hồng Hoài Khánh Bảo Xuân Hải Anh Thiên Gia')

type Weighted = readonly (readonly [name: string, count: number])[]

const givenOf: Readonly<Record<Sex, Weighted>> = {
  Nữ: [...nameCounts('given')].filter(([name]) => WOMEN_GIVEN.has(name) || EITHER_GIVEN.has(name)),
  Nam: [...nameCounts('given')].filter(([name]) => !WOMEN_GIVEN.has(name)),
}
const isWomens = (name: string): boolean => name.startsWith('Thị') || WOMEN_MIDDLE.has(name)
const middleOf: Readonly<Record<Sex, Weighted>> = {
  Nữ: [...nameCounts('middle')].filter(([name]) => isWomens(name) || EITHER_MIDDLE.has(name)),
  Nam: [...nameCounts('middle')].filter(([name]) => !isWomens(name)),
}
const surnames: Weighted = [...nameCounts('surname')]

/** The table comes from a register of mostly men, and mostly young ones: a plain middle name is commoner than it says. */
const PLAIN_MIDDLE: Readonly<Record<Sex, readonly [name: string, share: number]>> = {
  Nữ: ['Thị', 0.5],
  Nam: ['Văn', 0.3],
}

function weighted(dice: Dice, rows: Weighted): string {
  const total = rows.reduce((sum, [, count]) => sum + count, 0)
  let left = dice.next() * total
  for (const [name, count] of rows) {
    left -= count
    if (left < 0) return name
  }
  return rows[0]?.[0] ?? ''
}

export function drawName(dice: Dice, sex: Sex, surname?: string): FullName {
  const family = surname ?? weighted(dice, surnames)
  const [plain, share] = PLAIN_MIDDLE[sex]
  const middle = dice.next() < share ? plain : weighted(dice, middleOf[sex])
  let given = weighted(dice, givenOf[sex])
  while (middle.split(' ').includes(given) || given === family) given = weighted(dice, givenOf[sex])
  return { surname: family, middle, given, name: [family, middle, given].join(' ') }
}

export const capitals = (name: string): string => name.toLocaleUpperCase('vi')
