// Tests that pictures sent as a mirror shows them, or squashed, are read, and that their places lie where they are in them.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTestPageNetworks } from '../../../specimens/kit/networks/networks.ts'
import { photoOf } from '../../../specimens/kit/photographs/document-photos.ts'
import { cardSideOf } from '../../../src/documents/cards/side.ts'
import { everythingOfPages } from '../../../src/documents/pages/page.ts'
import { qualityChecks } from '../../../src/documents/pages/quality.ts'
import { readPages } from '../../../src/documents/pages/read-pages.ts'
import { distance } from '../../../src/image/geometry/geometry.ts'

async function sideIn(bytes: Buffer) {
  const reading = await readPages(await openTestPageNetworks(), bytes, 50, everythingOfPages)
  if ('fault' in reading) throw new Error(reading.fault)
  const [page] = reading.pages
  if (!page || reading.pages.length > 1) throw new Error(`${reading.pages.length} pages`)
  return { page, image: reading.image, side: cardSideOf(page, reading.image, []) }
}

test.each(['cccd-chip', 'can-cuoc'] as const)(
  '%s is read from its mirror image',
  async (kind) => {
    const { bytes, fields, documents } = await photoOf({ kind, seed: 402 }, 'photo')
    const mirrored = await sharp(bytes).autoOrient().flop().jpeg({ quality: 92 }).toBuffer()
    const { page, image, side } = await sideIn(mirrored)
    const number = side.readings.find(({ field }) => field === 'id')?.value
    expect([page.kind, page.side, number]).toEqual([kind, 'front', fields[0]?.id])
    const truth = documents[0]?.corners.map(({ x, y }) => ({ x: image.width - x, y })) ?? []
    for (const [i, corner] of page.corners.entries())
      expect(distance(corner, truth[i] ?? { x: 0, y: 0 })).toBeLessThan(0.03 * image.width)
    const checks = qualityChecks([side])
    expect(checks.find(({ name }) => name === 'mirrored')).toMatchObject({ score: 1, outcome: 'noted' })
    expect(checks.find(({ name }) => name === 'page-cut')).toMatchObject({ outcome: 'passed' })
  },
  120_000,
)

test('nothing is said of a picture as it is', async () => {
  const { bytes } = await photoOf({ kind: 'cccd-chip', seed: 402 }, 'photo')
  const { side } = await sideIn(bytes)
  expect(qualityChecks([side]).map(({ name }) => name)).not.toContain('mirrored')
})

test.each([
  ['cccd-12', 1.8],
  ['cccd-12', 1 / 1.8],
] as const)(
  '%s is read from a picture that was made %d times wider for its height',
  async (kind, wider) => {
    const { bytes, fields, documents } = await photoOf({ kind, seed: 403 }, 'photo')
    const { width, height } = await sharp(bytes)
      .autoOrient()
      .toBuffer({ resolveWithObject: true })
      .then(({ info }) => info)
    const [across, down] = [Math.sqrt(wider), 1 / Math.sqrt(wider)]
    const size = { width: Math.round(across * width), height: Math.round(down * height) }
    const squashed = await sharp(bytes)
      .autoOrient()
      .resize({ ...size, fit: 'fill' })
      .jpeg({ quality: 92 })
      .toBuffer()
    const { page, side } = await sideIn(squashed)
    const number = side.readings.find(({ field }) => field === 'id')?.value
    expect([page.kind, page.side, number]).toEqual([kind, 'front', fields[0]?.id])
    const truth = documents[0]?.corners ?? []
    for (const [i, { x, y }] of page.corners.entries())
      expect(distance({ x: x / across, y: y / down }, truth[i] ?? { x: 0, y: 0 })).toBeLessThan(0.03 * width)
  },
  120_000,
)
