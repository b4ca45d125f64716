// One person in many poses on one page, to be looked at.
import type { Pixels } from '../../src/image/pixels.ts'
import { person } from './person.ts'
import { renderPerson, type Scene } from './render.ts'

const CELL = { width: 240, height: 320 }
const COLUMNS = 6
const near = { distanceCm: 30 }

/** A row each: turns, nods, expressions, distances and light. */
const scenes: readonly Partial<Scene>[] = [
  ...[-40, -25, -10, 10, 25, 40].map((yawDegrees) => ({ ...near, yawDegrees })),
  ...[-25, -12, 12, 25].map((pitchDegrees) => ({ ...near, pitchDegrees })),
  ...[-20, 20].map((rollDegrees) => ({ ...near, rollDegrees })),
  { ...near, smile: 0.5 },
  { ...near, smile: 1 },
  { ...near, leftEyeClosed: 1 },
  { ...near, rightEyeClosed: 1 },
  { ...near, leftEyeClosed: 1, rightEyeClosed: 1 },
  { ...near, mouthOpen: 1 },
  { distanceCm: 18 },
  { distanceCm: 60 },
  { ...near, light: { level: 0.06 } },
  { ...near, light: { level: 6 } },
  { ...near, light: { side: -1 } },
  { ...near, light: { side: 1 } },
  { ...near, cover: 'mask' },
  { ...near, cover: 'sunglasses' },
  { ...near, cover: 'hand' },
]

export function contactSheet(seed: number): Pixels {
  const somebody = person(seed)
  const rows = Math.ceil(scenes.length / COLUMNS)
  const [width, height] = [CELL.width * COLUMNS, CELL.height * rows]
  const data = new Uint8Array(3 * width * height)
  for (const [i, scene] of scenes.entries()) {
    const drawn = renderPerson(somebody, { ...CELL, ...scene, room: seed, noiseSeed: i })
    const [left, top] = [(i % COLUMNS) * CELL.width, Math.floor(i / COLUMNS) * CELL.height]
    for (let y = 0; y < CELL.height; y++)
      data.set(
        drawn.data.subarray(3 * y * CELL.width, 3 * (y + 1) * CELL.width),
        3 * ((top + y) * width + left),
      )
  }
  return { width, height, data }
}
