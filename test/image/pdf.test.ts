// Tests untrusted PDFs: what is read from intact ones, and that malformed ones are refused and do no harm.
import { beforeAll, describe, expect, test } from 'vitest'
import { castFor } from '../../specimens/documents/drawing/casts.ts'
import { scannedPdf, textPdf } from '../../specimens/documents/pdf.ts'
import { type Specimen, specimen } from '../../specimens/documents/specimen.ts'
import {
  endlessPages,
  hugePicture,
  inflatingPdf,
  madePdf,
  rawPdf,
  recursivePdf,
} from '../../specimens/kit/photographs/pdf-maker.ts'
import { isPdf } from '../../src/image/pdf/header.ts'
import { heldPdfBytes } from '../../src/image/pdf/library.ts'
import { linesOf } from '../../src/image/pdf/lines.ts'
import { openPdf, type PdfPage } from '../../src/image/pdf/pdf.ts'

const firstPage = <Seen>(bytes: Uint8Array, look: (page: PdfPage) => Seen, maxPages = 30) =>
  openPdf(bytes, maxPages, async (file) => ({
    count: file.pageCount,
    seen: await file.page(0, look),
  }))

async function seenIn<Seen>(bytes: Uint8Array, look: (page: PdfPage) => Seen): Promise<Seen> {
  const answer = await firstPage(bytes, look)
  if ('fault' in answer) throw new Error(`it ${answer.fault}`)
  return answer.seen as Seen
}

describe('a certificate', () => {
  let written: Buffer
  let one: Specimen
  beforeAll(async () => {
    const cast = castFor(21, 'held-out')
    one = specimen({ kind: 'business-registration', seed: 21, cast })
    written = await textPdf(one.sheets.slice(0, 1), cast)
  })

  test('gives its lines letter by letter, in place', async () => {
    const lines = await seenIn(written, (page) => linesOf(page.characters()))
    const texts = lines.map(({ text }) => text)
    const fields = one.sheets[0]?.fields ?? {}
    expect(texts.some((text) => text.includes(fields.business_code ?? '?'))).toBe(true)
    expect(texts).toContain('Độc lập - Tự do - Hạnh phúc')
    const title = lines.find(({ text }) => text.startsWith('GIẤY CHỨNG NHẬN'))
    expect(title?.top).toBeGreaterThan(80)
    expect(title?.bottom).toBeLessThan(200)
    // The text is centred on a page of 595 points.
    expect(((title?.left ?? 0) + (title?.right ?? 0)) / 2).toBeCloseTo(300, -1.5)
  })

  test('is drawn with red where red is', async () => {
    const { pixels, title } = await seenIn(written, (page) => ({
      pixels: page.draw(2),
      title: linesOf(page.characters()).find(({ text }) => text.startsWith('GIẤY CHỨNG NHẬN')),
    }))
    if (!title) throw new Error('no title')
    expect(pixels).toMatchObject({ width: 1191, height: 1684 })
    let [red, dark] = [0, 0]
    for (let y = Math.round(2 * title.top); y < 2 * title.bottom; y++)
      for (let x = Math.round(2 * title.left); x < 2 * title.right; x++) {
        const at = 3 * (y * pixels.width + x)
        const [r = 0, g = 0, b = 0] = pixels.data.subarray(at, at + 3)
        if (r > 150 && g < 90 && b < 90) red++
        if (r < 90 && b > 150) dark++
      }
    expect(red).toBeGreaterThan(500)
    expect(dark).toBe(0)
  })

  test('has a part drawn as the whole has it there', async () => {
    const { whole, part } = await seenIn(written, (page) => ({
      whole: page.draw(1),
      part: page.draw(1, { left: 100, top: 50, width: 60, height: 40 }),
    }))
    let apart = 0
    for (let y = 0; y < 40; y++)
      for (let i = 0; i < 180; i++)
        apart += Math.abs(
          (part.data[180 * y + i] ?? 0) - (whole.data[3 * ((y + 50) * whole.width + 100) + i] ?? 0),
        )
    expect(apart / part.data.length).toBeLessThan(3)
  })

  test('that was scanned has a picture and no letter', async () => {
    const scanned = await scannedPdf(one.sheets.slice(0, 1), one.cast)
    const { letters, widest } = await seenIn(scanned, (page) => ({
      letters: page.characters(),
      widest: page.widestPicture,
    }))
    expect(letters).toEqual([])
    expect(widest).toBe(1240)
  })
})

