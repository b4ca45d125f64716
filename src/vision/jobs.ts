// The jobs of workers that look at pictures and films, whatever a wing makes of them.
import { type ComparedFilms, knownShareOfFilm } from '../image/capture/print-film.ts'
import { type ComparedPrints, knownPrints } from '../image/capture/print-likeness.ts'
import { type ImageReading, inspectImage, remakeLogo } from '../image/decode/image.ts'
import type { Box } from '../image/geometry/geometry.ts'
import { chooseFfmpeg, type FfmpegChoice } from '../image/video/choose-ffmpeg.ts'
import { cutFace, type Drawing, type DrawnFace, drawObservation } from './draw-faces.ts'
import type { FaceNetworks } from './networks.ts'
import type { Ask, ObservationReading } from './observation.ts'
import { observeImage } from './observe.ts'
import { compareFrames } from './one-picture/compare.ts'
import type { ComparedFrame, FrameComparison } from './one-picture/comparison.ts'

interface ImageInput {
  readonly bytes: Uint8Array
  readonly maxMegapixels: number
}

export type VisionJobs = ReturnType<typeof visionJobs>

export const visionJobs = (networks: FaceNetworks) => ({
  'inspect-image': ({ bytes, maxMegapixels }: ImageInput): Promise<ImageReading> =>
    inspectImage(bytes, maxMegapixels),
  'remake-logo': ({ bytes, maxMegapixels }: ImageInput): ReturnType<typeof remakeLogo> =>
    remakeLogo(bytes, maxMegapixels),
  'observe-image': ({
    bytes,
    maxMegapixels,
    ask,
  }: ImageInput & { readonly ask: Ask }): Promise<ObservationReading> =>
    observeImage(networks, bytes, maxMegapixels, ask),
  'choose-ffmpeg': (candidates: readonly string[]): Promise<FfmpegChoice> => chooseFfmpeg(candidates),
  'compare-frames': (frames: readonly ComparedFrame[]): FrameComparison => compareFrames(frames),
  'know-prints': (input: ComparedPrints): number[] => knownPrints(input),
  'know-film': (input: ComparedFilms): number => knownShareOfFilm(input),
  'draw-observation': ({
    bytes,
    maxMegapixels,
    faces,
  }: ImageInput & { readonly faces: readonly DrawnFace[] }): Promise<Drawing> =>
    drawObservation(bytes, maxMegapixels, faces),
  'cut-face': ({ bytes, maxMegapixels, box }: ImageInput & { readonly box: Box }) =>
    cutFace(bytes, maxMegapixels, box),
})
