// Tests that colours of other spaces become sRGB, with lcms as the reference.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  extent,
  heifFile,
  onlyPicture,
  primaries,
  profile,
  u16,
  u32,
} from '../../specimens/kit/photographs/heif-boxes.ts'
import {
  chart,
  furthest,
  LIMITS,
  namesOf,
  photo,
  pixelsOf,
  pngChunk,
  quartersOf,
  sample,
  UPRIGHT,
  withChunk,
  withSegment,
} from '../../specimens/kit/photographs/pictures.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import type { Pixels } from '../../src/image/pixels.ts'

const decode = async (bytes: Uint8Array) => pixelsOf(await decodeImage(bytes, LIMITS))
const byLcms = async (bytes: Uint8Array) => await sharp(bytes).raw().toBuffer()

/** The picture has every colour on a lattice once. */
function lattice(): Pixels {
  const steps = [0, 1, 2, 5, 10, 30, 60, 90, 128, 160, 190, 220, 240, 250, 254, 255]
  const data = steps.flatMap((r) => steps.flatMap((g) => steps.flatMap((b) => [r, g, b])))
  return { width: 64, height: 64, data: Uint8Array.from(data) }
}

async function latticePng(icc: Uint8Array): Promise<Buffer> {
  const { width, height, data } = lattice()
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  return withChunk(png, pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(icc)])))
}

const fixed = (value: number) => u32(Math.round(value * 65536))
const curve = (...values: number[]) => {
  // libpng takes no tag that begins or ends between fours.
  const padding = Buffer.alloc((values.length % 2) * 2)
  return Buffer.concat([Buffer.from('curv'), u32(0), u32(values.length), ...values.map(u16), padding])
}
const formula = (kind: number, ...values: number[]) =>
  Buffer.concat([Buffer.from('para'), u32(0), u16(kind), u16(0), ...values.map(fixed)])

const ADOBE_RGB = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
] as const
const SRGB = [
  [0.43607, 0.22249, 0.01392],
  [0.38515, 0.71687, 0.09708],
  [0.14307, 0.06061, 0.7141],
] as const

/** This is the least that lcms accepts as a profile of a display. */
function icc(colours: readonly (readonly number[])[], curveTag: Uint8Array): Buffer {
  const light = (xyz: readonly number[]) => Buffer.concat([Buffer.from('XYZ '), u32(0), ...xyz.map(fixed)])
  const tags = [
    ...['wtpt', 'rXYZ', 'gXYZ', 'bXYZ'].map((name, index) => ({
      name,
      content: light(index === 0 ? [0.9642, 1, 0.8249] : (colours[index - 1] ?? [])),
    })),
    ...['rTRC', 'gTRC', 'bTRC'].map((name) => ({ name, content: Buffer.from(curveTag) })),
  ]
  let offset = 132 + tags.length * 12
  const table = tags.map(({ name, content }) => {
    const row = Buffer.concat([Buffer.from(name), u32(offset), u32(content.length)])
    offset += content.length
    return row
  })
  const head = Buffer.alloc(128)
  head.writeUInt32BE(offset, 0)
  head.writeUInt32BE(0x04000000, 8)
  head.write('mntrRGB XYZ ', 12)
  head.write('acsp', 36)
  head.set(Buffer.concat([fixed(0.9642), fixed(1), fixed(0.8249)]), 68)
  return Buffer.concat([head, u32(tags.length), ...table, ...tags.map(({ content }) => content)])
}

