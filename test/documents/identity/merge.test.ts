// Tests merging pictures of one document: sides in any order, the better of two, and never a mixture of two cards.
import { describe, expect, test } from 'vitest'
import {
  chipBack,
  chipFront,
  failures,
  goodQuality,
  id,
  printed,
  recordOf,
  said,
  sideOf,
  today,
} from '../../../specimens/kit/readings/identity.ts'
import { merge } from '../../../src/documents/cards/merge.ts'
import { commonKind } from '../../../src/documents/cards/same-card.ts'
import { encodeSides } from '../../../src/documents/cards/side.ts'
import { decodeSides } from '../../../src/documents/cards/side-reading.ts'
import { findDocument } from '../../../src/documents/identity/find.ts'
import type { Page } from '../../../src/documents/pages/page.ts'
import { pageOf } from '../fields/drawn-up.ts'

describe('front and back', () => {
  test('make the same record in any order', () => {
    expect(recordOf([chipBack(), chipFront()])).toEqual(recordOf([chipFront(), chipBack()]))
  })

  test('of two kinds are two documents', () => {
    const other = sideOf('can-cuoc', 'back', said('ocr', { expiry: '05/03/2030' }))
    expect(merge([chipFront(), other])).toBeUndefined()
    expect(merge([])).toBeUndefined()
  })

  test.each([
    ['alike and unsure', 'cccd-12', 0.6, 'cccd-chip'],
    ['alike and sure', 'cccd-12', 0.97, undefined],
    ['unlike and unsure', 'cmnd-9', 0.6, undefined],
  ] as const)('a back that was taken for another kind: %s', (_name, kind, confidence, together) => {
    expect(commonKind([chipFront(), { kind, confidence }])).toBe(together)
  })
})

describe('one side twice', () => {
  const poor = (values: object, confidence: number) =>
    sideOf('cccd-chip', 'front', said('ocr', { id, name: printed.name, ...values }, confidence))

  test('keeps the better of each field, and what only one of them shows', () => {
    const first = poor({ hometown: 'Nghi Lộc, Nghe An', sex: 'Nữ' }, 0.7)
    const second = poor({ hometown: 'Nghi Lộc, Nghệ An', expiry: '05/03/2030' }, 0.95)
    for (const pictures of [
      [first, second],
      [second, first],
    ]) {
      const record = recordOf(pictures)
      expect(record).toMatchObject({ id, hometown: 'Nghi Lộc, Nghệ An', sex: 'Nữ', expiry: '05/03/2030' })
      expect(record.hometownconf).toBe('[0.95]')
      expect(record.sexconf).toBe('[0.7]')
    }
  })

  test('of two people uses one of them whole, and says so', () => {
    const otherCard = sideOf(
      'cccd-chip',
      'front',
      said('ocr', { id: '001085007777', name: 'TRẦN VĂN BÌNH', religion: 'Không' }, 0.99),
    )
    const record = recordOf([chipFront(), otherCard])
    expect(record).toMatchObject({ id, name: printed.name, religion: '', warning_code: [109, 198] })
    expect(failures(record)).toEqual([
      'same-side-twice',
      'picture-against-picture id',
      'picture-against-picture name',
    ])
    expect(record.checks.find(({ name }) => name === 'picture-against-picture')?.values).toEqual({
      used: id,
      'not-used': '001085007777',
    })
  })

  test('a sharp picture makes up for a blurred one, and nothing for one off a screen', () => {
    const blurred = { ...chipFront(), quality: { ...goodQuality, blur: 0.95 } }
    const shown = { ...chipFront(), quality: { ...goodQuality, recapture: 0.95 } }
    expect(recordOf([blurred, chipFront()], false).reliability).toBe('[0.9]')
    expect(recordOf([shown, chipFront()], false).reliability).toBe('[0.05]')
  })
})

test('what is kept of a picture is all that a record needs', () => {
  const sides = [chipFront(), chipBack()]
  expect(recordOf(decodeSides(encodeSides(sides)))).toEqual(recordOf(sides))
})

