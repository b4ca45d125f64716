// Draws surfaces that stand for the print of a card, and saves them as a camera does.
import sharp from 'sharp'
import type { Dice } from '../../../specimens/person/dice.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

export const [WIDTH, HEIGHT, MARGIN] = [840, 536, 20]
export const corners: Quad = [
  { x: MARGIN, y: MARGIN },
  { x: WIDTH - MARGIN, y: MARGIN },
  { x: WIDTH - MARGIN, y: HEIGHT - MARGIN },
  { x: MARGIN, y: HEIGHT - MARGIN },
]

/** Waves of all lengths under noise stand for print and skin. */
export function surface(dice: Dice, noise: number): Pixels {
  const waves = Array.from({ length: 6 }, () => ({
    x: dice.about(0, 0.5),
    y: dice.about(0, 0.5),
    at: dice.between(0, 7),
    size: dice.between(5, 13),
  }))
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  for (let y = 0, to = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, to += 3) {
      const sum = waves.reduce(
        (all, wave) => all + wave.size * Math.sin(wave.x * x + wave.y * y + wave.at),
        140,
      )
      data.fill(Math.round(sum + dice.about(0, noise)), to, to + 3)
    }
  return { width: WIDTH, height: HEIGHT, data }
}

export async function saved({ data, width, height }: Pixels, quality: number): Promise<Pixels> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
  return { width, height, data: await sharp(jpeg).raw().toBuffer() }
}
