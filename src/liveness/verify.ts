// Judges a challenge once, and answers the same verdict when it is asked again.
import { type Code, codes } from '../codes.ts'
import type { Database } from '../store/port.ts'
import type { Vault } from '../store/vault.ts'
import type { ComparedFrame, FrameComparison } from '../vision/one-picture/comparison.ts'
import { personaLikeness } from '../vision/persona-faces.ts'
import { type CaptureSignals, judgeCapture, keyOf } from './capture.ts'
import {
  type ChallengePlace,
  closeChallenge,
  type FrameFamily,
  findChallenge,
  framesOf,
  framesSent,
  isRememberedExpired,
  settle,
} from './challenge.ts'
import { type Frame, withFace } from './frame.ts'
import type { AnyPlan } from './frame-routes.ts'
import type { Session } from './injection.ts'
import { comparedFrames } from './one-picture.ts'
import { type Memory, shareSeenBefore } from './seen-before.ts'
import { type ChosenFrames, isClear } from './set-aside.ts'
import { type Telling, tellingOf } from './told-tasks.ts'
import type { Capture, LivenessVerdict } from './verdict.ts'

type SentFrame = Awaited<ReturnType<typeof framesOf>>[number]

export type InTurn<Plan> = (
  database: Database,
  place: ChallengePlace,
  frames: readonly SentFrame[],
  plan: Plan,
) => Promise<{ readonly inTurn: readonly Frame[]; readonly telling: Telling } & Pick<Session, 'shown'>>

interface Judging<Plan> {
  readonly family: FrameFamily
  readonly place: { readonly organisationId: string; readonly id: string }
  /** The code for a challenge whose life is over. */
  readonly expired: Code
  /** The code when there is no frame to judge. */
  readonly noFrames: Code
  readonly choose: (plan: Plan, sent: readonly Frame[]) => ChosenFrames
  /** Which frames came in their turn, where they are told; by tasks where the family does not say otherwise. */
  readonly inTurn?: InTurn<Plan> | undefined
  readonly verify: (plan: Plan, session: Session) => LivenessVerdict
  /** What a worker finds in all frames together, once nothing else refuses them. */
  readonly measure?:
    | ((plan: Plan, session: Session, organisation: string) => Promise<Partial<Session>>)
    | undefined
  /** Adds what the frames prove about their camera, and refuses what is too little. */
  readonly addCapture: (
    verdict: LivenessVerdict,
    judged: ReturnType<typeof judgeCapture>,
    signals: CaptureSignals | undefined,
  ) => LivenessVerdict
  /** Throws for what is not judged at all; the challenge then stays open. */
  readonly refuse?: ((plan: Plan, session: Session) => void) | undefined
}

interface Judged {
  readonly code: Code
  /** The checks of the verdict, and the frames it was made of; absent where there is no verdict. */
  readonly checks?: LivenessVerdict['checks']
  readonly presence?: LivenessVerdict['presence']
  readonly presenceParts?: LivenessVerdict['presenceParts']
  readonly isDoubtful?: LivenessVerdict['isDoubtful']
  readonly strength?: LivenessVerdict['strength']
  readonly strengthOfTasks?: LivenessVerdict['strengthOfTasks']
  readonly guidance?: LivenessVerdict['guidance']
  readonly capture?: Capture
  readonly inputs?: Awaited<ReturnType<typeof framesSent>>
}

interface Means {
  readonly database: Database
  readonly vault: Vault
  /** Compares the frames of a session in a worker, in the turn of the organisation. */
  readonly compare: (frames: readonly ComparedFrame[], organisation: string) => Promise<FrameComparison>
  /** Undefined in tests, where frames are compared with none of earlier challenges and of no persona. */
  readonly memory: Omit<Memory, 'database' | 'vault'> | undefined
  /** Serial numbers of certificates that makers of phones took back. */
  readonly revoked: () => Promise<ReadonlySet<string>>
  readonly now: () => number
}

export async function judgeChallenge<Plan extends AnyPlan>(
  { database, vault, compare, memory, revoked, now }: Means,
  { family, place, expired, noFrames, choose, inTurn: parted = tellingOf, measure, ...rest }: Judging<Plan>,
): Promise<Judged> {
  const { verify, addCapture, refuse } = rest
  const challenge = await findChallenge<Plan>(database, place, family)
  if (!challenge)
    return { code: (await isRememberedExpired(database, place, family)) ? expired : codes.challengeNotFound }
  const judged = async (verdict: LivenessVerdict): Promise<Judged> => ({
    ...verdict,
    inputs: await framesSent(database, place),
  })
  if (challenge.verdict) return judged(challenge.verdict)
  if (challenge.expiresAtMs <= now() && !challenge.isClosed) return { code: expired }
  // There is nothing to judge yet: the challenge stays open.
  if (challenge.frames === 0) return { code: noFrames }
  const { plan, startedAtMs } = challenge
  const readFrames = () => framesOf(database, vault, place)
  const sent = async (frames = readFrames()) => {
    if (!plan.isTold) return { ...choose(plan, await frames), startedAtMs }
    const { inTurn, ...ofTurns } = await parted(database, place, await frames, plan)
    const chosen = choose(plan, inTurn)
    // Whoever is seen in frames that do not count must be the same person all the same.
    const aside = [...chosen.aside, ...withFace(ofTurns.telling.outOfTurn).filter(isClear)]
    return { ...chosen, aside, ...ofTurns, startedAtMs }
  }
  if (refuse) refuse(plan, await sent())
  // A challenge that is closed without a verdict is judged now: the server that closed it stopped on the way.
  if (!(await closeChallenge(database, challenge, now()))) return { code: expired }
  const frames = await readFrames()
  const session = { ...(await sent(Promise.resolve(frames))), ...(memory && personasIn(frames)) }
  const key = await keyOf(database, { organisationId: place.organisationId, id: challenge.captureKeyId })
  const ofCamera = judgeCapture({
    key,
    frames,
    startedAtMs,
    hadKey: challenge.captureKeyId !== undefined,
    now: now(),
    lifeMs: challenge.expiresAtMs - startedAtMs,
    revoked: await revoked(),
  })
  const settled = async (verdict: LivenessVerdict) =>
    judged(
      await settle({ database, vault }, challenge, family, addCapture(verdict, ofCamera, challenge.signals)),
    )
  const first = verify(plan, session)
  if (first.code !== codes.success) return settled(first)
  // Frames are compared only where nothing else refuses them: it takes a worker's time.
  const [compared, seenBeforeShare, measured] = await Promise.all([
    compare(comparedFrames(session.frames), place.organisationId),
    memory && shareSeenBefore({ database, vault, ...memory }, place, session),
    measure?.(plan, session, place.organisationId),
  ])
  const known = seenBeforeShare === undefined ? {} : { seenBeforeShare }
  return settled(verify(plan, { ...session, compared, ...known, ...measured }))
}

/** The sandbox is apart: in tests a face may be that of a persona. */
function personasIn(frames: readonly Frame[]): Pick<Session, 'personaLikeness'> {
  const likenesses = frames.flatMap(({ face }) => (face?.vector ? [personaLikeness(face.vector)] : []))
  return likenesses.length === 0 ? {} : { personaLikeness: Math.max(...likenesses) }
}
