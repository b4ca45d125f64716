// Computes once how a scene is lit: by its room, and by each band of the phone's screen; every frame is then a weighted sum.
import type { LitScene } from './lit-scene.ts'

/** The light of the room. */
export interface Ambient {
  readonly lux: number
  /** Of its colour, 2700 to 6500. */
  readonly kelvin: number
  /** Where most of it comes from: x to the image's right, y up, z from behind the camera. */
  readonly towards: readonly [number, number, number]
  /** The share of it that comes from there, 0 to 1; the rest comes from everywhere. */
  readonly directed: number
  /** How bright the background is by the face. */
  readonly behind: number
}

export interface Screen {
  readonly nits: number
  readonly bands: number
  readonly widthMm: number
  readonly heightMm: number
  /** From the camera down to the upper edge of what the screen shows. */
  readonly belowCameraMm: number
}

export const PHONE: Screen = { nits: 300, bands: 12, widthMm: 65, heightMm: 140, belowCameraMm: 8 }

/**
 * Luminances in nits, pixel by pixel. A frame is `ambient` plus, for each band, its colour (linear, 0 to 1) times
 * `reflects` times the band's map; glints come on top.
 */
export interface LightMaps {
  readonly width: number
  readonly height: number
  /** Three numbers a pixel. */
  readonly ambient: Float32Array
  /** Three numbers a pixel: what is thrown back of one lux of the screen, its shine included. */
  readonly reflects: Float32Array
  /** One number a pixel for each band, top first: lux where the band is white. */
  readonly bands: readonly Float32Array[]
  /** All bands together. */
  readonly whole: Float32Array
  /** For each band its image in the eyes: pixels, and nits where the band is white. */
  readonly glints: readonly (readonly { readonly at: number; readonly nits: number }[])[]
}

export interface Surface {
  /** The share of light that is thrown back without taking on the skin's colour, and how narrowly. */
  readonly shine: number
  readonly sharpness: number
  readonly hasEyes: boolean
}

export const SKIN: Surface = { shine: 0.025, sharpness: 6, hasEyes: true }

export function lightMaps(scene: LitScene, ambient: Ambient, screen: Screen, surface: Surface): LightMaps {
  const { width, height, albedo, person } = scene
  const count = width * height
  const colour = colourOf(ambient.kelvin)
  const room = new Float32Array(3 * count)
  const reflects = new Float32Array(3 * count)
  for (let at = 0; at < count; at++) {
    const lux = ambientAt(scene, at, ambient)
    const facing = scene.normals[3 * at + 2] as number
    const shine = surface.shine * Math.max(0, facing) ** surface.sharpness * (person[at] as number)
    for (let channel = 0; channel < 3; channel++) {
      const own = albedo[3 * at + channel] as number
      room[3 * at + channel] = (own * lux * (colour[channel] as number)) / Math.PI
      reflects[3 * at + channel] = (own + shine) / Math.PI
    }
  }
  const bands = bandMaps(scene, screen)
  const whole = new Float32Array(count)
  for (const band of bands)
    for (let at = 0; at < count; at++) whole[at] = (whole[at] as number) + (band[at] as number)
  const glints = surface.hasEyes
    ? Array.from({ length: screen.bands }, (_, band) => glintsOf(scene, screen, band))
    : Array.from({ length: screen.bands }, () => [])
  return { width, height, ambient: room, reflects, bands, whole, glints }
}

function ambientAt({ normals, person }: LitScene, at: number, ambient: Ambient): number {
  const { lux, towards, directed, behind } = ambient
  const [x, y, z] = [normals[3 * at] as number, normals[3 * at + 1] as number, normals[3 * at + 2] as number]
  const length = Math.hypot(...towards) || 1
  const cosine = Math.max(0, (x * towards[0] + y * towards[1] + z * towards[2]) / length)
  const own = lux * ((1 - directed) * (0.75 + 0.25 * y) + directed * 1.5 * cosine)
  const share = person[at] as number
  return share * own + (1 - share) * lux * behind
}

/** Patches along each band. */
const PATCHES = 3

