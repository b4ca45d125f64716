// The table under a photographed card: wood, stone or cloth of one colour, with grain along one side.
import type { Pixels } from '../../../src/image/pixels.ts'
import type { Random } from '../../kit/random.ts'
import { within } from './card-portrait.ts'

const colours = [
  [120, 92, 66],
  [176, 148, 112],
  [92, 94, 98],
  [206, 202, 194],
  [58, 52, 50],
  [132, 140, 128],
] as const

/** Knots of the grain, and how many pixels apart. */
const KNOTS = 256

export function tableTop(size: { readonly width: number; readonly height: number }, random: Random): Pixels {
  const { width, height } = size
  const colour = colours[random.below(colours.length)] as (typeof colours)[number]
  const grain = Float32Array.from({ length: KNOTS }, () => random.normal())
  const strength = within(random, 0, 7)
  const apart = within(random, 5, 40)
  const slope = within(random, -0.15, 0.15)
  const bend = within(random, 0, 30)
  const data = new Uint8Array(3 * width * height)
  const bends = Float32Array.from({ length: width }, (_, x) => x * slope + bend * Math.sin(x / 300) + 1000)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const place = (y + (bends[x] as number)) / apart
      const knot = Math.floor(place)
      const from = grain[knot % KNOTS] as number
      const vein = strength * (from + ((grain[(knot + 1) % KNOTS] as number) - from) * (place - knot))
      for (let i = 0; i < 3; i++, at++)
        data[at] = Math.min(255, Math.max(0, (colour[i] as number) + vein + 0.5))
    }
  return { width, height, data }
}
