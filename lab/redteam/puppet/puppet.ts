// A puppet: one photograph of somebody, moved to do whatever a challenge asks.

import { mix, seededDice } from '../../../specimens/person/dice.ts'
import { FOCAL_SHARE, type Scene } from '../../../specimens/person/render.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { FACE_POINTS } from '../../../src/models/canonical-mesh.ts'
import type { Network } from '../../../src/models/network.ts'
import { cutOut } from './cut-out.ts'
import { drawSheet, emptyCanvas, gathered, type Print } from './draw.ts'
import { posed } from './pose.ts'
import { reliefOf } from './relief.ts'
import { type Light, lampOf, litBy, unchanged } from './relight.ts'
import { layOver, type Photograph, type Sheet } from './sheet.ts'

/** What the attacker takes care of. */
export interface Craft {
  /** The background does not move with the head. */
  readonly isBackgroundStill?: boolean
  /** The light stays where it is while the head turns. */
  readonly isRelit?: boolean
  /** The fine detail of the photograph is lit by the same lamp, as if it were relief. */
  readonly isReliefLit?: boolean
  readonly keepsGaze?: boolean
  /** The eyes rest here and there for a few frames, as those of a living person. */
  readonly looksAbout?: boolean
  /** The deviation of the noise of each frame, in bytes. */
  readonly noise: number
}

export interface Puppet {
  readonly seed: number
  readonly pointsIn: (scene: Scene) => Float64Array
  readonly show: (scene: Scene) => Pixels
  readonly asTaken: Scene
}

export async function puppetOf(
  parts: Network,
  photograph: Photograph,
  seed: number,
  craft: Craft,
): Promise<Puppet> {
  const { matte, background } = await cutOut(parts, photograph.pixels)
  const sheet = layOver(photograph, matte)
  const lamp = craft.isRelit || craft.isReliefLit ? lampOf(sheet, photograph.pixels, seed) : undefined
  const light = lamp ? litBy(lamp, sheet) : unchanged
  const relief = lamp && craft.isReliefLit ? reliefOf(photograph.pixels, lamp, sheet.asTaken) : undefined
  const behind = craft.isBackgroundStill ? background() : undefined
  const stage: Stage = {
    photograph,
    sheet,
    matte,
    background: behind,
    light,
    relief,
    craft,
    seed,
    rooms: new Map(),
  }
  return {
    seed,
    asTaken: sheet.asTaken,
    pointsIn: (scene) => posed(sheet, scene, false).pixels.subarray(0, 2 * FACE_POINTS),
    show: (scene) => shown(stage, scene),
  }
}

interface Stage {
  readonly photograph: Photograph
  readonly sheet: Sheet
  readonly matte: Uint8Array
  /** The photograph without the person, where the background is still. */
  readonly background: Pixels | undefined
  readonly light: Light
  /** The photograph as its fine detail is lit in a pose. */
  readonly relief: ((scene: Scene) => Pixels) | undefined
  readonly craft: Craft
  readonly seed: number
  /** The background of each size of frame. */
  readonly rooms: Map<string, Float32Array>
}

function shown(stage: Stage, scene: Scene): Pixels {
  const { photograph, sheet, matte, background, light, relief, craft, seed } = stage
  const glance = craft.looksAbout ? glanceAt(scene, seed) : undefined
  const pose = posed(sheet, scene, craft.keepsGaze ?? false, glance)
  const behind = background && roomOf(stage, background, scene)
  const canvas = emptyCanvas(scene.width, scene.height)
  const print: Print = {
    pixels: relief?.(scene) ?? photograph.pixels,
    matte,
    isCutOut: background !== undefined,
  }
  const nearness = Float64Array.from(sheet.turning, (_, i) => -1 / (pose.positions[3 * i + 2] as number))
  const { triangles, places } = sheet
  drawSheet(canvas, print, { triangles, places, pixels: pose.pixels, nearness, light: light(pose) })
  return exposed(gathered(canvas, behind), scene, craft.noise, seed)
}

