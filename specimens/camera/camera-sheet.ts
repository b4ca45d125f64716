// One document in 30 conditions on one page, with the truth drawn over it, to be looked at.
import sharp from 'sharp'
import { decodeImage } from '../../src/image/decode/image.ts'
import { drawPath } from '../../src/image/draw.ts'
import type { Point } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { seededDice } from '../person/dice.ts'
import { encodePhotograph } from './encode.ts'
import { sceneOf } from './levels.ts'
import { HARDSHIPS } from './mishaps.ts'
import { photograph } from './photograph.ts'
import type { FlatDocument, Glare, Scene } from './scene.ts'

const CELL = { width: 420, height: 315 }
const CAPTION = 22
const COLUMNS = 6

const spot: Glare = {
  x: -0.1,
  y: 0,
  radius: 0.1,
  stretch: 1.3,
  degrees: 20,
  strength: 1.4,
  rainbow: 0,
  besideText: true,
}
const skin = { tone: 0.35 }

/** What each cell changes of an ordinary photo. */
const CONDITIONS: readonly (readonly [name: string, change: (base: Scene) => Partial<Scene>])[] = [
  ['flatbed scan', (base) => ({ ...straight(base), background: { kind: 'scanner', seed: 1 } })],
  [
    'cut by an app',
    (base) => ({
      ...straight(base),
      frame: { ...base.frame, hold: 'tight' },
      pose: { ...straight(base).pose, fill: 1.01 },
    }),
  ],
  ['wood', () => ({ background: { kind: 'wood', seed: 2 } })],
  ['cloth', () => ({ background: { kind: 'cloth', seed: 3 } })],
  [
    'marble, tilted 30',
    (base) => ({ background: { kind: 'marble', seed: 4 }, pose: { ...base.pose, tiltDegrees: 30 } }),
  ],
  [
    'keyboard, upside down',
    (base) => ({ background: { kind: 'keyboard', seed: 5 }, pose: { ...base.pose, quarterTurns: 2 } }),
  ],
  [
    'papers, a quarter turn',
    (base) => ({ background: { kind: 'clutter', seed: 6 }, pose: { ...base.pose, quarterTurns: 1 } }),
  ],
  [
    'held in a hand',
    () => ({ background: { kind: 'room', seed: 7 }, hand: { side: 'left', reachMm: 12, ...skin } }),
  ],
  [
    'held in two hands',
    () => ({ background: { kind: 'room', seed: 8 }, hand: { side: 'both', reachMm: 8, tone: 0.6 } }),
  ],
  [
    'fingers over corners',
    () => ({
      fingers: [
        { corner: 1, reachMm: 8, ...skin },
        { corner: 3, reachMm: 8, ...skin },
      ],
    }),
  ],
  [
    'shadow of the phone',
    () => ({
      phoneShadow: { x: 0.15, y: 0.2, degrees: 25, width: 0.6, height: 0.7, soft: 0.12, strength: 0.6 },
    }),
  ],
  [
    'dark and warm',
    () => ({ light: { level: 0.25, warmth: 0.7 }, noise: { shot: 0.05, read: 0.01, correlation: 0.6 } }),
  ],
  ['glare', () => ({ glare: [spot] })],
  ['rainbow streak', () => ({ glare: [{ ...spot, radius: 0.04, stretch: 12, rainbow: 0.6 }] })],
  ['out of focus', () => ({ defocusPx: 3.5 })],
  ['moved', () => ({ motion: { lengthPx: 8, degrees: 35 } })],
  ['few pixels', () => ({ resolution: 0.3 })],
  ['quality 10', () => ({ jpeg: { quality: 10 } })],
  [
    'from a screen',
    () => ({
      screen: {
        pitchMm: 0.11,
        marginMm: 8,
        bezelMm: 8,
        around: 0.02,
        tint: 0.5,
        reflection: 0.2,
        contrast: 1,
      },
    }),
  ],
  ['from a colour print', () => ({ print: { linesPerMm: 3, strength: 1, fade: 0.15, marginMm: 12 } })],
  ['from a copier', () => ({ photocopy: { contrast: 2, speckle: 0.7, streaks: 3, marginMm: 12 } })],
  ['bent', () => ({ bend: { heightMm: 5, axis: 'x' }, pose: { ...PHOTO.pose, tiltDegrees: 25 } })],
  ['two, one turned', () => ({ next: { below: true, gapMm: 6, rollDegrees: 7, quarterTurns: 2 } })],
  ...Object.entries(HARDSHIPS).map(
    ([name, change], row) => [name, (base: Scene) => change(base, seededDice(base.seed, row))] as const,
  ),
]

