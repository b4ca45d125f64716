// Defines the job of the workers that find pages in photographs as they are and squashed.
import sharp from 'sharp'
import type { PageClass } from '../../../src/documents/kinds/kinds.ts'
import { locatePages } from '../../../src/documents/pages/locate.ts'
import { openPageNetworks } from '../../../src/documents/pages/networks.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import { polygonOverlap } from '../../../src/image/geometry/polygon.ts'
import type { JobSettings } from '../../../src/jobs.ts'
import { openNetwork } from '../../../src/models/session.ts'
import { pixelsOf, resized } from './pasted-portraits.ts'

/** How much wider for its height the picture becomes; undefined for a square. */
export const SQUASHES = {
  'as taken': 1,
  '1.33 times wider': 1.33,
  '1.8 times wider': 1.8,
  '1.33 times higher': 1 / 1.33,
  '1.8 times higher': 1 / 1.8,
  'a square': undefined,
} as const
export type Squash = keyof typeof SQUASHES

/** A page that was found as well in the squashed picture covers the same part of it. */
const SAME_PLACE = 0.85

export type FoundJobs = Awaited<ReturnType<typeof openJobs>>

export async function openJobs({ networksFolder }: JobSettings) {
  const networks = await openPageNetworks((name) => openNetwork(name, networksFolder))
  return {
    /** The squashes in which the page is found; those beside `as taken` at the same place as there. */
    'find-squashed': async (input: {
      readonly bytes: Uint8Array
      readonly page: PageClass
    }): Promise<Squash[]> => {
      const pixels = await pixelsOf(sharp(input.bytes).autoOrient())
      const find = async (shown: typeof pixels): Promise<Quad | undefined> =>
        (await locatePages(networks, shown)).find(
          ({ kind, side }) => kind === input.page.kind && side === input.page.side,
        )?.corners
      const taken = await find(pixels)
      if (!taken) return []
      const found: Squash[] = ['as taken']
      for (const [squash, wider] of Object.entries(SQUASHES).slice(1) as [Squash, number | undefined][]) {
        const root = Math.sqrt(wider ?? pixels.height / pixels.width)
        const [width, height] = [Math.round(pixels.width * root), Math.round(pixels.height / root)]
        const corners = await find(await resized(pixels, width, height))
        const moved = taken.map(({ x, y }) => ({
          x: (x * width) / pixels.width,
          y: (y * height) / pixels.height,
        }))
        if (corners && polygonOverlap(corners, moved) > SAME_PLACE) found.push(squash)
      }
      return found
    },
  }
}
