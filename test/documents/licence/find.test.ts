// Tests which licence a picture shows: one side or both, none, or several.
import { describe, expect, test } from 'vitest'
import type { Kind, Side } from '../../../src/documents/kinds/kinds.ts'
import { findLicence } from '../../../src/documents/licence/read.ts'
import type { LicenceSide } from '../../../src/documents/licence/side-reading.ts'
import type { Page, Pages } from '../../../src/documents/pages/page.ts'
import { goodQuality, policeCode } from './hand-written.ts'

/** Builds a page with these lines, one under the other; two texts on a row stand at its left and right. */
function page(
  kind: Kind,
  side: Side,
  texts: readonly (string | readonly [string, string])[],
  kindConfidence = 0.99,
  confidence = 0.999,
): Page {
  const lines = texts.flatMap((row, i) =>
    [row].flat().map((text, k) => {
      const [x, y] = [50 + 600 * k, 40 + 45 * i]
      const right = x + 14 * text.length
      return {
        text,
        confidence: confidence ** text.length,
        characters: [...text].map((one) => ({ text: one, confidence })),
        raw: { text, confidence: 0.98 },
        quad: [
          { x, y },
          { x: right, y },
          { x: right, y: y + 24 },
          { x, y: y + 24 },
        ],
        score: 0.98,
      }
    }),
  )
  return {
    kind,
    side,
    width: 1024,
    height: 646,
    confidences: { page: 1, kind: kindConfidence, side: 1, turn: 1 },
    corners: [
      { x: 0, y: 0 },
      { x: 1024, y: 0 },
      { x: 1024, y: 646 },
      { x: 0, y: 646 },
    ],
    quarterTurn: 0,
    lines,
    codes: [],
    quality: goodQuality,
  } as unknown as Page
}

const pages = (...all: Page[]): Pages =>
  ({ pages: all, image: { format: 'jpeg', width: 1600, height: 1200 } }) as unknown as Pages
const front = (id: string, name: string, kind: Kind = 'licence-pet', sure?: number) =>
  page(
    kind,
    'front',
    ["GIẤY PHÉP LÁI XE/DRIVER'S LICENSE", `Số/No: ${id}`, `Họ tên/Full name: ${name}`],
    sure,
  )
const back = (seri: string, kind: Kind = 'licence-pet') => page(kind, 'back', [['B2', '20/01/2020'], seri])
const one = front('010201234567', 'NGUYỄN VĂN AN')

const valuesOf = (side: LicenceSide | undefined): Record<string, string> =>
  Object.fromEntries(side?.readings.map(({ field, value }) => [field, value]) ?? [])

describe('one licence', () => {
  test('is found with its number, its name and its rows', () => {
    const found = findLicence(pages(back('AB123456'), one))
    expect(found.outcome).toBe('found')
    if (found.outcome !== 'found') return
    expect(found.sides.map(({ side }) => side)).toEqual(['front', 'back'])
    expect(valuesOf(found.sides[0])).toEqual({ id: '010201234567', name: 'NGUYỄN VĂN AN' })
    expect(valuesOf(found.sides[1])).toEqual({ seri_id: 'AB123456' })
    expect(found.sides[1]?.rows).toMatchObject([{ className: 'B2', classDate: '20/01/2020' }])
  })

  test('seen twice is taken once, as it was read better', () => {
    const poor = page('licence-pet', 'front', ['Số/No: 010201234567'])
    const found = findLicence(pages(poor, one))
    expect(found.outcome === 'found' && found.sides.map(({ readings }) => readings.length)).toEqual([2])
  })

  test('has the code of its back read', () => {
    const coded = { ...back('CA123456', 'licence-2025'), codes: [{ text: policeCode }] } as unknown as Page
    const found = findLicence(pages(coded))
    const readings = found.outcome === 'found' ? found.sides.flatMap((side) => side.readings) : []
    expect(readings.map(({ field }) => field)).toEqual([
      'seri_id',
      'id',
      'name',
      'birthday',
      'issue_date',
      'class_type',
    ])
  })

  test('beside a card of another kind is still one', () => {
    expect(findLicence(pages(page('cccd-chip', 'front', ['x']), one)).outcome).toBe('found')
  })

  test('is answered beside others, which are named', () => {
    const card = page('cccd-chip', 'front', ['CĂN CƯỚC CÔNG DÂN', 'Họ và tên', 'Số / No.: 001091056214'])
    const found = findLicence(pages(card, one))
    expect(found.outcome === 'found' && found.others).toMatchObject([{ document: 'CHIP ID', idType: '0' }])
    const unsure = { ...card, confidences: { ...card.confidences, kind: 0.4 } }
    expect(findLicence(pages(unsure, one))).toMatchObject({ others: [] })
  })

  test('is answered where something else was taken for a licence of another kind', () => {
    const stray = page('licence-paper', 'front', ['Quốc tịch: Việt Nam'], 0.95)
    expect(findLicence(pages(stray, one))).toMatchObject({
      outcome: 'found',
      sides: [{ kind: 'licence-pet' }],
    })
    const other = front('AD123456', 'TRẦN VĂN BÌNH', 'licence-paper')
    expect(findLicence(pages(other, one)).outcome).toBe('several')
  })

  test('has no number where half of one was read, or that of another form', () => {
    for (const number of ['0102012345', 'AD123456']) {
      const found = findLicence(pages(front(number, 'NGUYỄN VĂN AN')))
      expect(found.outcome === 'found' && valuesOf(found.sides[0])).toEqual({ name: 'NGUYỄN VĂN AN' })
    }
    const paper = findLicence(pages(front('AD123456', 'NGUYỄN VĂN AN', 'licence-paper')))
    expect(paper.outcome === 'found' && valuesOf(paper.sides[0]).id).toBe('AD123456')
  })
})

