// Tests that a zone is found without a page: in a piece of a document in any turn, and at the edge of a page that was cut short.
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { flatDocument } from '../../../specimens/camera/flat-document.ts'
import { specimen } from '../../../specimens/documents/specimen.ts'
import { openTestPageNetworks } from '../../../specimens/kit/networks/networks.ts'
import { findZones, type ZonePage } from '../../../src/documents/mrz/search.ts'
import type { PageNetworks } from '../../../src/documents/pages/networks.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { textsOf } from './zone-texts.ts'

// Decoding untrusted images blocks SVG in the whole process, but specimens are drawn with it here.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

const SEED = 7
const WIDTH = 900
const SLOW = 120_000

let networks: PageNetworks
let flat: Buffer
let truth: string[]

beforeAll(async () => {
  networks = await openTestPageNetworks()
  const { cast, sheets } = specimen({ kind: 'foreign-td3', seed: SEED })
  const [sheet] = sheets
  if (!sheet) throw new Error('a passport without a page')
  const { pixels, lines } = await flatDocument(sheet, cast, SEED)
  truth = lines.filter(({ role }) => role === 'mrz').map(({ text }) => text)
  flat = await sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } })
    .resize({ width: WIDTH })
    .png()
    .toBuffer()
}, SLOW)

/** Cuts out the lower part of the page and turns it on a plain ground. */
async function piece(degrees: number): Promise<Pixels> {
  const { height = 0 } = await sharp(flat).metadata()
  const top = Math.round(0.6 * height)
  const lower = await sharp(flat)
    .extract({ left: 0, top, width: WIDTH, height: height - top })
    .png()
    .toBuffer()
  return pixelsOf(sharp(lower).rotate(degrees, { background: '#777' }))
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** A picture without any page is described like this. */
const noPage = ({ width, height }: Pixels): ZonePage => ({
  kind: 'other',
  side: 'front',
  corners: [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ],
  width,
  height,
  lines: [],
})

describe('a zone that stands on no page', () => {
  test.each([0, 37, 90, 180, 256])(
    'is found turned by %i degrees',
    async (degrees) => {
      const pixels = await piece(degrees)
      const [zone] = await findZones(networks, pixels, [noPage(pixels)], 'everywhere')
      expect(textsOf(zone?.lines)).toEqual(truth)
      for (const { quad } of zone?.lines ?? [])
        for (const { x, y } of quad ?? [])
          expect(x > -20 && y > -20 && x < pixels.width + 20 && y < pixels.height + 20).toBe(true)
    },
    SLOW,
  )

  test('is not looked for where none is expected', async () => {
    const pixels = await piece(0)
    expect(await findZones(networks, pixels, [noPage(pixels)], 'expected')).toEqual([undefined])
  })
})

test(
  'corners that cut the zone short do not lose its ends',
  async () => {
    const pixels = await pixelsOf(sharp(flat))
    const { width, height } = pixels
    const cut: ZonePage = {
      ...noPage(pixels),
      kind: 'foreign-td3',
      corners: [
        { x: 0, y: 0 },
        { x: 0.93 * width, y: 0 },
        { x: 0.93 * width, y: 0.93 * height },
        { x: 0, y: 0.93 * height },
      ],
    }
    const [zone] = await findZones(networks, pixels, [cut], 'expected')
    expect(textsOf(zone?.lines)).toEqual(truth)
  },
  SLOW,
)

test(
  'nothing is found where nothing stands',
  async () => {
    const ground = { create: { width: 640, height: 480, channels: 3 as const, background: '#989' } }
    const pixels = await pixelsOf(sharp(ground))
    expect(await findZones(networks, pixels, [noPage(pixels)], 'everywhere')).toEqual([undefined])
  },
  SLOW,
)
