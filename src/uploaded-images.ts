// Runs the jobs that look at an uploaded image, cuts off what follows its end, and refuses one that cannot be read by the name of its field.

import { codes, refuse, refuseBecause } from './codes.ts'
import type { Settings } from './config.ts'
import type { ImageReading } from './image/decode/image.ts'
import type { Extent, ImageFacts } from './image/pixels.ts'
import type { VideoFault, VideoLimits } from './image/video/video.ts'
import type { VisionJobs } from './vision/jobs.ts'
import type { Ask, Observation } from './vision/observation.ts'
import { RETRY_SECONDS, type VideoProgram } from './vision/video-program.ts'
import type { Pool } from './workers/port.ts'

/** What looks at pictures, and what says how large they may be. */
interface Looking {
  readonly config: Settings
  readonly workers: Pool<VisionJobs>
}

export interface Upload {
  /** Name of the field that carried the image. */
  readonly field: string
  readonly bytes: Uint8Array
  readonly organisationId: string
  readonly signal: AbortSignal
  /** Gives what may be kept, and has the answer tell of the rest. */
  readonly cut: (field: string, bytes: Uint8Array, extent: Extent) => Uint8Array
}

/** The bytes of an upload that may be kept: all up to the end of the picture, as the worker found it. */
export interface Kept {
  readonly kept: Uint8Array
}

/** Refuses with 422 what cannot be read and with 413 what is too large. Only workers decode images. */
export async function inspectUpload(looking: Looking, upload: Omit<Upload, 'cut'>): Promise<ImageFacts> {
  const { bytes, organisationId: organisation, signal, field } = upload
  const input = { bytes, maxMegapixels: looking.config.imageMegapixels }
  const reading = await looking.workers.run('inspect-image', input, { organisation, signal, field })
  return readable(reading, field).image
}

/** What there is to see in an uploaded image; refused like `inspectUpload`. */
export async function observeUpload(looking: Looking, upload: Upload, ask: Ask): Promise<Observation & Kept> {
  const { bytes, organisationId: organisation, signal, field } = upload
  const input = { bytes, maxMegapixels: looking.config.imageMegapixels, ask }
  const seen = await looking.workers.run('observe-image', input, { organisation, signal, field })
  return withKept(readable(seen, field), upload)
}

interface LookingAtVideos {
  readonly config: Settings
  readonly videos: VideoProgram
}

/** Has a video looked at; refused as by `readable`, and with 503 where no program reads videos here. */
export async function readVideoUpload<Answer extends object>(
  { config, videos }: LookingAtVideos,
  field: string,
  look: (limits: VideoLimits) => Promise<Answer | VideoFault>,
): Promise<Answer> {
  const program = await videos.path()
  if (program === undefined) throw noVideos()
  const answer = await look({
    program,
    shortestMs: config.videoShortestMs,
    longestMs: config.videoLongestMs,
    maxMegapixels: config.videoMegapixels,
    timeoutMs: config.videoTimeoutMs,
  })
  if (!('noProgram' in answer)) return readable<Answer>(answer, field)
  videos.doubt()
  throw noVideos()
}

const noVideos = () =>
  refuseBecause(codes.unavailable, 'this server has no ffmpeg that runs, which reads videos', RETRY_SECONDS)

/** Cuts off what follows the end of the picture. */
export const withKept = <Looked extends { readonly extent: Extent }>(
  looked: Looked,
  { field, bytes, cut }: Upload,
): Looked & Kept => ({ ...looked, kept: cut(field, bytes, looked.extent) })

type Fault = Exclude<ImageReading, { readonly image: ImageFacts }>

/** Returns the answer of a worker, or throws the refusal that names the field where the worker could read nothing. */
export function readable<Answer extends object>(answer: Answer | Fault, field: string): Answer {
  if (!('fault' in answer)) return answer
  throw refuse(answer.tooLarge ? codes.tooLarge : codes.unreadable, field, answer.fault)
}
