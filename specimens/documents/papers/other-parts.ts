// What drawings of other cards and papers share: their input, pens, made-up numbers, days and names.
import type { Dice } from '../../person/dice.ts'
import { inline, type Making } from '../drawing/words.ts'
import type { Person } from '../facts/record.ts'
import type { BoxMm, TypefaceRole } from '../sheet.ts'
import type { Motif } from './motifs.ts'
import { hand, type Paper } from './paper.ts'

export interface OtherInput {
  readonly page: Paper
  readonly making: Making
  readonly person: Person
  readonly dice: Dice
  readonly hue: number
}

export type OtherDraw = (input: OtherInput) => void

export const pen = (
  typeface: TypefaceRole,
  sizeMm: number,
  role: 'title' | 'label' | 'value' | 'other',
  colour = '#1c1e22',
) => hand({ typeface, sizeMm, role, colour })

export const digits = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => Math.floor(dice.next() * 10)).join('')

export const two = (value: number): string => String(value).padStart(2, '0')
export const someDay = (dice: Dice, from: number, to: number): string =>
  `${two(1 + Math.floor(dice.next() * 28))}/${two(1 + Math.floor(dice.next() * 12))}/${Math.floor(dice.between(from, to))}`

export const birthOf = ({ birth }: Person): string => `${two(birth.day)}/${two(birth.month)}/${birth.year}`

export const MOTIFS: readonly Motif[] = ['stars', 'waves', 'rosette', 'sun', 'shield', 'leaf']
const FIRMS = [
  'CÔNG TY TNHH THIÊN PHÚC',
  'CÔNG TY CP VẬN TẢI AN BÌNH',
  'TẬP ĐOÀN ĐẠI DƯƠNG',
  'XƯỞNG MỘC HÒA PHÁT TÀI',
]
export const FIRM = (dice: Dice): string => dice.pick(FIRMS)

export const boxOf = ({ form }: Paper): BoxMm => ({ x: 0, y: 0, width: form.widthMm, height: form.heightMm })

export const rows = (
  { page, making }: OtherInput,
  at: { readonly x: number; readonly y: number; readonly step: number; readonly room: number },
  said: readonly (readonly [label: string, value: string])[],
  [label, value]: readonly [TypefaceRole, TypefaceRole] = ['sans', 'sans-bold'],
  sizeMm = 2.4,
): void => {
  for (const [index, [name, text]] of said.entries()) {
    const words = [pen(label, sizeMm * 0.92, 'label')(name), pen(value, sizeMm, 'value')(text)]
    page.put(inline(making.cast, at.x, at.y + index * at.step, words, at.room))
  }
}
