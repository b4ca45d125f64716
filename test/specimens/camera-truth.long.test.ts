// Tests that what is drawn at a place of the flat card is seen where the camera's truth says.
import { expect, test } from 'vitest'
import { encodePhotograph } from '../../specimens/camera/encode.ts'
import { sceneOf } from '../../specimens/camera/levels.ts'
import { photograph } from '../../specimens/camera/photograph.ts'
import type { FlatDocument, Level, Scene } from '../../specimens/camera/scene.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import { distance, type Point } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { dotNear, flatCard, middleOfQuad, PLAIN, patch } from './camera-card.ts'

const card = flatCard()
const ZERO = { x: 0, y: 0 }
const NOWHERE = [ZERO, ZERO, ZERO, ZERO] as const

async function seen(documents: readonly FlatDocument[], scene: Scene) {
  const taken = photograph(documents, scene)
  const decoded = await decodeImage(await encodePhotograph(taken, scene), { maxMegapixels: 50 })
  if ('fault' in decoded) throw new Error(decoded.fault)
  return { truth: taken.truth, pixels: decoded.pixels }
}

/** Returns how far each dot is from where it should be; nothing where it is not seen at all. */
function misses({ truth, pixels }: Awaited<ReturnType<typeof seen>>, reach = 14): (number | undefined)[] {
  return truth.documents.flatMap(({ codes }) =>
    codes.map(({ quad }) => {
      const wanted = middleOfQuad(quad)
      const found = dotNear(pixels, wanted, reach)
      return found && distance(found, wanted)
    }),
  )
}

function worst(all: readonly (number | undefined)[]): number {
  return Math.max(...all.map((miss) => miss ?? Number.POSITIVE_INFINITY))
}

/** The scene is smaller, for speed, and without effects that may hide or fake a dot. */
function tamed(level: Level, seed: number): Scene {
  const { glare, screen, print, photocopy, wear, ...scene } = sceneOf(level, seed)
  const { longSide } = scene.frame
  return {
    ...scene,
    frame: { ...scene.frame, longSide: Math.min(760, longSide) },
    background: { kind: scene.background.kind === 'room' ? 'desk' : scene.background.kind, seed: 2 },
    light: { ...scene.light, level: Math.max(0.6, scene.light?.level ?? 1), warmth: 0 },
    jpeg: { quality: Math.max(40, scene.jpeg.quality) },
  }
}

/** The bound is in pixels. A careless camera is off by half a pixel; noise and JPEG blocks move the dots further. */
const LIMITS: Readonly<Record<Level, number>> = { clean: 0.3, photo: 0.45, bad: 0.9 }

const seeds = [1, 2, 3]

test.each(['clean', 'photo', 'bad'] as const)(
  'dots are where the truth says, in a %s picture',
  async (level) => {
    for (const seed of seeds) {
      const scene = tamed(level, seed)
      const picture = await seen([card], scene)
      expect(picture.pixels).toMatchObject({ width: picture.truth.width, height: picture.truth.height })
      expect(worst(misses(picture)), `seed ${seed}`).toBeLessThan(LIMITS[level])
    }
  },
)

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'bytes turned by EXIF %i are the same upright picture',
  async (orientation) => {
    const scene = { ...PLAIN, pose: { ...PLAIN.pose, tiltDegrees: 12, turnDegrees: -9 }, orientation }
    expect(worst(misses(await seen([card], scene)))).toBeLessThan(0.35)
  },
)

test('bytes of a picture held sideways are stored sideways', async () => {
  const { pixels, truth } = await seen([card], { ...PLAIN, orientation: 6 })
  expect(pixels.width).toBe(truth.width)
  const taken = photograph([card], PLAIN)
  const ignoring = await encodePhotograph(taken, { ...PLAIN, orientation: 6 })
  const upright = await encodePhotograph(taken, PLAIN)
  expect(sizeInHeader(ignoring)).toEqual(sizeInHeader(upright).toReversed())
})

/** Reads the size in the frame header, which knows nothing of EXIF. */
function sizeInHeader(bytes: Uint8Array): number[] {
  for (let at = 2; at < bytes.length; ) {
    const marker = bytes[at + 1] as number
    if (marker >= 0xc0 && marker <= 0xc2)
      return [5, 7].map((i) => 256 * (bytes[at + i] as number) + (bytes[at + i + 1] as number))
    at += 2 + 256 * (bytes[at + 2] as number) + (bytes[at + 3] as number)
  }
  return []
}

