// Tests that the portrait of a card is found by its page in few looks, and by searching where the page does not show it surely.
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestNetworks } from '../../specimens/kit/networks/networks.ts'
import { cardOf, herReference, him, portraitMiddle } from '../../specimens/kit/photographs/face-photos.ts'
import { photoPixels, picture, portrait, rawPixels } from '../../specimens/kit/photographs/sample-photos.ts'
import { distance, middleOf } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { pointOf } from '../../src/models/face-mesh.ts'
import type { Network } from '../../src/models/network.ts'
import { type FoundFace, findFaces } from '../../src/vision/find-faces.ts'
import type { FaceNetworks } from '../../src/vision/networks.ts'

let networks: FaceNetworks
beforeAll(async () => {
  networks = await openTestNetworks()
})

const pixelsOf = (base64: string): Promise<Pixels> => rawPixels(sharp(Buffer.from(base64, 'base64')))

/** The faces, and how often detectors and page-finder ran. */
async function search(pixels: Pixels, detections?: (name: string) => boolean) {
  const runs: string[] = []
  const counted = (network: Network): Network => ({
    ...network,
    run: async (input) => {
      runs.push(network.row.name)
      const outputs = await network.run(input)
      const isBlind = detections?.(network.row.name) === false
      return isBlind ? { ...outputs, scores: (outputs.scores ?? new Float32Array()).map(() => -10) } : outputs
    },
  })
  const { detectorShort, detectorFull, pageFinder } = networks
  const counting = {
    ...networks,
    detectorShort: counted(detectorShort),
    detectorFull: counted(detectorFull),
    pageFinder: counted(pageFinder),
  }
  const faces = await findFaces(counting, pixels, 'portrait')
  const pages = runs.filter((name) => name === 'page-finder').length
  return { faces, pages, detections: runs.length - pages }
}

/** Whole picture, portrait and page; the other turn of the page, and all turns where the right one is in doubt. */
const FEW = 15
const [LEFT_EYE_CORNER, RIGHT_EYE_CORNER] = [33, 263]

/** Clockwise, 0 to 360. */
function turnOf({ mesh }: FoundFace): number {
  const [left, right] = [pointOf(mesh, LEFT_EYE_CORNER), pointOf(mesh, RIGHT_EYE_CORNER)]
  return (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI
}

describe('a card on a table', () => {
  test.each([0, 8, 90, 172, 270])(
    'turned by %s degrees: its portrait comes first, the right way up, after few looks',
    async (degrees) => {
      const options = { degrees, scale: 0.7 }
      const { faces, pages, detections } = await search(await pixelsOf(await cardOf(him, options)))
      const [face] = faces
      if (!face) throw new Error('there is no face')
      expect(distance(middleOf(face.box), portraitMiddle(options))).toBeLessThan(0.5 * face.box.height)
      expect(Math.cos(((turnOf(face) - degrees) * Math.PI) / 180)).toBeGreaterThan(0.9)
      expect(pages).toBe(1)
      expect(detections).toBeLessThanOrEqual(FEW)
    },
  )

  test('with two portraits shows both', async () => {
    const { faces } = await search(await pixelsOf(await cardOf(him, { scale: 0.7, beside: herReference })))
    expect(faces.length).toBe(2)
    expect(faces.map(({ box }) => box.height).toSorted()[0]).toBeGreaterThan(60)
  })

  test('beside another card: the portraits of both are found, and none on a blank one', async () => {
    const stacked = async (other: string) => {
      const [upper, lower] = [Buffer.from(await cardOf(him), 'base64'), Buffer.from(other, 'base64')]
      const both = sharp({ create: { width: 1600, height: 2400, channels: 3, background: '#7a5230' } })
      const layers = [
        { input: upper, left: 0, top: 0 },
        { input: lower, left: 0, top: 1200 },
      ]
      return rawPixels(sharp(await both.composite(layers).png().toBuffer()))
    }
    const two = await search(await stacked(await cardOf(herReference)))
    const large = two.faces.filter(({ box }) => box.height > 80)
    expect(large.map(({ box }) => Math.floor(box.y / 1200)).toSorted()).toEqual([0, 1])
    const one = await search(await stacked(await cardOf(undefined)))
    expect(one.faces.filter(({ box }) => box.height > 80).length).toBe(1)
    expect(one.detections).toBeLessThanOrEqual(2 * FEW)
  })

  test('is searched everywhere where one detector sees nothing on its page', async () => {
    const card = await pixelsOf(await cardOf(him, { scale: 0.7 }))
    const { faces, detections } = await search(card, (name) => name !== 'face-detector-short')
    const [face] = faces
    expect(face && distance(middleOf(face.box), portraitMiddle({ scale: 0.7 }))).toBeLessThan(40)
    expect(detections).toBeGreaterThan(FEW)
  })
})

describe('of a page that is known', () => {
  /** A card in front of somebody whose face is larger than its portrait. */
  async function heldUp(who: typeof him | undefined) {
    const card = await pixelsOf(await cardOf(who, { scale: 0.5 }))
    const person = await picture(await portrait(3, 0))
      .resize(900, 900)
      .png()
      .toBuffer()
    const canvas = sharp({ create: { width: 1800, height: 900, channels: 3, background: '#70604c' } })
    const layers = [
      { input: person, left: 900, top: 0 },
      { input: await picture(card).png().toBuffer(), left: 0, top: 150 },
    ]
    const pixels = await rawPixels(sharp(await canvas.composite(layers).png().toBuffer()))
    const at = (x: number, y: number) => ({ x: 0.5 * x, y: 150 + 0.5 * y })
    return { pixels, page: [at(370, 330), at(1230, 330), at(1230, 870), at(370, 870)] as const }
  }

  test('the portrait is found beside a larger face, and that one is not meant', async () => {
    const { pixels, page } = await heldUp(him)
    const { x, y } = portraitMiddle({ scale: 0.5 })
    const [face, ...others] = await findFaces(networks, pixels, 'portrait', { page })
    expect(others.filter(({ box }) => box.x > 900)).toEqual([])
    expect(face && distance(middleOf(face.box), { x, y: y + 150 })).toBeLessThan(20)
    const [largest] = await findFaces(networks, pixels, 'portrait')
    expect(largest?.box.x).toBeGreaterThan(900)
  })

  test('no face is found on a blank card, though somebody holds it', async () => {
    const { pixels, page } = await heldUp(undefined)
    expect(await findFaces(networks, pixels, 'portrait', { page })).toEqual([])
  })

  test('the portrait is found where the corners are of the card upside down', async () => {
    const { pixels, page } = await heldUp(him)
    const [a, b, c, d] = page
    const [face] = await findFaces(networks, pixels, 'portrait', { page: [c, d, a, b] })
    const { x, y } = portraitMiddle({ scale: 0.5 })
    expect(face && distance(middleOf(face.box), { x, y: y + 150 })).toBeLessThan(20)
  })
})

test('a large face is no portrait of a card: no page is looked for', async () => {
  const { faces, pages, detections } = await search(await portrait(6, 0))
  expect({ faces: faces.length, pages }).toEqual({ faces: 1, pages: 0 })
  expect(detections).toBeLessThanOrEqual(4)
})

test('a photograph of people has the faces that a search everywhere finds', async () => {
  const small = await rawPixels(picture(await photoPixels(4)).resize({ width: 960 }))
  const places = (faces: readonly FoundFace[]) => faces.map(({ box }) => Math.round(box.x / 10)).toSorted()
  const { faces } = await search(small)
  expect(places(faces)).toEqual(places(await findFaces(networks, small, 'everywhere')))
})
