// Tests that the end of every kind of picture and of a PDF is found, whatever is hung behind it.
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { box, extent, heifFile, onlyPicture } from '../../specimens/kit/photographs/heif-boxes.ts'
import { madePdf, rawPdf, stream } from '../../specimens/kit/photographs/pdf-maker.ts'
import {
  chart,
  exif,
  jpegSegment,
  LIMITS,
  namesOf,
  photo,
  pixelsOf,
  pngChunk,
  sample,
  UPRIGHT,
  withExif,
  withSegment,
} from '../../specimens/kit/photographs/pictures.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import { pdfExtent } from '../../src/image/pdf/header.ts'
import { openPdf } from '../../src/image/pdf/pdf.ts'

const noisy = await sharp(photo(1)).resize(320).toBuffer()
const baseline = await sharp(noisy).jpeg().toBuffer()
const thumbnail = await chart(32, 16).jpeg().toBuffer()
const heic = sample('chart.heic')
const item = (() => {
  const { config, data } = onlyPicture(heic, 'hvcC')
  return { type: 'hvc1', data, properties: [config, extent(96, 64)] }
})()

const pictures: Readonly<Record<string, Buffer>> = {
  'a JPEG': baseline,
  'a progressive JPEG': await sharp(noisy).jpeg({ progressive: true }).toBuffer(),
  'a JPEG with restarts, as cameras write them': withRestarts(await chart(320, 240).jpeg().toBuffer()),
  'a JPEG with a thumbnail in its EXIF': withExif(baseline, Buffer.concat([exif(1), thumbnail])),
  'a JPEG with a list of further pictures': withSegment(
    baseline,
    0xe2,
    Buffer.concat([Buffer.from('MPF\0'), thumbnail]),
  ),
  'a grey JPEG': await sharp(noisy).greyscale().jpeg().toBuffer(),
  'a PNG': await chart().png().toBuffer(),
  'an interlaced PNG of a palette': await chart().png({ palette: true, progressive: true }).toBuffer(),
  'a lossy WebP': await sharp(noisy).webp().toBuffer(),
  'a lossless WebP with a profile': await chart().withIccProfile('p3').webp({ lossless: true }).toBuffer(),
  'an AVIF': await chart().avif().toBuffer(),
  'a HEIC': heic,
  'a HEIC of ours': heifFile([item]),
}

const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), Buffer.alloc(3000, 'hidden')])
const html = Buffer.from('<html><script>alert(1)</script></html>')
const film = Buffer.concat([box('mpvd', Buffer.alloc(2000, 'film'))])
const tails: Readonly<Record<string, Buffer>> = {
  'one byte': Buffer.of(0),
  zeros: Buffer.alloc(5000),
  'a ZIP': zip,
  'a page': html,
  'another JPEG': baseline,
  'a picture of another kind': await chart().png().toBuffer(),
  'a PDF': await madePdf(),
  'a film': film,
  'end marks': Buffer.from('ffd9ffd9ffda0000ffd9', 'hex'),
}

async function endOf(bytes: Uint8Array): Promise<number | string> {
  const decoded = await decodeImage(bytes, LIMITS)
  return 'fault' in decoded ? decoded.fault : decoded.extent.end
}

describe.each(Object.entries(pictures))('%s', (_what, picture) => {
  test('ends with its file', async () => {
    expect(await endOf(picture)).toBe(picture.length)
  })

  test.each(Object.entries(tails))('ends before %s behind it', async (_tail, tail) => {
    expect(await endOf(Buffer.concat([picture, tail]))).toBe(picture.length)
  })

  test('ends before any bytes behind it, and what is decoded is the same', async () => {
    const alone = pixelsOf(await decodeImage(picture, LIMITS)).data
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (tail) => {
        const decoded = await decodeImage(Buffer.concat([picture, tail]), LIMITS)
        expect('fault' in decoded ? decoded.fault : decoded.extent).toEqual({ start: 0, end: picture.length })
        expect(Buffer.compare(pixelsOf(decoded).data, alone)).toBe(0)
      }),
      { numRuns: 12 },
    )
  })
})

