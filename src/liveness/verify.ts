// Judges a challenge once, and gives the same verdict to whoever asks again.
import { type Code, codes } from '../codes.ts'
import type { Database } from '../store/port.ts'
import type { Vault } from '../store/vault.ts'
import { closeChallenge, type Family, findChallenge, framesOf, framesSent, settle } from './challenge.ts'
import type { Session } from './injection.ts'
import { shareSeenBefore } from './seen-before.ts'
import type { Verdict } from './verdict.ts'

interface Judging<Plan> {
  readonly family: Family
  readonly place: { readonly organisationId: string; readonly id: string }
  /** The code when there is no frame to judge. */
  readonly noFrames: (plan: Plan) => Code
  readonly verify: (plan: Plan, session: Session) => Verdict
}

interface Judged {
  readonly code: Code
  /** The checks of the verdict, and the frames it was made of; absent where there is no verdict. */
  readonly checks?: Verdict['checks']
  readonly inputs?: Awaited<ReturnType<typeof framesSent>>
}

interface Stores {
  readonly database: Database
  readonly vault: Vault
  readonly now: () => number
}

const unknown: Judged = { code: codes.challengeNotFound }

export async function judgeChallenge<Plan>(
  { database, vault, now }: Stores,
  { family, place, noFrames, verify }: Judging<Plan>,
): Promise<Judged> {
  const challenge = await findChallenge<Plan>(database, place, family)
  if (!challenge) return unknown
  const judged = async (verdict: Verdict): Promise<Judged> => ({
    ...verdict,
    inputs: await framesSent(database, place),
  })
  if (challenge.verdict) return judged(challenge.verdict)
  if (challenge.expiresAtMs <= now() && !challenge.isClosed) return unknown
  // There is nothing to judge yet: the challenge stays open.
  if (challenge.frames === 0) return { code: noFrames(challenge.plan) }
  // A challenge that is closed without a verdict is judged now: whoever closed it died on the way.
  if (!(await closeChallenge(database, challenge, now()))) return unknown
  const frames = await framesOf(database, vault, place)
  const seenBeforeShare = await shareSeenBefore(database, vault, place, frames)
  const session = { frames, startedAtMs: challenge.startedAtMs, seenBeforeShare }
  return judged(await settle(database, challenge, family, verify(challenge.plan, session)))
}
