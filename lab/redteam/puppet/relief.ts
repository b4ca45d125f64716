// Lights the fine detail of a photograph as relief: pores and wrinkles are taken for heights, and a lamp that stays shades them anew as the head turns.
import { type Scene, turnFor } from '../../../specimens/person/render.ts'
import { turned, type Vector } from '../../../specimens/person/vector.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { boxBlur } from '../../../src/image/sharpen.ts'
import type { Lamp } from './relight.ts'

/** Detail is what the first blur leaves and the second takes away, in pixels to each side. */
const DETAIL = { fine: 1, coarse: 5 }
/** How high a logarithm of light is, in pixels: what is darker lies deeper. */
const HEIGHT = 6
/** No pore changes the light by more. */
const MOST = 0.25
/** Light below this is taken for it, in bytes: its logarithm is noise. */
const DARKEST = 8

/** The photograph as it is lit in a pose; in the pose that it was taken in, as it is. */
export function reliefOf(photograph: Pixels, lamp: Lamp, asTaken: Scene): (scene: Scene) => Pixels {
  const { width, height, data } = photograph
  const heights = heightsOf(photograph)
  const taken = turnFor(asTaken)
  const level = lamp.ambient + Math.max(0, lamp.towards[2])
  return (scene) => {
    // What stays where the camera is, turned back with the head to how it was when the photograph was taken.
    const now = turned(taken, turnedBack(turnFor(scene), lamp.towards))
    const across = (HEIGHT * (now[0] - lamp.towards[0])) / level
    const up = (HEIGHT * (now[1] - lamp.towards[1])) / level
    const lit = new Uint8Array(data.length)
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) {
        const slopeX = ((heights[i + 1] ?? 0) - (heights[i - 1] ?? 0)) / 2
        const slopeUp = ((heights[i - width] ?? 0) - (heights[i + width] ?? 0)) / 2
        const change = Math.max(-MOST, Math.min(MOST, -(across * slopeX + up * slopeUp)))
        for (let at = 3 * i; at < 3 * i + 3; at++)
          lit[at] = Math.max(0, Math.min(255, (1 + change) * (data[at] as number) + 0.5))
      }
    return { width, height, data: lit }
  }
}

const turnedBack = ([x, y, z]: readonly [Vector, Vector, Vector], vector: Vector): Vector =>
  turned(
    [
      [x[0], y[0], z[0]],
      [x[1], y[1], z[1]],
      [x[2], y[2], z[2]],
    ],
    vector,
  )

function heightsOf({ width, height, data }: Pixels): Float32Array {
  const light = Float32Array.from({ length: width * height }, (_, i) =>
    Math.log(Math.max(DARKEST, data[3 * i + 1] as number)),
  )
  const fine = boxBlur(light, width, height, DETAIL.fine)
  const coarse = boxBlur(light, width, height, DETAIL.coarse)
  return fine.map((value, i) => value - (coarse[i] as number))
}