const sampledSrgb = Array.from({ length: 1024 }, (_, index) => {
  const value = index / 1023
  return Math.round(65535 * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
})
const displayP3 = (await sharp(await chart().withIccProfile('p3').png().toBuffer()).metadata()).icc
if (!displayP3) throw new Error('sharp embeds no Display P3')

describe('a profile of three curves and a matrix', () => {
  test.each([
    ['Display P3', displayP3],
    ['Adobe RGB, by an exponent', icc(ADOBE_RGB, curve(0x0233))],
    ['Adobe RGB, by samples', icc(ADOBE_RGB, curve(...sampledSrgb))],
    ['linear light', icc(SRGB, curve())],
    ['formula 0', icc(ADOBE_RGB, formula(0, 1.8))],
    ['formula 1', icc(ADOBE_RGB, formula(1, 2.2, 1.1, -0.1))],
    ['formula 2', icc(ADOBE_RGB, formula(2, 2.2, 0.9, 0.1, -(0.1 ** 2.2)))],
    ['formula 3', icc(ADOBE_RGB, formula(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))],
    ['formula 4', icc(ADOBE_RGB, formula(4, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0))],
  ])('%s', async (_what, bytes) => {
    const png = await latticePng(bytes)
    const { data } = await decode(png)
    const judged = await byLcms(png)
    expect(furthest(data, judged)).toBeLessThanOrEqual(1)
    expect(meanDifference(data, judged)).toBeLessThan(0.1)
    expect(meanDifference(data, lattice().data)).toBeGreaterThan(3)
  })

  test.each([
    ['jpeg', () => sharp(photo(1)).resize(200).withIccProfile('p3').jpeg({ quality: 95 })],
    ['webp', () => sharp(photo(1)).resize(200).withIccProfile('p3').webp({ quality: 95 })],
    ['avif', () => sharp(photo(1)).resize(200).withIccProfile('p3').avif({ quality: 90 })],
  ] as const)('is obeyed in a photo as %s', async (_format, make) => {
    const bytes = await make().toBuffer()
    const { data } = await decode(bytes)
    expect(meanDifference(data, await byLcms(bytes))).toBeLessThan(0.2)
    expect(meanDifference(data, await sharp(bytes, { ignoreIcc: true }).raw().toBuffer())).toBeGreaterThan(
      0.8,
    )
  })

  test('in parts, as a JPEG of a long profile has it', async () => {
    const whole = await chart().withIccProfile('p3').jpeg().toBuffer()
    const plain = await sharp(whole, { ignoreIcc: true }).jpeg({ quality: 100 }).toBuffer()
    const part = (number: number, bytes: Uint8Array) =>
      Buffer.concat([Buffer.from('ICC_PROFILE\0'), Uint8Array.of(number, 2), bytes])
    const second = withSegment(plain, 0xe2, part(2, displayP3.subarray(200)))
    const both = withSegment(second, 0xe2, part(1, displayP3.subarray(0, 200)))
    expect(namesOf(await decode(both), 8)).toEqual(UPRIGHT)
    // Half a profile is ignored.
    expect(namesOf(await decode(second), 8)).not.toEqual(UPRIGHT)
  })

  test('that is sRGB changes not one value', async () => {
    for (const bytes of [icc(SRGB, curve(...sampledSrgb)), await srgbOf('jpeg')])
      expect(furthest((await decode(await latticePng(bytes))).data, lattice().data)).toBe(0)
  })
})

describe('a profile that is nonsense', () => {
  const p3 = Buffer.from(displayP3)
  test.each([
    ['noise', Buffer.alloc(500, 'noise')],
    ['nothing', Buffer.alloc(0)],
    ['cut', p3.subarray(0, 200)],
    [
      'of primaries that cannot be',
      icc(
        [
          [9000, 1, 1],
          [1, 9000, 1],
          [1, 1, 9000],
        ],
        curve(0x0233),
      ),
    ],
    ['of a curve that is no number', icc(ADOBE_RGB, formula(3, -30000, 0, -1, 0, 0))],
    ['of a thousand million tags', Buffer.concat([p3.subarray(0, 128), u32(1e9), p3.subarray(132)])],
  ])('%s leaves a picture that can be read', async (_what, bytes) => {
    const { width, height, data } = await decode(await latticePng(bytes))
    expect([width, height, data.length]).toEqual([64, 64, 64 * 64 * 3])
  })
})

describe('HEIC', () => {
  const { config, data } = onlyPicture(sample('chart.heic'), 'hvcC')
  const withColours = (colours: Buffer) =>
    heifFile([{ type: 'hvc1', data, properties: [config, extent(96, 64), colours] }])

  test.each([
    ['by its profile, as iPhones write it', profile(displayP3)],
    ['by numbers', primaries(12, 13, 6)],
  ])('in Display P3, %s', async (_how, colours) => {
    const stored = quartersOf(await decode(withColours(primaries(1, 13, 6))))
    const seen = quartersOf(await decode(withColours(colours)))
    const raw = Uint8Array.from(stored.flat())
    const png = await sharp(raw, { raw: { width: 4, height: 1, channels: 3 } })
      .png()
      .toBuffer()
    const tagged = withChunk(
      png,
      pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(displayP3)])),
    )
    expect(furthest(seen.flat(), await byLcms(tagged))).toBeLessThanOrEqual(2)
    expect(furthest(seen.flat(), raw)).toBeGreaterThan(15)
  })
})

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
}

async function srgbOf(format: 'jpeg'): Promise<Uint8Array> {
  const bytes = await chart().withIccProfile('srgb').toFormat(format).toBuffer()
  return (await sharp(bytes).metadata()).icc ?? Buffer.alloc(0)
}
