// What a surface looks like, unfolded: colour, shine or see-through, and how it slopes; in several sizes, so that small stays smooth.
import type { Colour } from './person.ts'

/** Red, green, blue (linear), shine or cover (0 to 1), slope across, slope down. */
export const CHANNELS = 6

export interface Texture {
  readonly width: number
  readonly height: number
  readonly texels: Float32Array
}

/** The largest first, each half as large as the one before. */
export type Textures = readonly Texture[]

const SMALLEST = 48

export function blank(width: number, height: number, [red, green, blue]: Colour, fourth: number): Texture {
  const texels = new Float32Array(width * height * CHANNELS)
  for (let at = 0; at < texels.length; at += CHANNELS) {
    texels[at] = red
    texels[at + 1] = green
    texels[at + 2] = blue
    texels[at + 3] = fourth
  }
  return { width, height, texels }
}

export function allSizes(texture: Texture): Textures {
  const sizes = [texture]
  for (let last = texture; Math.min(last.width, last.height) > SMALLEST; ) {
    last = halved(last)
    sizes.push(last)
  }
  return sizes
}

/** Of one colour all over. */
export const plain = (colour: Colour, fourth: number): Textures => [blank(4, 4, colour, fourth)]

function halved({ width, height, texels }: Texture): Texture {
  const [across, down] = [width >> 1, height >> 1]
  const half = new Float32Array(across * down * CHANNELS)
  for (let y = 0, to = 0; y < down; y++)
    for (let x = 0; x < across; x++)
      for (let channel = 0; channel < CHANNELS; channel++, to++) {
        const from = (2 * y * width + 2 * x) * CHANNELS + channel
        const below = from + width * CHANNELS
        half[to] =
          ((texels[from] as number) +
            (texels[from + CHANNELS] as number) +
            (texels[below] as number) +
            (texels[below + CHANNELS] as number)) /
          4
      }
  return { width: across, height: down, texels: half }
}

/** Slopes from heights, one a texel, steepness in heights a texel. */
export function carve({ width, height, texels }: Texture, heights: Float32Array, steepness: number): void {
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      texels[at * CHANNELS + 4] = ((heights[at + 1] as number) - (heights[at - 1] as number)) * steepness
      texels[at * CHANNELS + 5] =
        ((heights[at + width] as number) - (heights[at - width] as number)) * steepness
    }
}
