// Takes pictures from a video element, in the size in which they are sent; a JPEG is made only of those that are sent.

import { happened, pause, unlessAborted } from './abortable.ts'

/** All frames have one quality: frames of several look like a forgery. */
const JPEG_QUALITY = 0.92
/** The pause between pictures where the browser does not tell when a new one is there. */
const NEXT_MS = 66

export interface Camera {
  readonly size: Size
  /** Draws the next picture of the video, and resolves with the time at which it was taken. */
  draw(signal: AbortSignal): Promise<number>
  /** The picture that was drawn last. */
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

/** Milliseconds since 1970 by a clock that never jumps: the server compares these times with each other. */
const nowMs = (): number => Math.round(performance.timeOrigin + performance.now())

async function nextPicture(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  if (!('requestVideoFrameCallback' in video)) return pause(NEXT_MS, signal)
  return unlessAborted(signal, (resolve) => {
    const asked = video.requestVideoFrameCallback(resolve)
    return () => video.cancelVideoFrameCallback(asked)
  })
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The long side of the frames in pixels: enough for every check, and small enough to send at once. */
const LONG_SIDE = 640

/** The size of frames has the camera's proportions, is never larger than the camera, and is even, as encoders like it. */
export function sendSize(camera: Size): Size {
  const times = Math.min(1, LONG_SIDE / Math.max(camera.width, camera.height))
  const even = (length: number) => 2 * Math.round((length * times) / 2)
  return { width: even(camera.width), height: even(camera.height) }
}

/** The middle part of the camera's picture that has the proportions of `size`: all of it unless the phone was turned. */
export function partOf(camera: Size, size: Size): Size & { readonly left: number; readonly top: number } {
  const times = Math.min(camera.width / size.width, camera.height / size.height)
  const [width, height] = [size.width * times, size.height * times]
  return { left: (camera.width - width) / 2, top: (camera.height - height) / 2, width, height }
}
