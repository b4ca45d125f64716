// How the two plastic driving licences differ: colours, offices, titles and labels.
import type { TypefaceRole } from '../sheet.ts'
import { hand } from './paper.ts'

interface Look {
  readonly hues: readonly [number, number]
  /** Of the back. */
  readonly faces: { readonly plain: TypefaceRole; readonly bold: TypefaceRole; readonly italic: TypefaceRole }
  readonly corner: readonly string[]
  readonly titles: readonly string[]
  readonly labels: Readonly<
    Record<'id' | 'name' | 'birthday' | 'nationality' | 'address' | 'class' | 'expiry', string>
  >
  readonly backTitles: readonly string[]
  readonly columns: readonly (readonly [vietnamese: string, english: string])[]
}

const LABELS = {
  id: 'Số/No:',
  name: 'Họ tên/Full name:',
  birthday: 'Ngày sinh/Date of Birth:',
  nationality: 'Quốc tịch/Nationality:',
  address: 'Nơi cư trú/Address:',
  class: 'Hạng/Class:',
  expiry: 'Có giá trị đến/Expires:',
} as const

export const LOOKS: Readonly<Record<'licence-pet' | 'licence-2025', Look>> = {
  'licence-pet': {
    hues: [47, 36],
    faces: { plain: 'serif', bold: 'serif-bold', italic: 'serif-italic' },
    corner: ['BỘ GTVT', 'MOT'],
    titles: ["GIẤY PHÉP LÁI XE/DRIVER'S LICENSE", "GIẤY PHÉP LÁI XE / DRIVER'S LICENSE"],
    labels: LABELS,
    backTitles: ['CÁC LOẠI XE CƠ GIỚI ĐƯỜNG BỘ ĐƯỢC ĐIỀU KHIỂN', 'CLASSIFICATION OF MOTOR VEHICLES'],
    columns: [
      ['Hạng', 'Class'],
      ['Loại xe cơ giới đường bộ được điều khiển', 'Classification of motor vehicles'],
      ['Ngày trúng tuyển', 'Beginning date'],
    ],
  },
  'licence-2025': {
    hues: [40, 350],
    faces: { plain: 'sans', bold: 'sans-bold', italic: 'sans-italic' },
    corner: ['BỘ CÔNG AN', 'MPS'],
    titles: ['GIẤY PHÉP LÁI XE/DRIVING LICENSE', "GIẤY PHÉP LÁI XE/DRIVER'S LICENSE"],
    labels: {
      ...LABELS,
      id: 'Số/No.:',
      birthday: 'Ngày sinh/Date of birth:',
      expiry: 'Có giá trị đến/Date of expiry:',
    },
    backTitles: ['LOẠI XE ĐƯỢC ĐIỀU KHIỂN', 'VEHICLES PERMITTED TO DRIVE'],
    columns: [
      ['Hạng', 'Class'],
      ['Loại xe được điều khiển', 'Vehicles'],
      ['Ngày trúng tuyển', 'Date of passing'],
    ],
  },
}

export const [INK, RED] = ['#22201d', '#c3202b']
export const pen = (
  typeface: TypefaceRole,
  sizeMm: number,
  role: 'title' | 'label' | 'value' | 'other',
  colour = INK,
) => hand({ typeface, sizeMm, role, colour })
