// Straightens a page: its size, and the map from its pixels to those of the picture.

import type { Size } from '../../image/geometry/geometry.ts'
import { distance } from '../../image/geometry/geometry.ts'
import { flatten, type Homography, type Quad, rectangleOnto } from '../../image/geometry/perspective.ts'
import type { Pixels } from '../../image/pixels.ts'
import { isKnown, type Kind, kindDefinition } from '../kinds/kinds.ts'

/** A card becomes 1024 pixels wide, which is finer than the networks need. */
const PIXELS_PER_MM = 1024 / 85.6
const MOST_WIDTH = 1488
/** A page of no known kind is given at least this aspect, whatever it looks like from the side. */
const SLIMMEST = 0.4

/** A known kind has its true shape, anything else the shape that it shows. */
export function pageSize(kind: Kind, quad: Quad): Size {
  if (!isKnown(kind)) return shownSize(quad)
  const { widthMm, heightMm } = kindDefinition(kind)
  const width = Math.min(MOST_WIDTH, Math.round(widthMm * PIXELS_PER_MM))
  return { width, height: Math.round((width * heightMm) / widthMm) }
}

function shownSize([a, b, c, d]: Quad): Size {
  const along = (distance(a, b) + distance(d, c)) / 2
  const down = (distance(a, d) + distance(b, c)) / 2
  const aspect = Math.min(1 / SLIMMEST, Math.max(SLIMMEST, along / Math.max(1, down)))
  const width = Math.max(256, Math.round(Math.min(MOST_WIDTH, along, MOST_WIDTH * aspect * 1.5)))
  return { width, height: Math.round(width / aspect) }
}

/** Maps pixels of the page to pixels of the picture. */
export function ontoPicture({ width, height }: Size, quad: Quad): Homography {
  return rectangleOnto(width, height, quad)
}

export function straightened(pixels: Pixels, size: Size, quad: Quad): Pixels {
  return flatten(pixels, ontoPicture(size, quad), size.width, size.height)
}

/** The picture as a mirror shows it. */
export function mirrored({ width, height, data }: Pixels): Pixels {
  const turned = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [from, to] = [3 * (y * width + x), 3 * (y * width + width - 1 - x)]
      turned[to] = data[from] ?? 0
      turned[to + 1] = data[from + 1] ?? 0
      turned[to + 2] = data[from + 2] ?? 0
    }
  return { width, height, data: turned }
}