/** Lux of each band on each pixel, where it is white: its patches by both cosines and the square of the distance. */
function bandMaps(scene: LitScene, screen: Screen): Float32Array[] {
  const { width, height, normals, depthMm, distanceMm, millimetresPerPixel } = scene
  const maps = Array.from({ length: screen.bands }, () => new Float32Array(width * height))
  const tall = screen.heightMm / screen.bands
  const patch = (screen.widthMm * tall) / PATCHES
  for (let py = 0, at = 0; py < height; py++)
    for (let px = 0; px < width; px++, at++) {
      const z = depthMm[at] as number
      const mm = (millimetresPerPixel * z) / distanceMm
      const [x, y] = [(px - width / 2) * mm, (height / 2 - py) * mm]
      const nx = normals[3 * at] as number
      const ny = normals[3 * at + 1] as number
      const nz = normals[3 * at + 2] as number
      for (let band = 0; band < screen.bands; band++) {
        const dy = -screen.belowCameraMm - (band + 0.5) * tall - y
        let sum = 0
        for (let i = 0; i < PATCHES; i++) {
          const dx = screen.widthMm * ((i + 0.5) / PATCHES - 0.5) - x
          const square = dx * dx + dy * dy + z * z
          const cosine = nx * dx + ny * dy + nz * z
          if (cosine > 0) sum += (cosine * z) / (square * square)
        }
        ;(maps[band] as Float32Array)[at] = screen.nits * patch * sum
      }
    }
  return maps
}

const CORNEA_MM = 7.8
/** Of the light that meets it straight. */
const CORNEA_SHARE = 0.025
/** Pixels over which a lens spreads a point. */
const SPREAD = 0.7

/** The cornea is a mirror: it shows the band small, below the middle of the iris, because the screen is below the camera. */
function glintsOf(scene: LitScene, screen: Screen, band: number): { at: number; nits: number }[] {
  const { width, height, millimetresPerPixel, distanceMm, eyes } = scene
  const tall = screen.heightMm / screen.bands
  const shrunk = CORNEA_MM / 2 / distanceMm / millimetresPerPixel
  const pixels = screen.widthMm * shrunk * (tall * shrunk)
  const down = (screen.belowCameraMm + (band + 0.5) * tall) * shrunk
  const found: { at: number; nits: number }[] = []
  for (const { iris } of eyes)
    for (let y = Math.floor(iris.y + down - 2); y <= iris.y + down + 3; y++)
      for (let x = Math.floor(iris.x - 2); x <= iris.x + 3; x++) {
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        const square = (x - iris.x) ** 2 + (y - iris.y - down) ** 2
        const share = Math.exp(-square / (2 * SPREAD ** 2)) / (2 * Math.PI * SPREAD ** 2)
        found.push({ at: y * width + x, nits: CORNEA_SHARE * screen.nits * pixels * share })
      }
  return found
}

/** Linear light of black bodies, by their green. */
// biome-ignore format: a table
const bodies: readonly (readonly [kelvin: number, red: number, blue: number])[] = [[2700, 2.59, 0.246], [3000, 2.2, 0.33], [3500, 1.82, 0.478], [4000, 1.62, 0.617], [5000, 1.27, 0.84], [6500, 1.05, 1.03]]

/** So that one lux of any colour is as bright as one of white. */
function colourOf(kelvin: number): readonly [number, number, number] {
  const above = bodies.find(([own]) => own >= kelvin) ?? (bodies.at(-1) as (typeof bodies)[number])
  const below = bodies.findLast(([own]) => own <= kelvin) ?? (bodies[0] as (typeof bodies)[number])
  const share = above[0] === below[0] ? 0 : (kelvin - below[0]) / (above[0] - below[0])
  const red = below[1] + share * (above[1] - below[1])
  const blue = below[2] + share * (above[2] - below[2])
  const luminance = 0.2126 * red + 0.7152 + 0.0722 * blue
  return [red / luminance, 1 / luminance, blue / luminance]
}

/**
 * Adds the light of the screen to `picture`. `weights` has three numbers for each band of each row, or of one row for
 * all: rows are read one after the other by a rolling shutter.
 */