test.each([0, 1, 2, 3])(
  '%i quarter turns clockwise are in the truth and in the picture',
  async (quarterTurns) => {
    const scene = { ...PLAIN, pose: { ...PLAIN.pose, quarterTurns, rollDegrees: 20, tiltDegrees: 10 } }
    const picture = await seen([card], scene)
    expect(picture.truth.documents[0]?.quarterTurn).toBe(quarterTurns)
    expect(worst(misses(picture))).toBeLessThan(0.35)
    const [first] = picture.truth.documents[0]?.corners ?? []
    const { width, height } = picture.truth
    const isLeft = (first?.x ?? 0) < width / 2
    const isTop = (first?.y ?? 0) < height / 2
    expect([isLeft, isTop]).toEqual(
      [
        [true, true],
        [false, true],
        [false, false],
        [true, false],
      ][quarterTurns],
    )
  },
)

test('two documents in one picture are both in the truth', async () => {
  const next = { below: true, gapMm: 6, rollDegrees: 8, quarterTurns: 2 }
  const picture = await seen([card, flatCard({ kind: 'licence-pet' })], { ...PLAIN, next })
  expect(picture.truth.documents.map(({ kind }) => kind)).toEqual(['cccd-chip', 'licence-pet'])
  expect(picture.truth.documents.map(({ quarterTurn }) => quarterTurn)).toEqual([0, 2])
  expect(worst(misses(picture, 9))).toBeLessThan(0.35)
})

test.each(['x', 'y'] as const)('paper bent along %s is still where the truth says', async (axis) => {
  const pose = { ...PLAIN.pose, tiltDegrees: 25, turnDegrees: 15 }
  const flat = await seen([card], { ...PLAIN, pose })
  const bent = await seen([card], { ...PLAIN, pose, bend: { heightMm: 5, axis } })
  expect(worst(misses(bent))).toBeLessThan(0.35)
  // The bend moves the middle by more than the miss that is allowed.
  const middle = ({ truth }: typeof flat) => middleOfQuad(truth.documents[0]?.codes[4]?.quad ?? NOWHERE)
  expect(distance(middle(flat), middle(bent))).toBeGreaterThan(3)
})

const greenAt = ({ width, data }: Pixels, { x, y }: Point): number =>
  data[3 * (Math.round(y) * width + Math.round(x)) + 1] ?? 0

test('a picture that was stretched or shot from a screen has its truth there', async () => {
  const plain = await seen([card], PLAIN)
  const wide = await seen([card], { ...PLAIN, stretch: 1.15 })
  expect(wide.truth.width / plain.truth.width).toBeCloseTo(1.15, 2)
  expect(wide.truth.height).toBe(plain.truth.height)
  expect(worst(misses(wide))).toBeLessThan(0.35)
  const screenshot = { widthPx: 900, aspect: 2, share: 1, isDark: true, y: 0.5 }
  const shot = await seen([card], { ...PLAIN, screenshot })
  expect([shot.pixels.width, shot.pixels.height]).toEqual([900, 1800])
  expect(worst(misses(shot))).toBeLessThan(0.5)
  expect(greenAt(shot.pixels, { x: 450, y: 450 })).toBeLessThan(30)
})

test('a film reaches beyond the card, lets the ground through and veils the print', async () => {
  const film = { marginMm: 5, milky: 0.6, bubbles: 0, creases: 0 }
  const dark: Scene = { ...PLAIN, background: { kind: 'dark', seed: 1 }, pose: { ...PLAIN.pose, fill: 0.7 } }
  const [bare, filmed] = [await seen([card], dark), await seen([card], { ...dark, film })]
  const [corner = ZERO, right = ZERO] = bare.truth.documents[0]?.corners ?? []
  const above = (mm: number) => ({
    x: (corner.x + right.x) / 2,
    y: corner.y - (mm * distance(corner, right)) / 85.6,
  })
  const brightness = ({ pixels }: typeof bare, at: Point) => greenAt(pixels, at)
  expect(brightness(filmed, above(2.5))).toBeGreaterThan(brightness(bare, above(2.5)) + 20)
  expect(brightness(filmed, above(2.5))).toBeLessThan(200)
  expect(Math.abs(brightness(filmed, above(7)) - brightness(bare, above(7)))).toBeLessThan(6)
  expect(worst(misses(filmed))).toBeLessThan(0.6)
})

