// Tests how a document is photographed: one hint at a time, by plain values and by specimens seen with the real networks.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { advance, isReady, notReady } from '../../client/verify/capture/readiness.ts'
import {
  type CaptureWish,
  captureHints,
  hintFor,
  type LookedAt,
  placeHint,
} from '../../client/verify/vision/page-hint.ts'
import { type PageSight, type SeenPage, trackPages } from '../../client/verify/vision/see-page.ts'
import { openTestPageNetworks } from '../../specimens/kit/networks/networks.ts'
import type { DocumentPhoto } from '../../specimens/kit/photographs/document-photos.ts'
import { heldCard, heldPose, tiltedInHand } from '../../specimens/kit/photographs/held-cards.ts'
import type { Quad } from '../../src/image/geometry/perspective.ts'

const image = { width: 960, height: 1280 }
/** A card of 80 % of the width in the middle. */
const corners: Quad = [
  { x: 96, y: 400 },
  { x: 864, y: 400 },
  { x: 864, y: 884 },
  { x: 96, y: 884 },
]
const wish: CaptureWish = { shot: 'front', kinds: ['cccd-chip', 'can-cuoc'] }
const flatFirst: CaptureWish = { ...wish, isTiltedLater: true }
const tilted: CaptureWish = { ...wish, shot: 'tilted', isTiltedLater: true }
const quality = { recapture: 0, photocopy: 0, blur: 0, glare: 0, darkness: 0 }
const page: SeenPage = { kind: 'cccd-chip', side: 'front', certainty: 0.99, corners, quality }
const moved = (quad: Quad, x: number, y: number, times = 1): Quad => {
  const at = (i: 0 | 1 | 2 | 3) => ({
    x: 480 + times * (quad[i].x - 480) + x,
    y: 640 + times * (quad[i].y - 640) + y,
  })
  return [at(0), at(1), at(2), at(3)]
}
const look = (change: Partial<SeenPage> = {}, more: Partial<LookedAt> = {}): LookedAt => {
  const seen = { ...page, ...change }
  return { sight: { image, light: 0.5, page: seen }, scale: 1.5, before: seen.corners, ...more }
}
const [a, b, c, d] = corners
/** The upper edge leans back: it is shorter by as much on both sides. */
const leaning = (by: number): Quad => [
  { x: a.x + by, y: a.y + 10 },
  { x: b.x - by, y: b.y + 10 },
  { x: c.x + by, y: c.y },
  { x: d.x - by, y: d.y },
]

describe('one hint at a time', () => {
  const cases: [string, LookedAt, CaptureWish?][] = [
    ['ok', look()],
    ['no-document', { sight: { image, light: 0.5 }, scale: 1 }],
    ['too-dark', { sight: { image, light: 0.05 }, scale: 1 }],
    ['farther', look({ corners: moved(corners, 0, 0, 1.24) })],
    ['whole-page', look({ corners: moved(corners, 100, 0) })],
    ['closer', look({ corners: moved(corners, 0, 0, 0.5) })],
    ['closer', look({}, { scale: 0.6 })],
    ['tilt', look({ corners: [{ x: a.x + 90, y: a.y }, { x: b.x - 90, y: b.y }, c, d] })],
    ['tilt', look({ corners: [a, b, { x: c.x, y: c.y - 120 }, { x: d.x, y: d.y - 120 }] })],
    ['other-side', look({ side: 'back' })],
    ['ok', look({ side: 'back', certainty: 0.6 })],
    ['other-document', look({ kind: 'licence-pet' })],
    ['ok', look({ corners: leaning(12) })],
    ['tilt', look({ corners: leaning(30) }), flatFirst],
    ['ok', look({ corners: leaning(6) }), flatFirst],
    ['tilt-more', look(), tilted],
    ['tilt-more', look({ corners: leaning(15) }), tilted],
    ['ok', look({ corners: leaning(34) }), tilted],
    ['tilt-less', look({ corners: moved(leaning(65), 0, 0, 0.9) }), tilted],
    // How the flat picture lay is what counts: it leaned as much, or the other way.
    ['tilt-more', look({ corners: leaning(34) }), { ...tilted, flat: { ...image, corners: leaning(30) } }],
    ['ok', look({ corners: leaning(15) }), { ...tilted, flat: { ...image, corners: leaning(-20) } }],
    ['other-side', look({ side: 'back' }), tilted],
    ['hold-still', look({}, { before: moved(corners, 30, 0) })],
    ['hold-still', look({}, { before: undefined })],
    ['glare', look({ quality: { ...quality, glare: 0.7 } })],
    ['blurred', look({ quality: { ...quality, blur: 0.5 } })],
    ['too-dark', look({ quality: { ...quality, darkness: 0.7, blur: 0.5 } })],
  ]
  test.each(cases)('%s', (hint, looked, asked = wish) => expect(hintFor(looked, asked)).toBe(hint))

  test('every hint is said for some picture', () => {
    const said = new Set(cases.map(([, looked, asked = wish]) => hintFor(looked, asked)))
    expect(captureHints.filter((hint) => !said.has(hint))).toEqual([])
  })

  test('a card that lies on its head has not moved', () => {
    expect(hintFor(look({}, { before: [c, d, a, b] }), wish)).toBe('ok')
  })
})

