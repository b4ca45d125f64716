// Tests the codes of pages: they are looked for where the kind has them, and a stacked code must be read twice alike.
import barcodes from 'bwip-js/node'
import { describe, expect, test } from 'vitest'
import { pageDefinition } from '../../../src/documents/kinds/kinds.ts'
import { codeContrast, readPageCodes } from '../../../src/documents/pages/codes.ts'
import type { Box } from '../../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

const text = '020069115424|Lê Văn Tuấn|24051969|Nam|01012018'
const size = { width: 1024, height: 646 }
const asItLies = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)

/** Draws a light page with the code over its whole width at the top, or lower down. */
function page(top: number): Pixels {
  const [drawn] = barcodes.raw({ bcid: 'pdf417', text })
  if (drawn === undefined || !('pixs' in drawn)) throw new Error('nothing was drawn')
  const { pixs, pixx } = drawn
  const rows = pixs.length / pixx
  const data = new Uint8Array(3 * size.width * size.height).fill(225)
  for (let i = 0; i < size.width * size.height; i++) {
    const x = Math.floor((((i % size.width) - 40) / 944) * pixx)
    const y = Math.floor(((Math.floor(i / size.width) - top) / 90) * rows)
    if (x >= 0 && y >= 0 && x < pixx && y < rows && pixs[y * pixx + x] === 1) data.fill(30, 3 * i, 3 * i + 3)
  }
  return { ...size, data }
}

describe('a stacked code', () => {
  test('is read where the kind has it', async () => {
    const found = await readPageCodes(page(40), asItLies, size, { kind: 'cccd-12', side: 'back' }, 'expected')
    expect(found.map((code) => [code.format, code.text])).toEqual([['pdf417', text]])
    expect(Math.abs((found[0]?.quad[0].y ?? 0) - 40)).toBeLessThan(12)
  })

  test('is not looked for elsewhere, unless everywhere is meant', async () => {
    const kind = { kind: 'cccd-12', side: 'back' } as const
    expect(await readPageCodes(page(400), asItLies, size, kind, 'expected')).toEqual([])
    const front = { kind: 'cmnd-9', side: 'front' } as const
    expect(await readPageCodes(page(40), asItLies, size, front, 'expected')).toEqual([])
    const found = await readPageCodes(page(400), asItLies, size, front, 'everywhere')
    expect(found.map((code) => code.text)).toEqual([text])
  })
})

describe('the contrast where a code would stand', () => {
  const card = { kind: 'cccd-chip', side: 'front' } as const
  const region = pageDefinition(card)?.code?.region as Box
  const left = Math.round(region.x * size.width)
  const [right, below] = [(region.x + region.width) * size.width, (region.y + region.height) * size.height]
  /** Squares over the whole region. */
  const withCode = (dark: number, ground = 225): Pixels => {
    const data = new Uint8Array(3 * size.width * size.height).fill(ground)
    for (let y = Math.round(region.y * size.height); y < below; y++)
      for (let x = left; x < right; x++)
        if ((Math.floor(x / 9) + Math.floor(y / 9)) % 2 === 0) {
          const at = 3 * (y * size.width + x)
          data.fill(dark, at, at + 3)
        }
    return { ...size, data }
  }

  test('is high where squares are drawn and none where nothing is', () => {
    expect(codeContrast(withCode(40), asItLies, size, card)).toBeGreaterThan(0.2)
    expect(codeContrast(withCode(225), asItLies, size, card)).toBe(0)
  })

  test('is not known where light may hide it, beyond the picture, and on pages without a code', () => {
    expect(codeContrast(withCode(255, 255), asItLies, size, card)).toBeUndefined()
    const beyond = Float64Array.of(1, 0, 300, 0, 1, 0, 0, 0, 1)
    expect(codeContrast(withCode(40), beyond, size, card)).toBeUndefined()
    expect(codeContrast(withCode(40), asItLies, size, { kind: 'cmnd-9', side: 'front' })).toBeUndefined()
  })
})
