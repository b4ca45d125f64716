// Sessions that rendered people and puppets act, seen frame by frame and kept.

import { verifyDistance } from '../../../../src/liveness/distance/verify.ts'
import { seenFrame } from '../../../../src/liveness/frame.ts'
import { verifyNose } from '../../../../src/liveness/nose/verify.ts'
import { verifyProfile } from '../../../../src/liveness/profile/verify.ts'
import type { LivenessCrew } from '../jobs.ts'
import { type ActedSession, distancePlanOf, nosePlanOf, type Played, profilePlanOf } from './acted.ts'
import { drawing, type Kept, puppetry, sight } from './kept.ts'
import { type CutSession, passive, profileAsk, sessionOf } from './sessions.ts'

export async function actedSessions(
  crew: LivenessCrew,
  kept: Kept,
  data: string,
  asked: readonly ActedSession[],
): Promise<CutSession[]> {
  const seen = await kept.ofEach(
    asked,
    (one) => [sight(), drawing(), one.who === 'rendered' ? '' : puppetry(), JSON.stringify(one)],
    (missing) =>
      crew.run({
        label: 'acted sessions',
        job: 'observe-acted-session',
        items: missing,
        inputOf: async (one) => ({ ...one, data }),
      }),
  )
  return asked.map(({ who, family, seed }, i): CutSession => {
    const shown = (seen[i] ?? []).flatMap(({ task, atMs, reading }) =>
      'fault' in reading ? [] : [{ task, seconds: atMs / 1000, frame: seenFrame(reading) }],
    )
    return {
      person: who === 'rendered' ? `rendered ${seed}` : `${who} ${seed}`,
      source: who === 'rendered' ? 'rendered' : 'puppet',
      family,
      session: sessionOf(shown),
      verify: verifying({ family, seed }),
    }
  })
}

function verifying({ family, seed }: Played): CutSession['verify'] {
  if (family === 'profile') return (session) => verifyProfile(profilePlanOf(seed), session, profileAsk)
  if (family === 'nose') return (session) => verifyNose(nosePlanOf(seed), session, passive)
  return (session) => verifyDistance(distancePlanOf(seed), session, passive)
}
