// The table of jobs that worker processes run: all decoding of uploaded bytes, and all networks.
import { documentJobs } from './documents/jobs.ts'
import { openPageNetworks, type PageNetworks } from './documents/pages/networks.ts'
import { watchDecoders } from './image/decoders.ts'
import { livenessJobs } from './liveness/jobs.ts'
import { openNetwork } from './models/session.ts'
import { visionJobs } from './vision/jobs.ts'
import { openFaceNetworks } from './vision/networks.ts'

export interface JobSettings {
  /** The folder of the prepared networks. */
  readonly networksFolder: string
}

export type Jobs = Awaited<ReturnType<typeof openJobs>>

export async function openJobs(
  { networksFolder }: JobSettings,
  tellDecoding: (isAtWork: boolean) => void = () => {},
) {
  watchDecoders(tellDecoding)
  const open = (name: string) => openNetwork(name, networksFolder)
  const networks = await openFaceNetworks(open)
  let opened: Promise<PageNetworks> | undefined
  /** They take 0.3 s to open and 10 MB to hold: a worker is ready before, and its first document seldom waits for them. */
  const pageNetworks = () => {
    // A failure is not kept: the next document tries again.
    opened ??= openPageNetworks((name) =>
      name === 'page-finder' ? Promise.resolve(networks.pageFinder) : open(name),
    ).catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }
  // A failure is answered to the request that sends the first document.
  pageNetworks().catch(() => undefined)
  return { ...visionJobs(networks), ...livenessJobs(networks), ...documentJobs(pageNetworks) }
}
