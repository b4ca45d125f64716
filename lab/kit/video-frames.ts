// Cuts a video into frames, as JPEG files in a folder.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFfmpeg } from '../../src/image/video/find-ffmpeg.ts'

/** Returns the files in the order of time. */
export function cutFrames(video: string, framesASecond: number, folder: string): string[] {
  const program = findFfmpeg('')
  if (!program) throw new Error('videos need ffmpeg, which `npm ci` installs')
  mkdirSync(folder, { recursive: true })
  const to = ['-vf', `fps=${framesASecond}`, '-q:v', '2', join(folder, '%04d.jpg')]
  execFileSync(program, ['-v', 'error', '-i', video, ...to])
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
}