describe('the line of place and date', () => {
  const dated = (text: string, confidence?: number) => {
    const found = findLicence(pages(page('licence-pet', 'front', ['Họ tên: AN', text], 0.99, confidence)))
    const { issue_place, issue_date } = found.outcome === 'found' ? valuesOf(found.sides[0]) : {}
    return [issue_place, issue_date]
  }

  test.each([
    'Hà Nội, ngày/date 05 tháng/month 03 năm/year 2020',
    'Hà Nội, ngày 05 tháng 03 năm 2020',
    'Hà Nội, ngày/tnte 05 tháng month 03 nămuyear 2020',
    'Hà Nội, ngày/date 05 tháng month 03 năm veár 2020',
  ])('%s', (text) => expect(dated(text)).toEqual(['Hà Nội', '05/03/2020']))

  test('has the tones of the province where they were hardly seen, and its own where they were seen', () => {
    const text = 'Điện Biển, ngày 05 tháng 03 năm 2020'
    expect(dated(text, 0.9)[0]).toBe('Điện Biên')
    expect(dated(text)[0]).toBe('Điện Biển')
    expect(dated('9 Cần Thơ, ngày 05 tháng 03 năm 2020', 0.9)[0]).toBe('Cần Thơ')
  })
})

test('an office ends where the title of the signer begins', () => {
  const lines = ['Nơi cấp/Place of issue: Cục Cảnh sát giao thông', 'CỤC TRƯỞNG']
  const found = findLicence(pages(page('licence-2025', 'front', lines)))
  expect(found.outcome === 'found' && valuesOf(found.sides[0])).toEqual({
    issue_place: 'Cục Cảnh sát giao thông',
  })
})

describe('no licence', () => {
  test('is an identity card, or nothing at all', () => {
    const card = page('cccd-chip', 'front', ['CĂN CƯỚC CÔNG DÂN', 'Số/No: 001090000001', 'Họ và tên'])
    for (const [none, detected] of [
      [pages(), { detected: 'nothing' }],
      [pages(card), { detected: 'another-document', detected_document: 'IDENTITY CARD' }],
    ] as const)
      expect(findLicence(none)).toMatchObject({
        outcome: 'nothing',
        detected,
        checks: [{ name: 'documents-found', outcome: 'failed' }],
      })
  })

  test('is one on which nothing can be read', () => {
    expect(findLicence(pages(page('licence-pet', 'front', ['~~~'])))).toMatchObject({
      outcome: 'nothing',
      detected: { detected: 'document-not-legible', detected_document: 'DRIVER LICENCE' },
      checks: [{ outcome: 'passed' }, { name: 'documents-legible', outcome: 'failed' }],
    })
  })
})

describe('several licences', () => {
  test('are two fronts with two numbers, two backs with two serial numbers, two forms', () => {
    const other = front('790159876543', 'TRẦN THỊ BÌNH')
    expect(findLicence(pages(one, other)).outcome).toBe('several')
    expect(findLicence(pages(back('AB123456'), back('CA999999'))).outcome).toBe('several')
    expect(findLicence(pages(one, back('AB123456', 'licence-paper'))).outcome).toBe('several')
  })

  test('are not two sides of which one was taken for another form, and not surely', () => {
    const unsure = front('010201234567', 'NGUYỄN VĂN AN', 'licence-2025', 0.6)
    expect(findLicence(pages(unsure, back('AB123456'))).outcome).toBe('found')
  })
})
