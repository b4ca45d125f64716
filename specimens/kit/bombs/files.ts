// Makes PDFs and videos that take a decoder long, however few bytes they have.
import { deflateSync } from 'node:zlib'
import { repacked, written } from '../films/video-maker.ts'
import { rawPdf, stream } from '../photographs/pdf-maker.ts'
import type { Bomb } from './pictures.ts'

const PAGE = '[0 0 595 842]'

/** A PDF of one page with this drawing; the objects are counted from 5. */
const onePage = (
  drawing: string | Buffer,
  resources: string,
  objects: readonly (string | Buffer)[] = [],
): Buffer =>
  rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${PAGE} /Resources << ${resources} >> /Contents 4 0 R >>`,
    stream('/Filter /FlateDecode', deflateSync(Buffer.from(drawing))),
    ...objects,
  ])

const form = (more: string, drawing: string): Buffer =>
  stream(`/Type /XObject /Subtype /Form /BBox ${PAGE} ${more}`, Buffer.from(drawing))

/** Each drawing holds the next one ten times. */
const nestedForms = (depth: number): Buffer =>
  onePage('/A Do', '/XObject << /A 5 0 R >>', [
    ...Array.from({ length: depth }, (_, i) =>
      form(`/Resources << /XObject << /A ${i + 6} 0 R >> >>`, '/A Do '.repeat(10)),
    ),
    form('', '0 0 m 595 842 l S'),
  ])

const blended = (times: number): Buffer =>
  onePage(
    '/G gs /A Do '.repeat(times),
    '/ExtGState << /G << /BM /Luminosity /ca 0.5 >> >> /XObject << /A 5 0 R >>',
    [form('/Group << /S /Transparency /I true /K true >>', '1 0 0 rg 0 0 595 842 re f')],
  )

const tiled = (): Buffer =>
  onePage('/Pattern cs /P scn 0 0 595 842 re f', '/Pattern << /P 5 0 R >>', [
    stream(
      '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.01 /YStep 0.01 /Resources << >>',
      Buffer.from('1 0 0 rg 0 0 1 1 re f'),
    ),
  ])

const shaded = (): Buffer =>
  onePage('/S sh', '/Shading << /S 5 0 R >>', [
    `<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 595 0 842] /Function 6 0 R >>`,
    stream(
      '/FunctionType 4 /Domain [0 595 0 842] /Range [0 1 0 1 0 1]',
      Buffer.from(`{ ${'2 copy atan sin add '.repeat(3000)} 2 copy 2 copy pop pop dup }`),
    ),
  ])

const drawings = (line: string, megabytes: number): Buffer =>
  onePage(Buffer.alloc(megabytes * 2 ** 20, line), '')

const repeatedPicture = (times: number): Buffer => {
  const side = 8900
  const bits = deflateSync(Buffer.alloc(Math.ceil(side / 8) * side, 0x55))
  return onePage('q 595 0 0 842 0 0 cm /I Do Q '.repeat(times), '/XObject << /I 5 0 R >>', [
    stream(
      `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 1 /Interpolate true /Filter /FlateDecode`,
      bits,
    ),
  ])
}

export function pdfBombs(): Bomb[] {
  return [
    { what: '3,000 transparent layers', bytes: blended(3000) },
    { what: 'a pattern of tiny tiles', bytes: tiled() },
    { what: 'a shading that is long to calculate', bytes: shaded() },
    { what: 'a large picture drawn 300 times', bytes: repeatedPicture(300) },
    { what: 'drawings in drawings, a hundred million of them', bytes: nestedForms(8) },
    { what: '100 MB of lines', bytes: drawings('0 0 m 595 842 l S\n', 100) },
  ]
}

/** Two seconds of a picture that does not change, again and again, and faster. */
function still(size: string, times: number, faster: number): Buffer {
  const source = ['-f', 'lavfi', '-i', `color=0x345678:s=${size}:r=25`, '-t', '2']
  const once = written(source, 'mp4', ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '1000', '-an'])
  const pace = `setts=pts=PTS/${faster}:dts=DTS/${faster}:duration=DURATION/${faster}`
  return repacked(once, 'mp4', ['-bsf:v', pace], ['-stream_loop', String(times - 1)])
}

export const hastyVideo = (): Bomb => ({
  what: '50,000 pictures in 50 s',
  bytes: still('64x64', 1000, 40),
  fault: /^has \d+ pictures, more than/,
})

export const largeVideo = (): Bomb => ({
  what: '1,450 pictures of 4K in 58 s',
  bytes: still('3840x2160', 29, 1),
})
