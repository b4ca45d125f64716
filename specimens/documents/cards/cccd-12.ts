// The citizen identity card with a barcode, 2016 to 2020: Vietnamese only, red title and number.
import type { Making } from '../drawing/words.ts'
import type { FactsOf } from '../facts/record.ts'
import type { Sheet } from '../sheet.ts'
import { barcodeBack } from './barcode-back.ts'
import { cccd12Front } from './cccd-12-front.ts'
import { printed, type RowLook } from './layout.ts'

const LOOK: RowLook = {
  label: 'sans',
  english: 'sans-italic',
  value: 'sans',
  labelMm: 2.35,
  valueMm: 2.45,
  labelColour: '#2b2f38',
  valueColour: '#1a1b20',
}

export function cccd12(facts: FactsOf<'cccd-12'>, making: Making): Sheet[] {
  const look = printed(LOOK, making.seed)
  const back = {
    kind: 'cccd-12',
    of: facts.back,
    look,
    frame: '#8196bd',
    rows: [],
    documentSeed: facts.seed,
  } as const
  return [cccd12Front(facts, look, making), barcodeBack(back, making)]
}