describe('letters', () => {
  const wordsOf = (bytes: Uint8Array) =>
    seenIn(bytes, (page) => linesOf(page.characters()).map(({ text }) => text))

  test('that are invisible are no letters', async () => {
    const bytes = await madePdf({
      draw: (document) => {
        document.fillColor('black').text('shown', 50, 50)
        document.fillColor('white').text('white on white', 50, 100)
        document.addContent('BT 3 Tr ET')
      },
    })
    expect(await wordsOf(bytes)).toEqual(['shown'])
  })

  test('of a page that is turned stand where they are shown', async () => {
    const bytes = await madePdf({
      draw: (document) => {
        Object.assign(document.page.dictionary.data, { Rotate: 90 })
        document.fontSize(20).text('TOP', 40, 300)
      },
    })
    const [line] = await seenIn(bytes, (page) => {
      expect([page.width, page.height]).toEqual([842, 595])
      return page.characters()
    })
    // A quarter turn clockwise moves what was at the left to the top.
    expect(line?.top).toBeLessThan(100)
    expect(line?.left).toBeGreaterThan(400)
  })

  test('far apart are two lines', async () => {
    const bytes = await madePdf({
      draw: (document) => {
        document.fontSize(12).text('left', 50, 50)
        document.text('right', 300, 50)
      },
    })
    expect(await wordsOf(bytes)).toEqual(['left', 'right'])
  })
})

describe('what is no sound PDF', () => {
  const faultOf = async (bytes: Uint8Array, maxPages = 30) => {
    const answer = await firstPage(bytes, (page) => [page.characters().length, page.draw(1).width], maxPages)
    return 'fault' in answer ? answer.fault : 'fault' in (answer.seen as object) ? answer.seen : 'read'
  }

  test('locked by a password', async () => {
    expect(await faultOf(await madePdf({ password: 'secret' }))).toBe('is a PDF that needs a password')
  })

  test('cut off, empty, or something else', async () => {
    const sound = await madePdf()
    expect(await faultOf(Buffer.from('%PDF-1.7\nhello'))).toBe('is a PDF that is cut off or damaged')
    expect(await faultOf(sound.subarray(0, 60))).toBe('is a PDF that is cut off or damaged')
    expect(await faultOf(rawPdf(['<< /Type /Catalog >>']))).toBe('is a PDF that is cut off or damaged')
  })

  test('too many pages, refused before any is opened', async () => {
    expect(await faultOf(await madePdf({ pages: 500 }))).toBe('has 500 pages, more than 30')
  })

  test('a page of five metres is drawn small', async () => {
    const bytes = await madePdf({ size: [14_400, 14_400] })
    const pixels = await seenIn(bytes, (page) => page.draw(3))
    expect(pixels.width * pixels.height).toBeLessThan(12.1e6)
  })

  test('drawings that hold themselves, and pages without end', async () => {
    expect(await faultOf(recursivePdf())).toBe('is a PDF that takes too much memory')
    expect(await faultOf(endlessPages())).not.toBe('read')
  })

  test('a picture of too many pixels is not opened', async () => {
    expect(await faultOf(hugePicture(30_000))).toEqual({
      fault: 'has a picture of too many pixels',
      tooLarge: true,
    })
  })

  test('a stream that inflates beyond the memory limit leaves nothing behind', async () => {
    expect(await faultOf(inflatingPdf())).toBeTypeOf('string')
    expect(heldPdfBytes()).toBeLessThan(200 * 2 ** 20)
    expect(await faultOf(await madePdf())).toBe('read')
  })

  test('memory is given back where no other file follows', async () => {
    expect(await faultOf(await madePdf())).toBe('read')
    await expect.poll(heldPdfBytes).toBe(0)
  })
})

describe('the first bytes', () => {
  test.each([
    ['a PDF', '%PDF-1.4\n', true],
    ['a PDF behind junk', '\n\n\n%PDF-1.4\n', true],
    ['an archive that holds one', 'PK\u0003\u0004........%PDF-1.4\n', false],
    ['a picture that holds one', '\u00ff\u00d8\u00ff\u00e0...%PDF-1.4\n', false],
    ['a text', 'PDF', false],
  ])('%s', (_, start, expected) => {
    expect(isPdf(Buffer.from(start, 'latin1'))).toBe(expected)
  })
})
