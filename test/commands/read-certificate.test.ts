// selfsame read of a certificate: what it says of a PDF, of a picture, and of what is neither.
import { describe, expect, test } from 'vitest'
import { certificateFields, describePdf } from '../../src/commands/read-certificate.ts'
import { OLD_COMPANY } from '../documents/business/papers.ts'
import { writtenSheet } from '../documents/business/sheets.ts'

describe('a certificate in words', () => {
  const sheet = { ...writtenSheet(OLD_COMPANY), source: 'text' as const, agreement: 0.98 }
  const said = describePdf('paper.pdf', [sheet])

  test('names its pages, kind, fields and checks', () => {
    expect(said).toContain('paper.pdf: PDF, 1 page\n')
    expect(said).toContain('written in the file, letters of the file agree 0.98')
    expect(said).toContain('kind     ENTERPRISE, joint-stock')
    expect(said).toMatch(/business_code +0100109106 +1\.00 +text\n/)
    expect(said).toContain('passed   business-code-digit')
  })

  test('has the places of its values, for the overlay', () => {
    const code = certificateFields([sheet]).find(({ field }) => field === 'business_code')
    const [place] = code?.places ?? []
    // Behind its label, on its line.
    expect(place?.[0].x).toBeGreaterThan(sheet.lines[7]?.quad[0].x ?? 0)
    expect(place?.[1].x).toBeCloseTo(sheet.lines[7]?.quad[1].x ?? 0, 0)
  })
})

test('what is no certificate says so', () => {
  const sheet = writtenSheet(['Kính gửi'])
  expect(describePdf('letter.pdf', [sheet])).toContain('no certificate')
  expect(certificateFields([sheet])).toEqual([])
})
