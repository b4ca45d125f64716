// Cuts parts out of videos, in time and of each picture, and codes them as a phone would.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Box } from '../../../../src/image/geometry/geometry.ts'
import type { VideoLimits } from '../../../../src/image/video/video.ts'
import { temporaryFolder } from '../../../kit/installation.ts'
import { cropFilter, ffmpeg } from '../../../kit/video-frames.ts'

/** Without a part it is the file as it is. */
export interface Cut {
  readonly file: string
  readonly part?: { readonly from: number; readonly seconds: number }
  /** What is kept of each picture; all of it where this is missing. */
  readonly frame?: Box
}

export const limits: VideoLimits = {
  program: '',
  shortestMs: 1000,
  longestMs: 60_000,
  maxMegapixels: 9,
  timeoutMs: 60_000,
}

/** Hardly loses anything: what a phone sends is coded more coarsely. */
export const CODED = ['-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p']

export function secondsOf(file: string): number {
  const { stderr } = spawnSync(ffmpeg(), ['-i', file], { encoding: 'utf8' })
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(stderr) ?? []
  if (seconds === undefined) throw new Error(`${file} tells no duration`)
  return 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds)
}

export function bytesOf({ file, part, frame }: Cut): Uint8Array {
  if (!part) return readFileSync(file)
  const folder = temporaryFolder('cut')
  const out = join(folder.path, 'cut.mp4')
  const crop = frame ? ['-vf', cropFilter(frame)] : []
  const from = ['-v', 'error', '-ss', `${part.from}`, '-i', file, '-t', `${part.seconds}`]
  try {
    execFileSync(ffmpeg(), [...from, ...crop, ...CODED, out])
    return readFileSync(out)
  } finally {
    folder.remove()
  }
}
