// Tests selfsame read: how it describes pages, and its sentences for what it cannot do.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describe as inWords } from '../../src/commands/read.ts'
import type { Page, Pages } from '../../src/documents/pages/page.ts'
import type { Quad } from '../../src/image/geometry/perspective.ts'
import { installation } from './command-line.ts'

const corners: Quad = [
  { x: 10, y: 20.4 },
  { x: 310, y: 22 },
  { x: 305, y: 210 },
  { x: 8, y: 205 },
]
const page: Page = {
  kind: 'cccd-chip',
  side: 'front',
  confidences: { page: 0.99, kind: 0.98, side: 1, turn: 1 },
  corners,
  quarterTurn: 1,
  width: 1024,
  height: 646,
  lines: [
    {
      text: 'NGUYỄN VĂN ANH',
      confidence: 0.97,
      characters: [],
      raw: { text: 'NGUYÊN VĂN ANH', confidence: 0.5 },
      quad: corners,
      score: 1,
    },
    {
      text: '24/06/1942',
      confidence: 0.999,
      characters: [],
      raw: { text: '24/06/1942', confidence: 0.999 },
      quad: corners,
      score: 1,
    },
  ],
  codes: [{ format: 'qr', text: '001|"x"', quad: corners }],
  quality: { recapture: 0.01, photocopy: 0, blur: 0.2, glare: 0.9, darkness: 0 },
}
const pages: Pages = {
  image: { format: 'jpeg', width: 640, height: 480 },
  extent: { start: 0, end: 1 },
  pages: [page],
  reader: { name: 'text-reader', version: '1' },
}

describe('pages in words', () => {
  const said = inWords('a.jpg', pages)

  test('name kind, side, turn, corners, quality and codes', () => {
    expect(said).toMatch(/^a\.jpg: JPEG, 640 x 480 pixels, 1 page\n/)
    for (const words of [
      'cccd-chip, front',
      'by 90 degrees clockwise',
      '10,20 310,22 305,210 8,205',
      'glare 0.90',
    ])
      expect(said).toContain(words)
    expect(said).toContain('qr       "001|\\"x\\""')
  })

  test('show the raw reading where it differs, and only there', () => {
    expect(said).toContain('0.97  NGUYỄN VĂN ANH  (raw 0.50: NGUYÊN VĂN ANH)')
    expect(said).toMatch(/1\.00 {2}24\/06\/1942$/m)
  })
})

describe('fields', () => {
  const line = (text: string, y: number) => ({
    text,
    confidence: 0.999,
    characters: [...text].map((one) => ({ text: one, confidence: 0.999 })),
    raw: { text, confidence: 0.999 },
    score: 1,
    quad: [
      { x: 300, y },
      { x: 800, y },
      { x: 800, y: y + 30 },
      { x: 300, y: y + 30 },
    ] as const,
  })
  const front = {
    ...page,
    codes: [],
    lines: [line('Họ và tên / Full name:', 320), line('NGUYỄN VĂN ANH', 360)],
  }

  test('are a table with value, confidence and source', () => {
    const said = inWords('a.jpg', { ...pages, pages: [front] })
    expect(said).toContain('fields   1')
    expect(said).toMatch(/^ +field +value +confidence +source$/m)
    expect(said).toMatch(/^ +name +NGUYỄN VĂN ANH +(?:0\.99|1\.00) +ocr$/m)
  })

  test('of a licence are listed too, rows of classes among them', () => {
    const lines = [line('17/09/2016', 239)]
    const said = inWords('a.jpg', {
      ...pages,
      pages: [{ ...front, kind: 'licence-pet', side: 'back', lines }],
    })
    expect(said).toContain('unread, passed 17/09/2016')
  })
})

describe('what cannot be done', () => {
  const file = 'picture.png'
  test.each([
    ['a picture that is not there', 'read no-such.jpg', 'There is no file no-such.jpg.'],
    ['an overlay that is no PNG', `read ${file} --overlay out.jpg`, 'ends in .png'],
    ['an overlay over the picture', `read ${file} --overlay ${file}`, 'would be lost'],
    ['an overlay of two pictures', `read ${file} ${file} --overlay out.png`, 'give one file'],
  ])('%s is reported in a sentence', async (_what, command, sentence) => {
    const { code, err } = await installation().run(command)
    expect(code).toBe(1)
    expect(err).toContain(sentence)
    expect(err).not.toContain('    at ')
  })

  test('bytes that are no picture', async () => {
    const at = installation()
    const path = join(at.data, '..', 'nothing.jpg')
    writeFileSync(path, 'nothing')
    const { code, err } = await at.run(`read ${path}`)
    expect(code).toBe(1)
    expect(err).toMatch(/nothing\.jpg .*\.\n$/)
  })
})
