// The table of jobs that worker processes run: all decoding of uploaded bytes, and all networks.

import type { ChipReading, UploadedChip } from './documents/chip/chip.ts'
import { readChip } from './documents/chip/read-chip.ts'
import { type DrawnPage, drawPages, drawPdfPage, type PageDrawing } from './documents/pages/draw-pages.ts'
import { openPageNetworks, type PageNetworks } from './documents/pages/networks.ts'
import type { PageAsk, PagesReading } from './documents/pages/page.ts'
import { readPages } from './documents/pages/read-pages.ts'
import { readSheets, type Sheets, type SheetsAsk } from './documents/registration/read-sheets.ts'
import { type ComparedPrints, knownPrints } from './image/capture/print-likeness.ts'
import type { FileFault } from './image/decode/header.ts'
import { type ImageReading, inspectImage, remakeLogo } from './image/decode/image.ts'
import type { Box } from './image/geometry/geometry.ts'
import { type FfmpegFound, inspectFfmpeg } from './image/video/program.ts'
import type { VideoFault, VideoLimits } from './image/video/video.ts'
import type { LightAnswer, LightSession } from './liveness/light/answer.ts'
import { measureLight } from './liveness/light/measure.ts'
import { measureVideo, type VideoMeasures } from './liveness/video/measure.ts'
import { openNetwork } from './models/session.ts'
import { cutFace, type Drawing, type DrawnFace, drawObservation } from './vision/draw-faces.ts'
import type { Glancing } from './vision/glancing.ts'
import { openFaceNetworks } from './vision/networks.ts'
import type { Ask, ObservationReading } from './vision/observation.ts'
import { observeImage } from './vision/observe.ts'
import { type FilmPicture, observeFilm } from './vision/observe-film.ts'
import { observeVideo } from './vision/observe-video.ts'
import { compareFrames } from './vision/one-picture/compare.ts'
import type { ComparedFrame, FrameComparison } from './vision/one-picture/comparison.ts'

export interface JobSettings {
  /** The folder of the prepared networks. */
  readonly networksFolder: string
}

interface ImageInput {
  readonly bytes: Uint8Array
  readonly maxMegapixels: number
}

export type Jobs = Awaited<ReturnType<typeof openJobs>>

export async function openJobs({ networksFolder }: JobSettings) {
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
  return {
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
    'observe-video': async (
      input: { readonly bytes: Uint8Array; readonly limits: VideoLimits },
      giveWay: () => Promise<void>,
    ): Promise<VideoMeasures | VideoFault> =>
      measureVideo(await observeVideo(networks, input.bytes, input.limits, giveWay)),
    'observe-film': (
      input: { readonly bytes: Uint8Array; readonly limits: VideoLimits; readonly glancing: Glancing },
      giveWay: () => Promise<void>,
    ): Promise<readonly FilmPicture[] | VideoFault> =>
      observeFilm(networks, input.bytes, input.limits, input.glancing, giveWay),
    'measure-light': (input: LightSession): LightAnswer => measureLight(input),
    'inspect-ffmpeg': (program: string): FfmpegFound | undefined => inspectFfmpeg(program),
    'compare-frames': (frames: readonly ComparedFrame[]): FrameComparison => compareFrames(frames),
    'know-prints': (input: ComparedPrints): number[] => knownPrints(input),
    'draw-observation': ({
      bytes,
      maxMegapixels,
      faces,
    }: ImageInput & { readonly faces: readonly DrawnFace[] }): Promise<Drawing> =>
      drawObservation(bytes, maxMegapixels, faces),
    'cut-face': ({ bytes, maxMegapixels, box }: ImageInput & { readonly box: Box }) =>
      cutFace(bytes, maxMegapixels, box),
    'read-pages': async (
      { bytes, maxMegapixels, ask }: ImageInput & { readonly ask: PageAsk },
      giveWay: () => Promise<void>,
    ): Promise<PagesReading> => readPages(await pageNetworks(), bytes, maxMegapixels, ask, giveWay),
    'read-sheets': async (input: {
      readonly bytes: Uint8Array
      readonly ask: SheetsAsk
    }): Promise<Sheets | FileFault> => readSheets(await pageNetworks(), input.bytes, input.ask),
    'read-chip': (input: UploadedChip): Promise<ChipReading> => readChip(input),
    'draw-pages': ({
      bytes,
      maxMegapixels,
      pages,
    }: ImageInput & { readonly pages: readonly DrawnPage[] }): Promise<PageDrawing> =>
      drawPages(bytes, maxMegapixels, pages),
    'draw-pdf-page': (input: {
      readonly bytes: Uint8Array
      readonly maxPages: number
      /** The index of the page, from 0. */
      readonly index: number
      readonly drawn?: DrawnPage
    }): Promise<PageDrawing> => drawPdfPage(input.bytes, input.maxPages, input.index, input.drawn),
  }
}