describe('a picture', () => {
  const corner = { x: 0, y: 0 }
  const page: Page = {
    kind: 'cccd-12',
    side: 'front',
    confidences: { page: 1, kind: 1, side: 1, turn: 1 },
    corners: [corner, corner, corner, corner],
    quarterTurn: 0,
    width: 1024,
    height: 646,
    lines: [],
    codes: [],
    quality: goodQuality,
  }
  const found = (...pages: readonly Page[]) => {
    const image = { format: 'jpeg', width: 100, height: 100 } as const
    const extent = { start: 0, end: 1 }
    return findDocument({ image, extent, pages, reader: { name: 'text-reader', version: '1' } }, today)
  }
  const named = (name: string) => ({ name, outcome: 'failed' })

  test('without any known page shows nothing', () => {
    const nothing = { outcome: 'nothing', detected: { detected: 'nothing' }, sides: [] }
    expect(found()).toMatchObject({ ...nothing, checks: [named('documents-found')] })
    expect(found({ ...page, kind: 'other' })).toMatchObject(nothing)
  })

  test.each([
    ['licence-pet', 'DRIVER LICENCE'],
    ['business-registration', 'BUSINESS REGISTRATION'],
    ['foreign-td1', 'FOREIGN IDENTITY CARD'],
    ['foreign-td3', 'FOREIGN PASSPORT'],
  ] as const)('of a %s names it, if that is surely what it is', (kind, document) => {
    const text = { text: '', confidence: 1 }
    const line = { ...text, raw: text, characters: [], quad: page.corners, score: 1 }
    const other = { ...page, kind, lines: [line, line, line] }
    expect(found({ ...page, kind: 'other' }, other)).toMatchObject({
      outcome: 'nothing',
      detected: { detected: 'another-document', detected_document: document },
    })
    const unsure = { ...other, confidences: { ...page.confidences, kind: 0.5 } }
    const withoutText = { ...other, lines: [] }
    for (const one of [unsure, withoutText])
      expect(found(one)).toMatchObject({ outcome: 'nothing', detected: { detected: 'nothing' } })
  })

  test('of a page on which nothing can be read shows nothing either', () => {
    expect(found(page)).toMatchObject({
      outcome: 'nothing',
      detected: { detected: 'document-not-legible', detected_document: 'IDENTITY CARD' },
      checks: [{ name: 'documents-found', outcome: 'passed' }, named('documents-legible')],
      sides: [{ kind: 'cccd-12', readings: [] }],
    })
  })

  describe('with a card and something else', () => {
    const card = {
      ...pageOf('cccd-12', 'front', [
        [344, 200, 'Số: 001091056214'],
        [344, 268, 'Họ và tên: ĐÀO THỊ HỒNG'],
        [345, 350, 'Ngày, tháng, năm sinh: 03/05/1991'],
      ]),
      quality: goodQuality,
    }
    const licence = {
      ...pageOf('licence-pet', 'front', [
        [312, 200, 'Số/No: 360229429772'],
        [312, 250, 'Họ tên/Full name: ĐÀO THỊ HỒNG'],
        [312, 300, 'Quốc tịch/Nationality: VIỆT NAM'],
      ]),
      quality: goodQuality,
    }

    test('answers the card and names the other', () => {
      for (const both of [found(card, licence), found(licence, card)])
        expect(both).toMatchObject({
          outcome: 'found',
          sides: [{ kind: 'cccd-12' }],
          others: [{ document: 'GPLX PET', idType: '0' }],
        })
      expect(found(card)).toMatchObject({ outcome: 'found', others: [] })
    })

    test('is of one card where the other was hardly read, and of several kinds where it has a number', () => {
      const sure = { page: 1, kind: 0.99, side: 0.99, turn: 1 }
      const stray = { ...pageOf('cmnd-9', 'back', [[32, 60, 'Dân tộc: Kinh']]), quality: goodQuality }
      expect(found({ ...card, confidences: sure }, { ...stray, confidences: sure })).toMatchObject({
        outcome: 'found',
        sides: [{ kind: 'cccd-12' }],
      })
      const old = { ...pageOf('cmnd-9', 'front', [[427, 178, 'SỐ 012345678', 34]]), quality: goodQuality }
      const both = found({ ...card, confidences: sure }, { ...old, confidences: sure })
      expect(both).toEqual({ outcome: 'several-kinds' })
    })
  })

  test('of more pages than a card has is of several cards, whatever can be read', () => {
    expect(found(page, page, page)).toEqual({ outcome: 'several-cards' })
  })
})
