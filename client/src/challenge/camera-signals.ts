// What a browser says about its camera. The server notes it and never decides by it, because a caller can say anything.
import { unlessAborted } from './abortable.ts'
import { videoTrack } from './light-camera.ts'
import type { CameraSignals } from './shapes.ts'

/** Programs that show a film or a made face as a camera; the name itself never leaves the browser. */
const virtual =
  /virtual|\bobs\b|manycam|snap ?camera|xsplit|droidcam|iriun|epoccam|\bcamo\b|loopback|dummy|fake|e2esoft|\bvcam|mmhmm|\bndi\b|streamlabs|sparkocam|webcamoid|altercam|youcam|splitcam|avatarify|deepfacelive/i
const builtIn = /facetime|integrated|built-?in|internal|front|back|user-facing|truevision|easycamera/i
const external = /usb|logitech|webcam|brio|razer|elgato|capture/i

export function classOf(label: string, facing: string | undefined): CameraSignals['camera_class'] {
  if (virtual.test(label)) return 'virtual'
  if (facing === 'user' || facing === 'environment' || builtIn.test(label)) return 'built-in'
  return external.test(label) ? 'external' : 'unknown'
}

/** A few pictures are enough, and the person does not wait long for them. */
const PICTURES = 8
const MOST_MS = 300

export async function cameraSignals(video: HTMLVideoElement, signal: AbortSignal): Promise<CameraSignals> {
  const track = videoTrack(video)
  const asked = track?.getConstraints() ?? {}
  const given = track?.getSettings() ?? {}
  const numbers = {
    asked_width: wished(asked.width),
    asked_height: wished(asked.height),
    asked_frame_rate: wished(asked.frameRate),
    given_width: given.width,
    given_height: given.height,
    given_frame_rate: given.frameRate,
    jitter_ms: jitterOf(await pictureTimes(video, signal)),
  }
  const known = Object.entries(numbers).filter(([, value]) => value !== undefined && Number.isFinite(value))
  return { camera_class: classOf(track?.label ?? '', given.facingMode), ...Object.fromEntries(known) }
}

const wished = (range: ConstrainULong | ConstrainDouble | undefined): number | undefined =>
  typeof range === 'number' ? range : (range?.exact ?? range?.ideal)

async function pictureTimes(video: HTMLVideoElement, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  if (!('requestVideoFrameCallback' in video)) return times
  await unlessAborted(signal, (resolve) => {
    const timer = setTimeout(resolve, MOST_MS)
    let asked = 0
    const next = () => {
      asked = video.requestVideoFrameCallback((atMs) => {
        times.push(atMs)
        if (times.length < PICTURES) next()
        else resolve()
      })
    }
    next()
    return () => {
      clearTimeout(timer)
      video.cancelVideoFrameCallback(asked)
    }
  })
  return times
}

/** How much the time between two pictures varies, in milliseconds; undefined of fewer than three. */
export function jitterOf(times: readonly number[]): number | undefined {
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time))
  if (gaps.length < 2) return undefined
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length
  return Math.round(10 * Math.sqrt(variance)) / 10
}
