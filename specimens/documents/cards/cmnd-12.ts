// The 12-digit identity card of 2012 to 2015: blue, plastic, dotted leaders; parents on the first ones.
import { seededDice } from '../../person/dice.ts'
import type { Making } from '../drawing/words.ts'
import type { FactsOf } from '../facts/record.ts'
import type { Sheet } from '../sheet.ts'
import { barcodeBack } from './barcode-back.ts'
import { barcodeFront } from './barcode-front.ts'
import { printed, type RowLook } from './layout.ts'

const LOOK: RowLook = {
  label: 'sans',
  english: 'sans-italic',
  value: 'sans',
  labelMm: 2.25,
  valueMm: 2.5,
  labelColour: '#27303c',
  valueColour: '#16181c',
}

export function cmnd12(facts: FactsOf<'cmnd-12'>, making: Making): Sheet[] {
  const { front: of, back } = facts
  const early = seededDice(making.seed, 0x12).next() < 0.5
  const look = printed(LOOK, making.seed)
  const front = barcodeFront(
    {
      kind: 'cmnd-12',
      title: early ? 'GIẤY CHỨNG MINH NHÂN DÂN' : 'CHỨNG MINH NHÂN DÂN',
      titleMm: early ? 3.5 : 3.9,
      id: of.id,
      expiry: of.expiry,
      look,
      dotted: true,
      sex: facts.person.sex === 'Nữ' ? 'f' : 'm',
      documentSeed: facts.seed,
      rows: [
        { cells: [{ label: 'Họ và tên khai sinh:', field: 'name', value: of.name }] },
        { cells: [{ label: 'Họ và tên gọi khác:', field: 'other_name', value: of.otherName }] },
        { cells: [{ label: 'Ngày, tháng, năm sinh:', field: 'birthday', value: of.birthday }] },
        {
          cells: [
            { label: 'Giới tính:', field: 'sex', value: of.sex },
            { label: 'Dân tộc:', field: 'ethnicity', value: of.ethnicity },
          ],
        },
        { label: 'Quê quán:', field: 'hometown', address: of.hometown },
        { label: 'Nơi thường trú:', field: 'address', address: of.address },
      ],
      fields: {
        id: of.id,
        name: of.name,
        ...(of.otherName === '' ? {} : { other_name: of.otherName }),
        birthday: of.birthday,
        sex: of.sex,
        ethnicity: of.ethnicity,
        hometown: of.hometown.text,
        address: of.address.text,
        expiry: of.expiry,
      },
    },
    making,
  )
  const rows = [
    ...(back.father === undefined ? [] : [{ label: 'Họ và tên cha:', field: 'father', value: back.father }]),
    ...(back.mother === undefined ? [] : [{ label: 'Họ và tên mẹ:', field: 'mother', value: back.mother }]),
  ]
  return [
    front,
    barcodeBack(
      { kind: 'cmnd-12', of: back, look, frame: '#4d8fb3', rows, documentSeed: facts.seed },
      making,
    ),
  ]
}
