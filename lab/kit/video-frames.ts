// Cuts a video into frames, as JPEG files in a folder.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Box } from '../../src/image/geometry/geometry.ts'
import { findFfmpeg } from '../../src/image/video/find-ffmpeg.ts'

interface Part {
  /** Of the beginning; all of it by default. */
  readonly seconds?: number
  /** What is kept of each picture; all of it by default. */
  readonly frame?: Box
}

export function ffmpeg(): string {
  const program = findFfmpeg('')
  if (!program) throw new Error('videos need ffmpeg, which `npm ci` installs')
  return program
}

export const cropFilter = ({ x, y, width, height }: Box): string => `crop=${width}:${height}:${x}:${y}`

/** Returns the files in the order of time. */
export function cutFrames(
  video: string,
  framesASecond: number,
  folder: string,
  { seconds, frame }: Part = {},
): string[] {
  mkdirSync(folder, { recursive: true })
  const filters = [`fps=${framesASecond}`, ...(frame ? [cropFilter(frame)] : [])].join(',')
  const length = seconds === undefined ? [] : ['-t', `${seconds}`]
  const to = ['-vf', filters, '-q:v', '2', join(folder, '%04d.jpg')]
  execFileSync(ffmpeg(), ['-v', 'error', '-i', video, ...length, ...to])
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
}
