// Measures what hides a face: a mask or hand over mouth and nose, glasses over the eyes, a hat or hair over the forehead.
import type { Box } from '../image/geometry/geometry.ts'
import type { Pixels } from '../image/pixels.ts'
import { pointOf } from '../models/face-mesh.ts'
import { type FaceParts, readParts } from '../models/face-parts.ts'
import { type Network, threshold } from '../models/network.ts'

export const coverZones = ['mouth', 'nose', 'eyes', 'cheeks', 'forehead'] as const
export type CoverZone = (typeof coverZones)[number]

export interface Cover {
  /** Share of each zone that is hidden, 0 to 1. */
  readonly zones: Readonly<Record<CoverZone, number>>
  /** Zones that are hidden by more than their threshold. */
  readonly hidden: readonly CoverZone[]
}

/** Points of the mesh in each zone. */
// biome-ignore format: a table
const zonePoints: Readonly<Record<CoverZone, readonly number[]>> = {
  mouth: [0, 13, 14, 17, 18, 37, 39, 40, 43, 57, 61, 83, 84, 91, 92, 106, 135, 152, 164, 165, 167, 169, 175, 181, 182, 186, 187, 192, 199, 200, 206, 207, 210, 212, 214, 216, 267, 269, 270, 273, 287, 291, 313, 314, 321, 322, 335, 364, 391, 393, 394, 405, 406, 410, 411, 416, 426, 427, 430, 432, 434, 436],
  nose: [1, 4, 5, 45, 195, 197, 275],
  eyes: [144, 145, 153, 158, 159, 160, 373, 374, 380, 385, 386, 387, 468, 473],
  cheeks: [50, 101, 117, 118, 119, 280, 330, 346, 347, 348],
  forehead: [9, 10, 66, 67, 69, 107, 108, 151, 296, 297, 299, 336, 337],
}

/** The network does not take eyes for skin, and a fringe hides no forehead: only things and clothes hide these two. */
const hiddenShare: Readonly<Record<CoverZone, (parts: FaceParts) => number>> = {
  mouth: ({ face }) => 1 - face,
  nose: ({ face }) => 1 - face,
  cheeks: ({ face }) => 1 - face,
  eyes: ({ thing, clothes }) => thing + clothes,
  forehead: ({ thing, clothes, background }) => thing + clothes + background,
}

export async function readCover(
  network: Network,
  pixels: Pixels,
  box: Box,
  mesh: Float32Array,
): Promise<Cover> {
  const places = coverZones.flatMap((zone) => zonePoints[zone].map((point) => ({ zone, point })))
  const parts = await readParts(
    network,
    pixels,
    box,
    places.map(({ point }) => pointOf(mesh, point)),
  )
  const shares = coverZones.map((zone) => {
    const seen = parts.filter((_, i) => places[i]?.zone === zone).map(hiddenShare[zone])
    return [zone, seen.reduce((sum, share) => sum + share, 0) / seen.length] as const
  })
  return {
    zones: Object.fromEntries(shares) as Record<CoverZone, number>,
    hidden: shares.filter(([zone, share]) => share >= threshold(network, zone)).map(([zone]) => zone),
  }
}
