// Tests finding the pages of an encoded picture, with networks of fixed outputs: places, turns, lines, codes, sizes.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type LiteralPage, literalPages } from '../../../specimens/kit/networks/literal-pages.ts'
import { drawPages } from '../../../src/documents/pages/draw-pages.ts'
import { everythingOfPages, type PageAsk, type Pages } from '../../../src/documents/pages/page.ts'
import { readPages } from '../../../src/documents/pages/read-pages.ts'
import { pageSize } from '../../../src/documents/pages/straighten.ts'
import { drawnQr } from '../../image/drawn-qr.ts'

const everything: PageAsk = { lines: true, quality: true, codes: 'expected', picture: true }
const secret = 'SPECIMEN|001200001234'

/** Draws a card of 480 x 302 pixels with a QR code, upright at 100, 100 of a picture of 640 x 480, and turns the picture as asked. */
async function picture(quarters = 0): Promise<Buffer> {
  const { width, height, data } = drawnQr(secret, 3)
  const qr = await sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  const flat = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#334' } })
    .composite([
      {
        input: { create: { width: 480, height: 302, channels: 3, background: '#e8eee8' } },
        left: 100,
        top: 100,
      },
      { input: qr, left: 460, top: 120 },
    ])
    .png()
    .toBuffer()
  return sharp(flat)
    .rotate(90 * quarters)
    .png()
    .toBuffer()
}

/** Places are in pixels of the finder's 320 x 320. */
const found = { x: 170, y: 165.5, right: 120, down: 75.5 }
const card: LiteralPage = {
  found,
  kind: 'can-cuoc',
  side: 'back',
  present: 3,
  turns: [0, 0],
  line: { x: 64, y: 200, width: 320, height: 24 },
  text: 'SPECIMEN 42',
}

async function read(page: LiteralPage, bytes: Uint8Array, ask = everything): Promise<Pages> {
  const pages = await readPages(literalPages(page), bytes, 10, ask)
  if ('fault' in pages) throw new Error(pages.fault)
  return pages
}

const rounded = (corners: readonly { x: number; y: number }[] = []) =>
  corners.map(({ x, y }) => [Math.round(x), Math.round(y)])

describe('a document that was not asked for', () => {
  const runs = async (seeks: PageAsk['seeks'], height: number): Promise<number> => {
    const bytes = await sharp({ create: { width: 640, height, channels: 3, background: '#334' } })
      .composite([
        {
          input: { create: { width: 480, height: 302, channels: 3, background: '#e8eee8' } },
          left: 100,
          top: 100,
        },
      ])
      .png()
      .toBuffer()
    const side = Math.max(640, height)
    const at = (value: number, length: number): number => ((value + (side - length) / 2) * 320) / side
    const tall = { x: at(340, 640), y: at(251, height), right: (240 * 320) / side, down: (151 * 320) / side }
    const networks = literalPages({ ...card, found: tall })
    await readPages(networks, bytes, 10, { lines: true, ...(seeks && { seeks }) })
    return networks.looks.filter((name) => name === 'page-finder').length
  }

  test('has the picture beside it searched once more, and only then', async () => {
    expect(await runs('licence', 1280)).toBe(2)
    expect(await runs('identity', 1280)).toBe(1)
    expect(await runs(undefined, 1280)).toBe(1)
  })

  test('and no search where it fills the picture', async () => {
    expect(await runs('licence', 480)).toBe(1)
  })
})

describe('an upright card', () => {
  test('is found, named, read and judged, in pixels of the picture and of the page', async () => {
    const { image, pages } = await read(card, await picture())
    expect(image).toMatchObject({ width: 640, height: 480 })
    const [page, ...others] = pages
    expect(others).toEqual([])
    expect(page).toMatchObject({ kind: 'can-cuoc', side: 'back', quarterTurn: 0, width: 1024, height: 646 })
    expect(rounded(page?.corners)).toEqual([
      [100, 100],
      [580, 100],
      [580, 402],
      [100, 402],
    ])
    expect(page?.confidences.page).toBeCloseTo(1 / (1 + Math.exp(-3)))
    expect(page?.confidences.kind).toBeGreaterThan(0.99)
    expect(page?.lines.map(({ text, raw }) => [text, raw.text])).toEqual([['SPECIMEN 42', 'SPECIMEN 42']])
    expect(Math.abs((page?.lines[0]?.quad[0].x ?? 0) - 64 * 1.6)).toBeLessThan(5)
    expect(page?.quality?.blur).toBeCloseTo(1 / (1 + Math.exp(2)))
  })

  test('has its code read where its kind has one, and the picture straightened', async () => {
    const [page] = (await read(card, await picture())).pages
    expect(page?.codes.map(({ format, text }) => [format, text])).toEqual([['qr', secret]])
    expect(Math.abs((page?.codes[0]?.quad[0].x ?? 0) - ((478 - 100) * 1024) / 480)).toBeLessThan(6)
    const flat = await sharp(page?.picture).raw().toBuffer({ resolveWithObject: true })
    expect([flat.info.width, flat.info.height]).toEqual([1024, 646])
    const at = 3 * (20 * 1024 + 20)
    expect([...flat.data.subarray(at, at + 3)].every((value) => value > 200)).toBe(true)
  })

  test('is not searched for codes where its kind has none, unless asked to', async () => {
    const front = { ...card, side: 'front' } as const
    expect((await read(front, await picture())).pages[0]?.codes).toEqual([])
    const [page] = (await read(front, await picture(), { codes: 'everywhere' })).pages
    expect(page?.codes.map(({ text }) => text)).toEqual([secret])
    expect(page).not.toHaveProperty('picture')
    expect(page).not.toHaveProperty('quality')
  })

  test('crosses to another process as plain data', async () => {
    const pages = await read(card, await picture(), everythingOfPages)
    expect(structuredClone(pages)).toEqual(pages)
  })
})

