// Observes the pictures of a film one by one, as if each had been sent alone, and encodes them so that they can be kept.
import { encodeJpeg } from '../image/decode/image.ts'
import type { ImageFacts } from '../image/pixels.ts'
import { readVideo, type VideoFault, type VideoLimits } from '../image/video/video.ts'
import { askOf, type Glancing } from './glancing.ts'
import type { FaceNetworks } from './networks.ts'
import type { Observation } from './observation.ts'
import { observePixels, readShot } from './observe.ts'

export interface FilmPicture extends Pick<Observation, 'faces' | 'shot'> {
  readonly image: ImageFacts
  /** Since the first picture. */
  readonly atMs: number
  readonly jpeg: Uint8Array
}

const MOST_PICTURES = 200
const LONGEST_SIDE = 1280

export async function observeFilm(
  networks: FaceNetworks,
  bytes: Uint8Array,
  limits: VideoLimits,
  glancing: Glancing,
  giveWay?: () => Promise<void>,
): Promise<readonly FilmPicture[] | VideoFault> {
  const pictures: Omit<FilmPicture, 'atMs'>[] = []
  const sampling = { perSecond: glancing.perSecond, most: MOST_PICTURES, longestSide: LONGEST_SIDE }
  const read = await readVideo(
    bytes,
    limits,
    sampling,
    async (pixels) => {
      const { width, height } = pixels
      const jpeg = await encodeJpeg(pixels)
      const ask = askOf(glancing, jpeg)
      const faces = await observePixels(networks, pixels, ask)
      const shot = ask.shot && readShot(jpeg, pixels, 1, faces[0])
      pictures.push({ image: { format: 'jpeg', width, height }, faces, jpeg, ...(shot && { shot }) })
    },
    giveWay,
  )
  if ('fault' in read) return read
  const [first = 0] = read.timesMs
  return pictures.map((picture, i) => ({ ...picture, atMs: Math.round((read.timesMs[i] ?? first) - first) }))
}
