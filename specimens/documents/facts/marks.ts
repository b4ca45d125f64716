// Marks by which a person is known, in the clipped words of the cards.
import type { Dice } from '../../person/dice.ts'

const THINGS = [
  'Nốt ruồi',
  'Sẹo chấm',
  'Sẹo',
  'Vết thẹo',
  'Sẹo tròn',
  'Nốt ruồi nổi',
  'Sẹo thẳng',
  'Bớt nâu',
  'Sẹo lõm',
] as const
const SIDES = [
  'trên',
  'dưới',
  'trước',
  'sau',
  'trên trước',
  'dưới trước',
  'trên sau',
  'dưới sau',
  'trên ngoài',
] as const
const SPOTS = [
  'mắt trái',
  'mắt phải',
  'đuôi mắt trái',
  'đuôi mắt phải',
  'đầu mày trái',
  'đuôi mày phải',
  'cánh mũi trái',
  'cánh mũi phải',
  'mép trái',
  'mép phải',
  'môi trên',
  'cằm',
  'trán',
  'tai trái',
  'tai phải',
  'cổ',
  'gò má phải',
  'sống mũi',
  'thái dương trái',
] as const
/** Small distances are given to the half centimetre. */
const LENGTHS = ['0,3cm', '0,5cm', '1cm', '1,5cm', '2cm', '2,5cm', '3cm', '4cm', '5cm'] as const

/** `Sẹo chấm c: 1cm dưới mắt phải`; `c:` stands for a distance. */
export function drawMark(dice: Dice): string {
  const [thing, length, side, spot] = [
    dice.pick(THINGS),
    dice.pick(LENGTHS),
    dice.pick(SIDES),
    dice.pick(SPOTS),
  ]
  const where = dice.next() < 0.9 ? `C: ${length} ${side} ${spot}` : `${side} ${spot}`
  return `${thing} ${dice.next() < 0.6 ? where.replace('C:', 'c:') : where.replace('C: ', 'C:')}`
}
