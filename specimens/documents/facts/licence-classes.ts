// Classes of driving licences, before and since 2025: how long each is valid and what it lets drive.
import { addYears, before, type Day } from './days.ts'
import type { Sex } from './numbers.ts'

/** Years of validity; `none` is without end, `age` to the age of retirement and at least ten years. */
type Term = 5 | 10 | 'none' | 'age'

export interface LicenceClass {
  readonly name: string
  readonly term: Term
  readonly vehicles: string
  readonly english: string
}

const row = (name: string, term: Term, vehicles: string, english: string): LicenceClass => ({
  name,
  term,
  vehicles,
  english,
})

const LIGHT = 'Ô tô chở người đến 9 chỗ ngồi, ô tô tải dưới 3.500 kg'
const LIGHT_ENGLISH = 'Passenger vehicles up to 9 seats, trucks under 3,500 kg'

export const OLD_CLASSES: readonly LicenceClass[] = [
  row(
    'A1',
    'none',
    'Xe mô tô hai bánh dung tích xi lanh từ 50 đến dưới 175 cm3',
    'Motorcycles from 50 to under 175 cm3',
  ),
  row(
    'A2',
    'none',
    'Xe mô tô hai bánh dung tích xi lanh từ 175 cm3 trở lên',
    'Motorcycles of 175 cm3 and more',
  ),
  row('A3', 'none', 'Xe mô tô ba bánh', 'Motor tricycles'),
  row('A4', 10, 'Máy kéo có trọng tải đến 1.000 kg', 'Tractors up to 1,000 kg'),
  row('B1', 'age', `${LIGHT}, không hành nghề lái xe`, `${LIGHT_ENGLISH}, non-professional`),
  row('B2', 10, LIGHT, LIGHT_ENGLISH),
  row('C', 5, 'Ô tô tải từ 3.500 kg trở lên', 'Trucks of 3,500 kg and more'),
  row('D', 5, 'Ô tô chở người từ 10 đến 30 chỗ ngồi', 'Passenger vehicles of 10 to 30 seats'),
  row('E', 5, 'Ô tô chở người trên 30 chỗ ngồi', 'Passenger vehicles of more than 30 seats'),
  row('FB2', 5, 'Ô tô hạng B2 có kéo rơ moóc', 'Class B2 vehicles with a trailer'),
  row(
    'FC',
    5,
    'Ô tô hạng C có kéo rơ moóc, sơ mi rơ moóc',
    'Class C vehicles with a trailer or semi-trailer',
  ),
  row('FD', 5, 'Ô tô hạng D có kéo rơ moóc', 'Class D vehicles with a trailer'),
  row('FE', 5, 'Ô tô hạng E có kéo rơ moóc', 'Class E vehicles with a trailer'),
]

export const NEW_CLASSES: readonly LicenceClass[] = [
  row('A1', 'none', 'Xe mô tô hai bánh đến 125 cm3 hoặc đến 11 kW', 'Motorcycles up to 125 cm3 or 11 kW'),
  row('A', 'none', 'Xe mô tô hai bánh trên 125 cm3 hoặc trên 11 kW', 'Motorcycles over 125 cm3 or 11 kW'),
  row('B1', 'none', 'Xe mô tô ba bánh', 'Motor tricycles'),
  row(
    'B',
    10,
    'Ô tô chở người đến 8 chỗ, ô tô tải đến 3.500 kg',
    'Cars up to 8 seats, trucks up to 3,500 kg',
  ),
  row('C1', 10, 'Ô tô tải trên 3.500 kg đến 7.500 kg', 'Trucks over 3,500 kg up to 7,500 kg'),
  row('C', 5, 'Ô tô tải trên 7.500 kg', 'Trucks over 7,500 kg'),
  row('D1', 5, 'Ô tô chở người trên 8 đến 16 chỗ', 'Passenger vehicles over 8 up to 16 seats'),
  row('D2', 5, 'Ô tô chở người trên 16 đến 29 chỗ', 'Passenger vehicles over 16 up to 29 seats'),
  row(
    'D',
    5,
    'Ô tô chở người trên 29 chỗ, xe giường nằm',
    'Passenger vehicles over 29 seats, sleeper coaches',
  ),
  row('BE', 5, 'Ô tô hạng B kéo rơ moóc trên 750 kg', 'Class B vehicles with a trailer over 750 kg'),
  row('C1E', 5, 'Ô tô hạng C1 kéo rơ moóc trên 750 kg', 'Class C1 vehicles with a trailer over 750 kg'),
  row('CE', 5, 'Ô tô hạng C kéo rơ moóc, sơ mi rơ moóc', 'Class C vehicles with a trailer or semi-trailer'),
  row('D1E', 5, 'Ô tô hạng D1 kéo rơ moóc trên 750 kg', 'Class D1 vehicles with a trailer over 750 kg'),
  row('D2E', 5, 'Ô tô hạng D2 kéo rơ moóc trên 750 kg', 'Class D2 vehicles with a trailer over 750 kg'),
  row('DE', 5, 'Ô tô hạng D kéo rơ moóc trên 750 kg', 'Class D vehicles with a trailer over 750 kg'),
]

const RETIREMENT: Readonly<Record<Sex, number>> = { Nam: 60, Nữ: 55 }

/** Ten years where the age of retirement is nearer than that. */
function termEnd(term: Term, birth: Day, sex: Sex, issue: Day): Day | null {
  if (term === 'none') return null
  if (term !== 'age') return addYears(issue, term)
  const retired = addYears(birth, RETIREMENT[sex])
  const ten = addYears(issue, 10)
  return before(ten, retired) ? retired : ten
}

/** A card with several classes runs to the end of the shortest; without end only where every class is. */
export function licenceExpiry(
  classes: readonly LicenceClass[],
  birth: Day,
  sex: Sex,
  issue: Day,
): Day | null {
  const ends = classes.flatMap(({ term }) => termEnd(term, birth, sex, issue) ?? [])
  return ends.toSorted((one, other) => (before(one, other) ? -1 : 1))[0] ?? null
}