describe('readiness', () => {
  test('a picture is taken after good looks in a row, two on a slow phone and more on a fast one', () => {
    const slow = advance(advance(notReady(0), 'ok', 1000), 'ok', 1900)
    expect(isReady(slow, 1900)).toBe(true)
    let fast = notReady(0)
    const ready = [50, 150, 250, 350, 450, 550].map((at) => {
      fast = advance(fast, 'ok', at)
      return isReady(fast, at)
    })
    expect(ready).toEqual([false, false, false, false, false, true])
    expect(isReady(advance(fast, 'blurred', 600), 600)).toBe(false)
  })

  test('a hint does not flicker: one look that says otherwise changes nothing, two do', () => {
    const told = advance(advance(notReady(0), 'closer', 1000), 'closer', 1100)
    expect(told.shown).toBe('closer')
    const once = advance(told, 'tilt', 1200)
    expect(once.shown).toBe('closer')
    expect(advance(once, 'closer', 1300).shown).toBe('closer')
    expect(advance(once, 'tilt', 1300).shown).toBe('tilt')
    expect(advance(told, 'ok', 1200).shown).toBe('ok')
  })
})

describe('specimens in a hand, seen with the networks that browsers run', () => {
  /** Two looks at one picture, as a hand that holds still gives them. */
  async function seen(
    { bytes }: Pick<DocumentPhoto, 'bytes'>,
    asked = wish,
  ): Promise<{ hint: string; sight: PageSight }> {
    const { data, info } = await sharp(bytes)
      .autoOrient()
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = { width: info.width, height: info.height, data: new Uint8Array(data) }
    const track = trackPages(await openTestPageNetworks())
    const isWorthJudging = (sight: PageSight) => placeHint({ sight, scale: 1 }, asked) === undefined
    const first = await track(pixels, isWorthJudging)
    const sight = await track(pixels, isWorthJudging)
    return { hint: hintFor({ sight, scale: 1, before: first.page?.corners }, asked), sight }
  }

  test('a good picture is good, and its outline lies on the card', { timeout: 120_000 }, async () => {
    const photo = await heldCard('front')
    const { hint, sight } = await seen(photo)
    expect(hint).toBe('ok')
    const truth = photo.documents[0]?.corners ?? []
    for (const [i, corner] of (sight.page?.corners ?? []).entries())
      expect(Math.hypot(corner.x - (truth[i]?.x ?? 0), corner.y - (truth[i]?.y ?? 0))).toBeLessThan(20)
  })

  test.each<[string, () => Promise<Pick<DocumentPhoto, 'bytes'>>]>([
    ['other-side', () => heldCard('back')],
    ['closer', () => heldCard('front', { pose: { ...heldPose, fill: 0.4 } })],
    ['tilt', () => heldCard('front', { pose: { ...heldPose, tiltDegrees: 35 } })],
    ['blurred', () => heldCard('front', { defocusPx: 5 })],
    [
      'glare',
      () =>
        heldCard('front', {
          glare: [{ x: 0.5, y: 0.3, radius: 0.2, stretch: 1.5, degrees: 20, strength: 3, rainbow: 0 }],
        }),
    ],
    [
      'no-document',
      async () => ({
        bytes: await sharp({ create: { ...image, channels: 3, background: '#9a8873' } })
          .jpeg()
          .toBuffer(),
      }),
    ],
  ])('%s', { timeout: 120_000 }, async (hint, picture) => {
    expect((await seen(await picture())).hint).toBe(hint)
  })

  test('a tilted card is good where it is to be tilted, and nowhere else', { timeout: 120_000 }, async () => {
    const flat = await heldCard('front')
    const leaning = await heldCard('front', tiltedInHand)
    const far = await heldCard('front', { pose: { ...heldPose, tiltDegrees: -32 } })
    const [first] = flat.documents
    if (!first) throw new Error('no card was photographed')
    expect((await seen(flat, flatFirst)).hint).toBe('ok')
    expect((await seen(leaning, flatFirst)).hint).toBe('tilt')
    const near = await heldCard('front', { pose: { ...heldPose, fill: 0.95 } })
    expect((await seen(near)).hint).toBe('ok')
    expect((await seen(near, flatFirst)).hint).toBe('farther')
    for (const asked of [tilted, { ...tilted, flat: { ...image, corners: first.corners } }]) {
      expect((await seen(flat, asked)).hint).toBe('tilt-more')
      expect((await seen(leaning, asked)).hint).toBe('ok')
      expect((await seen(far, asked)).hint).toBe('tilt-less')
    }
  })
})
