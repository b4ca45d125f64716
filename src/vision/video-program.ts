// Knows the ffmpeg that workers read videos with: the first that decoded one inside the cage.
import type { FfmpegChoice } from '../image/video/choose-ffmpeg.ts'
import { ffmpegCandidates } from '../image/video/find-ffmpeg.ts'
import type { Pool } from '../workers/port.ts'
import type { VisionJobs } from './jobs.ts'

export interface VideoProgram {
  /** Its path; undefined where no ffmpeg reads videos here. */
  path(): Promise<string | undefined>
  /** Throws where no ffmpeg reads videos, and says why. */
  check(): Promise<void>
  /** A job could not start it, so it is tried again before the next. */
  doubt(): void
}

/** What came of a trial; `fault` where none was chosen. */
export interface TriedAll {
  readonly choice: FfmpegChoice
  readonly fault?: string
}

/** A program may be repaired while the server runs: where none read videos, they are tried again after this time. */
export const RETRY_SECONDS = 60

/** `wanted` is the operator's choice: where it does not work no other is taken, since he would not know of it. */
export function openVideoProgram(
  workers: Pool<VisionJobs>,
  wanted: string,
  tell: (tried: TriedAll) => void,
): VideoProgram {
  let trial: Promise<TriedAll> | undefined
  let retryAtMs = 0
  const begin = (): Promise<TriedAll> => {
    retryAtMs = Number.POSITIVE_INFINITY
    return choose(workers, wanted).then((tried) => {
      if (tried.fault) retryAtMs = performance.now() + RETRY_SECONDS * 1000
      tell(tried)
      return tried
    })
  }
  const known = (): Promise<TriedAll> => {
    if (!trial || performance.now() >= retryAtMs) trial = begin()
    return trial
  }
  return {
    path: async () => (await known()).choice.chosen?.path,
    async check() {
      const { fault } = await known()
      if (fault) throw new Error(fault)
    },
    doubt: () => {
      retryAtMs = 0
    },
  }
}

async function choose(workers: Pool<VisionJobs>, wanted: string): Promise<TriedAll> {
  try {
    await workers.started()
    const choice = await workers.run('choose-ffmpeg', ffmpegCandidates(wanted), { organisation: '' })
    const fault = whyNone(choice, wanted)
    return { choice, ...(fault && { fault }) }
  } catch (error) {
    return { choice: { refused: [] }, fault: `ffmpeg could not be tried: ${(error as Error).message}` }
  }
}

/** Undefined where one was chosen. */
export function whyNone({ chosen, refused }: FfmpegChoice, wanted: string): string | undefined {
  if (chosen) return undefined
  const faults = refused.map(({ path, fault }) => `${path} does not read videos here: ${fault}`)
  if (wanted !== '' && faults.length === 0) return `SELFSAME_FFMPEG names ${wanted}, which is not to be found`
  if (wanted !== '') return `SELFSAME_FFMPEG is set, so no other is taken: ${faults.join('; ')}`
  return faults.length > 0
    ? faults.join('; ')
    : 'there is no ffmpeg: run `npm ci` again, install ffmpeg, or set SELFSAME_FFMPEG'
}
