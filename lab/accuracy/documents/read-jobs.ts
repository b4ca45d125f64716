// Defines the jobs of the reading workers: they read pictures as the server's workers do, measure the cost, and never draw.
import sharp from 'sharp'
import { openPageNetworks } from '../../../src/documents/pages/networks.ts'
import type { PageAsk, PagesReading } from '../../../src/documents/pages/page.ts'
import { readPages } from '../../../src/documents/pages/read-pages.ts'
import type { JobSettings } from '../../../src/jobs.ts'
import { openNetwork } from '../../../src/models/session.ts'

export interface PictureRead {
  readonly reading: PagesReading
  /** Milliseconds of processor time, from the bytes to the pages. */
  readonly cpuMs: number
}

export type ReadJobs = Awaited<ReturnType<typeof openJobs>>

/** This is the server's limit. */
const MOST_MEGAPIXELS = 50

export async function openJobs({ networksFolder }: JobSettings) {
  const networks = await openPageNetworks((name) => openNetwork(name, networksFolder))
  return {
    'read-picture': async (input: {
      readonly bytes: Uint8Array
      readonly ask: PageAsk
      /** The picture is saved again as a JPEG of this quality first. */
      readonly quality?: number | undefined
    }): Promise<PictureRead> => {
      const bytes = input.quality === undefined ? input.bytes : await resaved(input.bytes, input.quality)
      const before = process.cpuUsage()
      const reading = await readPages(networks, bytes, MOST_MEGAPIXELS, input.ask)
      const { user, system } = process.cpuUsage(before)
      return { reading, cpuMs: (user + system) / 1000 }
    },
  }
}

/** The copy keeps the note on which way up it is. */
async function resaved(bytes: Uint8Array, quality: number): Promise<Uint8Array> {
  return sharp(bytes).keepExif().jpeg({ quality }).toBuffer()
}
