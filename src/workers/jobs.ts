// The table of what worker processes do: all decoding of bytes that strangers sent, and all networks, run here.
import { type Drawing, type DrawnFace, drawObservation } from '../eyes/draw-faces.ts'
import { openFaceNetworks } from '../eyes/networks.ts'
import { type Ask, type ObservationReading, observeImage } from '../eyes/observe.ts'
import { type ImageReading, inspectImage } from '../image/image.ts'
import { openNetwork } from '../models/open.ts'

export interface JobSettings {
  /** Where the server made the networks ready. */
  readonly networksFolder: string
}

interface ImageInput {
  readonly bytes: Uint8Array
  readonly maxMegapixels: number
}

export type Jobs = Awaited<ReturnType<typeof openJobs>>

export async function openJobs({ networksFolder }: JobSettings) {
  const networks = await openFaceNetworks((name) => openNetwork(name, networksFolder))
  return {
    'inspect-image': ({ bytes, maxMegapixels }: ImageInput): Promise<ImageReading> =>
      inspectImage(bytes, maxMegapixels),
    'observe-image': ({
      bytes,
      maxMegapixels,
      ask,
    }: ImageInput & { readonly ask: Ask }): Promise<ObservationReading> =>
      observeImage(networks, bytes, maxMegapixels, ask),
    'draw-observation': ({
      bytes,
      maxMegapixels,
      faces,
    }: ImageInput & { readonly faces: readonly DrawnFace[] }): Promise<Drawing> =>
      drawObservation(bytes, maxMegapixels, faces),
  }
}