test.each([1, 2, 3])(
  'a card turned by %s quarters is straightened upright, whichever look notices',
  async (quarters) => {
    const [x, y] = [[], [150, 170], [150, 154.5], [165.5, 150]][quarters] as [number, number]
    const turned = quarters % 2 === 1 ? { right: found.down, down: found.right } : found
    const middle = quarters === 1 ? { x: 320 - found.y, y: found.x } : { x, y }
    for (const turns of [
      [quarters, 0],
      [0, quarters],
    ]) {
      const page = { ...card, found: { ...turned, ...middle }, turns }
      const [read1] = (await read(page, await picture(quarters))).pages
      expect(read1?.quarterTurn).toBe(quarters)
      expect(read1?.codes.map(({ text }) => text)).toEqual([secret])
    }
  },
)

test('a page that may be upside down is read both ways, and turned the way it reads better', async () => {
  const [page] = (await read({ ...card, isUnsure: true }, await picture())).pages
  expect(page?.quarterTurn).toBe(2)
  expect(rounded(page?.corners.slice(0, 1))).toEqual([[580, 402]])
  expect(page?.lines.map(({ text }) => text)).toEqual([card.text])
  expect(page?.quality).toBeDefined()
})

test('a card on a sheet of paper is the page, and not the sheet', async () => {
  // The part of a sheet of this shape that the finder gives has the shape of a card.
  const sheet = { ...card, found: { ...found, right: 95.3 }, sheetLooks: 2 }
  const { pages } = await read(sheet, await picture(), {})
  expect(pages.map(({ kind, side }) => [kind, side])).toEqual([['can-cuoc', 'back']])
  // The finder gives the same quad for the sheet as for the picture: a part of it, which does not begin where the sheet does.
  const [corner] = pages[0]?.corners ?? []
  expect(corner?.x).toBeGreaterThan(120)
  expect(corner?.y).toBeGreaterThan(120)
})

describe('a picture without a page', () => {
  const { found: _, ...nothing } = card
  test('is one page of no known kind, and is read all the same', async () => {
    const { pages } = await read({ ...nothing, present: -3 }, await picture())
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatchObject({ kind: 'other', side: 'front', quarterTurn: 0, width: 640, height: 480 })
    expect(pages[0]?.lines).toHaveLength(1)
  })

  test('is a scan where it is all page', async () => {
    const { pages } = await read(
      { ...nothing, kind: 'business-registration', side: 'front' },
      await picture(),
      { lines: true },
    )
    expect(pages[0]).toMatchObject({ kind: 'business-registration', quarterTurn: 0 })
  })

  test('a page that the finder found and the aligner did not confirm is none either', async () => {
    const { pages } = await read({ ...card, present: -3 }, await picture())
    expect(pages[0]?.kind).toBe('other')
  })
})

test('what cannot be read is an answer', async () => {
  expect(await readPages(literalPages(card), Buffer.from('nothing'), 10, everything)).toHaveProperty('fault')
  expect(await readPages(literalPages(card), await picture(), 0.1, everything)).toMatchObject({
    tooLarge: true,
  })
})

test('a drawing shows the page on the picture', async () => {
  const bytes = await picture()
  const { pages } = await read(card, bytes)
  const drawing = await drawPages(bytes, 10, pages)
  if ('fault' in drawing) throw new Error(drawing.fault)
  const { data, info } = await sharp(drawing.png).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3),
  ]
  expect(at(340, 100)[0]).toBeGreaterThan(200)
  expect(at(340, 100)[2]).toBeLessThan(100)
  expect(at(20, 20)).toEqual([0x33, 0x33, 0x44])
})

test('a known kind has its true shape, anything else the one it shows', () => {
  const square = [
    { x: 0, y: 0 },
    { x: 500, y: 0 },
    { x: 500, y: 500 },
    { x: 0, y: 500 },
  ] as const
  expect(pageSize('business-registration', square)).toEqual({ width: 1488, height: 2104 })
  expect(pageSize('passport-new', square)).toEqual({ width: 1488, height: 1048 })
  expect(pageSize('other', square)).toEqual({ width: 500, height: 500 })
})
