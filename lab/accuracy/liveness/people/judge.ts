// Judges sessions as the server does, the frames compared with each other in any case, so that each check is seen alone.
import { hasFailed } from '../../../../src/checks.ts'
import { codes } from '../../../../src/codes.ts'
import { comparedFrames } from '../../../../src/liveness/one-picture.ts'
import { weighed } from '../../../../src/liveness/presence.ts'
import type { LivenessVerdict } from '../../../../src/liveness/verdict.ts'
import type { ComparedFrame, FrameComparison } from '../../../../src/vision/one-picture/comparison.ts'
import type { LivenessCrew } from '../jobs.ts'
import { comparing, type Kept, sight } from './kept.ts'
import type { CutSession } from './sessions.ts'

export interface JudgedSession
  extends Pick<CutSession, 'person' | 'source' | 'family'>,
    Pick<LivenessVerdict, 'code' | 'checks' | 'presence' | 'presenceParts' | 'isDoubtful'> {
  readonly compared: FrameComparison
}

export async function judgeSessions(
  crew: LivenessCrew,
  kept: Kept,
  sessions: readonly CutSession[],
): Promise<JudgedSession[]> {
  const asked = sessions.map((one) => ({ one, frames: comparedFrames(one.session.frames) }))
  const compared = await kept.ofEach(
    asked,
    ({ frames }) => [sight(), comparing(), ...frames.flatMap(partsOf)],
    (missing) =>
      crew.run({
        label: 'frames compared',
        job: 'compare-frames',
        items: missing,
        inputOf: async ({ frames }) => frames,
      }),
  )
  return sessions.map((one, i) => {
    const comparison = compared[i] ?? {}
    const verdict = weighed(one.verify({ ...one.session, compared: comparison }))
    return { person: one.person, source: one.source, family: one.family, compared: comparison, ...verdict }
  })
}

/** What a frame is known again by. */
const partsOf = ({ task, mesh, skin, sized }: ComparedFrame): (string | Uint8Array)[] => [
  task,
  new Uint8Array(mesh.buffer, mesh.byteOffset, mesh.byteLength),
  skin,
  ...(sized ? [sized] : []),
]

export const isRefused = ({ code }: Pick<JudgedSession, 'code'>): boolean => code !== codes.success
export const failedIn = ({ checks }: Pick<JudgedSession, 'checks'>): string[] =>
  checks.filter(hasFailed).map(({ name }) => name)