export function addScreen(
  picture: Float32Array,
  maps: LightMaps,
  weights: (row: number) => Float64Array,
): void {
  const { width, height, reflects, bands, whole } = maps
  for (let y = 0; y < height; y++) {
    const row = weights(y)
    const even = isEven(row)
    const from = y * width
    for (let at = from; at < from + width; at++) {
      let red = 0
      let green = 0
      let blue = 0
      if (even) {
        const lux = whole[at] as number
        red = lux * (row[0] as number)
        green = lux * (row[1] as number)
        blue = lux * (row[2] as number)
      } else
        for (let band = 0; band < bands.length; band++) {
          const lux = (bands[band] as Float32Array)[at] as number
          red += lux * (row[3 * band] as number)
          green += lux * (row[3 * band + 1] as number)
          blue += lux * (row[3 * band + 2] as number)
        }
      picture[3 * at] = (picture[3 * at] as number) + (reflects[3 * at] as number) * red
      picture[3 * at + 1] = (picture[3 * at + 1] as number) + (reflects[3 * at + 1] as number) * green
      picture[3 * at + 2] = (picture[3 * at + 2] as number) + (reflects[3 * at + 2] as number) * blue
    }
  }
}

/** The screen in the eyes, where they are open. */
export function addGlints(
  picture: Float32Array,
  { width, glints }: LightMaps,
  weights: (row: number) => Float64Array,
): void {
  for (const [band, own] of glints.entries())
    for (const { at, nits } of own) {
      const row = weights(Math.floor(at / width))
      for (let channel = 0; channel < 3; channel++)
        picture[3 * at + channel] =
          (picture[3 * at + channel] as number) + nits * (row[3 * band + channel] as number)
    }
}

function isEven(row: Float64Array): boolean {
  for (let i = 3; i < row.length; i++) if (row[i] !== row[i - 3]) return false
  return true
}

/** Light maps as a page takes them: linear light in which 1 is white at a fixed exposure, all lists of plain numbers. */
export interface PageMaps {
  readonly width: number
  readonly height: number
  /** Three numbers a pixel. */
  readonly ambient: Float32Array
  /** From the top of the screen to its bottom, three numbers a pixel where the band is white. */
  readonly bands: readonly Float32Array[]
}

/** At an exposure in which the brightest of a white screen and the room is just below white. */
export function pageMaps(maps: LightMaps): PageMaps {
  const { width, height, ambient, reflects, bands, glints } = maps
  const lit = ambient.slice()
  const white = new Float64Array(3 * bands.length).fill(1)
  addScreen(lit, maps, () => white)
  const sorted = lit.toSorted()
  const times = 0.95 / (sorted[Math.floor(0.995 * sorted.length)] as number)
  const scaled = bands.map((band, i) => {
    const map = reflects.map((own, at) => times * own * (band[Math.floor(at / 3)] as number))
    for (const { at, nits } of glints[i] ?? [])
      for (let channel = 0; channel < 3; channel++)
        map[3 * at + channel] = (map[3 * at + channel] as number) + times * nits
    return map
  })
  return { width, height, ambient: ambient.map((value) => times * value), bands: scaled }
}

/**
 * One frame as RGBA bytes, for `putImageData`. `screen` has linear red, green and blue of each band, top first: what the
 * page shows there, decoded from sRGB. The function needs nothing beside its arguments, so that it can be sent to a page
 * as text (`composeFrame.toString()` after types are stripped) with the maps beside it.
 */
export function composeFrame(maps: PageMaps, screen: ArrayLike<number>): Uint8ClampedArray<ArrayBuffer> {
  const count = maps.width * maps.height
  const bytes = new Uint8ClampedArray(4 * count).fill(255)
  for (let at = 0; at < count; at++)
    for (let channel = 0; channel < 3; channel++) {
      let light = maps.ambient[3 * at + channel] as number
      for (let band = 0; band < maps.bands.length; band++)
        light += (maps.bands[band]?.[3 * at + channel] as number) * (screen[3 * band + channel] as number)
      const kept = Math.max(0, Math.min(1, light))
      bytes[4 * at + channel] = 255 * (kept <= 0.0031308 ? 12.92 * kept : 1.055 * kept ** (1 / 2.4) - 0.055)
    }
  return bytes
}