/** Frames for which the eyes rest, and how far from the camera they rest, in centimetres of the iris. */
const GLANCES = { frames: 2, across: 0.14, up: 0.06 }

function glanceAt({ noiseSeed = 0 }: Scene, seed: number): { across: number; up: number } {
  const dice = seededDice(mix(seed, Math.floor(noiseSeed / GLANCES.frames), 83))
  return {
    across: dice.between(-GLANCES.across, GLANCES.across),
    up: dice.between(-GLANCES.up, GLANCES.up),
  }
}

/** How far the person of the still background stands from the camera. */
const ROOM_CM = 45

/** As large as behind a person at that distance, and never moved. */
function roomOf({ sheet, rooms }: Stage, background: Pixels, { width, height }: Scene): Float32Array {
  const key = `${width} ${height}`
  const known = rooms.get(key)
  if (known) return known
  const canvas = emptyCanvas(width, height)
  const { asTaken } = sheet
  const times = (FOCAL_SHARE * Math.max(width, height)) / ROOM_CM / pixelsPerCm(sheet)
  const middle = {
    x: asTaken.width / 2 + (asTaken.offsetCm?.x ?? 0) * pixelsPerCm(sheet),
    y: asTaken.height / 2 - (asTaken.offsetCm?.y ?? 0) * pixelsPerCm(sheet),
  }
  const corners = [0, 1, 2, 3].map((i) => ({ x: (i % 2) * width, y: (i >> 1) * height }))
  drawSheet(
    canvas,
    { pixels: background },
    {
      triangles: Uint32Array.of(0, 1, 2, 1, 2, 3),
      pixels: Float64Array.from(corners.flatMap(({ x, y }) => [x, y])),
      nearness: new Float64Array(4).fill(1),
      places: Float64Array.from(
        corners.flatMap(({ x, y }) => [
          middle.x + (x - width / 2) / times,
          middle.y + (y - height / 2) / times,
        ]),
      ),
      light: new Float64Array(4).fill(1),
    },
  )
  const room = gathered(canvas)
  rooms.set(key, room)
  return room
}

/** Of the photograph, at the head. */
function pixelsPerCm({ places, points }: Sheet): number {
  const [one, other] = [33, 263]
  const apart = (values: Float64Array, size: number) =>
    Math.hypot(
      (values[size * one] as number) - (values[size * other] as number),
      (values[size * one + 1] as number) - (values[size * other + 1] as number),
    )
  return apart(places, 2) / apart(points, 3)
}

const GRAINS = 1 << 16
const grain = Float32Array.from(
  { length: GRAINS },
  (() => {
    const dice = seededDice(4711)
    return () => dice.about(0, 1)
  })(),
)

/** The exposure trembles a little, and each frame has noise of its own. */
function exposed(
  light: Float32Array,
  { width, height, noiseSeed = 0 }: Scene,
  noise: number,
  seed: number,
): Pixels {
  const times = 1 + (noise === 0 ? 0 : 0.012 * ((mix(seed, noiseSeed, 5) / 2 ** 32) * 2 - 1))
  const data = new Uint8Array(3 * width * height)
  let at = 0
  for (let y = 0; y < height; y++) {
    const start = mix(seed, 1 + noiseSeed, y) & (GRAINS - 1)
    for (let x = 0; x < width; x++) {
      // Most noise of a camera is of light, less of colour.
      const grey = noise * (grain[(start + x) & (GRAINS - 1)] as number)
      for (let channel = 0; channel < 3; channel++, at++) {
        const colour = 0.5 * noise * (grain[(start + 7919 * (channel + 1) + x) & (GRAINS - 1)] as number)
        data[at] = Math.max(0, Math.min(255, times * (light[at] as number) + grey + colour + 0.5))
      }
    }
  }
  return { width, height, data }
}
