// Shows a piece of a picture in a light in which a coloured ink is dark and the lines under it are pale.

/** Where the picture lies in the input of a network: three planes of whole rows, of which the first `width` columns are its own. */
export interface InputPlanes {
  readonly numbers: Float32Array
  readonly start: number
  readonly columns: number
  readonly width: number
  readonly height: number
}

/**
 * `green`: magenta and red are darkest in it. `magenta`: magenta ink shines in blue and red lines do not, so what is dark in
 * green alone is the ink.
 */
export type InkLight = 'green' | 'magenta'

/** How much of the blue is taken off the green; with all of it green ground would be as dark as ink. */
const BLUE_OFF = 0.6
/** Shares of the places that are darker than the ink's darkest, and than the paper. */
const [INK, PAPER] = [0.01, 0.6]
/** The paper of a plane is as bright as this share of its places. */
const BRIGHT = 0.8
/** What ink and paper become, as shares of white. */
const [DARK, PALE] = [0.12, 0.84]

/** Numbers of a plane are `shift` where it is black and `shift + range` where it is white. */
export function showIn(
  light: InkLight,
  planes: InputPlanes,
  { range, shift }: { readonly range: number; readonly shift: number },
): void {
  const { numbers, start, columns, width, height } = planes
  const plane = columns * height
  const [green, blue] = [start + plane, start + 2 * plane]
  const seen = new Float32Array(width * height)
  const each = (visit: (at: number, to: number) => void): void => {
    for (let y = 0, to = 0; y < height; y++) for (let x = 0; x < width; x++, to++) visit(y * columns + x, to)
  }
  const share = (at: number): number => ((numbers[at] as number) - shift) / range
  each((at, to) => {
    seen[to] = share(green + at)
  })
  if (light === 'magenta') {
    const paperGreen = Math.max(LEAST, quantile(seen, BRIGHT))
    const blues = seen.slice()
    each((at, to) => {
      blues[to] = share(blue + at)
    })
    const off = BLUE_OFF / Math.max(LEAST, quantile(blues, BRIGHT))
    for (const [i, value] of blues.entries()) seen[i] = (seen[i] as number) / paperGreen - off * value
    stretch(seen)
  }
  each((at, to) => {
    const value = shift + range * (seen[to] as number)
    numbers[start + at] = value
    numbers[green + at] = value
    numbers[blue + at] = value
  })
}

const LEAST = 1 / 255

function stretch(seen: Float32Array): void {
  const ink = quantile(seen, INK)
  const times = (PALE - DARK) / Math.max(LEAST, quantile(seen, PAPER) - ink)
  for (const [i, value] of seen.entries()) seen[i] = Math.min(1, Math.max(0, DARK + (value - ink) * times))
}

const quantile = (values: Float32Array, share: number): number =>
  values.toSorted()[Math.floor(share * values.length)] ?? 0
