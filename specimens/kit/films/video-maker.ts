// Makes real videos for tests: moving pictures, written by ffmpeg into any container.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crop } from '../../../src/image/geometry/warp.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { findFfmpeg } from '../../../src/image/video/find-ffmpeg.ts'
import { lightOfRoom } from '../../liveness/rooms.ts'
import { person } from '../../person/person.ts'
import { renderPerson } from '../../person/render.ts'
import { drawnOnce } from '../run-folder.ts'
import { temporaryFolder } from '../servers/settings.ts'

const FRAMES_A_SECOND = 25

/** Draws the picture at each moment; `share` goes from 0 at the beginning to 1 at the end. */
export type Film = (share: number) => Pixels

const bytesOf = (film: Film, count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, i) => film(count === 1 ? 0 : i / (count - 1)).data))

/** `more` are options of ffmpeg for what is written, by which the kind of video is chosen. */
export function videoOf(
  film: Film,
  seconds: number,
  extension: string,
  more: readonly string[] = [],
): Buffer {
  const { width, height } = film(0)
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', `${FRAMES_A_SECOND}`]
  const count = Math.round(seconds * FRAMES_A_SECOND)
  return written([...raw, '-i', 'pipe:0'], extension, more, bytesOf(film, count))
}

/** Makes a video from sources that ffmpeg itself can draw or sound. */
export function written(
  input: readonly string[],
  extension: string,
  more: readonly string[] = [],
  bytes: Buffer = Buffer.of(),
): Buffer {
  const program = findFfmpeg('')
  if (!program) throw new Error('these tests need ffmpeg, which `npm ci` installs')
  const folder = temporaryFolder()
  try {
    const file = join(folder.path, `video.${extension}`)
    execFileSync(program, ['-v', 'error', '-y', ...input, '-pix_fmt', 'yuv420p', ...more, file], {
      input: bytes,
      stdio: ['pipe', 'ignore', 'pipe'],
      maxBuffer: 1e9,
    })
    return readFileSync(file)
  } finally {
    folder.remove()
  }
}

/** Repacks a finished file without encoding it again: turned, cut, its index first. */
export function repacked(
  video: Buffer,
  extension: string,
  more: readonly string[],
  /** Options for what is read. */
  reading: readonly string[] = [],
): Buffer {
  const folder = temporaryFolder()
  const file = join(folder.path, `before.${extension}`)
  try {
    writeFileSync(file, video)
    return written([...reading, '-i', file], extension, ['-c', 'copy', ...more])
  } finally {
    rmSync(file, { force: true })
    folder.remove()
  }
}

const clockwise = { 90: [0, 1, -1, 0], 180: [-1, 0, 0, -1], 270: [0, -1, 1, 0] } as const

/** Marks an MP4 or MOV, as a phone does, with the clockwise turn that makes its pictures upright. */
export function turned(video: Buffer, degrees: keyof typeof clockwise): Buffer {
  const copy = Buffer.from(video)
  // The matrix begins 44 bytes after the name of the track header: two rows of three numbers.
  const matrix = copy.lastIndexOf('tkhd') + 44
  for (const [i, value] of clockwise[degrees].entries())
    copy.writeInt32BE(0x10000 * value, matrix + (i < 2 ? 4 * i : 4 * (i + 1)))
  return copy
}

/** The picture never changes. */
export const still =
  (pixels: Pixels): Film =>
  () =>
    pixels

/** A photo is carried about before the camera: it shifts, turns and comes closer, and stays a photo. */
export const carried =
  (pixels: Pixels): Film =>
  (share) => {
    const { width, height } = pixels
    const wave = (times: number) => Math.sin(2 * Math.PI * times * share)
    const [scale, radians] = [0.85 + 0.04 * wave(0.7), 0.05 * wave(1.1)]
    const [a, d] = [scale * Math.cos(radians), scale * Math.sin(radians)]
    const middle = { x: width / 2 + 12 * wave(0.9), y: height / 2 + 9 * wave(0.6) }
    const [half, tall] = [width / 2, height / 2]
    const window = { a, b: -d, c: middle.x - a * half + d * tall, d, e: a, f: middle.y - d * half - a * tall }
    return crop(pixels, window, width, height)
  }

/** A head fills this share of the picture, in width and height. */
const HEAD = { across: 0.3, along: 0.36 }

/** Shows the head in the middle from one side and then from the other; nearer parts move further. */
export const turning =
  (pixels: Pixels, reachPixels = 36): Film =>
  (share) => {
    const { width, height, data } = pixels
    const sideways = reachPixels * Math.sin(Math.PI * (share - 0.5))
    const moved = new Uint8Array(data.length)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [u, v] = [(x / width - 0.5) / HEAD.across, (y / height - 0.5) / HEAD.along]
        const from = Math.min(
          width - 2,
          Math.max(0, x + sideways * Math.sqrt(Math.max(0, 1 - u * u - v * v))),
        )
        const left = Math.floor(from)
        for (let channel = 0; channel < 3; channel++) {
          const at = 3 * (y * width + left) + channel
          const value = (data[at] as number) * (left + 1 - from) + (data[at + 3] as number) * (from - left)
          moved[3 * (y * width + x) + channel] = Math.round(value)
        }
      }
    return { width, height, data: moved }
  }

/** A picture is drawn for so many moments only: drawing takes longer than all the rest. */
const MOMENTS = 24
const BLINK = { at: 0.6, within: 0.06 }

/** A person who does not exist looks to both sides in a room with lamps, and blinks; in another take in another room. */
function turningPerson(seed: number, take: number): Film {
  const own = person(seed)
  const drawn = new Map<number, Pixels>()
  const draw = (share: number): Pixels => {
    const closed = Math.max(0, 1 - Math.abs(share - BLINK.at) / BLINK.within)
    return renderPerson(own, {
      width: 360,
      height: 480,
      distanceCm: 34 + take,
      yawDegrees: (30 - take) * Math.sin(2 * Math.PI * share + 0.4 * take),
      pitchDegrees: 4 * Math.sin(5 * share + take) - 3 * take,
      leftEyeClosed: closed,
      rightEyeClosed: closed,
      noiseSeed: Math.round(MOMENTS * share) + 100 * take,
      ...(take > 0 && { room: 10 + take, light: lightOfRoom(take).light }),
    })
  }
  return (share) => {
    const moment = Math.round(MOMENTS * share)
    const pixels = drawn.get(moment) ?? draw(moment / MOMENTS)
    drawn.set(moment, pixels)
    return pixels
  }
}

const living = [turningPerson(1, 0), turningPerson(1, 1), turningPerson(1, 2)] as const

/** Two seconds of a person who does not exist and turns the head, written once per run for each kind of video. */
export async function livingVideo(
  extension = 'mp4',
  more: readonly string[] = [],
  take: 0 | 1 | 2 = 0,
): Promise<Buffer> {
  const write = async () => videoOf(living[take], 2, extension, more)
  return Buffer.from(await drawnOnce(`living person ${take} ${extension} ${more.join(' ')}`, write))
}
