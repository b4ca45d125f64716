// The citizen identity card with a barcode, 2016 to 2020: Vietnamese only, red title and number.
import { seededDice } from '../../person/dice.ts'
import type { Making } from '../drawing/words.ts'
import type { FactsOf } from '../facts/record.ts'
import type { Sheet } from '../sheet.ts'
import { barcodeBack } from './barcode-back.ts'
import { barcodeFront, type FrontRow } from './barcode-front.ts'
import { printed, type RowLook } from './layout.ts'

const LOOK: RowLook = {
  label: 'sans',
  english: 'sans-italic',
  value: 'sans-bold',
  labelMm: 2.35,
  valueMm: 2.45,
  labelColour: '#2b2f38',
  valueColour: '#1a1b20',
}

export function cccd12(facts: FactsOf<'cccd-12'>, making: Making): Sheet[] {
  const { front: of, back, person } = facts
  const dice = seededDice(making.seed, 0xcd12)
  const early = dice.next() < 0.25
  const look = printed({ ...LOOK, value: dice.next() < 0.5 ? 'sans-bold' : 'sans' }, making.seed)
  const single = (label: string, field: string, value: string): FrontRow => ({
    cells: [{ label, field, value }],
  })
  const sex = { label: 'Giới tính:', field: 'sex', value: of.sex }
  const national = { label: 'Quốc tịch:', field: 'national', value: of.national }
  const front = barcodeFront(
    {
      kind: 'cccd-12',
      title: 'CĂN CƯỚC CÔNG DÂN',
      titleMm: 4.1,
      id: of.id,
      expiry: of.expiry,
      look,
      dotted: early,
      sex: person.sex === 'Nữ' ? 'f' : 'm',
      documentSeed: facts.seed,
      rows: [
        single(early ? 'Họ và tên khai sinh:' : 'Họ và tên:', 'name', of.name),
        single(early ? 'Ngày, tháng, năm sinh:' : 'Sinh ngày:', 'birthday', of.birthday),
        // The first cards still named the people one belongs to.
        ...(early ? [single('Dân tộc:', 'ethnicity', person.ethnicity)] : []),
        { cells: [sex, national] },
        { label: 'Quê quán:', field: 'hometown', address: of.hometown },
        { label: 'Nơi thường trú:', field: 'address', address: of.address },
      ],
      fields: {
        id: of.id,
        name: of.name,
        birthday: of.birthday,
        sex: of.sex,
        national: of.national,
        ...(early ? { ethnicity: person.ethnicity } : {}),
        hometown: of.hometown.text,
        address: of.address.text,
        expiry: of.expiry,
      },
    },
    making,
  )
  return [
    front,
    barcodeBack(
      { kind: 'cccd-12', of: back, look, frame: '#7c9c93', rows: [], documentSeed: facts.seed },
      making,
    ),
  ]
}