describe('a JPEG without its end mark', () => {
  const unended = Object.entries(pictures)
    .filter(([what]) => what.includes('JPEG'))
    .map(([what, picture]) => [what, picture.subarray(0, -2)] as const)

  test.each(unended)('is read and kept as it came: %s', async (_what, bytes) => {
    expect(await endOf(bytes)).toBe(bytes.length)
  })

  test.each(
    unended.flatMap(([what, bytes]) =>
      [zip, html, Buffer.alloc(40, 'x'), jpegSegment(0xe1, zip).subarray(0, -9), baseline].map(
        (tail, i) => [what, i, Buffer.concat([bytes, tail])] as const,
      ),
    ),
  )('is refused with others behind it: %s, %i', async (_what, _i, bytes) => {
    expect(await endOf(bytes)).toBe('is cut off or damaged')
  })

  test('is refused where a segment without a length hides its end', async () => {
    const at = baseline.indexOf(Buffer.from('ffda', 'hex'))
    const odd = Buffer.concat([
      baseline.subarray(0, at),
      Buffer.from('ffe50000', 'hex'),
      baseline.subarray(at),
      zip,
    ])
    expect(await endOf(odd)).toBe('is cut off or damaged')
  })
})

test('a PNG whose end holds something is refused', async () => {
  const png = await chart().png().toBuffer()
  expect(await endOf(Buffer.concat([png.subarray(0, -12), pngChunk('IEND', zip)]))).toBe(
    'is cut off or damaged',
  )
})

describe('a HEIF file', () => {
  test('whose data go to the end of the file ends with the last byte that it lists', async () => {
    for (const length of [0, 0x7fffffff]) {
      const open = Buffer.from(heifFile([item]))
      const whole = open.length
      open.writeUInt32BE(length, open.indexOf('mdat') - 4)
      expect(await endOf(Buffer.concat([open, zip]))).toBe(whole)
    }
  })

  test('ends before boxes that hold nothing of it', async () => {
    const after = [box('free', zip), box('uuid', zip), box('mdat', zip)]
    expect(await endOf(heifFile([item], { after }))).toBe(heifFile([item]).length)
  })

  test('of several pictures ends behind the last', async () => {
    const two = heifFile([item, item])
    expect(namesOf(pixelsOf(await decodeImage(two, LIMITS)))).toEqual(UPRIGHT)
    expect(await endOf(Buffer.concat([two, html]))).toBe(two.length)
  })
})

describe('a PDF', async () => {
  const made = await madePdf({ pages: 2 })
  const raw = rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'])
  const update = Buffer.from(
    `7 0 obj\n<< >>\nendobj\nxref\n7 1\n${String(raw.length).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 8 /Root 1 0 R /Prev 9 >>\nstartxref\n${raw.length}\n%%EOF\n`,
  )
  const holding = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [] /Count 0 >>',
    stream('/Type /EmbeddedFile', made),
  ])
  const files = {
    made,
    raw,
    'updated twice': Buffer.concat([raw, update, Buffer.from('% signed\r\n'), update]),
    'with a PDF in it': holding,
    'with white space behind': Buffer.concat([raw, Buffer.from('\r\n \0')]),
  }

  test.each(Object.entries(files))('ends with its file: %s', (_what, file) => {
    expect(pdfExtent(file)).toEqual({ start: 0, end: file.length })
  })

  test.each(
    Object.entries(files).flatMap(([what, file]) =>
      [zip, html, baseline, Buffer.concat([zip, Buffer.from('\nstartxref\n9\n%%EOF\n')])].map(
        (tail, i) => [what, i, file, tail] as const,
      ),
    ),
  )('ends before what is behind it: %s, %i', (_what, _i, file, tail) => {
    expect(pdfExtent(Buffer.concat([file, tail]))).toEqual({ start: 0, end: file.length })
  })

  test('starts with its mark, and is opened from there', async () => {
    const lead = Buffer.from('<html><!-- ')
    const found = pdfExtent(Buffer.concat([lead, made, zip]))
    expect(found).toEqual({ start: lead.length, end: lead.length + made.length })
    const cut = Buffer.concat([lead, made, zip]).subarray(found.start, found.end)
    expect(cut.equals(made)).toBe(true)
    expect(await openPdf(cut, 9, async ({ pageCount }) => ({ pageCount }))).toEqual({ pageCount: 2 })
  })

  test('without an end mark ends with its objects and their table, and is still opened', async () => {
    const unended = made.subarray(0, made.lastIndexOf('%%EOF'))
    const { start, end } = pdfExtent(Buffer.concat([unended, zip]))
    expect(end).toBeLessThanOrEqual(unended.length)
    const cut = Buffer.concat([unended, zip]).subarray(start, end)
    expect(await openPdf(cut, 9, async ({ pageCount }) => ({ pageCount }))).toEqual({ pageCount: 2 })
  })
})

/** Says that a restart may come, as cameras say it; none does, where the interval is longer than the picture. */
function withRestarts(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from('ffda', 'hex'))
  return Buffer.concat([jpeg.subarray(0, at), jpegSegment(0xdd, Buffer.of(0xff, 0xff)), jpeg.subarray(at)])
}
