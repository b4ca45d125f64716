// Takes pictures from a video element: drawn once, looked at, and made a JPEG only if they are to be sent.

import { happened, pause, unlessAborted } from './abortable.ts'
import { partOf, type Size, sendSize } from './task-order.ts'

/** One quality throughout: frames of several look put together. */
const JPEG_QUALITY = 0.92
/** Where the browser does not tell when a new picture is there. */
const NEXT_MS = 66

export interface Camera {
  readonly size: Size
  /** Draws the next picture of the video, and tells when it was taken. */
  draw(signal: AbortSignal): Promise<number>
  /** What was drawn last. */
  look(): Promise<ImageBitmap>
  jpeg(): Promise<Blob>
  release(): void
}

export async function openCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  isMirrored = false,
): Promise<Camera> {
  while (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0)
    await happened(video, 'loadeddata', signal)
  const size = sendSize(sizeOf(video))
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('this browser cannot draw pictures')
  context.imageSmoothingQuality = 'high'
  if (isMirrored) context.setTransform(-1, 0, 0, 1, size.width, 0)
  return {
    size,
    async draw(signal) {
      await nextPicture(video, signal)
      const { left, top, width, height } = partOf(sizeOf(video), size)
      context.drawImage(video, left, top, width, height, 0, 0, size.width, size.height)
      return nowMs()
    },
    look: () => createImageBitmap(canvas),
    jpeg: () =>
      new Promise((resolve, reject) => {
        const made = (blob: Blob | null) =>
          blob ? resolve(blob) : reject(new Error('this browser cannot make a JPEG'))
        canvas.toBlob(made, 'image/jpeg', JPEG_QUALITY)
      }),
    release() {
      canvas.width = 0
      canvas.height = 0
    },
  }
}

const sizeOf = ({ videoWidth, videoHeight }: HTMLVideoElement): Size => ({
  width: videoWidth,
  height: videoHeight,
})

/** Since 1970, by a clock that nobody sets back in between: the server compares these times with each other. */
const nowMs = (): number => Math.round(performance.timeOrigin + performance.now())

async function nextPicture(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  if (!('requestVideoFrameCallback' in video)) return pause(NEXT_MS, signal)
  return unlessAborted(signal, (resolve) => {
    const asked = video.requestVideoFrameCallback(resolve)
    return () => video.cancelVideoFrameCallback(asked)
  })
}