const PHOTO = {
  pose: {
    tiltDegrees: 8,
    turnDegrees: -7,
    rollDegrees: 4,
    quarterTurns: 0,
    fill: 0.84,
    x: 0,
    y: 0,
    focal: 0.85,
  },
}

/** EXIF's numbers are gone through in turn, which must change nothing. */
function baseScene(seed: number, cell: number): Scene {
  const { hand, fingers, glare, screen, print, photocopy, wear, bend, motion, phoneShadow, next, ...scene } =
    sceneOf('photo', seed)
  return {
    ...scene,
    ...PHOTO,
    frame: { longSide: 1280, aspect: 4 / 3, hold: 'along' },
    background: { kind: 'desk', seed },
    orientation: 1 + (cell % 8),
  }
}

const straight = (base: Scene) => ({
  pose: { ...base.pose, tiltDegrees: 0, turnDegrees: 0, rollDegrees: 0.6, focal: 12, fill: 0.9 },
  defocusPx: 0,
  light: {},
})

export async function cameraSheet(document: FlatDocument, seed: number): Promise<Pixels> {
  const rows = Math.ceil(CONDITIONS.length / COLUMNS)
  const [width, height] = [CELL.width * COLUMNS, (CELL.height + CAPTION) * rows]
  const data = new Uint8Array(3 * width * height).fill(40)
  for (const [i, [name, change]] of CONDITIONS.entries()) {
    const base = baseScene(seed, i)
    const scene = { ...base, ...change(base) }
    const picture = await photographed(scene.next ? [document, document] : [document], scene)
    const [left, top] = [(i % COLUMNS) * CELL.width, Math.floor(i / COLUMNS) * (CELL.height + CAPTION)]
    paste(picture, { width, height, data }, left, top + CAPTION)
    paste(await caption(name), { width, height, data }, left, top)
  }
  return { width, height, data }
}

/** Through the bytes, as a server would get it. */
async function photographed(documents: readonly FlatDocument[], scene: Scene): Promise<Pixels> {
  const taken = photograph(documents, scene)
  const bytes = await encodePhotograph(taken, scene)
  const longestSide = Math.floor(
    Math.min(
      CELL.width,
      (CELL.height * Math.max(taken.truth.width, taken.truth.height)) / taken.truth.height,
    ),
  )
  const decoded = await decodeImage(bytes, { maxMegapixels: 50, longestSide })
  if ('fault' in decoded) throw new Error(`a photograph ${decoded.fault}`)
  const { pixels, scale } = decoded
  const outline = (quad: readonly Point[], colour: readonly [number, number, number], width: number) => {
    const points = [...quad, ...quad.slice(0, 1)].map(({ x, y }) => ({ x: x * scale, y: y * scale }))
    drawPath(pixels, points, { colour, width, opacity: 0.8 })
  }
  for (const { corners, lines, codes } of taken.truth.documents) {
    outline(corners, [30, 220, 60], 2)
    // The upper edge is marked, so that turns can be seen.
    outline(corners.slice(0, 2), [255, 40, 40], 3)
    for (const { quad } of lines) outline(quad, [40, 90, 255], 0.8)
    for (const { quad } of codes) outline(quad, [230, 60, 230], 1.2)
  }
  return pixels
}

async function caption(name: string): Promise<Pixels> {
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL.width}" height="${CAPTION}"><rect width="100%" height="100%" fill="#282828"/><text x="6" y="16" font-size="14" font-family="sans-serif" fill="#eee">${name}</text></svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

function paste(from: Pixels, to: Pixels, left: number, top: number): void {
  const across = Math.min(from.width, to.width - left)
  for (let y = 0; y < Math.min(from.height, to.height - top); y++)
    to.data.set(
      from.data.subarray(3 * y * from.width, 3 * (y * from.width + across)),
      3 * ((top + y) * to.width + left),
    )
}
