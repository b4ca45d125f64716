// Observes the pictures of a film one by one, as if each had been sent alone, and encodes them so that they can be kept.
import { createHmac } from 'node:crypto'
import { encodeJpeg } from '../image/decode/image.ts'
import type { ImageFacts } from '../image/pixels.ts'
import { readVideo, type VideoFault, type VideoLimits } from '../image/video/video.ts'
import type { FaceNetworks } from './networks.ts'
import type { Ask, Observation } from './observation.ts'
import { observePixels, readShot } from './observe.ts'

/** How frames that follow each other closely are looked at: a few of them closely, at a glance the rest. */
export interface Glancing {
  readonly closely: Ask
  readonly glance: Ask
  /** Only the server knows it, so that nobody can choose which frames are looked at closely. */
  readonly secret: string
  readonly perSecond: number
}

export interface FilmPicture extends Pick<Observation, 'faces' | 'shot'> {
  readonly image: ImageFacts
  /** Since the first picture. */
  readonly atMs: number
  readonly jpeg: Uint8Array
}

/** One frame in so many is looked at closely. */
const ONE_IN = 4
const MOST_PICTURES = 200
const LONGEST_SIDE = 1280

/** By the bytes and a secret: who sends another picture in place of this one throws the dice again, and does not see them. */
export function askOf({ closely, glance, secret }: Omit<Glancing, 'perSecond'>, bytes: Uint8Array): Ask {
  const [first = 0] = createHmac('sha256', secret).update(bytes).digest()
  return first % ONE_IN === 0 ? closely : glance
}

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