test('a picture cut by an app has the corners at its own', async () => {
  const { truth } = photograph([card], {
    ...PLAIN,
    frame: { ...PLAIN.frame, hold: 'tight' },
    pose: { ...PLAIN.pose, fill: 1.01 },
  })
  const corners = [
    { x: 0, y: 0 },
    { x: truth.width, y: 0 },
    { x: truth.width, y: truth.height },
    { x: 0, y: truth.height },
  ]
  for (const [i, corner] of (truth.documents[0]?.corners ?? []).entries())
    expect(distance(corner, corners[i] as (typeof corners)[0])).toBeLessThan(0.012 * truth.width)
})

test('perspective is true: edges that run away from the camera come together', () => {
  const { truth } = photograph([card], { ...PLAIN, pose: { ...PLAIN.pose, turnDegrees: 30 } })
  const [upperLeft, upperRight, lowerRight, lowerLeft] = truth.documents[0]?.corners ?? []
  if (!upperLeft || !upperRight || !lowerRight || !lowerLeft) throw new Error('no corners')
  const ratio = distance(upperLeft, lowerLeft) / distance(upperRight, lowerRight)
  expect(Math.abs(Math.log(ratio))).toBeGreaterThan(0.2)
})

test.each([
  ['straight', {}],
  ['turned', { pose: { ...PLAIN.pose, tiltDegrees: 25, turnDegrees: 20, rollDegrees: 30 } }],
  ['bent', { bend: { heightMm: 4, axis: 'x' }, pose: { ...PLAIN.pose, tiltDegrees: -25 } }],
  ['cut', { frame: { ...PLAIN.frame, hold: 'tight' }, pose: { ...PLAIN.pose, fill: 1.03, rollDegrees: 2 } }],
  ['beyond the frame', { pose: { ...PLAIN.pose, fill: 1.3, rollDegrees: 10 } }],
  ['two', { next: { below: false, gapMm: 3, rollDegrees: 5, quarterTurns: 1 } }],
  ['copied', { photocopy: { contrast: 1, speckle: 0, streaks: 0, marginMm: 8 } }],
] as readonly [string, Partial<Scene>][])('no pixel is left unpainted: %s', (_, change) => {
  const blank = flatCard({ dots: false, bars: false })
  const scene = { ...PLAIN, background: { kind: 'scanner', seed: 1 } as const, ...change }
  const { pixels } = photograph(scene.next ? [blank, blank] : [blank], scene)
  expect(Math.min(...patch(pixels, 1).map((row) => Math.min(...row)))).toBeGreaterThan(90)
})

test('the same seed gives the same bytes, another seed others', async () => {
  const bytes = async (seed: number) => {
    const scene = { ...tamed('bad', seed) }
    return Buffer.from(await encodePhotograph(photograph([card], scene), scene)).toString('base64')
  }
  const once = await bytes(4)
  expect(await bytes(4)).toBe(once)
  expect(await bytes(5)).not.toBe(once)
})

test('fingers and hands leave the text alone unless asked', () => {
  const cover = (coversText: boolean): number => {
    const scene: Scene = { ...PLAIN, hand: { side: 'right', reachMm: 30, tone: 0.3, coversText } }
    const [bare, held] = [photograph([card], PLAIN), photograph([card], scene)]
    return changedInText(bare.pixels, held.pixels, bare.truth.documents[0]?.lines ?? [])
  }
  expect(cover(false)).toBeLessThan(0.02)
  expect(cover(true)).toBeGreaterThan(0.02)
})

/** Returns the share of the text's pixels that look quite different. */
function changedInText(
  one: Pixels,
  other: Pixels,
  lines: readonly { readonly quad: readonly Point[] }[],
): number {
  let [changed, count] = [0, 0]
  for (const { quad } of lines) {
    const [from, to] = [quad[0] as Point, quad[2] as Point]
    for (let y = Math.ceil(from.y); y < to.y; y++)
      for (let x = Math.ceil(from.x); x < to.x; x++, count++) {
        const at = 3 * (y * one.width + x) + 1
        if (Math.abs((one.data[at] as number) - (other.data[at] as number)) > 40) changed++
      }
  }
  return changed / count
}
